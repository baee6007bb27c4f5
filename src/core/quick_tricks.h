// Tricks there for the taking, seen without searching.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sure_tricks.h"

namespace abtools {

inline constexpr Suit kAnySuit = -1;

// What is left of a suit says all about it, since a deal's cards never change hands: each suit is
// judged once and remembered.
class QuickTricks {
 public:
  QuickTricks();

  // What follows is about these cards and this trump; `from` is given them with the suits of trumps
  // and of spades in each other's place.
  void set_up(const Hands& hands, Trump trump);

  // Tricks the leader's side can take one after the other from here, never losing the lead. Counts
  // no further than `need`, so that as few ranks as possible are relevant; with a suit given, the
  // first of the tricks is in it.
  template <bool kTrump>
  Sure from(const Hands& hands, CardSet in_play, Seat leader, int need, Suit first = kAnySuit);

 private:
  // The leader's side's tricks in one suit, before an opponent ruffs. The partner of the leader is
  // called the dummy.
  struct SuitTricks {
    std::uint8_t own = 0;       // rounds the leader wins
    std::uint8_t dummy = 0;     // rounds the dummy wins after that, once reached
    std::uint8_t own_rank = 0;  // the lowest rank those rest on, or none
    std::uint8_t dummy_rank : 4 = 0;
    bool can_cross : 1 = false;  // the leader has a small card to a winner of the dummy
    bool known : 1 = false;
  };
  static_assert(sizeof(SuitTricks) == 4);
  // By who could ruff: nobody, the left opponent, the right one, both; and by leader.
  struct alignas(64) Judgement : std::array<std::array<SuitTricks, kSeats>, 4> {};

  static SuitTricks judge(CardSet mine, CardSet theirs, CardSet left, CardSet right, int ruffs);

  Hands hands_{};
  std::array<std::vector<Judgement>, kSuits> known_;  // by the ranks in play
  std::array<Judgement*, kSuits> suits_{};            // the same, trumps last
};

}  // namespace abtools
