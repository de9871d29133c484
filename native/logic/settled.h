// Houses in which a finder found nothing: they need not be searched again until a candidate goes from them.
//
// A finder may use it if what it finds in a house (or, by two numbers, where two houses cross) depends on the candidates
// of these houses alone, or can only become less when candidates elsewhere go.
#pragma once
#include "logic/position.h"

namespace nonet::logic {

template <int kPlaces> class Settled {
  public:
    bool has(int place, const Position& position, int house) const { return position.changed[house] <= since_[place]; }
    void add(int place, const Position& position) { since_[place] = position.stamp; }

  private:
    uint64_t since_[kPlaces] = {};
};

}  // namespace nonet::logic
