#include "position.h"

namespace abtools {

int Position::tricks_left() const { return count(hands[to_move() & 3]); }

namespace {

bool is_one_card(CardSet card) { return (card & ~kPack) == 0 && count(card) == 1; }

// A card off the suit led by a player who still holds one of that suit.
bool has_revoke(const Position& position) {
  const CardSet led = suit_cards(suit_of(position.table[0]));
  for (int i = 1; i < position.on_table; ++i) {
    const CardSet held = position.hands[seat_after(position.leader, i)];
    if ((position.table[i] & led) == 0 && (held & led) != 0) return true;
  }
  return false;
}

// A trick under way: which card is winning it.
struct Trick {
  CardSet led;  // all cards of the suit led
  CardSet best;
  Seat winner;

  static Trick start(Seat seat, CardSet card) { return {suit_cards(suit_of(card)), card, seat}; }
  // `trumps` is the set of all cards of the trump suit, empty at no trump.
  Trick with(Seat seat, CardSet card, CardSet trumps) const {
    const bool wins = (card & trumps) != 0
                          ? ((best & trumps) == 0 || card > best)
                          : ((card & led) != 0 && (best & led) != 0 && card > best);
    return {led, wins ? card : best, wins ? seat : winner};
  }
};

}  // namespace

const char* fault_in(const Position& position) {
  if (position.trump < 0 || position.trump > kNoTrump)
    return "the trump is none of the five strains";
  if (position.leader < 0 || position.leader >= kSeats)
    return "the leader is none of the four seats";
  if (position.on_table < 0 || position.on_table > 3) return "more than three cards on the table";
  CardSet seen = 0;
  for (const CardSet hand : position.hands) {
    if ((hand & ~kPack) != 0) return "a hand holds something that is no card";
    if ((hand & seen) != 0) return "a card is in two hands";
    seen |= hand;
  }
  for (int i = 0; i < position.on_table; ++i) {
    if (!is_one_card(position.table[i])) return "something on the table is no card";
    if ((position.table[i] & seen) != 0)
      return "a card on the table is also in a hand or played twice";
    seen |= position.table[i];
  }
  const int size = count(position.hands[position.leader]) + (position.on_table > 0 ? 1 : 0);
  if (size > kMaxTricks) return "a hand holds more than 13 cards";
  for (int i = 0; i < kSeats; ++i) {
    const int played = i < position.on_table ? 1 : 0;
    if (count(position.hands[seat_after(position.leader, i)]) + played != size)
      return position.on_table == 0
                 ? "the hands do not hold the same number of cards"
                 : "the hands and the cards on the table do not add up to whole tricks";
  }
  if (position.on_table > 1 && has_revoke(position)) return "a card on the table is a revoke";
  return nullptr;
}

CardSet legal_cards(const Position& position) {
  const CardSet hand = position.hands[position.to_move()];
  if (position.on_table == 0) return hand;
  const CardSet following = hand & suit_cards(suit_of(position.table[0]));
  return following != 0 ? following : hand;
}

Position after(const Position& position, CardSet card) {
  Position next = position;
  next.hands[position.to_move()] &= ~card;
  if (position.on_table < 3) {
    next.table[next.on_table++] = card;
    return next;
  }
  const CardSet trumps = position.trump == kNoTrump ? 0 : suit_cards(position.trump);
  Trick trick = Trick::start(position.leader, position.table[0]);
  for (int i = 1; i < 3; ++i)
    trick = trick.with(seat_after(position.leader, i), position.table[i], trumps);
  trick = trick.with(position.to_move(), card, trumps);
  next.leader = trick.winner;
  next.on_table = 0;
  next.table = {};
  return next;
}

}  // namespace abtools
