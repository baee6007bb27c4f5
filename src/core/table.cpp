#include "table.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE4_1__)
#include <immintrin.h>
#endif

namespace abtools {

namespace {

constexpr int kFirstSlotBits = 12;
constexpr int kStep = 16;      // entries looked at before the next look at their bounds
constexpr int kFirstRoom = 2;  // log2 of a new list's entries
constexpr std::uint16_t kMostEntries = 1 << 13;  // of one list
constexpr std::size_t kMostIndexed = std::size_t{1} << 32;

// Four lanes at a time, with the processor's vectors where it has them.
#if defined(__SSE4_1__)

struct Lanes {
  __m128i all;
  explicit Lanes(const std::array<std::uint32_t, 4>& lane)
      : all(_mm_load_si128(reinterpret_cast<const __m128i*>(lane.data()))) {}
};

// True when the owners agree with the pattern in every bit above the one that closes it.
bool covers(Lanes pattern, Lanes owners) {
  const __m128i ending = _mm_xor_si128(pattern.all, _mm_add_epi32(pattern.all, _mm_set1_epi32(-1)));
  const __m128i differing = _mm_andnot_si128(ending, _mm_xor_si128(pattern.all, owners.all));
  return _mm_testz_si128(differing, _mm_set1_epi32(kOwnerBits)) != 0;
}

#else

struct Lanes {
  std::uint64_t low, high;
  explicit Lanes(const std::array<std::uint32_t, 4>& lane) { std::memcpy(this, lane.data(), 16); }
};

bool covers(std::uint64_t pattern, std::uint64_t owners) {
  constexpr std::uint64_t kOnes = 0x0000'0001'0000'0001;
  const std::uint64_t ending = pattern ^ (pattern - kOnes);
  return ((pattern ^ owners) & ~ending & (kOwnerBits * kOnes)) == 0;
}

bool covers(Lanes pattern, Lanes owners) {
  return covers(pattern.low, owners.low) && covers(pattern.high, owners.high);
}

#endif

// The first of some entries that covers the owners; `size` when none does.
int first_covering(const Owners* entries, int size, const Owners& owners) {
  const Lanes held(owners);
  int i = 0;
  while (i < size && !covers(Lanes(entries[i]), held)) ++i;
  return i;
}

#if defined(__SSE4_1__)

// The same, two entries a step, for processors that have AVX2.
__attribute__((target("avx2"))) int first_covering_avx2(const Owners* entries, int size,
                                                        const Owners& owners) {
  const __m256i held =
      _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(owners.data())));
  const __m256i minus_one = _mm256_set1_epi32(-1);
  const __m256i bits = _mm256_set1_epi32(kOwnerBits);
  for (int i = 0; i < size; i += 2) {
    // Lists have an even number of places, so the second of the last two may be read.
    const __m256i pair = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(entries + i));
    const __m256i ending = _mm256_xor_si256(pair, _mm256_add_epi32(pair, minus_one));
    const __m256i differing =
        _mm256_and_si256(_mm256_andnot_si256(ending, _mm256_xor_si256(pair, held)), bits);
    const int same = _mm256_movemask_ps(
        _mm256_castsi256_ps(_mm256_cmpeq_epi32(differing, _mm256_setzero_si256())));
    if ((same & 0x0f) == 0x0f) return i;
    if ((same & 0xf0) == 0xf0 && i + 1 < size) return i + 1;
  }
  return size;
}

#endif

}  // namespace

// Memory is set aside once and taken into use page by page, so that growing never needs it twice:
// three quarters of the cap for the patterns, an eighth for the slots (which do need half as much
// again while they grow).
Table::Table(std::size_t cap_in_bytes)
    : most_slots_(cap_in_bytes / 8 / sizeof(Slot)),
      most_entries_(std::min(cap_in_bytes / 4 * 3 / sizeof(Entry), kMostIndexed)) {
  first_covering_ = first_covering;
#if defined(__SSE4_1__)
  if (__builtin_cpu_supports("avx2")) first_covering_ = first_covering_avx2;
#endif
  entries_.reserve(most_entries_);
  clear();
}

void Table::clear() {
  slots_.assign(std::size_t{1} << kFirstSlotBits, Slot{});
  if (slots_.capacity() > slots_.size()) slots_.shrink_to_fit();
  shift_ = 64 - kFirstSlotBits;
  used_ = 0;
  entries_.clear();
  for (auto& runs : spare_) runs.clear();
}

Table::Place Table::find_slot(std::uint64_t shape) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = home_of(shape);
  while (slots_[at].shape != shape && slots_[at].used) at = (at + 1) & mask;
  return at;
}

Table::Place Table::locate(std::uint64_t shape, Seat leader) const {
  const Place place = find_slot(shape);
  for (int kind = 0; kind < 2; ++kind)
    __builtin_prefetch(entries_.data() + slots_[place].first[2 * leader + kind]);
  return place;
}

Answer Table::find(Place place, Seat leader, const Owners& owners, int need) const {
  Answer answer;
  const Slot& slot = slots_[place];
  for (int kind = 0; kind < 2; ++kind) {
    const int size = slot.size[2 * leader + kind];
    if (size == 0) continue;
    const Entry* const entries = entries_.data() + slot.first[2 * leader + kind];
    const auto decides = [kind, need](const Entry& entry) {
      return kind == 0 ? entry.tricks() >= need : entry.tricks() < need;
    };
    // Strongest first: in steps, so that those past the last that decides are left alone.
    for (int from = 0; from < size && decides(entries[from]); from += kStep) {
      const int step = std::min(size - from, kStep);
      const int at = from + first_covering_(&entries[from].lane, step, owners);
      if (at == from + step) continue;
      if (!decides(entries[at])) break;
      answer.found = true;
      answer.tricks = entries[at].tricks();
      answer.owners = entries[at].lane;
      answer.owners[0] &= kOwnerBits;
      return answer;
    }
  }
  return answer;
}

Table::Slot& Table::claim(std::uint64_t shape) {
  Place at = find_slot(shape);
  if (slots_[at].used) return slots_[at];
  if (2 * (used_ + 1) > slots_.size()) {
    grow_slots();
    at = find_slot(shape);
  }
  ++used_;
  slots_[at].used = true;
  slots_[at].shape = shape;
  return slots_[at];
}

void Table::grow_slots() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  --shift_;
  for (const Slot& slot : old)
    if (slot.used) slots_[find_slot(slot.shape)] = slot;
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
    first = static_cast<std::uint32_t>(entries_.size());
    entries_.resize(entries_.size() + (std::size_t{1} << room));
  }
  std::copy_n(entries_.begin() + slot.first[list], size, entries_.begin() + first);
  if (size != 0) spare_[room - 1].push_back(slot.first[list]);
  slot.first[list] = first;
}

void Table::insert(Slot& slot, int list, const Entry& entry) {
  const unsigned size = slot.size[list];
  if (size == kMostEntries) return;
  if (size == 0 || (size >= (1U << kFirstRoom) && std::has_single_bit(size))) make_room(slot, list);
  Entry* const entries = entries_.data() + slot.first[list];
  const int tricks = entry.tricks();
  const bool at_least = list % 2 == static_cast<int>(Bound::kAtLeast);
  unsigned at = size;
  for (; at > 0; --at) {
    const int other = entries[at - 1].tricks();
    if (at_least ? other > tricks : other < tricks) break;
    entries[at] = entries[at - 1];
  }
  entries[at] = entry;
  ++slot.size[list];
}

void Table::keep(std::uint64_t shape, Seat leader, const Owners& pattern, Bound bound, int tricks,
                 int hint) {
  // Full: forget everything. Slower from here, never wrong.
  if (entries_.size() + kMostEntries > most_entries_ ||
      2 * (used_ + 1) > std::max(most_slots_, slots_.size()))
    clear();
  Slot& slot = claim(shape);
  if (hint != 0) slot.hints[leader] = static_cast<std::uint8_t>(hint);
  Entry entry{pattern};
  entry.lane[0] |= static_cast<std::uint32_t>(tricks) << 27;
  insert(slot, 2 * leader + static_cast<int>(bound), entry);
}

}  // namespace abtools
