// A position as it comes from outside: four hands, a trump, a leader, and up to three cards played.
#pragma once

#include <array>

#include "cardset.h"

namespace abtools {

struct Position {
  std::array<CardSet, kSeats> hands{};  // cards still held, those on the table not among them
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

// A trick under way: which card is winning it, and what has been played.
struct Trick {
  CardSet led = 0;     // all cards of the suit led
  CardSet played = 0;  // the cards on the table
  CardSet best = 0;    // the card winning so far
  Seat winner = 0;

  static Trick start(Seat seat, CardSet card) {
    return {suit_cards(suit_of(card)), card, card, seat};
  }
  // `trumps` is the set of all cards of the trump suit, empty at no trump.
  Trick with(Seat seat, CardSet card, CardSet trumps) const {
    const bool wins = (card & trumps) != 0
                          ? ((best & trumps) == 0 || card > best)
                          : ((card & led) != 0 && (best & led) != 0 && card > best);
    return {led, played | card, wins ? card : best, wins ? seat : winner};
  }
  // True when the winning card beat another of its suit: only then did its rank count.
  bool won_by_rank() const { return (played & suit_cards(suit_of(best))) != best; }
};

}  // namespace abtools
