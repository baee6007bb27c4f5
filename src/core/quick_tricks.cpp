#include "quick_tricks.h"

#include <algorithm>

namespace abtools {

namespace {

constexpr int kLeftRuffs = 1;
constexpr int kRightRuffs = 2;

CardSet drop_lowest(CardSet set, int cards) {
  for (; cards > 0; --cards) set &= set - 1;
  return set;
}

}  // namespace

// Of hands in the suit of clubs.
QuickTricks::SuitTricks QuickTricks::judge(CardSet mine, CardSet theirs, CardSet left,
                                           CardSet right, int ruffs) {
  SuitTricks here;
  here.known = true;
  const CardSet opponents = left | right;
  if ((mine | theirs) <= opponents) return here;
  // Rounds before an opponent ruffs.
  int limit = kMaxTricks;
  if ((ruffs & kLeftRuffs) != 0) limit = count(left);
  if ((ruffs & kRightRuffs) != 0) limit = std::min(limit, count(right));
  const CardSet better = opponents == 0 ? ~CardSet{0} : above(highest(opponents));
  const int length = count(mine);
  const int dummy_length = count(theirs);
  const int longest = std::max(count(left), count(right));
  CardSet own_tops = mine & better;
  CardSet dummy_tops = theirs & better;
  const int tops = count(own_tops);
  const int all_dummy_tops = count(dummy_tops);

  // The leader's small cards win too when neither opponent nor dummy has any left.
  int own = std::min(tops >= longest && dummy_length <= tops ? length : tops, limit);
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
  int dummy = std::min(all_dummy_tops - wasted, dummy_left);
  here.can_cross = dummy > 0 && length > own && limit > own;
  // His small cards win too when nobody else, the leader included, has any left.
  if (own + dummy >= longest && length - own <= dummy) dummy = dummy_left;
  dummy = std::clamp(limit - own, 0, dummy);
  if (own < tops) own_tops = drop_lowest(own_tops, tops - own);
  if (opponents == 0 && (mine == 0 || theirs == 0)) own_tops = dummy_tops = 0;
  const auto rank = [](CardSet tops) {
    return static_cast<std::uint8_t>(tops != 0 ? rank_of(lowest(tops)) : 0);
  };
  here.own = static_cast<std::uint8_t>(own);
  here.dummy = static_cast<std::uint8_t>(dummy);
  if (own > 0) here.own_rank = rank(own_tops);
  if (dummy > 0) here.dummy_rank = rank(dummy_tops) & 15;
  return here;
}

QuickTricks::QuickTricks() {
  for (auto& suit : known_) suit.resize(std::size_t{1} << kRanks);
}

void QuickTricks::set_up(const Hands& hands, Trump trump) {
  if (hands != hands_)
    for (auto& suit : known_) std::fill(suit.begin(), suit.end(), Judgement{});
  hands_ = hands;
  for (Suit suit = 0; suit < kSuits; ++suit) suits_[suit] = known_[suit].data();
  if (trump != kNoTrump) std::swap(suits_[trump], suits_[kTrumpSuit]);
}

template <bool kTrump>
Sure QuickTricks::from(const Hands& hands, CardSet in_play, Seat leader, int need, Suit first) {
  const CardSet trumps = kTrump ? in_play & suit_cards(kTrumpSuit) : 0;
  const Seat left = seat_after(leader, 1);
  const Seat right = seat_after(leader, 3);
  int ruffs = 0;
  int own = 0;
  int dummy = 0;
  CardSet own_tops = 0;
  CardSet dummy_tops = 0;
  bool can_cross = false;
  for (Suit suit = kSuits - 1; suit >= 0; --suit) {
    SuitTricks& here = suits_[suit][ranks_in(in_play, suit)][ruffs][leader];
    if (!here.known) {
      const auto held = [&](Seat seat) {
        return CardSet{ranks_in(hands[seat] & in_play, suit)} << 2;
      };
      here = judge(held(leader), held(partner_of(leader)), held(left), held(right), ruffs);
    }
    if (suit == first && here.own == 0) return {};
    own += here.own;
    dummy += here.dummy;
    own_tops |= CardSet{1} << (16 * suit + here.own_rank);
    dummy_tops |= CardSet{1} << (16 * suit + here.dummy_rank);
    can_cross |= here.can_cross;
    if (kTrump && suit == kTrumpSuit) {
      const int lefts = count(hands[left] & trumps);
      const int rights = count(hands[right] & trumps);
      if (here.own < std::max(lefts, rights))
        ruffs = (lefts != 0 ? kLeftRuffs : 0) | (rights != 0 ? kRightRuffs : 0);
    }
  }
  Sure sure{own, own_tops};
  if (own < need && can_cross) sure = {own + dummy, own_tops | dummy_tops};
  sure.relevant &= kPack;
  sure.tricks = std::min(sure.tricks, count(hands[leader] & in_play));
  return sure;
}

template Sure QuickTricks::from<true>(const Hands&, CardSet, Seat, int, Suit);
template Sure QuickTricks::from<false>(const Hands&, CardSet, Seat, int, Suit);

}  // namespace abtools
