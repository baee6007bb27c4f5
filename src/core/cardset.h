// A hand as a set of cards: 16 bits a suit from clubs up, the bit in a suit being the rank (2 to 14).
// The same integers as abtools.cards.Hand.bits.
#pragma once

#include <array>
#include <cstdint>

namespace abtools {

using CardSet = std::uint64_t;

inline constexpr CardSet kSuitMask = 0x7ffc;
inline constexpr CardSet kPack =
    kSuitMask | kSuitMask << 16 | kSuitMask << 32 | kSuitMask << 48;

// True when the sets hold only cards of the pack and no card is in two of them.
bool are_disjoint_hands(const std::array<CardSet, 4>& hands);

}  // namespace abtools
