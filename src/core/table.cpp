#include "table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#if defined(__SSE4_1__)
#include <immintrin.h>
#endif

namespace abtools {

namespace {

constexpr int kFirstSlotBits = 12;
constexpr std::uint16_t kMostEntries = 1 << 13;  // of one list
constexpr std::size_t kMostIndexed = std::size_t{1} << 32;

// The kind of bound is the topmost bit, above the tricks.
std::uint32_t lane_of(Bound bound, int tricks) {
  return (static_cast<std::uint32_t>(bound) << 4 | static_cast<std::uint32_t>(tricks))
         << kAboveOwners;
}
bool decides(std::uint32_t lane, int need) { return (tricks_in(lane) < need) == (lane >> 31 != 0); }

// Moves the patterns from an index on one place up, in all rows.
void move_up(std::uint32_t* rows, std::size_t room, std::size_t from, std::size_t size) {
  using Four = std::array<std::uint32_t, 4>;
  for (; size >= from + 4; size -= 4)
    for (std::size_t row = 0; row < kSuits; ++row) {
      Four four;
      std::memcpy(&four, rows + row * room + size - 4, sizeof four);
      std::memcpy(rows + row * room + size - 3, &four, sizeof four);
    }
  for (; size > from; --size)
    for (std::size_t row = 0; row < kSuits; ++row)
      rows[row * room + size] = rows[row * room + size - 1];
}

// Each of these gives the index of the first pattern of a list that covers the owners and whose
// bound decides; -1 when none does.

[[maybe_unused]] bool covers(std::uint32_t pattern, std::uint32_t owners) {
  const std::uint32_t ending = pattern ^ (pattern - 1);
  return ((pattern ^ owners) & ~ending & kOwnerBits) == 0;
}

[[maybe_unused]] int find_plain(const std::uint32_t* list, int size, const Owners& owners, int need,
                                int room) {
  for (int i = 0; i < size; ++i) {
    bool all = true;
    for (Suit suit = kSuits - 1; suit >= 0 && all; --suit)
      all = covers(list[row_of(suit) * room + i], owners[suit]);
    if (all && decides(list[i], need)) return i;
  }
  return -1;
}

#if defined(__SSE4_1__)

// All ones in the lanes that cover an owner word.
__m128i covering(const std::uint32_t* lanes, std::uint32_t owners) {
  const __m128i pattern = _mm_load_si128(reinterpret_cast<const __m128i*>(lanes));
  const __m128i ending = _mm_xor_si128(pattern, _mm_add_epi32(pattern, _mm_set1_epi32(-1)));
  const __m128i differing =
      _mm_andnot_si128(ending, _mm_xor_si128(pattern, _mm_set1_epi32(static_cast<int>(owners))));
  return _mm_cmpeq_epi32(_mm_slli_epi32(differing, 32 - kAboveOwners), _mm_setzero_si128());
}

int find_sse4(const std::uint32_t* list, int size, const Owners& owners, int need, int room) {
  for (int i = 0; i < size; i += 4) {
    __m128i same = covering(list + i, owners[kSuits - 1]);
    if (_mm_testz_si128(same, same)) continue;
    for (Suit suit = kSuits - 2; suit >= 0; --suit)
      same = _mm_and_si128(same, covering(list + row_of(suit) * room + i, owners[suit]));
    unsigned found = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(same)));
    for (; found != 0; found &= found - 1) {
      const int at = i + __builtin_ctz(found);
      if (at < size && decides(list[at], need)) return at;
    }
  }
  return -1;
}

__attribute__((target("avx2"))) inline __m256i covering_avx2(const std::uint32_t* lanes,
                                                             std::uint32_t owners) {
  const __m256i pattern = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes));
  const __m256i ending =
      _mm256_xor_si256(pattern, _mm256_add_epi32(pattern, _mm256_set1_epi32(-1)));
  const __m256i differing = _mm256_andnot_si256(
      ending, _mm256_xor_si256(pattern, _mm256_set1_epi32(static_cast<int>(owners))));
  return _mm256_cmpeq_epi32(_mm256_slli_epi32(differing, 32 - kAboveOwners),
                            _mm256_setzero_si256());
}

__attribute__((target("avx2"))) int find_avx2(const std::uint32_t* list, int size,
                                              const Owners& owners, int need, int room) {
  if (room == 4) return find_sse4(list, size, owners, need, room);
  for (int i = 0; i < size; i += 8) {
    __m256i same = covering_avx2(list + i, owners[kSuits - 1]);
    if (_mm256_testz_si256(same, same)) continue;
    for (Suit suit = kSuits - 2; suit >= 0; --suit)
      same = _mm256_and_si256(same, covering_avx2(list + row_of(suit) * room + i, owners[suit]));
    unsigned found = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same)));
    for (; found != 0; found &= found - 1) {
      const int at = i + __builtin_ctz(found);
      if (at < size && decides(list[at], need)) return at;
    }
  }
  return -1;
}

#endif

void release(std::uint32_t* lanes) { ::operator delete[](lanes, std::align_val_t{64}); }

}  // namespace

// Memory is set aside once and taken into use page by page, so that growing never needs it twice:
// three quarters of the cap for the patterns, an eighth for the slots (which do need half as much
// again while they grow).
Table::Table(std::size_t cap_in_bytes)
    : most_slots_(cap_in_bytes / 8 / sizeof(Slot)),
      most_entries_(std::min(cap_in_bytes / 4 * 3 / sizeof(Owners), kMostIndexed)),
      lanes_(static_cast<std::uint32_t*>(
                 ::operator new[](most_entries_ * sizeof(Owners), std::align_val_t{64})),
             release) {
#if defined(__SSE4_1__)
  find_in_ = __builtin_cpu_supports("avx2") ? find_avx2 : find_sse4;
#else
  find_in_ = find_plain;
#endif
  clear();
}

void Table::clear() {
  slots_.assign(std::size_t{1} << kFirstSlotBits, Slot{});
  if (slots_.capacity() > slots_.size()) slots_.shrink_to_fit();
  shift_ = 64 - kFirstSlotBits;
  used_ = 0;
  entries_ = 0;
  for (auto& runs : spare_) runs.clear();
}

Table::Slot& Table::claim(std::uint64_t shape) {
  std::size_t at = find_slot(shape);
  if (slots_[at].shape != 0) return slots_[at];
  if (2 * (used_ + 1) > slots_.size()) {
    grow_slots();
    at = find_slot(shape);
  }
  ++used_;
  slots_[at].shape = shape;
  return slots_[at];
}

void Table::grow_slots() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  --shift_;
  for (const Slot& slot : old)
    if (slot.shape != 0) slots_[find_slot(slot.shape)] = slot;
}

// Called with a list that is full, or has no room at all.
void Table::make_room(Slot& slot, int list) {
  const int size = slot.size[list];
  const int room = size == 0 ? kFirstRoom : std::bit_width(static_cast<unsigned>(size));
  std::uint32_t first;
  if (!spare_[room].empty()) {
    first = spare_[room].back();
    spare_[room].pop_back();
  } else {
    first = static_cast<std::uint32_t>(entries_);
    entries_ += std::size_t{1} << room;
  }
  for (int row = 0; row < kSuits; ++row)
    std::copy_n(list_at(slot.first[list]) + row * size, size, list_at(first) + (row << room));
  if (size != 0) spare_[room - 1].push_back(slot.first[list]);
  slot.first[list] = first;
}

void Table::insert(Slot& slot, int list, const Owners& pattern, std::uint32_t bound) {
  const unsigned size = slot.size[list];
  if (size == kMostEntries) return;
  if (size == 0 || (size >= (1U << kFirstRoom) && std::has_single_bit(size))) make_room(slot, list);
  ++slot.size[list];
  const int room = room_for(static_cast<int>(size) + 1);
  std::uint32_t* const rows = list_at(slot.first[list]);
  int unknown = 0;
  for (const std::uint32_t lane : pattern) unknown += __builtin_ctz(lane) / 2;
  const unsigned cards = static_cast<unsigned>(std::min(kSuits * kRanks - unknown, 31));
  // The most general first; of equals the latest last.
  const std::uint32_t* const known = rows + kCardsRow * room;
  std::uint32_t at = 0;
  for (unsigned i = 0; i < size; ++i) at += known[i] >> kAboveOwners <= cards ? 1 : 0;
  move_up(rows, static_cast<std::size_t>(room), at, size);
  for (Suit suit = 0; suit < kSuits; ++suit)
    rows[row_of(suit) * room + static_cast<int>(at)] = pattern[suit];
  rows[kTricksRow * room + at] |= bound;
  rows[kCardsRow * room + at] |= cards << kAboveOwners;
}

void Table::keep(const Start& pattern, Bound bound, int tricks) {
  // Full: forget everything. Slower from here, never wrong.
  if (entries_ + kMostEntries > most_entries_ ||
      2 * (used_ + 1) > std::max(most_slots_, slots_.size()))
    clear();
  Slot& slot = claim(pattern.shape);
  insert(slot, pattern.leader, pattern.owners, lane_of(bound, tricks));
}

}  // namespace abtools
