#include "search.h"

#include <algorithm>
#include <utility>

#include "quick_tricks.h"

namespace abtools {

namespace {

constexpr Suit kTrumpSuit = 3;

constexpr std::uint64_t length_of(CardSet card, Seat seat) {
  return std::uint64_t{1} << ((index_of(card) & 0x30) + 4 * seat);
}

// The search knows trumps as spades: the two suits change places on the way in.
CardSet with_trumps_on_top(CardSet set, Trump trump) {
  if (trump == kNoTrump || trump == kTrumpSuit) return set;
  const int down = 16 * trump;
  const int up = 16 * kTrumpSuit;
  const CardSet moved = ((set >> up) & 0xffff) << down | ((set >> down) & 0xffff) << up;
  return (set & ~(CardSet{0xffff} << down | CardSet{0xffff} << up)) | moved;
}

// The cards of a hand equal to one of them: those with none of `others` between.
CardSet equals_of(CardSet card, CardSet hand, CardSet others) {
  const CardSet suit = suit_cards(suit_of(card));
  const CardSet higher = others & suit & above(card);
  const CardSet lower = others & suit & below(card);
  return hand & suit & (higher != 0 ? below(lowest(higher)) : ~CardSet{0}) &
         (lower != 0 ? above(highest(lower)) : ~CardSet{0});
}

// After a card that failed: takes out of `cards` those that need not be tried any more, and adds to
// `relevant` what that rests on.
void settle(CardSet card, CardSet mattered, CardSet hand, CardSet in_play, CardSet& cards,
            CardSet& relevant) {
  const CardSet suit = suit_cards(suit_of(card));
  const CardSet line = lowest(mattered & suit);
  if (line == 0) {
    // No rank in the suit mattered: one card is as good as another.
    cards &= ~suit;
    return;
  }
  const CardSet equals = equals_of(card, hand, in_play & ~hand);
  cards &= ~equals;
  // A card too low to matter stands for all that are too low to matter.
  if (card < line) cards &= ~(suit & below(line));
  // It stood for its equals as well, so enough of them must be known. If it mattered itself, all;
  // else those that mattered and one more, which would have gone in their place.
  const CardSet known = equals & ~below(line);
  if (known == 0 || known == equals) return;
  relevant |= (known & card) != 0 ? lowest(equals) : highest(equals & below(line));
}

}  // namespace

Search::Search(std::size_t table_bytes, const std::atomic<bool>& stop)
    : table_(table_bytes), stop_(stop) {
  for (auto& words : owner_words_) words.resize(std::size_t{1} << kRanks);
  ranks_down_.resize(std::size_t{1} << kRanks);
  for (unsigned set = 1; set < ranks_down_.size(); ++set) {
    const int top = 31 - std::countl_zero(set);
    ranks_down_[set] = ranks_down_[set & ~(1U << top)] << 4 | static_cast<unsigned>(top + 2);
  }
}

void Search::set_up(const Hands& hands, Trump trump) {
  trump_ = trump;
  table_.clear();
  load(hands);
  const CardSet pack = hands_[0] | hands_[1] | hands_[2] | hands_[3];
  for (Suit suit = 0; suit < kSuits; ++suit) {
    auto& words = owner_words_[suit];
    const unsigned full = ranks_in(pack, suit);
    words[0] = 0;
    // Subsets in rising order: each is its top card's owner before the word of the rest.
    for (unsigned set = (0U - full) & full; set != 0; set = (set - full) & full) {
      const int top = 31 - std::countl_zero(set);
      const CardSet card = card_of(suit, top + 2);
      std::uint32_t owner = 0;
      for (Seat seat = 0; seat < kSeats; ++seat)
        if ((hands_[seat] & card) != 0) owner = static_cast<std::uint32_t>(seat);
      words[set] = owner << kTopOwner | words[set & ~(1U << top)] >> 2;
    }
  }
}

void Search::load(const Hands& hands) {
  shape_ = 0;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    hands_[seat] = with_trumps_on_top(hands[seat], trump_);
    for (CardSet left = hands_[seat]; left != 0; left &= left - 1)
      shape_ += length_of(lowest(left), seat);
  }
}

Owners Search::owners_of(CardSet in_play) const {
  Owners owners;
  for (Suit suit = 0; suit < kSuits; ++suit)
    owners[suit] = owner_words_[suit][ranks_in(in_play, suit)];
  return owners;
}

// The pattern of a proof: in each suit the owners down to the lowest card that mattered. A foot of
// the suit that is all in one hand is left out, for the lengths imply it.
Owners Search::pattern_of(const Owners& owners, CardSet in_play, CardSet& relevant) const {
  Owners pattern;
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const CardSet here = in_play & suit_cards(suit);
    CardSet last = lowest(relevant & here);
    relevant &= ~suit_cards(suit);
    int known = 0;
    if (last != 0) {
      const CardSet foot = lowest(here);
      CardSet others = here;
      for (const CardSet hand : hands_)
        if ((hand & foot) != 0) others = here & ~hand;
      if (others == 0) {
        last = 0;
      } else {
        last = std::max(last, lowest(others));
        known = count(here & ~below(last));
        relevant |= last;
      }
    }
    const std::uint32_t end = 1U << (26 - 2 * known);
    pattern[suit] = (owners[suit] & ~(end - 1)) | end;
  }
  return pattern;
}

// The lowest card of each suit that a pattern speaks of.
CardSet Search::cards_of(const Owners& pattern, CardSet in_play) const {
  CardSet cards = 0;
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const int known = 13 - std::countr_zero(pattern[suit]) / 2;
    const std::uint64_t ranks = ranks_down_[ranks_in(in_play, suit)];
    cards |= CardSet{1} << (16 * suit + static_cast<int>((ranks << 4 >> (4 * known)) & 15));
  }
  return cards & kPack;
}

template <bool kTrump>
Search::Result Search::last_trick(Seat leader) {
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  Trick trick = Trick::start(leader, hands_[leader]);
  for (int place = 1; place < kSeats; ++place) {
    const Seat seat = seat_after(leader, place);
    trick = trick.with(seat, hands_[seat], trumps);
  }
  return {trick.won_by_rank() ? trick.best : 0, same_side(trick.winner, leader) ? 1 : 0};
}

template <bool kTrump>
Search::Result Search::lead(Seat leader, int left, int need) {
  // 1. Nothing to decide.
  if (need <= 0) return {0, 0};
  if (need > left) return {0, left};
  ++nodes_;
  if (left == 1) return last_trick<kTrump>(leader);
  if ((nodes_ & 0xfff) == 0 && stop_.load(std::memory_order_relaxed)) throw Interrupted{};

  // 2. Known already?
  const Table::Place place = table_.locate(shape_, leader);
  const CardSet in_play = hands_[0] | hands_[1] | hands_[2] | hands_[3];
  const Owners owners = owners_of(in_play);
  const Answer known = table_.find(place, leader, owners, need);
  if (known.found) return {cards_of(known.owners, in_play), known.tricks};
  // The hint is kept as the card played, the highest of its equals.
  CardSet hint = (CardSet{1} << table_.hint(place, leader)) & hands_[leader];

  const auto keep = [&](Result result, CardSet best) {
    const Owners pattern = pattern_of(owners, in_play, result.relevant);
    table_.keep(shape_, leader, pattern, result.tricks >= need ? Bound::kAtLeast : Bound::kAtMost,
                result.tricks, best != 0 ? index_of(best) : 0);
    return result;
  };

  // 3. Tricks that are there for the taking.
  const Sure quick = quick_tricks<kTrump>(hands_, leader, need);
  if (quick.tricks >= need) return keep({quick.relevant, quick.tricks}, 0);
  // 4. Tricks that cannot be lost, by either side.
  if constexpr (kTrump) {
    const Sure ours = sure_trumps(hands_, leader, leader);
    if (ours.tricks >= need) return keep({ours.relevant, ours.tricks}, 0);
    const Sure theirs = sure_trumps(hands_, seat_after(leader, 1), leader);
    if (left - theirs.tricks < need) return keep({theirs.relevant, left - theirs.tricks}, 0);
  } else {
    const Sure loser = sure_loser(hands_, leader);
    if (left - loser.tricks < need) return keep({loser.relevant, left - loser.tricks}, 0);
  }

  // 5. Try the leads.
  CardSet cards = lowest_of_equals(hands_[leader], in_play & ~hands_[leader]);
  Result worst{0, 0};
  const auto attempt = [&](CardSet lowest_equal) {
    const CardSet card =
        highest(equals_of(lowest_equal, hands_[leader], in_play & ~hands_[leader]));
    const Result result =
        play<kTrump, 0>(Trick::start(leader, card), in_play, leader, card, left, need);
    if (result.tricks >= need) {
      worst = result;
      return true;
    }
    worst.tricks = std::max(worst.tricks, result.tricks);
    worst.relevant |= result.relevant;
    settle(card, result.relevant, hands_[leader], in_play, cards, worst.relevant);
    return false;
  };
  if (hint != 0) hint = lowest(equals_of(hint, hands_[leader], in_play & ~hands_[leader]));
  if ((hint & cards) != 0 && attempt(hint)) return keep(worst, hint);
  Moves moves;
  order_leads<kTrump>(moves, cards, hands_, leader);
  while (!moves.empty()) {
    const CardSet card = moves.take_best();
    if ((card & cards) == 0) continue;
    if (attempt(card)) return keep(worst, card);
  }
  return keep(worst, 0);
}

template <bool kTrump, int kPlace>
Search::Result Search::reply(const Trick& trick, CardSet in_play, Seat seat, int left, int need) {
  ++nodes_;
  if constexpr (kPlace == 1) {
    // The lead runs into a winner, and the tricks behind it suffice.
    const CardSet top = highest(in_play & trick.led);
    const CardSet third = hands_[seat_after(seat, 1)];
    const bool third_ruffs =
        kTrump && (third & trick.led) == 0 && (third & suit_cards(kTrumpSuit)) != 0;
    const Seat holder = (hands_[seat] & top) != 0 ? seat : partner_of(seat);
    if (!third_ruffs && (hands_[holder] & top) != 0) {
      hands_[trick.winner] |= trick.best;
      const Sure quick = quick_tricks<kTrump>(hands_, holder, need, suit_of(top));
      hands_[trick.winner] ^= trick.best;
      if (quick.tricks >= need) return {quick.relevant | top, quick.tricks};
    }
  }
  const CardSet hand = hands_[seat];
  const CardSet following = hand & trick.led;
  // Whichever card follows, the lengths after the trick are known: have their place fetched.
  if (kPlace == 3 && following != 0) table_.prefetch(shape_ - length_of(lowest(following), seat));
  CardSet cards = lowest_of_equals(following != 0 ? following : hand, in_play & ~hand);
  Result worst{0, 0};
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  const auto attempt = [&](CardSet card) {
    Trick next = trick.with(seat, card, trumps);
    if (next.winner == seat) {
      // A winner is played from the top of its equals, so that fewer ranks have to be known.
      card = highest(equals_of(card, hand, in_play & ~hand));
      next = trick.with(seat, card, trumps);
    }
    const Result result = play<kTrump, kPlace>(next, in_play, seat, card, left, need);
    if (result.tricks >= need) {
      worst = result;
      return true;
    }
    worst.tricks = std::max(worst.tricks, result.tricks);
    worst.relevant |= result.relevant;
    settle(card, result.relevant, hand, in_play, cards, worst.relevant);
    return false;
  };
  if ((cards & (cards - 1)) != 0) {
    const Replies<kTrump> replies(hands_, seat, kPlace, trick);
    do {
      if (attempt(replies.best_of(cards))) return worst;
    } while (cards != 0);
  } else {
    attempt(cards);
  }
  return worst;
}

// `trick` has the card already.
template <bool kTrump, int kPlace>
Search::Result Search::play(const Trick& trick, CardSet in_play, Seat seat, CardSet card, int left,
                            int need) {
  hands_[seat] ^= card;
  shape_ -= length_of(card, seat);
  if constexpr (kPlace == 3) table_.prefetch(shape_);
  Result result;
  if constexpr (kPlace < 3) {
    result = reply<kTrump, kPlace + 1>(trick, in_play, seat_after(seat, 1), left, left - need + 1);
    result.tricks = left - result.tricks;
  } else {
    const bool won = same_side(trick.winner, seat);
    if (won) {
      result = lead<kTrump>(trick.winner, left - 1, need - 1);
      ++result.tricks;
    } else {
      result = lead<kTrump>(trick.winner, left - 1, left - need);
      result.tricks = left - 1 - result.tricks;
    }
    if (trick.won_by_rank()) result.relevant |= trick.best;
  }
  shape_ += length_of(card, seat);
  hands_[seat] ^= card;
  return result;
}

template <bool kTrump>
Search::Result Search::entry(const Position& position, int left, int need) {
  const CardSet trumps = kTrump ? suit_cards(kTrumpSuit) : 0;
  if (position.on_table == 0) return lead<kTrump>(position.leader, left, need);
  CardSet in_play = hands_[0] | hands_[1] | hands_[2] | hands_[3];
  Trick trick = Trick::start(position.leader, with_trumps_on_top(position.table[0], trump_));
  in_play |= trick.best;
  for (int i = 1; i < position.on_table; ++i) {
    const CardSet card = with_trumps_on_top(position.table[i], trump_);
    in_play |= card;
    trick = trick.with(seat_after(position.leader, i), card, trumps);
  }
  const Seat seat = position.to_move();
  switch (position.on_table) {
    case 1:
      return reply<kTrump, 1>(trick, in_play, seat, left, need);
    case 2:
      return reply<kTrump, 2>(trick, in_play, seat, left, need);
    default:
      return reply<kTrump, 3>(trick, in_play, seat, left, need);
  }
}

int Search::tricks(const Position& position, int guess) {
  load(position.hands);
  int low = 0;
  int high = position.tricks_left();
  const int left = high;
  while (low < high) {
    const int need = std::clamp(guess, low + 1, high);
    const Result result =
        trump_ == kNoTrump ? entry<false>(position, left, need) : entry<true>(position, left, need);
    if (result.tricks >= need) {
      low = result.tricks;
      guess = low + 1;
    } else {
      high = result.tricks;
      guess = high;
    }
  }
  return low;
}

}  // namespace abtools
