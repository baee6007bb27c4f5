// Tricks that cannot be lost, seen without searching.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cardset.h"

namespace abtools {

struct Sure {
  int tricks = 0;
  CardSet relevant = 0;  // cards whose rank the count rests on
};

// In trumps, which are the suit of spades. What is left of them says all, since a deal's cards
// never change hands: each holding is judged once and remembered.
class SureTrumps {
 public:
  SureTrumps();
  void set_up(const Hands& hands);

  struct Both {
    Sure ours;
    Sure theirs;
  };
  // Tricks each side takes in trumps whatever the other does, from now on.
  Both from(CardSet in_play, Seat leader);

 private:
  static constexpr std::uint8_t kNotJudged = 0xff;
  struct Judgement {
    std::uint8_t ours = kNotJudged;
    std::uint8_t theirs = 0;
    std::uint8_t our_rank = 0;  // the lowest rank the count rests on, or none
    std::uint8_t their_rank = 0;
  };
  static Sure judge(const Hands& hands, Seat seat, Seat leader);

  Hands hands_{};
  std::vector<std::array<Judgement, kSeats>> known_;  // by the trumps in play and the leader
};

// At no trump: tricks the other side takes whatever suit is led, having the best card of each.
Sure sure_losers(const Hands& hands, Seat leader);

}  // namespace abtools
