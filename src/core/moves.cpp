#include "moves.h"

#include <algorithm>

namespace abtools {

#ifdef ABTOOLS_TUNE
int W[64] = {};
#else
constexpr int W[] = {2, -29, -42, 38, -2,  20, 17, -3, 27, -2, 4,  2, 6,  -4,  -3, 0,  0,
                     0, 0,   0,   13, -12, 34, 68, 76, 22, 44, 36, 1, 21, -53, -2, 32, 32};
#endif

namespace {

constexpr Suit kTrumpSuit = 3;

// What a hand can put on a trick of this suit: its cards of the suit, or its trumps when it has
// none. As one suit's cards, such a set is greater than a card exactly when it holds something that
// beats it.
CardSet able(CardSet hand, CardSet led, CardSet trumps) {
  return (hand & led) != 0 ? hand & led : hand & trumps;
}

CardSet top(CardSet set) { return set == 0 ? 0 : highest(set); }

}  // namespace

template <bool kTrump>
void order_leads(Moves& moves, CardSet cards, const Hands& hands, Seat seat) {
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  const CardSet left = hands[seat_after(seat, 1)];
  const CardSet right = hands[seat_after(seat, 3)];
  const CardSet partner = hands[partner_of(seat)];
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const CardSet all = suit_cards(suit);
    CardSet choice = cards & all;
    if (choice == 0) continue;
    const CardSet lefts = able(left, all, trumps);
    const CardSet rights = able(right, all, trumps);
    const CardSet theirs = able(partner, all, trumps);
    const CardSet mine = hands[seat] & all;
    const CardSet better = std::max(top(lefts), top(rights));
    const int length = count(mine) + count(partner & all);
    const bool ruffed =
        kTrump && suit != kTrumpSuit && better > suit_cards(2) * 2 - 1 && (better & trumps) != 0;
    int base = W[0] * length;
    if (kTrump && suit == kTrumpSuit) base += W[1];
    if (ruffed) base += W[2];
    if (theirs > better) {
      base += W[3];
      if (kTrump && suit != kTrumpSuit && (theirs & trumps) != 0) base += W[4];
    } else if (top(mine) > better) {
      base += W[5];
    } else {
      // The opponents win it: towards partner's honour, through the left hand's strength, ...
      if (top(lefts) > top(rights))
        base += W[6];
      else
        base += W[7];
      const CardSet without = (lefts | rights) & ~better;
      const CardSet second = top(without);
      if ((theirs & all) > second)
        base += W[8];
      else if (mine > second)
        base += W[9];
    }
    if (count(mine) == 1) base += W[10];
    for (; choice != 0; choice &= choice - 1) {
      const CardSet card = lowest(choice);
      int score = base - rank_of(card) * W[11] / 4;
      if (card > better)
        score += W[12];
      else if (card == top(mine) && theirs < better)
        score += W[13];
      if (theirs > better && card > better) score += W[14];
      moves.add(card, score);
    }
  }
}

template <bool kTrump>
void order_replies(Moves& moves, CardSet cards, const Hands& hands, Seat seat, int place,
                   const Trick& trick) {
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  const CardSet hand = hands[seat];
  const bool partner_wins = same_side(trick.winner, seat);
  const CardSet next = place < 3 ? able(hands[seat_after(seat, 1)], trick.led, trumps) : 0;
  const CardSet last = place < 2 ? able(hands[partner_of(seat)], trick.led, trumps) : 0;
  const CardSet to_beat = std::max(trick.best, top(next));
  // Partner takes the trick without help.
  const bool partner_takes = place == 1 ? last > to_beat : partner_wins && next < trick.best;
  for (; cards != 0; cards &= cards - 1) {
    const CardSet card = lowest(cards);
    const bool wins = (card & (trick.led | trumps)) != 0 && card > trick.best;
    const bool holds = wins && card > next;
    const int rank = rank_of(card);
    int score = -2 * rank;
    if (partner_takes)
      score += holds ? W[20] : (wins ? W[21] : W[22]);
    else if (holds)
      score += place == 1 ? W[23] : W[24];
    else if (wins)
      score += place == 1 ? W[25] : W[26];
    else
      score += place == 1 ? W[27] : W[28];
    if ((card & trick.led) == 0) {
      if (kTrump && (card & trumps) != 0)
        score += wins ? W[29] : W[30];
      else {
        const CardSet all = suit_cards(suit_of(card));
        const CardSet mine = hand & all;
        const CardSet others = (hands[seat_after(seat, 1)] | hands[seat_after(seat, 3)]) & all;
        score += W[31] * count(mine);
        if (card > others)
          score -= W[32];
        else if (count(mine) == 2 && mine > (others & ~top(others)))
          score -= W[33];
      }
    }
    moves.add(card, score);
  }
}
template void order_leads<true>(Moves&, CardSet, const Hands&, Seat);
template void order_leads<false>(Moves&, CardSet, const Hands&, Seat);
template void order_replies<true>(Moves&, CardSet, const Hands&, Seat, int, const Trick&);
template void order_replies<false>(Moves&, CardSet, const Hands&, Seat, int, const Trick&);

}  // namespace abtools
