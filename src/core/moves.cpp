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
Replies<kTrump>::Replies(const Hands& hands, Seat seat, int place, const Trick& trick) {
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  const CardSet lho = hands[seat_after(seat, 1)];
  hand_ = hands[seat];
  opponents_ = lho | hands[seat_after(seat, 3)];
  following_ = (hand_ & trick.led) != 0;
  third_hand_ = place == 2;
  best_ = trick.best;
  const CardSet next = place < 3 ? able(lho, trick.led, trumps) : 0;
  to_beat_ = std::max(best_, top(next));
  partner_takes_ = place == 1 ? able(hands[partner_of(seat)], trick.led, trumps) > to_beat_
                              : same_side(trick.winner, seat) && next < best_;
}

// Low when partner takes the trick; else as cheap as will hold it; else third hand high, second
// low.
template <bool kTrump>
CardSet Replies<kTrump>::best_following(CardSet cards) const {
  const CardSet holds = cards & above(to_beat_);
  const CardSet wins = cards & above(best_);
  const CardSet loses = cards & ~wins;
  if (partner_takes_) return lowest(loses != 0 ? loses : holds != 0 ? holds : wins);
  if (holds != 0) return lowest(holds);
  if (third_hand_) return lowest(wins != 0 ? wins : loses);
  return lowest(loses != 0 ? loses : wins);
}

// Low from a short suit, but not a winner, and not the guard of a second-best card.
template <bool kTrump>
int Replies<kTrump>::discard_score(CardSet card) const {
  const CardSet all = suit_cards(suit_of(card));
  const int length = count(hand_ & all);
  const CardSet theirs = opponents_ & all;
  const int score = W[31] * length - 2 * rank_of(card);
  if (card > theirs) return score - W[32];
  const bool guards = length == 2 && (hand_ & all) > (theirs & ~top(theirs));
  return guards ? score - W[33] : score;
}

// The cheapest ruff that holds the trick or at least wins it for now, even from partner: low trumps
// are worth most so. Then discards; a trump below the best one last.
template <bool kTrump>
CardSet Replies<kTrump>::best_ruff_or_discard(CardSet cards) const {
  const CardSet trumps = kTrump ? cards & suit_cards(kTrumpSuit) : 0;
  const CardSet plain = cards & ~trumps;
  const CardSet holds = trumps & above(to_beat_);
  const CardSet wins = trumps & above(best_);
  if (wins != 0) return lowest(holds != 0 ? holds : wins);
  CardSet choice = 0;
  int best_score = 0;
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const CardSet card = lowest(plain & suit_cards(suit));
    if (card == 0) continue;
    const int score = discard_score(card);
    if (choice == 0 || score > best_score) {
      choice = card;
      best_score = score;
    }
  }
  if (choice != 0) return choice;
  return lowest(trumps);
}

template class Replies<true>;
template class Replies<false>;
template void order_leads<true>(Moves&, CardSet, const Hands&, Seat);
template void order_leads<false>(Moves&, CardSet, const Hands&, Seat);

}  // namespace abtools
