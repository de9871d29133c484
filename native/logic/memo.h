// What finders have worked out about a position, kept until the next move (`Position.remembered` in Python).
#pragma once
#include <stdint.h>

#include "logic/position.h"

namespace nonet::logic {

template <class Value> class Memo {
  public:
    // The value for this position; `compute(position, value)` refreshes the old one, whose memory can be used again.
    template <class Compute> Value& get(const Position& position, Compute compute) {
        if (stamp_ != position.stamp) {
            compute(position, value_);
            stamp_ = position.stamp;
        }
        return value_;
    }

  private:
    uint64_t stamp_ = 0;  // of no position
    Value value_;
};

}  // namespace nonet::logic
