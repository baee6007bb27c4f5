#include "quick_tricks.h"

#include <algorithm>

namespace abtools {

namespace {

constexpr Suit kTrumpSuit = 3;
constexpr int kNoLimit = kMaxTricks;

CardSet drop_lowest(CardSet set, int cards) {
  for (; cards > 0; --cards) set &= set - 1;
  return set;
}

// What the leader's side can make of one suit. "Tops" are cards above all those of the opponents;
// the partner of the leader is called the dummy.
struct SuitTricks {
  int own = 0;             // rounds the leader wins
  int dummy = 0;           // rounds the dummy wins after that, once reached
  bool can_cross = false;  // the leader has a small card to a top of the dummy
  CardSet own_tops = 0;    // the cards those counts rest on
  CardSet dummy_tops = 0;

  // `limit`: rounds before an opponent ruffs.
  SuitTricks(CardSet mine, CardSet theirs, CardSet left, CardSet right, int limit) {
    const CardSet opponents = left | right;
    const CardSet better = opponents == 0 ? ~CardSet{0} : above(highest(opponents));
    const int length = count(mine);
    const int dummy_length = count(theirs);
    const int longest = std::max(count(left), count(right));
    own_tops = mine & better;
    dummy_tops = theirs & better;
    const int tops = count(own_tops);
    const int all_dummy_tops = count(dummy_tops);

    // The leader's small cards win too when neither opponent nor dummy has any left.
    own = std::min(tops >= longest && dummy_length <= tops ? length : tops, limit);
    // The dummy follows with small cards while he has them, then with what he could have won.
    const int small = dummy_length - all_dummy_tops;
    int wasted = std::clamp(std::min(own, dummy_length) - small, 0, all_dummy_tops);
    if (wasted > 0) {
      if (dummy_tops > lowest(own_tops)) {
        own = small;  // he would have to win it
        wasted = 0;
      }
      own_tops |= dummy_tops;
    }
    const int dummy_left = dummy_length - std::min(own, dummy_length);
    dummy = std::min(all_dummy_tops - wasted, dummy_left);
    can_cross = dummy > 0 && length > own && limit > own;
    // His small cards win too when nobody else, the leader included, has any left.
    if (own + dummy >= longest && length - own <= dummy) dummy = dummy_left;
    dummy = std::clamp(limit - own, 0, dummy);
    if (own < tops) own_tops = drop_lowest(own_tops, tops - own);
    if (opponents == 0 && (mine == 0 || theirs == 0)) own_tops = dummy_tops = 0;
  }
};

}  // namespace

template <bool kTrump>
Sure quick_tricks(const std::array<CardSet, kSeats>& hands, Seat leader, int need, Suit first) {
  const CardSet mine = hands[leader];
  const CardSet left = hands[seat_after(leader, 1)];
  const CardSet theirs = hands[partner_of(leader)];
  const CardSet right = hands[seat_after(leader, 3)];
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  bool left_ruffs = (left & trumps) != 0;
  bool right_ruffs = (right & trumps) != 0;

  int own = 0;
  int dummy = 0;
  CardSet own_tops = 0;
  CardSet dummy_tops = 0;
  bool can_cross = false;
  for (Suit suit = kSuits - 1; suit >= 0; --suit) {
    const CardSet all = suit_cards(suit);
    const CardSet ours = (mine | theirs) & all;
    if (ours < ((left | right) & all) || ours == 0) {
      // An opponent has the top card.
      if (suit == first) return {};
      continue;
    }
    int limit = kNoLimit;
    if (kTrump && suit != kTrumpSuit) {
      if (left_ruffs) limit = count(left & all);
      if (right_ruffs) limit = std::min(limit, count(right & all));
      if (limit == 0) {
        if (suit == first) return {};
        continue;
      }
    }
    const SuitTricks here(mine & all, theirs & all, left & all, right & all, limit);
    if (suit == first && here.own == 0) return {};
    own += here.own;
    dummy += here.dummy;
    if (here.own > 0) own_tops |= here.own_tops;
    if (here.dummy > 0) dummy_tops |= here.dummy_tops;
    can_cross |= here.can_cross;
    if (kTrump && suit == kTrumpSuit && here.own >= std::max(count(left & all), count(right & all)))
      left_ruffs = right_ruffs = false;
  }
  Sure sure{own, own_tops};
  if (own < need && can_cross) sure = {own + dummy, own_tops | dummy_tops};
  sure.tricks = std::min(sure.tricks, count(mine));
  return sure;
}

namespace {

// Of the top m trumps of a hand, each is played to a trick of its own, and only as many can be
// beaten as the other side has trumps above the last of them.
Sure sure_trumps_of(CardSet mine, CardSet theirs) {
  Sure best;
  int played = 0;
  while (mine != 0) {
    const CardSet card = highest(mine);
    mine ^= card;
    ++played;
    const int sure = played - count(theirs & above(card));
    if (sure > best.tricks) best = {sure, card};
  }
  return best;
}

}  // namespace

Sure sure_trumps(const std::array<CardSet, kSeats>& hands, Seat seat, Seat leader) {
  const CardSet all = suit_cards(kTrumpSuit);
  const Seat partner = partner_of(seat);
  const CardSet one = hands[seat] & all;
  const CardSet other = hands[partner] & all;
  if ((one | other) == 0) return {};
  const CardSet theirs = (hands[seat_after(seat, 1)] | hands[seat_after(seat, 3)]) & all;
  // Top trumps, in whichever hand: two may have to be played to one trick.
  const CardSet tops = theirs == 0 ? one | other : (one | other) & above(highest(theirs));
  Sure best{std::min(count(tops), std::max(count(one), count(other))), tops};
  const auto better = [&best](Sure sure) {
    if (sure.tricks > best.tricks) best = sure;
  };
  better(sure_trumps_of(one, theirs));
  better(sure_trumps_of(other, theirs));
  if (best.tricks > 0 || theirs == 0) return best;
  // The king with a guard behind the ace; not on lead, or it could be made to lead into it. (It can
  // come to the lead later only by winning a trick.)
  const CardSet ace = highest(theirs);
  const CardSet king = highest(one | other);
  if ((theirs & ~ace) > king) return best;
  const Seat left = seat_after(seat, 1);
  const Seat behind = (hands[left] & ace) != 0 ? partner : seat;
  const CardSet guarded = hands[behind] & all;
  if (behind != leader && (guarded & king) != 0 && count(guarded) >= 2) return {1, king};
  // King and queen, when the ace cannot take both at once.
  const CardSet lower = (one | other) & ~king;
  if (lower > (theirs & ~ace) && std::max(count(one), count(other)) >= 2)
    return {1, highest(lower)};
  return best;
}

Sure sure_loser(const std::array<CardSet, kSeats>& hands, Seat leader) {
  const CardSet ours = hands[leader] | hands[partner_of(leader)];
  const CardSet theirs = hands[seat_after(leader, 1)] | hands[seat_after(leader, 3)];
  Sure sure{1, 0};
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const CardSet all = suit_cards(suit);
    if ((hands[leader] & all) == 0) continue;
    if ((theirs & all) < (ours & all)) return {};
    sure.relevant |= highest(theirs & all);
  }
  return sure;
}

template Sure quick_tricks<true>(const std::array<CardSet, kSeats>&, Seat, int, Suit);
template Sure quick_tricks<false>(const std::array<CardSet, kSeats>&, Seat, int, Suit);

}  // namespace abtools
