#include "rules/combinations.h"

#include <memory>
#include <mutex>

namespace nonet::rules {

Combinations::Combinations(int size) : size_(size), greatest_(size * (size + 1) / 2) {
    const uint32_t masks = 1u << size;
    sum_.assign(masks, 0);
    for (uint32_t mask = 1; mask < masks; mask++)
        sum_[mask] = (uint8_t)(sum_[mask & (mask - 1)] + __builtin_ctz(mask) + 1);
    const size_t row = (size_t)greatest_ + 2;
    start_.assign((size_t)(size + 1) * row + 1, 0);
    const auto place = [&](uint32_t mask) { return (size_t)__builtin_popcount(mask) * row + sum_[mask]; };
    for (uint32_t mask = 0; mask < masks; mask++) start_[place(mask) + 1]++;
    for (size_t i = 1; i < start_.size(); i++) start_[i] += start_[i - 1];
    sets_.resize(masks);
    std::vector<uint32_t> next = start_;
    for (uint32_t mask = 0; mask < masks; mask++) sets_[next[place(mask)]++] = (uint16_t)mask;
}

const Combinations& Combinations::of(int size) {
    static std::once_flag flags[kMostCombined + 1];
    static std::unique_ptr<const Combinations> tables[kMostCombined + 1];
    std::call_once(flags[size], [&] { tables[size].reset(new Combinations(size)); });
    return *tables[size];
}

}  // namespace nonet::rules
