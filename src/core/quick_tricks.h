// Bounds seen without searching: tricks there for the taking, and tricks that cannot be lost.
#pragma once

#include <array>

#include "cardset.h"

namespace abtools {

struct Sure {
  int tricks = 0;
  CardSet relevant = 0;  // cards whose rank the count rests on
};

inline constexpr Suit kAnySuit = -1;

// Tricks the leader's side can take one after the other from here, never losing the lead. Counts no
// further than `need`, so that as few ranks as possible are relevant; with a suit given, the first
// of the tricks is in it. Trumps, where there are any, are the suit of spades.
template <bool kTrump>
Sure quick_tricks(const std::array<CardSet, kSeats>& hands, Seat leader, int need,
                  Suit first = kAnySuit);

// Tricks the side of a seat takes in trumps whatever the others do, from now on.
Sure sure_trumps(const std::array<CardSet, kSeats>& hands, Seat seat, Seat leader);

// At no trump: the trick the other side wins whatever suit is led, or none.
Sure sure_loser(const std::array<CardSet, kSeats>& hands, Seat leader);

}  // namespace abtools
