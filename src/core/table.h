// What has been proved about positions at the start of a trick, as patterns that cover many of
// them.
//
// A *shape* is the sixteen suit lengths and the leader. Under it hang *patterns*: for each suit the
// owners of the top cards still in play, as many as the proof depended on, with a bound on the
// tricks of the leader's side. A position matches when it has the shape and those owners.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace abtools {

// The owners of a suit's cards still in play, two bits each, from bit 26 down; a pattern ends in a
// one (the bit after its last owner), so that the bits below it are known not to matter.
using Owners = std::array<std::uint32_t, 4>;

inline constexpr int kTopOwner = 25;  // lowest bit of the top card's owner
inline constexpr std::uint32_t kOwnerBits = (1U << 27) - 1;

enum class Bound : std::uint8_t { kAtLeast = 0, kAtMost = 1 };

struct Answer {
  bool found = false;
  int tricks = 0;         // of the leader's side: at least if >= need, else at most
  Owners owners{};        // the pattern, each lane ended by its one
  std::uint8_t hint = 0;  // index of the card that last did well from here; 0: none
};

class Table {
 public:
  explicit Table(std::size_t cap_in_bytes);

  void clear();
  // What is known that decides whether the leader's side can take `need` tricks.
  Answer find(std::uint64_t shape, const Owners& owners, int need) const;
  // Keep a bound, or only the hint when the pattern is null.
  void keep(std::uint64_t shape, const Owners& pattern, Bound bound, int tricks, std::uint8_t hint);
  void prefetch(std::uint64_t shape) const;

  std::size_t bytes() const {
    return (slots_.size() * sizeof(Slot)) + (entries_.size() * sizeof(Entry));
  }

 private:
  // Each lane: the pattern in the low 27 bits; the top five of the first hold the tricks.
  struct alignas(16) Entry {
    std::array<std::uint32_t, 4> lane;
    int tricks() const { return static_cast<int>(lane[0] >> 27); }
  };
  // Entries of one kind of bound, the strongest first.
  struct List {
    std::uint32_t first = 0;
    std::uint16_t size = 0;
    std::uint16_t room = 0;  // log2 of the entries there is room for, plus one
  };
  struct Slot {
    std::uint64_t shape = 0;
    std::array<List, 2> lists;
    std::uint8_t hint = 0;
    bool used = false;
  };

  std::size_t slot_of(std::uint64_t shape) const;
  Slot& claim(std::uint64_t shape);
  void grow_slots();
  void insert(List& list, const Entry& entry, bool strongest_high);
  void make_room(List& list);

  std::size_t cap_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::vector<Entry> entries_;
  std::array<std::vector<std::uint32_t>, 24> spare_;  // freed runs by log2 of their size
};

}  // namespace abtools
