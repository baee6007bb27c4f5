// Cards that did well before in a similar situation: they are tried first. A wrong one costs time,
// never the right answer. A long search is given a larger table, for a small one forgets too much.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cardset.h"

namespace abtools {

class Hints {
 public:
  Hints() { clear(); }

  void clear() {
    entries_.assign(std::size_t{1} << kFewestBits, 0);
    mask_ = entries_.size() - 1;
    displaced_ = 0;
  }

  // A situation as the caller sees it, scattered.
  class Key {
   public:
    Key(CardSet cards, int circumstances) {
      const std::uint64_t also = static_cast<std::uint64_t>(circumstances);
      const std::uint64_t mixed = (cards ^ also * 0xc2b2'ae3d'27d4'eb4f) * 0x9e37'79b9'7f4a'7c15;
      scattered_ = (mixed ^ mixed >> 29) * 0xc2b2'ae3d'27d4'eb4f;
    }

   private:
    friend class Hints;
    std::size_t place() const { return static_cast<std::size_t>(scattered_ >> 32); }
    std::uint32_t tag() const { return static_cast<std::uint32_t>(scattered_) & ~kIndex; }
    std::uint64_t scattered_;
  };

  // The card that did well, or nothing of the pack.
  CardSet card(Key key) const {
    const std::uint32_t entry = entries_[key.place() & mask_];
    return (entry & ~kIndex) == key.tag() ? CardSet{1} << (entry & kIndex) : 0;
  }
  void keep(Key key, CardSet card) {
    std::uint32_t& entry = entries_[key.place() & mask_];
    displaced_ += (entry & ~kIndex) != key.tag() ? 1 : 0;
    entry = key.tag() | static_cast<std::uint32_t>(index_of(card));
    if (displaced_ > mask_ / 8) grow();
  }

 private:
  // To twice the size, unless it is large enough. What was at a place may be looked for at either
  // of the two that it becomes.
  [[gnu::noinline]] void grow() {
    displaced_ = 0;
    const std::size_t size = entries_.size();
    if (size == std::size_t{1} << kMostBits) return;
    entries_.resize(2 * size);
    std::copy_n(entries_.begin(), size, entries_.begin() + static_cast<std::ptrdiff_t>(size));
    mask_ = entries_.size() - 1;
  }

  static constexpr int kFewestBits = 16;
  static constexpr int kMostBits = 21;
  static constexpr std::uint32_t kIndex = 63;
  std::vector<std::uint32_t> entries_;  // the card's index in the low bits, a tag above it
  std::size_t mask_ = 0;                // one less than the entries are
  std::size_t displaced_ = 0;           // since it was cleared or grew
};

}  // namespace abtools
