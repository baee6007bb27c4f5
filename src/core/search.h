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

  // A trick being searched, as it stood before its first card but for `led` and `ranks`.
  struct Trick {
    CardSet in_play;
    CardSet starts;        // the lowest card of each group of equals
    CardSet led;           // all cards of the suit led
    CardSet ranks;         // and of trumps: cards that can win, a greater integer beating a smaller
    std::uint64_t length;  // one card of that suit in the first hand's lengths
    Seat leader;
    int left;
    int need;  // of the leader's side

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
  template <bool kTrump>
  Result keep(const Owners& owners, const Trick& trick, Seat leader, int need, Result result);
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
  CardSet cards_of(const Table::List& list, int pattern, CardSet in_play) const;

  Table table_;
  Hints hints_;
  QuickTricks quick_;
  SureTrumps trumps_;
  const std::atomic<bool>& stop_;
  Hands hands_{};
  std::uint64_t shape_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t searched_ = 0;
  Trump trump_ = kNoTrump;
  // For each set of ranks still in play: who owns them, and the ranks from the top, four bits each.
  Hands dealt_{};
  std::array<std::vector<std::uint32_t>, kSuits> owner_words_;
  std::array<const std::uint32_t*, kSuits> owners_of_suit_{};  // the same, trumps last
  std::vector<std::uint64_t> ranks_down_;
};

}  // namespace abtools
