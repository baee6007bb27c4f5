// What has been proved about positions at the start of a trick, as patterns that cover many of
// them.
//
// A *shape* is the sixteen suit lengths. Under a shape and a leader hang *patterns*: for each suit
// the owners of the top cards still in play, as many as the proof depended on, with a bound on the
// tricks of the leader's side. A position matches when it has the shape, the leader and the owners.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "types.h"

namespace abtools {

// The owners of each suit's cards still in play, or of the top ones that matter: two bits each from
// bit 26 down, and a one after the last.
using Owners = std::array<std::uint32_t, kSuits>;

inline constexpr int kTopOwner = 25;  // lowest bit of the top card's owner
inline constexpr std::uint32_t kOwnerBits = (1U << 27) - 1;
inline constexpr std::uint32_t kNoOwners = 1U << 26;

// What a lane has beside owners begins at this bit.
inline constexpr int kAboveOwners = kTopOwner + 2;

// A list is four rows of lanes, trumps first, each with room for the same number of patterns.
// Above the owners the first row has the tricks, the last one how many cards the pattern speaks of.
constexpr int row_of(Suit suit) { return kSuits - 1 - suit; }
inline constexpr int kTricksRow = 0;
inline constexpr int kCardsRow = kSuits - 1;
constexpr int tricks_in(std::uint32_t lane) { return static_cast<int>(lane >> kAboveOwners & 15); }

// The start of a trick, or, when not all owners are given, all those that are alike.
struct Start {
  std::uint64_t shape;
  Seat leader;
  Owners owners;
};

enum class Bound : std::uint8_t { kAtLeast = 0, kAtMost = 1 };

class Table {
 public:
  // At least a megabyte.
  explicit Table(std::size_t cap_in_bytes);

  void clear();

  // The patterns known of a shape and a leader, good until the next `keep`: four rows of lanes, one
  // above the other, trumps first.
  struct List {
    const std::uint32_t* rows;
    int size;
  };
  List list(const Start& start) const {
    const Slot& slot = slots_[find_slot(start.shape)];
    return {list_at(slot.first[start.leader]), slot.size[start.leader]};
  }
  // Of a list the pattern that covers the owners and decides whether the leader's side can take
  // `need` tricks; below zero when there is none.
  int find(const List& list, const Owners& owners, int need) const {
    return list.size == 0 ? -1 : find_in_(list.rows, list.size, owners, need, room_for(list.size));
  }
  // Of a pattern found: tricks of the leader's side, at least if that is what was needed or more,
  // else at most; and the pattern itself (above whose owners a list may keep something).
  static int tricks_of(const List& list, int pattern);
  static Owners pattern_in(const List& list, int pattern);

  void keep(const Start& pattern, Bound bound, int tricks);

 private:
  // One line of the processor's cache, with a list for each leader; no shape: free. Lists hold the
  // most general pattern first.
  struct alignas(64) Slot {
    std::uint64_t shape = 0;
    std::array<std::uint32_t, kSeats> first{};
    std::array<std::uint16_t, kSeats> size{};
  };
  static_assert(sizeof(Slot) == 64);

  std::size_t home_of(std::uint64_t shape) const {
    const std::uint64_t product = shape * 0x9e37'79b9'7f4a'7c15;
    return static_cast<std::size_t>(product >> shift_);
  }
  std::size_t find_slot(std::uint64_t shape) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = home_of(shape);
    while (slots_[at].shape != shape && slots_[at].shape != 0) at = (at + 1) & mask;
    return at;
  }
  Slot& claim(std::uint64_t shape);
  void grow_slots();
  // Places in a list of that many patterns: the next power of two, at least four.
  static constexpr int kFirstRoom = 2;  // its logarithm
  static int room_for(int size) {
    return size <= 4 ? 4 : 1 << (32 - __builtin_clz(static_cast<unsigned>(size - 1)));
  }
  void insert(Slot& slot, int list, const Owners& pattern, std::uint32_t bound);
  void make_room(Slot& slot, int list);
  std::uint32_t* list_at(std::uint32_t first) { return lanes_.get() + kSuits * std::size_t{first}; }
  const std::uint32_t* list_at(std::uint32_t first) const {
    return lanes_.get() + kSuits * std::size_t{first};
  }

  std::size_t most_slots_;
  std::size_t most_entries_;
  std::vector<Slot> slots_;
  int shift_ = 0;  // of the hash, so that it is below the number of slots
  std::size_t used_ = 0;
  std::unique_ptr<std::uint32_t[], void (*)(std::uint32_t*)> lanes_;
  std::size_t entries_ = 0;
  std::array<std::vector<std::uint32_t>, 17> spare_;  // freed runs by log2 of their size
  int (*find_in_)(const std::uint32_t* list, int size, const Owners& owners, int need, int room);
};

inline int Table::tricks_of(const List& list, int pattern) {
  return tricks_in(list.rows[kTricksRow * room_for(list.size) + pattern]);
}

inline Owners Table::pattern_in(const List& list, int pattern) {
  Owners owners;
  for (Suit suit = 0; suit < kSuits; ++suit)
    owners[suit] = list.rows[row_of(suit) * room_for(list.size) + pattern];
  return owners;
}

}  // namespace abtools
