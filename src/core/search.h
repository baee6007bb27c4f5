// The search: can the side to move take so many of the tricks left?
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "cardset.h"
#include "hints.h"
#include "moves.h"
#include "position.h"
#include "quick_tricks.h"
#include "sure_tricks.h"
#include "symmetry.h"
#include "table.h"

namespace abtools {

// Thrown out of a search that was told to stop.
struct Interrupted {};

class Search {
 public:
  Search(std::size_t table_bytes, const std::atomic<bool>& stop);

  // Forget everything; what follows is about these cards and this trump until the next call.
  void set_up(const Hands& hands, Trump trump);
  // Tricks the side to move can still take. The hands must be those set up, or what is left of
  // them.
  int tricks(const Position& position, int guess);

  std::uint64_t nodes() const { return nodes_; }

 private:
  // A bound on the tricks of the side to move: at least `tricks` if that is what was needed or
  // more, else at most; and the cards whose rank it rests on.
  struct Result {
    CardSet relevant;
    int tricks;
  };

  // A trick being searched, as it stood before its first card but for the suit led.
  struct Trick {
    CardSet in_play;
    Seat leader;
    int left;
    int need;                  // of the leader's side
    CardSet starts = 0;        // the lowest card of each group of equals
    CardSet led = 0;           // all cards of the suit led
    CardSet ranks = 0;         // and of trumps: those that can win, the greater integer the better
    std::uint64_t length = 0;  // one card of that suit in the first hand's lengths

    // The suit led, known from the first card.
    void lead(CardSet card, CardSet trumps) {
      led = suit_cards(suit_of(card));
      ranks = led | trumps;
      length = std::uint64_t{1} << (16 * suit_of(card));
    }
    CardSet equals_of(CardSet start) const {
      return in_play & (lowest(starts & above(start)) - 1) & ~below(start);
    }
  };

  template <bool kTrump>
  Result lead(CardSet in_play, Seat leader, int left, int need);
  template <bool kTrump>
  Result try_leads(CardSet in_play, const Owners& owners, Seat leader, int left, int need);
  template <bool kTrump>
  Result last_trick(Seat leader);
  Result keep(const Owners& owners, const Trick& trick, Result result);
  template <bool kTrump>
  bool runs_into_winner(const Trick& trick, CardSet lead, Result& result);
  template <bool kTrump, int kPlace>
  Result reply(const Trick& trick, CardSet now, CardSet best, Seat winner);
  template <bool kTrump>
  Result next_trick(const Trick& trick, CardSet in_play, CardSet best, Seat winner);
  template <bool kTrump>
  Result entry(const Position& position, int left, int need);

  void load(const Hands& hands);
  void judge_owners(const Hands& hands);
  Owners owners_of(CardSet in_play) const;
  Owners pattern_of(const Owners& owners, CardSet in_play, CardSet starts, CardSet& relevant) const;
  CardSet cards_of(const Owners& pattern, CardSet in_play) const;

  Table table_;
  Hints hints_;
  Symmetry symmetry_;
  QuickTricks quick_;
  SureTrumps trumps_;
  const std::atomic<bool>& stop_;
  Hands hands_{};
  std::uint64_t shape_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t searched_ = 0;
  Trump trump_ = kNoTrump;
  Hands dealt_{};
  // For each suit as dealt and each set of ranks still in play: who owns them.
  std::array<std::vector<std::uint32_t>, kSuits> owner_words_;
  std::array<const std::uint32_t*, kSuits> owners_of_suit_{};  // the same, trumps last
  // For each set of ranks still in play: the ranks from the top, four bits each.
  std::vector<std::uint64_t> ranks_down_;
};

}  // namespace abtools
