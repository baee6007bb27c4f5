// Deals that look the same from another seat once suits change places: at no trump, what is known
// of one seat's lead is then known of the other's. (A suit that kept its place would have to belong
// to every seat at once, so that with trumps there is no such deal.)
#pragma once

#include <array>
#include <cstdint>

#include "table.h"
#include "types.h"

namespace abtools {

class Symmetry {
 public:
  // Of no deal: no seat stands for another.
  Symmetry() = default;
  // Of a deal, given by the owners of all its cards.
  explicit Symmetry(const Owners& dealt);

  // Whether another seat stands for this one when it is on lead.
  bool turns(Seat leader) const { return turns_[leader] != 0; }
  // The same start with that seat on lead.
  Start turned(const Start& start) const;
  // A pattern found for that start, each suit in its place again; the owners stay turned.
  Owners suits_back(const Owners& turned, Seat leader) const;

 private:
  using Suits = std::array<Suit, kSuits>;
  std::array<int, kSeats> turns_{};      // back to the seat that stands for it
  std::array<Suits, kSeats> becomes_{};  // each suit of its, then
};

}  // namespace abtools
