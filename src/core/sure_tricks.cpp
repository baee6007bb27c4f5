#include "sure_tricks.h"

#include <algorithm>

namespace abtools {

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
  // As many as the others have in all are beaten at most: that needs no ranks.
  if (best.tricks > 0 && played - count(theirs) == best.tricks) best.relevant = 0;
  return best;
}

}  // namespace

Sure SureTrumps::judge(const Hands& hands, Seat seat, Seat leader) {
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
    if (sure.tricks > best.tricks || (sure.tricks == best.tricks && sure.relevant == 0))
      best = sure;
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

SureTrumps::SureTrumps() : known_(std::size_t{1} << kRanks) {}

void SureTrumps::set_up(const Hands& hands) {
  hands_ = hands;
  std::fill(known_.begin(), known_.end(), std::array<Judgement, kSeats>{});
}

SureTrumps::Both SureTrumps::from(CardSet in_play, Seat leader) {
  Judgement& here = known_[ranks_in(in_play, kTrumpSuit)][leader];
  if (here.ours == kNotJudged) {
    Hands held = hands_;
    for (CardSet& hand : held) hand &= in_play;
    const auto rank = [](CardSet cards) {
      return static_cast<std::uint8_t>(cards != 0 ? rank_of(lowest(cards)) : 0);
    };
    const Sure ours = judge(held, leader, leader);
    const Sure theirs = judge(held, seat_after(leader, 1), leader);
    here = {static_cast<std::uint8_t>(ours.tricks), static_cast<std::uint8_t>(theirs.tricks),
            rank(ours.relevant), rank(theirs.relevant)};
  }
  const auto card = [](int rank) { return card_of(kTrumpSuit, rank) & kPack; };
  return {{here.ours, card(here.our_rank)}, {here.theirs, card(here.their_rank)}};
}

Sure sure_losers(const Hands& hands, Seat leader) {
  const CardSet ours = hands[leader] | hands[partner_of(leader)];
  const CardSet left = hands[seat_after(leader, 1)];
  const CardSet right = hands[seat_after(leader, 3)];
  CardSet tops = 0;
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const CardSet all = suit_cards(suit);
    if ((hands[leader] & all) == 0) continue;
    const CardSet theirs = (left | right) & all;
    if (theirs < (ours & all)) return {};
    tops |= highest(theirs);
  }
  // Who wins the first of them goes on with his own.
  const int lefts = count(tops & left);
  const int rights = count(tops & right);
  return {lefts == 0 ? rights : rights == 0 ? lefts : std::min(lefts, rights), tops};
}

}  // namespace abtools
