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
#include <vector>

#include "types.h"

namespace abtools {

// The owners of a suit's cards still in play, two bits each, from bit 26 down; a pattern ends in a
// one (the bit after its last owner), so that the bits below it are known not to matter.
struct alignas(16) Owners : std::array<std::uint32_t, kSuits> {};

inline constexpr int kTopOwner = 25;  // lowest bit of the top card's owner
inline constexpr std::uint32_t kOwnerBits = (1U << 27) - 1;

enum class Bound : std::uint8_t { kAtLeast = 0, kAtMost = 1 };

struct Answer {
  bool found = false;
  int tricks =
      0;  // of the leader's side: at least if that is what was needed or more, else at most
  Owners owners{};  // the pattern, each lane ended by its one
};

class Table {
 public:
  // At least a megabyte.
  explicit Table(std::size_t cap_in_bytes);

  void clear();

  // Bring the place of a shape nearer before it is needed.
  void prefetch(std::uint64_t shape) const { __builtin_prefetch(&slots_[home_of(shape)]); }

  // Where a shape is, or would be; good until the next `keep`.
  using Place = std::size_t;
  Place locate(std::uint64_t shape, Seat leader) const;
  // What is known that decides whether the leader's side can take `need` tricks.
  Answer find(Place place, Seat leader, const Owners& owners, int need) const;
  // Index of the card that last did well from there; 0: none.
  int hint(Place place, Seat leader) const { return slots_[place].hints[leader]; }

  void keep(std::uint64_t shape, Seat leader, const Owners& pattern, Bound bound, int tricks,
            int hint);

 private:
  // Each lane: the pattern in the low 27 bits; above it, in the first, the tricks.
  struct Entry {
    Owners lane;
    int tricks() const { return static_cast<int>(lane[0] >> 27); }
  };
  static constexpr int kLists = 2 * kSeats;  // one for each leader and kind of bound
  // One line of the processor's cache. Lists hold the strongest entry first; there is room for the
  // next power of two, at least four.
  struct alignas(64) Slot {
    std::uint64_t shape = 0;
    std::array<std::uint32_t, kLists> first{};
    std::array<std::uint16_t, kLists> size{};
    std::array<std::uint8_t, kSeats> hints{};
    bool used = false;
  };
  static_assert(sizeof(Slot) == 64 && sizeof(Entry) == 16);

  std::size_t home_of(std::uint64_t shape) const {
    const std::uint64_t product = shape * 0x9e37'79b9'7f4a'7c15;
    return static_cast<std::size_t>(product >> shift_);
  }
  Place find_slot(std::uint64_t shape) const;
  Slot& claim(std::uint64_t shape);
  void grow_slots();
  void insert(Slot& slot, int list, const Entry& entry);
  void make_room(Slot& slot, int list);

  int (*first_covering_)(const Owners* entries, int size, const Owners& owners);
  std::size_t most_slots_;
  std::size_t most_entries_;
  std::vector<Slot> slots_;
  int shift_ = 0;  // of the hash, so that it is below the number of slots
  std::size_t used_ = 0;
  std::vector<Entry> entries_;
  std::array<std::vector<std::uint32_t>, 17> spare_;  // freed runs by log2 of their size
};

}  // namespace abtools
