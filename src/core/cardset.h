// A hand as a set of cards: 16 bits a suit from clubs up, the bit in a suit being the rank (2 to
// 14). The same integers as abtools.cards.Hand.bits. A card is a set of one; of two cards of a suit
// the higher is the greater integer.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "types.h"

namespace abtools {

using CardSet = std::uint64_t;
using Hands = std::array<CardSet, kSeats>;

inline constexpr CardSet kSuitMask = 0x7ffc;
inline constexpr CardSet kEachSuit = 0x0001'0001'0001'0001;
inline constexpr CardSet kPack = kSuitMask * kEachSuit;

constexpr CardSet suit_cards(Suit suit) { return kSuitMask << (16 * suit); }
constexpr CardSet card_of(Suit suit, int rank) { return CardSet{1} << (16 * suit + rank); }

constexpr CardSet all_of(const Hands& hands) { return hands[0] | hands[1] | hands[2] | hands[3]; }

constexpr int count(CardSet set) { return std::popcount(set); }
// Of the lowest card; the set must not be empty. (The standard's function asks for an empty set
// first, a branch in every use on processors before 2013.)
constexpr int index_of(CardSet set) { return __builtin_ctzll(set); }
constexpr Suit suit_of(CardSet card) { return index_of(card) >> 4; }
constexpr int rank_of(CardSet card) { return index_of(card) & 15; }

constexpr CardSet lowest(CardSet set) { return set & (~set + 1); }
// The set must not be empty.
constexpr CardSet highest(CardSet set) { return CardSet{1} << (63 ^ __builtin_clzll(set)); }

// All bits above, or below, a card, in every suit; meant for sets of the card's own suit.
constexpr CardSet above(CardSet card) { return ~(card | (card - 1)); }
constexpr CardSet below(CardSet card) { return card - 1; }

// The cards of a suit as the low thirteen bits, deuce first.
constexpr unsigned ranks_in(CardSet set, Suit suit) {
  return static_cast<unsigned>(set >> (16 * suit + 2)) & 0x1fffU;
}

// Of the cards in `mine`, the lowest of each group of equals: cards with none of `others` between
// them. A one is added just above each of `others` and at the foot of each suit; the carry runs up
// through the ranks that are gone and stops on the first card still there.
constexpr CardSet lowest_of_equals(CardSet mine, CardSet others) {
  const CardSet gone = ~(mine | others) & kPack;
  const CardSet starts = ((others << 1) | (kEachSuit << 2)) & kPack;
  return (gone + starts) & mine;
}

}  // namespace abtools
