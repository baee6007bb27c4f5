// Which cards are worth trying, and in what order.
#pragma once

#include <array>

#include "cardset.h"
#include "position.h"

namespace abtools {

// Cards to try, best first; taken one by one.
class Moves {
 public:
  void add(CardSet card, int score) { items_[size_++] = {card, score}; }
  bool empty() const { return size_ == 0; }
  CardSet take_best() {
    int best = 0;
    for (int i = 1; i < size_; ++i)
      if (items_[i].score > items_[best].score) best = i;
    const CardSet card = items_[best].card;
    items_[best] = items_[--size_];
    return card;
  }

 private:
  struct Item {
    CardSet card;
    int score;
  };
  std::array<Item, kMaxTricks> items_;
  int size_ = 0;
};

using Hands = std::array<CardSet, kSeats>;

// `cards` are the lowest of each group of equals among the legal ones.
template <bool kTrump>
void order_leads(Moves& moves, CardSet cards, const Hands& hands, Seat seat);
template <bool kTrump>
void order_replies(Moves& moves, CardSet cards, const Hands& hands, Seat seat, int place,
                   const Trick& trick);

}  // namespace abtools
