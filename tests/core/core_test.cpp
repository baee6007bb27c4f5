// The core's own test program: no framework, exit status 1 when anything was not as expected.
// usage: core_test [seed] [endings]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include "hints.h"
#include "pool.h"
#include "solver.h"

namespace {

using namespace abtools;

int passed = 0;
int failed = 0;

void expect(bool holds, const std::string& what) {
  ++(holds ? passed : failed);
  if (!holds) std::fprintf(stderr, "expected: %s\n", what.c_str());
}

std::string text_of(const Position& position) {
  const char* const ranks = "..23456789TJQKA";
  std::string text = "N:";
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if (seat > 0) text += ' ';
    for (Suit suit = kSuits - 1; suit >= 0; --suit) {
      for (int rank = 14; rank >= 2; --rank)
        if ((position.hands[seat] & card_of(suit, rank)) != 0) text += ranks[rank];
      if (suit > 0) text += '.';
    }
  }
  text += std::string(" trump ") + "CDHSN"[position.trump] + " leader " + "NESW"[position.leader];
  for (int i = 0; i < position.on_table; ++i) {
    text += std::string(" ") + "CDHS"[suit_of(position.table[i])];
    text += ranks[rank_of(position.table[i])];
  }
  return text;
}

// Tricks of the side to move by trying everything: nothing is shared with the search but the rules.
int brute_force(const Position& position) {
  const int left = position.tricks_left();
  if (left == 0) return 0;
  int best = 0;
  for (CardSet cards = legal_cards(position); cards != 0; cards &= cards - 1) {
    const Position next = after(position, lowest(cards));
    const int theirs = brute_force(next);
    const bool same = same_side(next.to_move(), position.to_move());
    if (next.on_table != 0)
      best = std::max(best, left - theirs);
    else
      best = std::max(best, same ? 1 + theirs : left - 1 - theirs);
  }
  return best;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int below(int bound) { return static_cast<int>(engine_() % static_cast<unsigned>(bound)); }
  template <typename Items>
  void shuffle(Items& items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(static_cast<int>(i)))]);
  }

 private:
  std::mt19937 engine_;
};

// So many cards a hand; from a short pack as often as not, so that suits are fought over.
Position random_position(Random& random, int size) {
  const int ranks = random.below(2) == 0 ? kRanks : std::max(size, 4 + random.below(6));
  std::vector<CardSet> pack;
  for (Suit suit = 0; suit < kSuits; ++suit)
    for (int rank = 14; rank > 14 - ranks; --rank) pack.push_back(card_of(suit, rank));
  random.shuffle(pack);
  Position position;
  position.trump = random.below(kStrains);
  position.leader = random.below(kSeats);
  for (Seat seat = 0; seat < kSeats; ++seat)
    for (int i = 0; i < size; ++i) position.hands[seat] |= pack[seat * size + i];
  return position;
}

CardSet random_card(Random& random, CardSet cards) {
  for (int skip = random.below(count(cards)); skip > 0; --skip) cards &= cards - 1;
  return lowest(cards);
}

void test_brute_force(Random& random, int endings) {
  Solver solver(std::size_t{1} << 22);
  for (int i = 0; i < endings; ++i) {
    const int size = i % 100 == 0 ? 5 : 1 + i % 4;
    Position position = random_position(random, size);
    for (int plays = random.below(4); plays > 0; --plays)
      position = after(position, random_card(random, legal_cards(position)));
    const int want = brute_force(position);
    const int got = solver.tricks(position);
    expect(got == want,
           text_of(position) + ": " + std::to_string(want) + " tricks, not " + std::to_string(got));
  }
}

void test_moves_and_line(Random& random, int positions) {
  Solver solver(std::size_t{1} << 22);
  Solver cold(std::size_t{1} << 22);
  for (int i = 0; i < positions; ++i) {
    Position position = random_position(random, 1 + i % 7);
    for (int plays = random.below(4); plays > 0; --plays)
      position = after(position, random_card(random, legal_cards(position)));
    if (position.tricks_left() == 0) continue;
    const int best = solver.tricks(position);
    CardSet seen = 0;
    int most = 0;
    for (const CardTricks& move : solver.moves(position)) {
      const Position next = after(position, move.card);
      const int left = position.tricks_left();
      const bool same = same_side(next.to_move(), position.to_move());
      const int theirs = cold.tricks(next);
      const int want = next.on_table != 0 ? left - theirs : same ? 1 + theirs : left - 1 - theirs;
      expect(move.tricks == want,
             "a move is worth what the position after it is, " + text_of(position));
      seen |= move.card;
      most = std::max(most, move.tricks);
    }
    expect(seen == legal_cards(position), "every legal card is listed, " + text_of(position));
    expect(most == best, "the best move is worth the position, " + text_of(position));

    const std::vector<CardSet> line = solver.best_line(position);
    Position now = position;
    int won = 0;
    for (const CardSet card : line) {
      now = after(now, card);
      if (now.on_table == 0 && same_side(now.leader, position.to_move())) ++won;
    }
    expect(now.tricks_left() == 0 && won == best,
           "the best line wins what it should, " + text_of(position));

    if (position.on_table != 0) continue;
    const std::vector<int> trace = solver.trace(position, line, position.leader);
    expect(std::all_of(trace.begin(), trace.end(), [best](int tricks) { return tricks == best; }),
           "no card of a best line costs a trick, " + text_of(position));
  }
}

// What was learned about one position must hold for all that follow from it.
void test_warm_table(Random& random, int deals) {
  const std::atomic<bool> stop{false};
  Search search(std::size_t{1} << 24, stop);
  for (int i = 0; i < deals; ++i) {
    const int size = 2 + i % 5;
    const Position start = random_position(random, size);
    search.set_up(start.hands, start.trump);
    for (int j = 0; j < 40; ++j) {
      Position position = start;
      const int least = j == 0 ? 0 : std::max(0, size - 4) * 4;
      for (int plays = least + random.below(4 * size + 1 - least); plays > 0; --plays)
        position = after(position, random_card(random, legal_cards(position)));
      const int got = search.tricks(position, random.below(6));
      if (position.tricks_left() > 4) continue;
      expect(got == brute_force(position),
             "right with what is known already, " + text_of(position));
    }
  }
}

Hands rotated(const Hands& hands, int turns) {
  Hands result;
  for (Seat seat = 0; seat < kSeats; ++seat) result[seat_after(seat, turns)] = hands[seat];
  return result;
}

Hands with_suits_moved(const Hands& hands, const std::array<int, kSuits>& to) {
  Hands result{};
  for (Seat seat = 0; seat < kSeats; ++seat)
    for (Suit suit = 0; suit < kSuits; ++suit)
      result[seat] |= ((hands[seat] >> (16 * suit)) & 0xffff) << (16 * to[suit]);
  return result;
}

void test_symmetries(Random& random, int deals) {
  Solver solver(std::size_t{1} << 26);
  for (int i = 0; i < deals; ++i) {
    const Position deal = random_position(random, 10);
    const auto tricks = solver.declarer_tricks(deal.hands, deal.trump);

    const int turns = 1 + random.below(3);
    const auto turned = solver.declarer_tricks(rotated(deal.hands, turns), deal.trump);
    for (Seat seat = 0; seat < kSeats; ++seat)
      expect(turned[seat_after(seat, turns)] == tricks[seat], "seats turned, " + text_of(deal));

    std::array<int, kSuits> to{0, 1, 2, 3};
    random.shuffle(to);
    const Trump trump = deal.trump == kNoTrump ? kNoTrump : to[deal.trump];
    expect(solver.declarer_tricks(with_suits_moved(deal.hands, to), trump) == tricks,
           "suits exchanged, " + text_of(deal));
  }
}

// A deal that looks the same when its seats are turned by so many and its suits change places: a
// card dealt to one seat brings its likes to the others.
Position symmetric_position(Random& random, int turns, int size) {
  std::array<int, kSuits> order{0, 1, 2, 3};
  random.shuffle(order);
  std::array<int, kSuits> next{};
  for (int i = 0; i < kSuits; ++i)
    next[order[i]] = turns == 2 ? order[i ^ 1] : order[(i + 1) % kSuits];
  Position position;
  position.leader = random.below(kSeats);
  const int ranks = std::min(kRanks, size + random.below(3));
  while (count(position.hands[0]) < size || count(position.hands[1]) < size) {
    Seat seat = random.below(turns);
    CardSet card = card_of(random.below(kSuits), 14 - random.below(ranks));
    if ((all_of(position.hands) & card) != 0 || count(position.hands[seat]) == size) continue;
    for (int seats = 0; seats < kSeats; seats += turns) {
      position.hands[seat] |= card;
      seat = seat_after(seat, turns);
      card = card_of(next[suit_of(card)], rank_of(card));
    }
  }
  return position;
}

// Where one seat stands for another, what was found for the one must hold for the other.
void test_symmetric_deals(Random& random, int deals) {
  const std::atomic<bool> stop{false};
  Search search(std::size_t{1} << 24, stop);
  Solver solver(std::size_t{1} << 24);
  for (int i = 0; i < deals; ++i) {
    const int turns = 1 + i % 2;
    const int size = 2 + i % 6;
    const Position start = symmetric_position(random, turns, size);
    search.set_up(start.hands, kNoTrump);
    for (int j = 0; j < 40; ++j) {
      Position position = start;
      const int least = std::max(0, size - 4) * 4;
      for (int plays = least + random.below(4 * size + 1 - least); plays > 0; --plays)
        position = after(position, random_card(random, legal_cards(position)));
      expect(search.tricks(position, random.below(6)) == brute_force(position),
             "right in a symmetric deal, " + text_of(position));
    }
    // Known of the one, so of the other: nothing but starts that are looked up.
    search.set_up(start.hands, kNoTrump);
    Position other = start;
    other.leader = seat_after(start.leader, turns);
    const int taken = search.tricks(start, 1);
    const std::uint64_t before = search.nodes();
    expect(search.tricks(other, 1) == taken && search.nodes() - before <= std::uint64_t(size),
           "one seat stands for the other, " + text_of(start));
    const auto tricks = solver.declarer_tricks(start.hands, kNoTrump);
    for (Seat seat = 0; seat < kSeats; ++seat)
      expect(tricks[seat] == tricks[seat_after(seat, turns)],
             "the same from both seats, " + text_of(start));
  }
}

void test_hints() {
  Hints hints;
  const CardSet card = card_of(3, 14);
  // Every card is told apart from every other, and none is made up.
  for (int i = 0; i < 52; ++i) hints.keep(Hints::Key(card, i), card_of(i / 13, 2 + i % 13));
  for (int i = 0; i < 52; ++i)
    expect(hints.card(Hints::Key(card, i)) == card_of(i / 13, 2 + i % 13),
           "the hint that was kept");
  expect((hints.card(Hints::Key(card, 52)) & kPack) == 0, "no hint where none was kept");
  // Of many more than the first table holds the greater part is remembered: it has grown.
  const int many = 1 << 20;
  for (int i = 0; i < many; ++i) hints.keep(Hints::Key(card_of(0, 2), i), card_of(i & 3, 2));
  int found = 0;
  int wrong = 0;
  for (int i = 0; i < many; ++i) {
    const CardSet hint = hints.card(Hints::Key(card_of(0, 2), i));
    if (hint == card_of(i & 3, 2))
      ++found;
    else if (hint != 0)
      ++wrong;
  }
  expect(found > many / 2, "most of many hints are found, not " + std::to_string(found));
  expect(wrong < many / 1000, "hints are not mixed up, as " + std::to_string(wrong) + " were");
  hints.clear();
  expect((hints.card(Hints::Key(card, 0)) & kPack) == 0, "nothing is left when cleared");
}

// A table that is too small is emptied on the way: more work, the same answer.
void test_small_table(Random& random, int deals) {
  Solver small(std::size_t{1} << 20);
  Solver large(std::size_t{1} << 26);
  for (int i = 0; i < deals; ++i) {
    const Position deal = random_position(random, 13);
    expect(small.declarer_tricks(deal.hands, deal.trump) ==
               large.declarer_tricks(deal.hands, deal.trump),
           "a small table changes nothing, " + text_of(deal));
  }
  expect(small.nodes() > large.nodes(), "the small table was too small for one of the deals");
}

void test_reproducible(Random& random, int deals) {
  std::vector<Position> positions;
  for (int i = 0; i < deals; ++i) positions.push_back(random_position(random, 9));
  std::vector<std::vector<int>> answers;
  std::vector<std::uint64_t> nodes;
  for (const Position& position : positions) {
    Solver fresh(std::size_t{1} << 24);
    const auto tricks = fresh.declarer_tricks(position.hands, position.trump);
    answers.emplace_back(tricks.begin(), tricks.end());
    nodes.push_back(fresh.nodes());
  }
  for (const int threads : {1, 2, 3}) {
    Pool pool(threads, static_cast<std::size_t>(threads) << 24);
    for (std::size_t i = 0; i < positions.size(); ++i)
      pool.ask(i, [position = positions[i]](Solver& solver) {
        const auto tricks = solver.declarer_tricks(position.hands, position.trump);
        return std::vector<int>(tricks.begin(), tricks.end());
      });
    std::size_t got = 0;
    while (got < positions.size()) {
      for (const Outcome& outcome : pool.take(1.0)) {
        ++got;
        expect(outcome.values == answers[outcome.id] && outcome.nodes == nodes[outcome.id],
               "the same answer and node count as a fresh solver");
      }
    }
  }
}

void test_faults() {
  Solver solver(std::size_t{1} << 22);
  const auto refused = [&solver](const Position& position) {
    try {
      solver.tricks(position);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  const Position good{{0x4, 0x8, 0x10, 0x20}, kNoTrump, 0};
  expect(!refused(good), "four hands of one card are a position");
  expect(!refused(Position{}), "four empty hands are a position");
  Position bad = good;
  bad.hands[1] = 0x4;
  expect(refused(bad), "a card in two hands is refused");
  bad = good;
  bad.hands[0] = 0x1;
  expect(refused(bad), "a bit that is no card is refused");
  bad = good;
  bad.hands[0] |= 0x40;
  expect(refused(bad), "unequal hands are refused");
  bad = good;
  bad.trump = 5;
  expect(refused(bad), "a sixth strain is refused");
  bad = good;
  bad.leader = -1;
  expect(refused(bad), "a leader off the table is refused");
  bad = good;
  bad.on_table = 7;
  expect(refused(bad), "seven cards on the table are refused");
  Position revoke{{0, 0x4, 0x80010, 0x80020}, kNoTrump, 0};
  revoke.table = {0x8, 0x40000, 0};
  revoke.on_table = 2;
  expect(refused(revoke), "a revoke on the table is refused");
  Position full{{0xffff, 0xffff0000, 0xffff00000000, 0xffff000000000000}, kNoTrump, 0};
  expect(refused(full), "hands full of what is no card are refused");
}

void test_interruption() {
  // Four hands with a void each and no two cards in sequence: many seconds of work.
  const auto hand = [](int s, int h, int d, int c) {
    return CardSet(s) << 48 | CardSet(h) << 32 | CardSet(d) << 16 | CardSet(c);
  };
  const int q853 = 1 << 12 | 1 << 8 | 1 << 5 | 1 << 3;
  const int aj962 = 1 << 14 | 1 << 11 | 1 << 9 | 1 << 6 | 1 << 2;
  const int kt74 = 1 << 13 | 1 << 10 | 1 << 7 | 1 << 4;
  const Hands hands{hand(aj962, kt74, 0, q853), hand(q853, aj962, kt74, 0),
                    hand(0, q853, aj962, kt74), hand(kt74, 0, q853, aj962)};
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  {
    Pool pool(2, std::size_t{1} << 26);
    pool.ask(1, [hands](Solver& solver) {
      solver.declarer_tricks(hands, kNoTrump);
      return std::vector<int>{};
    });
    expect(pool.take(0.1).empty(), "the hard deal is not done in a tenth of a second");
    start = Clock::now();
  }
  const double took = std::chrono::duration<double>(Clock::now() - start).count();
  // Usually a few milliseconds; the rest is for machines that have much else to do.
  expect(took < 1.0, "a solve stops at once, not after " + std::to_string(took) + " s");
}

}  // namespace

int main(int arguments, char** argument) {
  const unsigned seed = arguments > 1 ? static_cast<unsigned>(std::atoi(argument[1])) : 1926;
  const int endings = arguments > 2 ? std::atoi(argument[2]) : 20000;
  Random random(seed);
  test_faults();
  test_brute_force(random, endings);
  test_warm_table(random, endings / 10);
  test_moves_and_line(random, endings / 20);
  test_symmetries(random, 20);
  test_symmetric_deals(random, endings / 20);
  test_hints();
  test_small_table(random, 10);
  test_reproducible(random, 20);
  test_interruption();
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
