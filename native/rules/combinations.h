// The sets of digits of each size and sum, for boards up to 16x16.
//
//     size 2, sum 5 on a board of 9:   0b000001001 (1 and 4)   0b000000110 (2 and 3)
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <vector>

namespace nonet::rules {

constexpr int kMostCombined = 16;  // digits; above, there are too many sets

class Combinations {
  public:
    static const Combinations& of(int size);  // of a board with digits 1 … size, up to kMostCombined

    struct Range {
        const uint16_t *begin_, *end_;
        const uint16_t* begin() const { return begin_; }
        const uint16_t* end() const { return end_; }
        size_t size() const { return (size_t)(end_ - begin_); }
    };
    // All sets of `count` digits with this sum.
    Range sets(int count, int sum) const {
        if (sum < 0 || sum > greatest_ || count < 0 || count > size_) return {nullptr, nullptr};
        const uint32_t* start = &start_[(size_t)count * (size_t)(greatest_ + 2) + (size_t)sum];
        return {sets_.data() + start[0], sets_.data() + start[1]};
    }
    // All sets of `count` digits.
    Range sets(int count) const {
        const uint32_t* start = &start_[(size_t)count * (size_t)(greatest_ + 2)];
        return {sets_.data() + start[0], sets_.data() + start[greatest_ + 1]};
    }
    int sum(uint32_t digits) const { return sum_[digits]; }

  private:
    explicit Combinations(int size);

    int size_, greatest_;  // the sum of all digits
    std::vector<uint16_t> sets_;
    std::vector<uint32_t> start_;  // by count and sum; one more for each count
    std::vector<uint8_t> sum_;     // of each set
};

}  // namespace nonet::rules
