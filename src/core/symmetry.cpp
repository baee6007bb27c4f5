#include "symmetry.h"

#include <optional>

namespace abtools {

namespace {

// The owners of a suit when seats are counted from so many further on.
std::uint32_t turned_back(std::uint32_t owners, int turns) {
  constexpr std::uint32_t kOnes = 0x02aa'aaaa;  // the lower bit of each owner
  constexpr std::uint32_t kTwos = kOnes << 1;
  const std::uint32_t end = owners & (0U - owners);
  const std::uint32_t less = static_cast<std::uint32_t>(turns) * kOnes;
  // Owner by owner, with nothing borrowed from the next.
  const std::uint32_t turned = ((owners | kTwos) - (less & kOnes)) ^ ((owners ^ ~less) & kTwos);
  return (turned & (0U - 2 * end)) | end;
}

}  // namespace

Symmetry::Symmetry(const Owners& dealt) {
  const auto turning = [&](int turns) -> std::optional<Suits> {
    Suits becomes{};
    unsigned taken = 0;
    for (Suit suit = 0; suit < kSuits; ++suit) {
      const std::uint32_t owners = turned_back(dealt[suit], turns);
      const auto fits = [&](Suit other) {
        return dealt[other] == owners && (taken >> other & 1) == 0;
      };
      Suit other = 0;
      while (other < kSuits && !fits(other)) ++other;
      if (other == kSuits) return std::nullopt;
      becomes[suit] = other;
      taken |= 1U << other;
    }
    return becomes;
  };
  // By one seat and so by all, or by two.
  for (const int step : {1, 2}) {
    const std::optional<Suits> becomes = turning(step);
    if (!becomes) continue;
    becomes_[0] = becomes_[1] = {0, 1, 2, 3};
    for (Seat leader = step; leader < kSeats; ++leader) {
      turns_[leader] = turns_[leader - step] + step;
      for (Suit suit = 0; suit < kSuits; ++suit)
        becomes_[leader][suit] = (*becomes)[becomes_[leader - step][suit]];
    }
    return;
  }
}

Start Symmetry::turned(const Start& start) const {
  const int turns = turns_[start.leader];
  Start turned{0, seat_after(start.leader, -turns), {}};
  for (Suit suit = 0; suit < kSuits; ++suit) {
    const Suit other = becomes_[start.leader][suit];
    const std::uint64_t lengths = start.shape >> 16 * suit & 0xffff;
    const std::uint64_t back = (lengths >> 4 * turns | lengths << (16 - 4 * turns)) & 0xffff;
    turned.shape |= back << 16 * other;
    turned.owners[other] = turned_back(start.owners[suit], turns);
  }
  return turned;
}

Owners Symmetry::suits_back(const Owners& turned, Seat leader) const {
  Owners back{};
  for (Suit suit = 0; suit < kSuits; ++suit) back[suit] = turned[becomes_[leader][suit]];
  return back;
}

}  // namespace abtools
