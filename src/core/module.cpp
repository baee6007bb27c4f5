// The Python face of the core: argument conversion and checks, no logic. Cards travel as their
// place in a set (16 * suit + rank), hands as sets.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "pool.h"

namespace nb = nanobind;

namespace {

using abtools::CardSet;
using abtools::Pool;
using abtools::Position;
using abtools::Solver;

constexpr int kMaxThreads = 1024;
constexpr std::size_t kMostTable = std::size_t{1} << 40;
constexpr std::size_t kLeastTable = std::size_t{1} << 20;  // a thread needs about this much

CardSet card_at(int index) {
  const CardSet card = index < 0 || index > 63 ? 0 : CardSet{1} << index;
  if ((card & abtools::kPack) == 0) throw std::invalid_argument("there is no such card");
  return card;
}

Position position_of(const abtools::Hands& hands, int trump, int leader,
                     const std::vector<int>& table) {
  Position position{hands, trump, leader};
  if (table.size() > position.table.size())
    throw std::invalid_argument("more than three cards on the table");
  for (const int index : table) position.table[position.on_table++] = card_at(index);
  if (const char* fault = abtools::fault_in(position)) throw std::invalid_argument(fault);
  return position;
}

std::unique_ptr<Pool> new_pool(int threads, std::size_t table_bytes) {
  if (threads < 1 || threads > kMaxThreads)
    throw std::invalid_argument("the number of threads must be 1 to 1024");
  if (table_bytes > kMostTable) table_bytes = kMostTable;
  if (table_bytes / static_cast<std::size_t>(threads) < kLeastTable)
    throw std::invalid_argument("less than 1 MB of memory a thread");
  return std::make_unique<Pool>(threads, table_bytes);
}

using Taken = std::vector<std::tuple<std::uint64_t, std::vector<int>, std::uint64_t, std::string>>;

Taken take(Pool& pool, double seconds) {
  if (!(seconds >= 0)) seconds = 0;
  std::vector<abtools::Outcome> outcomes;
  {
    nb::gil_scoped_release release;
    outcomes = pool.take(std::min(seconds, 3600.0));
  }
  Taken taken;
  taken.reserve(outcomes.size());
  for (auto& outcome : outcomes)
    taken.emplace_back(outcome.id, std::move(outcome.values), outcome.nodes,
                       std::move(outcome.fault));
  return taken;
}

}  // namespace

NB_MODULE(_core, m) {
  // Answers still awaited when Python ends keep their pool: no fault, and nothing to tell a user.
  nb::set_leak_warnings(false);
  m.doc() = "The compiled core of abtools: double-dummy results. Used through abtools.solver.";

  m.def(
      "fault",
      [](const abtools::Hands& hands, int trump, int leader, const std::vector<int>& table) {
        try {
          position_of(hands, trump, leader, table);
        } catch (const std::invalid_argument& why) {
          return std::string(why.what());
        }
        return std::string();
      },
      nb::arg("hands"), nb::arg("trump"), nb::arg("leader"), nb::arg("table"),
      "What makes this no position, in words; empty when nothing does.");

  nb::class_<Pool>(m, "Pool",
                   "Threads that solve what they are asked, in any order; `take` fetches answers.")
      .def(nb::new_(&new_pool), nb::arg("threads"), nb::arg("table_bytes"))
      .def(
          "ask_declarers",
          [](Pool& pool, std::uint64_t id, const abtools::Hands& hands, int trump) {
            position_of(hands, trump, 0, {});
            pool.ask(id, [hands, trump](Solver& solver) {
              const auto tricks = solver.declarer_tricks(hands, trump);
              return std::vector<int>(tricks.begin(), tricks.end());
            });
          },
          nb::arg("id"), nb::arg("hands"), nb::arg("trump"),
          "Tricks of each declarer N E S W; trump 0 to 3 from clubs, 4 none.")
      .def(
          "ask_tricks",
          [](Pool& pool, std::uint64_t id, const abtools::Hands& hands, int trump, int leader,
             const std::vector<int>& table) {
            const Position position = position_of(hands, trump, leader, table);
            pool.ask(id, [position](Solver& solver) {
              return std::vector<int>{solver.tricks(position)};
            });
          },
          nb::arg("id"), nb::arg("hands"), nb::arg("trump"), nb::arg("leader"), nb::arg("table"),
          "Tricks the side to move can still take.")
      .def(
          "ask_moves",
          [](Pool& pool, std::uint64_t id, const abtools::Hands& hands, int trump, int leader,
             const std::vector<int>& table) {
            const Position position = position_of(hands, trump, leader, table);
            pool.ask(id, [position](Solver& solver) {
              std::vector<int> values;
              for (const auto& move : solver.moves(position)) {
                values.push_back(abtools::index_of(move.card));
                values.push_back(abtools::index_of(move.same_as));
                values.push_back(move.tricks);
              }
              return values;
            });
          },
          nb::arg("id"), nb::arg("hands"), nb::arg("trump"), nb::arg("leader"), nb::arg("table"),
          "Three numbers a legal card: the card, the highest of its equals, the tricks.")
      .def(
          "ask_trace",
          [](Pool& pool, std::uint64_t id, const abtools::Hands& hands, int trump, int leader,
             const std::vector<int>& cards, int seat) {
            const Position position = position_of(hands, trump, leader, {});
            if (seat < 0 || seat >= abtools::kSeats)
              throw std::invalid_argument("the seat is none of the four");
            std::vector<CardSet> played;
            for (const int index : cards) played.push_back(card_at(index));
            pool.ask(id, [position, played, seat](Solver& solver) {
              return solver.trace(position, played, seat);
            });
          },
          nb::arg("id"), nb::arg("hands"), nb::arg("trump"), nb::arg("leader"), nb::arg("cards"),
          nb::arg("seat"),
          "Tricks in all of the seat's side: before the first card, and after each.")
      .def(
          "ask_best_line",
          [](Pool& pool, std::uint64_t id, const abtools::Hands& hands, int trump, int leader,
             const std::vector<int>& table) {
            const Position position = position_of(hands, trump, leader, table);
            pool.ask(id, [position](Solver& solver) {
              std::vector<int> values;
              for (const CardSet card : solver.best_line(position))
                values.push_back(abtools::index_of(card));
              return values;
            });
          },
          nb::arg("id"), nb::arg("hands"), nb::arg("trump"), nb::arg("leader"), nb::arg("table"),
          "The cards of one best line of play to the end.")
      .def("take", &take, nb::arg("seconds"),
           "Answers since the last call as (id, values, nodes, fault); waits for the first.")
      .def("stop", &Pool::stop, nb::call_guard<nb::gil_scoped_release>(),
           "Stop all work; nothing is answered afterwards.");
}
