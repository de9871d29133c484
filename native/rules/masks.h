// Sets of digits as masks: digit d is the bit 1 << (d - 1).
#pragma once
#include <stdint.h>

namespace nonet::rules {

inline int count_of(uint32_t mask) {  // without the help of the processor, which may have no instruction for it
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}

inline bool is_single(uint32_t mask) { return !(mask & (mask - 1)); }

inline int lowest(uint32_t mask) { return __builtin_ctz(mask); }
inline int highest(uint32_t mask) { return 31 - __builtin_clz(mask); }

// The sum of the smallest, or of the greatest, `count` digits of a set; of all of them if there are fewer.
inline int least_sum(uint32_t digits, int count) {
    int sum = 0;
    for (; count && digits; count--, digits &= digits - 1) sum += lowest(digits) + 1;
    return sum;
}
inline int greatest_sum(uint32_t digits, int count) {
    int sum = 0;
    for (; count && digits; count--, digits ^= 1u << highest(digits)) sum += highest(digits) + 1;
    return sum;
}

// Digit d becomes 33 - d.
inline uint32_t mirrored(uint32_t mask) {
    mask = (mask >> 1 & 0x55555555u) | (mask & 0x55555555u) << 1;
    mask = (mask >> 2 & 0x33333333u) | (mask & 0x33333333u) << 2;
    mask = (mask >> 4 & 0x0F0F0F0Fu) | (mask & 0x0F0F0F0Fu) << 4;
    return __builtin_bswap32(mask);
}

}  // namespace nonet::rules
