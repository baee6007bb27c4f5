#include "moves.h"

#include <algorithm>

namespace abtools {

namespace {

// What a hand can put on a trick of this suit: its cards of the suit, or its trumps when it has
// none. As one suit's cards, such a set is greater than a card exactly when it holds something that
// beats it.
CardSet able(CardSet hand, CardSet led, CardSet trumps) {
  return (hand & led) != 0 ? hand & led : hand & trumps;
}

CardSet top(CardSet set) { return set == 0 ? 0 : highest(set); }

}  // namespace

// What speaks for a lead, found by climbing on node counts. Those of a whole suit:
constexpr int kEachCard = 2;  // for each card of the suit in the two hands
constexpr int kTrumpLead = -29;
constexpr int kOpponentRuffs = -42;
constexpr int kPartnerWins = 38;
constexpr int kPartnerRuffs = -2;  // beside that he wins
constexpr int kLeaderWins = 20;
constexpr int kThroughTheTop = 17;     // the left-hand opponent has the best card
constexpr int kUpToTheTop = -3;        // the right-hand one has it
constexpr int kPartnerHasSecond = 27;  // the best card of an opponent out of the way
constexpr int kLeaderHasSecond = -2;
constexpr int kSingleton = 4;
// And those of a card:
constexpr int kWinner = 6;
constexpr int kHighLoser = -4;         // the top of a suit that an opponent wins
constexpr int kWinnerOfPartners = -3;  // a winner where partner could win as well

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
    const CardSet to_beat = std::max(top(lefts), top(rights));
    int base = kEachCard * count((mine | partner) & all);
    if (kTrump && suit == kTrumpSuit) {
      base += kTrumpLead;
    } else if (kTrump) {
      if ((to_beat & trumps) != 0) base += kOpponentRuffs;
      if (theirs > to_beat && (theirs & trumps) != 0) base += kPartnerRuffs;
    }
    if (theirs > to_beat) {
      base += kPartnerWins;
    } else if (mine > to_beat) {
      base += kLeaderWins;
    } else {
      base += top(lefts) > top(rights) ? kThroughTheTop : kUpToTheTop;
      const CardSet second = top((lefts | rights) & ~to_beat);
      if ((theirs & all) > second)
        base += kPartnerHasSecond;
      else if (mine > second)
        base += kLeaderHasSecond;
    }
    if (count(mine) == 1) base += kSingleton;
    for (; choice != 0; choice &= choice - 1) {
      const CardSet card = lowest(choice);
      int score = base - rank_of(card) / 2;
      if (card > to_beat) {
        score += kWinner;
        if (theirs > to_beat) score += kWinnerOfPartners;
      } else if (card == top(mine) && theirs < to_beat) {
        score += kHighLoser;
      }
      moves.add(card, score);
    }
  }
}

constexpr int kDiscardFromLength = -2;  // for each card held in the suit
constexpr int kDiscardOfWinner = -32;
constexpr int kDiscardOfGuard = -32;

template <bool kTrump, int kPlace>
Replies<kTrump, kPlace>::Replies(const Hands& hands, Seat seat, CardSet led, CardSet best,
                                 Seat winner) {
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  const CardSet lho = hands[seat_after(seat, 1)];
  hand_ = hands[seat];
  opponents_ = lho | hands[seat_after(seat, 3)];
  following_ = (hand_ & led) != 0;
  best_ = best;
  const CardSet next = kPlace < 3 ? able(lho, led, trumps) : 0;
  to_beat_ = next > best ? highest(next) : best;
  partner_takes_ = kPlace == 1 ? able(hands[partner_of(seat)], led, trumps) > to_beat_
                               : same_side(winner, seat) && next < best_;
}

// Low when partner takes the trick; else as cheap as will hold it; else third hand high, second
// low.
template <bool kTrump, int kPlace>
CardSet Replies<kTrump, kPlace>::best_following(CardSet cards) const {
  const CardSet holds = cards & above(to_beat_);
  const CardSet wins = cards & above(best_);
  const CardSet loses = cards & ~wins;
  if (partner_takes_) return lowest(loses != 0 ? loses : holds != 0 ? holds : wins);
  if (holds != 0) return lowest(holds);
  if (kPlace == 2) return lowest(wins != 0 ? wins : loses);
  return lowest(loses != 0 ? loses : wins);
}

// Low from a short suit, but not a winner, and not the guard of a second-best card.
template <bool kTrump, int kPlace>
int Replies<kTrump, kPlace>::discard_score(CardSet card) const {
  const CardSet all = suit_cards(suit_of(card));
  const int length = count(hand_ & all);
  const CardSet theirs = opponents_ & all;
  const int score = kDiscardFromLength * length - 2 * rank_of(card);
  if (card > theirs) return score + kDiscardOfWinner;
  const bool guards = length == 2 && (hand_ & all) > (theirs & ~top(theirs));
  return guards ? score + kDiscardOfGuard : score;
}

// The cheapest ruff that holds the trick or at least wins it for now, even from partner: low trumps
// are worth most so. Then discards; a trump below the best one last.
template <bool kTrump, int kPlace>
CardSet Replies<kTrump, kPlace>::best_ruff_or_discard(CardSet cards) const {
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

template class Replies<true, 1>;
template class Replies<true, 2>;
template class Replies<true, 3>;
template class Replies<false, 1>;
template class Replies<false, 2>;
template class Replies<false, 3>;
template void order_leads<true>(Moves&, CardSet, const Hands&, Seat);
template void order_leads<false>(Moves&, CardSet, const Hands&, Seat);

}  // namespace abtools
