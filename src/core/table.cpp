#include "table.h"

#include <algorithm>
#include <cstring>

namespace abtools {

namespace {

constexpr std::size_t kFirstSlots = std::size_t{1} << 13;
constexpr int kFirstRoom = 2;  // log2 of a new list's entries

struct Halves {
  std::uint64_t low, high;
};

Halves halves(const std::array<std::uint32_t, 4>& lane) {
  Halves both;
  std::memcpy(&both, lane.data(), sizeof both);
  return both;
}

// Lanes differ in a bit at or above the pattern's closing one.
bool differs(std::uint64_t pattern, std::uint64_t owners) {
  constexpr std::uint64_t kOnes = 0x0000'0001'0000'0001;
  constexpr std::uint64_t kBits = kOwnerBits * kOnes;
  const std::uint64_t ending = pattern ^ (pattern - kOnes);  // the closing one and all below it
  return ((pattern ^ owners) & ~ending & kBits) != 0;
}

std::size_t scramble(std::uint64_t shape) {
  shape *= 0x9e37'79b9'7f4a'7c15;
  return static_cast<std::size_t>(shape ^ (shape >> 32));
}

}  // namespace

Table::Table(std::size_t cap_in_bytes) : cap_(cap_in_bytes), slots_(kFirstSlots) {
  entries_.reserve(1 << 14);
}

void Table::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  used_ = 0;
  entries_.clear();
  for (auto& runs : spare_) runs.clear();
}

std::size_t Table::slot_of(std::uint64_t shape) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = scramble(shape) & mask;
  while (slots_[at].used && slots_[at].shape != shape) at = (at + 1) & mask;
  return at;
}

void Table::prefetch(std::uint64_t shape) const {
  __builtin_prefetch(&slots_[scramble(shape) & (slots_.size() - 1)]);
}

Answer Table::find(std::uint64_t shape, const Owners& owners, int need) const {
  Answer answer;
  const Slot& slot = slots_[slot_of(shape)];
  if (!slot.used) return answer;
  answer.hint = slot.hint;
  const Halves held = halves(owners);
  for (int kind = 0; kind < 2; ++kind) {
    const List& list = slot.lists[kind];
    const Entry* const entries = entries_.data() + list.first;
    for (int i = 0; i < list.size; ++i) {
      const int tricks = entries[i].tricks();
      if (kind == 0 ? tricks < need : tricks >= need) break;
      const Halves pattern = halves(entries[i].lane);
      if (differs(pattern.low, held.low) || differs(pattern.high, held.high)) continue;
      answer.found = true;
      answer.tricks = tricks;
      answer.owners = entries[i].lane;
      for (auto& lane : answer.owners) lane &= kOwnerBits;
      return answer;
    }
  }
  return answer;
}

Table::Slot& Table::claim(std::uint64_t shape) {
  std::size_t at = slot_of(shape);
  if (slots_[at].used) return slots_[at];
  if (2 * (used_ + 1) > slots_.size()) {
    grow_slots();
    at = slot_of(shape);
  }
  ++used_;
  slots_[at].used = true;
  slots_[at].shape = shape;
  return slots_[at];
}

void Table::grow_slots() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.used) slots_[slot_of(slot.shape)] = slot;
}

void Table::make_room(List& list) {
  const int room = list.room == 0 ? kFirstRoom : list.room;  // log2 of the next size
  std::uint32_t first;
  if (!spare_[room].empty()) {
    first = spare_[room].back();
    spare_[room].pop_back();
  } else {
    first = static_cast<std::uint32_t>(entries_.size());
    entries_.resize(entries_.size() + (std::size_t{1} << room));
  }
  std::copy_n(entries_.begin() + list.first, list.size, entries_.begin() + first);
  if (list.room != 0) spare_[list.room - 1].push_back(list.first);
  list.first = first;
  list.room = static_cast<std::uint16_t>(room + 1);
}

void Table::insert(List& list, const Entry& entry, bool strongest_high) {
  if (list.room == 0 || list.size == (1U << (list.room - 1))) make_room(list);
  Entry* const entries = entries_.data() + list.first;
  const int tricks = entry.tricks();
  int at = list.size;
  while (at > 0 && (strongest_high ? entries[at - 1].tricks() <= tricks
                                   : entries[at - 1].tricks() >= tricks)) {
    entries[at] = entries[at - 1];
    --at;
  }
  entries[at] = entry;
  ++list.size;
}

void Table::keep(std::uint64_t shape, const Owners& pattern, Bound bound, int tricks,
                 std::uint8_t hint) {
  if (bytes() > cap_) clear();
  Slot& slot = claim(shape);
  if (hint != 0) slot.hint = hint;
  Entry entry{pattern};
  entry.lane[0] |= static_cast<std::uint32_t>(tricks) << 27;
  insert(slot.lists[static_cast<int>(bound)], entry, bound == Bound::kAtLeast);
}

}  // namespace abtools
