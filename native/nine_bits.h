// Sets of up to nine things as masks: the digits of a cell, the places in a house.
#pragma once
#include <stdint.h>

namespace nonet {

// Not every processor has an instruction for it; a table is as quick.
struct BitCounts {
    uint8_t of[512];
    constexpr BitCounts() : of{} {
        for (int mask = 1; mask < 512; ++mask) of[mask] = (uint8_t)(of[mask >> 1] + (mask & 1));
    }
};
inline constexpr BitCounts kBitCounts;

inline int count_bits(unsigned mask) { return kBitCounts.of[mask]; }

// for (int number : Members<1>{mask}): the members in ascending order; the lowest bit has the number kFirst.
template <int kFirst> struct Members {
    unsigned mask;
    struct Iterator {
        unsigned rest;
        int operator*() const { return __builtin_ctz(rest) + kFirst; }
        Iterator& operator++() {
            rest &= rest - 1;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return rest != other.rest; }
    };
    Iterator begin() const { return {mask}; }
    Iterator end() const { return {0}; }
};

}  // namespace nonet
