#include "quick_tricks.h"

#include <algorithm>

namespace abtools {

namespace {

constexpr Suit kTrumpSuit = 3;
constexpr int kNoLimit = kMaxTricks;

// One suit as the leader's side sees it. "Top" cards are those above every card of the opponents.
struct SuitView {
  int own, dummy;          // lengths; "dummy" is the leader's partner
  int own_top, dummy_top;  // how many of them are top cards
  int longest, shortest;   // of the two opponents
  CardSet tops;            // the top cards of both hands
  bool blocked;            // the partner has a top card above one of the leader's

  SuitView(const std::array<CardSet, kSeats>& hands, Seat leader, Suit suit) {
    const CardSet all = suit_cards(suit);
    const CardSet mine = hands[leader] & all;
    const CardSet theirs = hands[partner_of(leader)] & all;
    const CardSet left = hands[seat_after(leader, 1)] & all;
    const CardSet right = hands[seat_after(leader, 3)] & all;
    const CardSet opponents = left | right;
    const CardSet better = opponents == 0 ? ~CardSet{0} : above(highest(opponents));
    tops = (mine | theirs) & better;
    own = count(mine);
    dummy = count(theirs);
    own_top = count(mine & better);
    dummy_top = count(theirs & better);
    blocked = (theirs & better) > lowest(mine & better);
    longest = std::max(count(left), count(right));
    shortest = std::min(count(left), count(right));
  }
};

}  // namespace

template <bool kTrump>
Sure quick_tricks(const std::array<CardSet, kSeats>& hands, Seat leader) {
  const int cards = count(hands[leader]);
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  const bool left_ruffs = (hands[seat_after(leader, 1)] & trumps) != 0;
  const bool right_ruffs = (hands[seat_after(leader, 3)] & trumps) != 0;
  bool ruffs = left_ruffs || right_ruffs;

  Sure own;           // what the leader can cash alone
  Sure dummy;         // what the partner can add once reached
  CardSet entry = 0;  // the top cards of the suit used to reach the partner
  bool has_entry = false;
  for (Suit suit = kSuits - 1; suit >= 0; --suit) {
    const SuitView view(hands, leader, suit);
    if (view.own == 0 && view.dummy == 0) continue;
    int limit = kNoLimit;
    if (kTrump && suit != kTrumpSuit && ruffs) {
      limit = kNoLimit;
      const CardSet all = suit_cards(suit);
      if (left_ruffs) limit = std::min(limit, count(hands[seat_after(leader, 1)] & all));
      if (right_ruffs) limit = std::min(limit, count(hands[seat_after(leader, 3)] & all));
    }
    // Rounds the leader wins, the small ones too if neither opponent nor partner has any left.
    int rounds =
        view.own_top >= view.longest && view.dummy <= view.own_top ? view.own : view.own_top;
    rounds = std::min(rounds, limit);
    // The partner follows with small cards while he has them, then with what he could have won.
    const int small = view.dummy - view.dummy_top;
    int wasted = std::clamp(std::min(rounds, view.dummy) - small, 0, view.dummy_top);
    if (wasted > 0 && view.blocked) {
      rounds = small;
      wasted = 0;
    }
    // Then those the partner wins; his small ones too if nobody else, the leader included, has any.
    const int left = view.dummy - std::min(rounds, view.dummy);
    int more = std::min(view.dummy_top - wasted, left);
    if (rounds + more >= view.longest && view.own - rounds <= more) more = left;
    more = std::max(0, std::min(more, limit - rounds));
    if (rounds > 0) {
      own.tricks += rounds;
      own.relevant |= view.tops;
    }
    if (more > 0) {
      dummy.tricks += more;
      dummy.relevant |= view.tops;
    }
    if (!has_entry && view.own > rounds && view.dummy_top > wasted && limit > rounds) {
      has_entry = true;
      entry = view.tops;
    }
    if (kTrump && suit == kTrumpSuit && rounds >= view.longest) ruffs = false;
  }
  if (has_entry && dummy.tricks > 0) {
    own.tricks += dummy.tricks;
    own.relevant |= dummy.relevant | entry;
  }
  own.tricks = std::min(own.tricks, cards);
  return own;
}

template <bool kTrump>
Sure later_tricks(const std::array<CardSet, kSeats>& hands, Seat leader) {
  Sure sure;
  const CardSet left = hands[seat_after(leader, 1)];
  const CardSet right = hands[seat_after(leader, 3)];
  const CardSet ours = hands[leader] | hands[partner_of(leader)];
  if constexpr (kTrump) {
    const CardSet all = suit_cards(kTrumpSuit);
    const CardSet opponents = ours & all;
    const CardSet better = opponents == 0 ? ~CardSet{0} : above(highest(opponents));
    const CardSet tops = (left | right) & all & better;
    if (tops != 0) {
      sure.tricks = std::min(count(tops), std::max(count(left & all), count(right & all)));
      sure.relevant = tops;
    }
  } else {
    for (Suit suit = 0; suit < kSuits; ++suit) {
      const CardSet all = suit_cards(suit);
      if ((hands[leader] & all) == 0) continue;
      const CardSet tops = (left | right) & all;
      if (tops == 0 || highest(tops) < highest(ours & all)) return {};
      sure.relevant |= highest(tops);
    }
    sure.tricks = 1;
  }
  return sure;
}

template Sure quick_tricks<true>(const std::array<CardSet, kSeats>&, Seat);
template Sure quick_tricks<false>(const std::array<CardSet, kSeats>&, Seat);
template Sure later_tricks<true>(const std::array<CardSet, kSeats>&, Seat);
template Sure later_tricks<false>(const std::array<CardSet, kSeats>&, Seat);

}  // namespace abtools
