// Cards that did well before in a similar situation: they are tried first. A wrong one costs time,
// never the right answer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cardset.h"

namespace abtools {

class Hints {
 public:
  Hints() : entries_(std::size_t{1} << kBits) {}

  void clear() { std::fill(entries_.begin(), entries_.end(), 0); }

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
    std::size_t place() const { return static_cast<std::size_t>(scattered_ >> (64 - kBits)); }
    std::uint32_t tag() const { return static_cast<std::uint32_t>(scattered_) & ~kIndex; }
    std::uint64_t scattered_;
  };

  // The card that did well, or none.
  CardSet card(Key key) const {
    const std::uint32_t entry = entries_[key.place()];
    return (entry & ~kIndex) == key.tag() ? CardSet{1} << (entry & kIndex) : 0;
  }
  void keep(Key key, CardSet card) {
    entries_[key.place()] = key.tag() | static_cast<std::uint32_t>(index_of(card));
  }

 private:
  static constexpr int kBits = 16;
  static constexpr std::uint32_t kIndex = 63;
  std::vector<std::uint32_t> entries_;  // the card's index in the low bits, a tag above it
};

}  // namespace abtools
