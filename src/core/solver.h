// The questions a caller can ask, answered by search: input is checked, memory capped, nodes
// counted, and a solve can be stopped from another thread.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "position.h"
#include "search.h"

namespace abtools {

struct CardTricks {
  CardSet card;
  CardSet same_as;  // the highest of the cards equal to it; itself when there is none
  int tricks;       // of the side that plays it, this trick included
};

// One at a time: a solver is used by one thread, only `interrupt` may be called from others.
// Every question throws std::invalid_argument when the input is no position, and Interrupted.
class Solver {
 public:
  explicit Solver(std::size_t table_bytes);

  // Tricks each seat takes as declarer, the seat after it on lead.
  std::array<int, kSeats> declarer_tricks(const Hands& hands, Trump trump);
  // Tricks the side to move can still take.
  int tricks(const Position& position);
  // The same after each legal card, clubs first, from the top of each suit down.
  std::vector<CardTricks> moves(const Position& position);
  // Before the first of `cards` and after each: tricks still to come for the side of `seat`, and
  // those it has won since the start.
  std::vector<int> trace(const Position& position, const std::vector<CardSet>& cards, Seat seat);
  // The cards of one best line of play to the end.
  std::vector<CardSet> best_line(const Position& position);

  std::uint64_t nodes() const { return search_.nodes(); }
  void interrupt() { stop_.store(true, std::memory_order_relaxed); }

 private:
  void set_up(const Position& position);
  int tricks_after(const Position& position, CardSet card, int guess);

  std::atomic<bool> stop_{false};
  Search search_;
};

}  // namespace abtools
