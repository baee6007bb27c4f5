// Bounds seen at the start of a trick without searching.
#pragma once

#include <array>

#include "cardset.h"

namespace abtools {

struct Sure {
  int tricks = 0;
  CardSet relevant = 0;  // cards whose rank the count rests on
};

// Tricks the leader's side can take one after the other from here, never losing the lead.
// Trumps, where there are any, are the suit of spades.
template <bool kTrump>
Sure quick_tricks(const std::array<CardSet, kSeats>& hands, Seat leader);

// Tricks the other side cannot be kept from taking, sooner or later.
template <bool kTrump>
Sure later_tricks(const std::array<CardSet, kSeats>& hands, Seat leader);

}  // namespace abtools
