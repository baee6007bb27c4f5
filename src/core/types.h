// Seats, suits and trumps as small integers, numbered as in abtools.cards.
#pragma once

#include <cstdint>

namespace abtools {

// North 0, East 1, South 2, West 3: clockwise, the order of play.
using Seat = int;
// Clubs 0, diamonds 1, hearts 2, spades 3.
using Suit = int;
// A suit, or kNoTrump.
using Trump = int;

inline constexpr int kSeats = 4;
inline constexpr int kSuits = 4;
inline constexpr int kStrains = 5;
inline constexpr int kRanks = 13;
inline constexpr int kMaxTricks = 13;
inline constexpr Trump kNoTrump = 4;
// Inside the search trumps are always the suit of spades.
inline constexpr Suit kTrumpSuit = 3;

constexpr Seat seat_after(Seat seat, int turns) { return (seat + turns) & 3; }
constexpr Seat partner_of(Seat seat) { return seat ^ 2; }
constexpr bool same_side(Seat one, Seat other) { return ((one ^ other) & 1) == 0; }

}  // namespace abtools
