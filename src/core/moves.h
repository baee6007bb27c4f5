// Which cards are worth trying, and in what order.
#pragma once

#include <array>

#include "cardset.h"

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

// The leads, each given as the lowest of its equals.
template <bool kTrump>
void order_leads(Moves& moves, CardSet cards, const Hands& hands, Seat seat);

// What second, third and fourth hand go by, their partner's chances and the next hand's in view.
template <bool kTrump, int kPlace>
class Replies {
 public:
  Replies() = default;
  Replies(const Hands& hands, Seat seat, CardSet led, CardSet best, Seat winner);
  // The best of some cards, each the lowest of its equals; there must be one.
  CardSet best_of(CardSet cards) const {
    return following_ ? best_following(cards) : best_ruff_or_discard(cards);
  }

 private:
  CardSet best_following(CardSet cards) const;
  CardSet best_ruff_or_discard(CardSet cards) const;
  int discard_score(CardSet card) const;

  CardSet hand_;
  CardSet opponents_;  // what both still hold
  CardSet best_;       // the card that wins so far
  CardSet to_beat_;    // it, or the best the next hand can do
  bool following_;
  bool partner_takes_;  // the trick, without help
};

}  // namespace abtools
