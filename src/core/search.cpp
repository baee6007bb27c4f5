#include "search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "quick_tricks.h"

namespace abtools {

namespace {

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

// After a card that failed: takes out of `cards` (each the lowest of its equals) those that need
// not be tried any more, and adds to `relevant` what that rests on.
[[gnu::always_inline]] inline void settle(CardSet start, CardSet card, CardSet equals,
                                          CardSet mattered, CardSet& cards, CardSet& relevant) {
  const CardSet suit = suit_cards(suit_of(start));
  mattered &= suit;
  cards &= ~start;
  if (mattered == 0) {
    // No rank in the suit mattered: one card is as good as another.
    cards &= ~suit;
    return;
  }
  const CardSet line = lowest(mattered);
  // A card too low to matter stands for all that are too low to matter.
  if (card < line) cards &= ~(suit & below(line));
  // It stood for its equals as well, so enough of them must be known. If it mattered itself, all;
  // else those that mattered and one more, which would have gone in their place.
  const CardSet known = equals & ~below(line);
  if (known == 0 || known == equals) return;
  relevant |= (known & card) != 0 ? start : highest(equals & below(line));
}

// The rank of a trick's best card counts when it beat another card of its suit.
bool won_by_rank(CardSet best, CardSet led, CardSet played) {
  const CardSet suit = (best & led) != 0 ? led : suit_cards(kTrumpSuit);
  return (played & suit) != best;
}

// The lengths of a hand's suits, two bits each.
int lengths_mod_4(CardSet hand) {
  int lengths = 0;
  for (Suit suit = 0; suit < kSuits; ++suit)
    lengths |= (count(hand & suit_cards(suit)) & 3) << (2 * suit);
  return lengths;
}

}  // namespace

Search::Search(std::size_t table_bytes, const std::atomic<bool>& stop)
    : table_(table_bytes), stop_(stop) {
  for (auto& words : owner_words_) words.resize(std::size_t{1} << kRanks);
  ranks_down_.resize(std::size_t{1} << kRanks);
  for (unsigned set = 1; set < ranks_down_.size(); ++set) {
    const int top = 31 - std::countl_zero(set);
    ranks_down_[set] = ranks_down_[set & ~(1U << top)] >> 4 | static_cast<std::uint64_t>(top + 2)
                                                                  << 48;
  }
}

void Search::set_up(const Hands& hands, Trump trump) {
  trump_ = trump;
  table_.clear();
  hints_.clear();
  if (hands != dealt_) judge_owners(hands);
  for (Suit suit = 0; suit < kSuits; ++suit) owners_of_suit_[suit] = owner_words_[suit].data();
  if (trump != kNoTrump) std::swap(owners_of_suit_[trump], owners_of_suit_[kTrumpSuit]);
  load(hands);
  quick_.set_up(hands, trump);
  trumps_.set_up(hands_);
  symmetry_ = trump == kNoTrump ? Symmetry(owners_of(all_of(hands_))) : Symmetry();
}

// For each suit as it was dealt, and each set of its cards, who owns them from the top.
void Search::judge_owners(const Hands& hands) {
  dealt_ = hands;
  const CardSet pack = all_of(hands);
  for (Suit suit = 0; suit < kSuits; ++suit) {
    auto& words = owner_words_[suit];
    const unsigned full = ranks_in(pack, suit);
    // Subsets in rising order: each is its top card's owner before the word of the rest.
    words[0] = kNoOwners;
    for (unsigned set = (0U - full) & full; set != 0; set = (set - full) & full) {
      const int top = 31 - std::countl_zero(set);
      const CardSet card = card_of(suit, top + 2);
      std::uint32_t owner = 0;
      for (Seat seat = 0; seat < kSeats; ++seat)
        if ((hands[seat] & card) != 0) owner = static_cast<std::uint32_t>(seat);
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
    owners[suit] = owners_of_suit_[suit][ranks_in(in_play, suit)];
  return owners;
}

// The pattern of a proof: in each suit the owners down to the lowest card that mattered. A foot of
// the suit that is all in one hand is left out, for the lengths imply it.
Owners Search::pattern_of(const Owners& owners, CardSet in_play, CardSet starts,
                          CardSet& relevant) const {
  Owners pattern;
  CardSet lasts = 0;
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const CardSet all = suit_cards(suit);
    const CardSet last = lowest(relevant & in_play & all);
    // The second group of equals from below; the first, at the foot, is one hand's.
    const CardSet second = lowest((starts & all) & ((starts & all) - 1));
    std::uint32_t end = kNoOwners;
    if (last != 0 && second != 0) {
      const CardSet known = std::max(last, second);
      end >>= 2 * count(in_play & all & ~below(known));
      lasts |= known;
    }
    pattern[suit] = (owners[suit] & ~(end - 1)) | end;
  }
  relevant = lasts;
  return pattern;
}

// The lowest card of each suit that a pattern speaks of.
CardSet Search::cards_of(const Owners& pattern, CardSet in_play) const {
  CardSet cards = 0;
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const std::uint64_t ranks = ranks_down_[ranks_in(in_play, suit)];
    const int unknown = __builtin_ctz(pattern[suit]);
    cards |= CardSet{1} << (16 * suit + static_cast<int>(ranks >> 2 * unknown & 15));
  }
  return cards & kPack;
}

template <bool kTrump>
Search::Result Search::last_trick(Seat leader) {
  const CardSet lead = hands_[leader];
  const CardSet suit = suit_cards(suit_of(lead));
  const CardSet ranks = kTrump ? suit | suit_cards(kTrumpSuit) : suit;
  CardSet best = lead;
  Seat winner = leader;
  CardSet played = lead;
  for (int place = 1; place < kSeats; ++place) {
    const Seat seat = seat_after(leader, place);
    const CardSet card = hands_[seat];
    played |= card;
    if ((card & ranks) > best) {
      best = card;
      winner = seat;
    }
  }
  return {won_by_rank(best, suit, played) ? best : 0, same_side(winner, leader) ? 1 : 0};
}

Search::Result Search::keep(const Owners& owners, const Trick& trick, Result result) {
  const Bound bound = result.tricks >= trick.need ? Bound::kAtLeast : Bound::kAtMost;
  Start start{shape_, trick.leader,
              pattern_of(owners, trick.in_play, trick.starts, result.relevant)};
  if (symmetry_.turns(trick.leader)) start = symmetry_.turned(start);
  table_.keep(start, bound, result.tricks);
  return result;
}

template <bool kTrump>
Search::Result Search::lead(CardSet in_play, Seat leader, int left, int need) {
  // 1. Nothing to decide.
  if (need <= 0) return {0, 0};
  if (need > left) return {0, left};
  ++nodes_;
  if (left == 1) return last_trick<kTrump>(leader);
  // 2. Known already?
  const Owners owners = owners_of(in_play);
  const bool turns = !kTrump && symmetry_.turns(leader);
  const Start start =
      turns ? symmetry_.turned({shape_, leader, owners}) : Start{shape_, leader, owners};
  const Table::List list = table_.list(start);
  const int known = table_.find(list, start.owners, need);
  if (known >= 0) {
    const Owners pattern = Table::pattern_in(list, known);
    return {cards_of(turns ? symmetry_.suits_back(pattern, leader) : pattern, in_play),
            Table::tricks_of(list, known)};
  }
  return try_leads<kTrump>(in_play, owners, leader, left, need);
}

template <bool kTrump>
Search::Result Search::try_leads(CardSet in_play, const Owners& owners, Seat leader, int left,
                                 int need) {
  if ((++searched_ & 0xff) == 0 && stop_.load(std::memory_order_relaxed)) throw Interrupted{};
  Trick trick{in_play, leader, left, need};
  for (const CardSet hand : hands_) trick.starts |= lowest_of_equals(hand, in_play & ~hand);
  const auto kept = [&](Result result) { return keep(owners, trick, result); };
  // 3. Tricks that are there for the taking.
  const Sure quick = quick_.from<kTrump>(hands_, in_play, leader, need);
  if (quick.tricks >= need) return kept({quick.relevant, quick.tricks});
  // 4. Tricks that cannot be lost, by either side.
  if constexpr (kTrump) {
    const auto [ours, theirs] = trumps_.from(in_play, leader);
    if (ours.tricks >= need) return kept({ours.relevant, ours.tricks});
    if (left - theirs.tricks < need) return kept({theirs.relevant, left - theirs.tricks});
  } else {
    const Sure losers = sure_losers(hands_, leader);
    if (left - losers.tricks < need) return kept({losers.relevant, left - losers.tricks});
  }

  // 5. Try the leads.
  const CardSet hand = hands_[leader];
  const std::uint64_t shape = shape_;
  CardSet cards = hand & trick.starts;
  Result worst{0, 0};
  const auto succeeds = [&](CardSet start) {
    const CardSet equals = trick.equals_of(start);
    const CardSet card = highest(equals);
    trick.lead(card, kTrump ? suit_cards(kTrumpSuit) : 0);
    hands_[leader] = hand ^ card;
    shape_ = shape - (trick.length << 4 * leader);
    const Result result = reply<kTrump, 1>(trick, in_play ^ card, card, leader);
    hands_[leader] = hand;
    shape_ = shape;
    if (result.tricks >= need) {
      worst = result;
      return true;
    }
    worst.tricks = std::max(worst.tricks, result.tricks);
    worst.relevant |= result.relevant;
    settle(start, card, equals, result.relevant, cards, worst.relevant);
    return false;
  };
  const Hints::Key key(
      hand, lengths_mod_4(hands_[partner_of(leader)]) << 8 | (kTrump ? need : 0) << 4 | leader);
  const CardSet hint = hints_.card(key) & cards;
  if (hint != 0 && succeeds(hint)) return kept(worst);
  Moves moves;
  order_leads<kTrump>(moves, cards, hands_, leader);
  while (!moves.empty()) {
    const CardSet card = moves.take_best();
    if ((card & cards) != 0 && succeeds(card)) {
      hints_.keep(key, card);
      return kept(worst);
    }
  }
  return kept(worst);
}

// The lead runs into a winner of the other side, who has enough tricks behind it.
template <bool kTrump>
bool Search::runs_into_winner(const Trick& trick, CardSet lead, Result& result) {
  const Seat second = seat_after(trick.leader, 1);
  const CardSet top = highest(trick.in_play & trick.led);
  const Seat holder = (hands_[second] & top) != 0 ? second : partner_of(second);
  if ((hands_[holder] & top) == 0) return false;
  const CardSet third = hands_[partner_of(trick.leader)];
  if (kTrump && (third & trick.led) == 0 && (third & suit_cards(kTrumpSuit)) != 0) return false;
  const int need = trick.left - trick.need + 1;
  hands_[trick.leader] |= lead;
  const Sure quick = quick_.from<kTrump>(hands_, trick.in_play, holder, need, suit_of(top));
  hands_[trick.leader] ^= lead;
  result = {quick.relevant | top, trick.left - quick.tricks};
  return quick.tricks >= need;
}

// `now`: the cards not yet played to the trick.
template <bool kTrump, int kPlace>
Search::Result Search::reply(const Trick& trick, CardSet now, CardSet best, Seat winner) {
  constexpr bool kLeadersSide = kPlace % 2 == 0;
  ++nodes_;
  Result worst{0, kLeadersSide ? 0 : trick.left};
  if constexpr (kPlace == 1)
    if (Result result; runs_into_winner<kTrump>(trick, best, result)) return result;
  const Seat seat = seat_after(trick.leader, kPlace);
  const CardSet hand = hands_[seat];
  const std::uint64_t shape = shape_;
  const CardSet following = hand & trick.led;
  CardSet cards = (following != 0 ? following : hand) & trick.starts;
  Replies<kTrump, kPlace> replies;
  CardSet start = cards;
  std::optional<Hints::Key> key;
  CardSet hint = 0;
  if ((cards & (cards - 1)) != 0) {
    replies = {hands_, seat, trick.led, best, winner};
    const int where = index_of(best) << 8 | kPlace << 4 | trick.leader;
    key = following != 0 ? Hints::Key(now & trick.led, where)
                         : Hints::Key(hand, where | (kTrump ? trick.need << 16 : 0));
    hint = hints_.card(*key) & cards;
    start = hint != 0 ? hint : replies.best_of(cards);
  }
  while (true) {
    const CardSet equals = trick.equals_of(start);
    const bool wins = (start & trick.ranks) > best;
    // A winner is played from the top of its equals, so that fewer ranks have to be known.
    const CardSet card = wins ? highest(equals) : start;
    hands_[seat] = hand ^ card;
    shape_ = shape - (following != 0 ? trick.length << 4 * seat : length_of(card, seat));
    Result result;
    if constexpr (kPlace < 3)
      result =
          reply<kTrump, kPlace + 1>(trick, now ^ card, wins ? card : best, wins ? seat : winner);
    else
      result = next_trick<kTrump>(trick, now ^ card, wins ? card : best, wins ? seat : winner);
    if (kLeadersSide ? result.tricks >= trick.need : result.tricks < trick.need) {
      worst = result;
      if (key && start != hint) hints_.keep(*key, start);
      break;
    }
    worst.tricks = kLeadersSide ? std::max(worst.tricks, result.tricks)
                                : std::min(worst.tricks, result.tricks);
    worst.relevant |= result.relevant;
    settle(start, card, equals, result.relevant, cards, worst.relevant);
    if (cards == 0) break;
    start = replies.best_of(cards);
  }
  hands_[seat] = hand;
  shape_ = shape;
  return worst;
}

// After the fourth card.
template <bool kTrump>
Search::Result Search::next_trick(const Trick& trick, CardSet in_play, CardSet best, Seat winner) {
  const bool ours = same_side(winner, trick.leader);
  Result result = lead<kTrump>(in_play, winner, trick.left - 1,
                               ours ? trick.need - 1 : trick.left - trick.need);
  result.tricks = ours ? result.tricks + 1 : trick.left - 1 - result.tricks;
  if (won_by_rank(best, trick.led, trick.in_play ^ in_play)) result.relevant |= best;
  return result;
}

template <bool kTrump>
Search::Result Search::entry(const Position& position, int left, int need) {
  const CardSet now = all_of(hands_);
  if (position.on_table == 0) return lead<kTrump>(now, position.leader, left, need);
  std::array<CardSet, 3> table{};
  CardSet in_play = now;
  for (int i = 0; i < position.on_table; ++i) {
    table[i] = with_trumps_on_top(position.table[i], trump_);
    in_play |= table[i];
  }
  const bool leaders_side = position.on_table % 2 == 0;
  Trick trick{in_play, position.leader, left, leaders_side ? need : left - need + 1};
  trick.lead(table[0], kTrump ? suit_cards(kTrumpSuit) : 0);
  CardSet best = table[0];
  Seat winner = position.leader;
  for (int i = 1; i < position.on_table; ++i)
    if ((table[i] & trick.ranks) > best) {
      best = table[i];
      winner = seat_after(position.leader, i);
    }
  for (Seat seat = 0; seat < kSeats; ++seat) {
    CardSet hand = hands_[seat];
    const int turn = (seat - position.leader) & 3;
    if (turn < position.on_table) hand |= table[turn];
    trick.starts |= lowest_of_equals(hand, in_play & ~hand);
  }
  Result result;
  switch (position.on_table) {
    case 1:
      result = reply<kTrump, 1>(trick, now, best, winner);
      break;
    case 2:
      result = reply<kTrump, 2>(trick, now, best, winner);
      break;
    default:
      result = reply<kTrump, 3>(trick, now, best, winner);
  }
  if (!leaders_side) result.tricks = left - result.tricks;
  return result;
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
