#include "cardset.h"

namespace abtools {

bool are_disjoint_hands(const std::array<CardSet, 4>& hands) {
  CardSet seen = 0;
  for (const CardSet hand : hands) {
    if ((hand & ~kPack) != 0 || (hand & seen) != 0) return false;
    seen |= hand;
  }
  return true;
}

}  // namespace abtools
