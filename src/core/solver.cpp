#include "solver.h"

#include <stdexcept>

namespace abtools {

namespace {

void check(const Position& position) {
  if (const char* fault = fault_in(position)) throw std::invalid_argument(fault);
}

}  // namespace

Solver::Solver(std::size_t table_bytes) : search_(table_bytes, stop_) {}

void Solver::set_up(const Position& position) {
  check(position);
  search_.set_up(position.hands, position.trump);
}

std::array<int, kSeats> Solver::declarer_tricks(const Hands& hands, Trump trump) {
  Position position{hands, trump};
  set_up(position);
  const int all = position.tricks_left();
  std::array<int, kSeats> tricks{};
  // The answer for one leader is the best guess for his partner, and turned round for the others.
  int north_south = (all + 1) / 2;
  for (const Seat leader : {0, 2, 1, 3}) {
    position.leader = leader;
    const bool leads_north_south = same_side(leader, 0);
    const int taken = search_.tricks(position, leads_north_south ? north_south : all - north_south);
    tricks[seat_after(leader, 3)] = all - taken;
    north_south = leads_north_south ? taken : all - taken;
  }
  return tricks;
}

int Solver::tricks(const Position& position) {
  set_up(position);
  return search_.tricks(position, (position.tricks_left() + 1) / 2);
}

// Tricks for the side that plays the card, counted from before it.
int Solver::tricks_after(const Position& position, CardSet card, int guess) {
  const int left = position.tricks_left();
  const Position next = after(position, card);
  const bool trick_over = next.on_table == 0;
  const bool same = same_side(next.to_move(), position.to_move());
  const int won = trick_over && same ? 1 : 0;
  const int to_come = trick_over ? left - 1 : left;
  if (same) return won + search_.tricks(next, guess - won);
  return to_come - search_.tricks(next, to_come - guess);
}

std::vector<CardTricks> Solver::moves(const Position& position) {
  set_up(position);
  const CardSet legal = legal_cards(position);
  // Cards are equal when nothing another hand holds, or the table shows, lies between them.
  CardSet others = 0;
  for (const CardSet hand : position.hands) others |= hand;
  for (int i = 0; i < position.on_table; ++i) others |= position.table[i];
  others &= ~position.hands[position.to_move()];
  std::vector<CardTricks> result;
  int guess = (position.tricks_left() + 1) / 2;
  for (Suit suit = 0; suit < kSuits; ++suit) {
    CardSet previous = 0;
    for (CardSet cards = legal & suit_cards(suit); cards != 0; cards &= ~highest(cards)) {
      const CardSet card = highest(cards);
      if (previous != 0 && (others & above(card) & below(previous)) == 0) {
        CardTricks same = result.back();
        same.card = card;
        result.push_back(same);
      } else {
        guess = tricks_after(position, card, guess);
        result.push_back({card, card, guess});
      }
      previous = card;
    }
  }
  return result;
}

std::vector<int> Solver::trace(const Position& position, const std::vector<CardSet>& cards,
                               Seat seat) {
  set_up(position);
  Position now = position;
  int won = 0;
  const auto total = [&](int guess) {
    const int left = now.tricks_left();
    const bool mine = same_side(now.to_move(), seat);
    const int to_move = search_.tricks(now, mine ? guess - won : left - (guess - won));
    return won + (mine ? to_move : left - to_move);
  };
  std::vector<int> result{total((position.tricks_left() + 1) / 2)};
  for (const CardSet card : cards) {
    if (card == 0 || (card & (card - 1)) != 0 || (card & legal_cards(now)) == 0)
      throw std::invalid_argument("a card of the play is not legal where it stands");
    now = after(now, card);
    if (now.on_table == 0 && same_side(now.leader, seat)) ++won;
    result.push_back(total(result.back()));
  }
  return result;
}

std::vector<CardSet> Solver::best_line(const Position& position) {
  set_up(position);
  std::vector<CardSet> line;
  Position now = position;
  int best = search_.tricks(now, (now.tricks_left() + 1) / 2);
  while (now.tricks_left() > 0) {
    // Cheapest first: the lowest card that gives nothing away.
    CardSet chosen = 0;
    for (CardSet cards = legal_cards(now); cards != 0; cards &= cards - 1) {
      const CardSet card = lowest(cards);
      if ((chosen == 0 || rank_of(card) < rank_of(chosen)) && tricks_after(now, card, best) == best)
        chosen = card;
    }
    const int left = now.tricks_left();
    const Seat seat = now.to_move();
    now = after(now, chosen);
    line.push_back(chosen);
    const bool same = same_side(now.to_move(), seat);
    if (now.on_table == 0)
      best = same ? best - 1 : left - 1 - best;
    else
      best = left - best;
  }
  return line;
}

}  // namespace abtools
