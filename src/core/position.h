// A position as it comes from outside: four hands, a trump, a leader, and up to three cards played.
#pragma once

#include <array>

#include "cardset.h"

namespace abtools {

struct Position {
  Hands hands{};  // cards still held, those on the table not among them
  Trump trump = kNoTrump;
  Seat leader = 0;                 // of the current trick
  std::array<CardSet, 3> table{};  // cards played to it, in order
  int on_table = 0;

  Seat to_move() const { return seat_after(leader, on_table); }
  // Tricks not yet won: the one on the table counts as one.
  int tricks_left() const;
};

// What makes this no position, in words; nullptr when nothing does.
const char* fault_in(const Position& position);
// The cards the side to move may play; the whole hand for a leader.
CardSet legal_cards(const Position& position);
// The position after one of the legal cards.
Position after(const Position& position, CardSet card);

}  // namespace abtools
