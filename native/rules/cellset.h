// Sets of cells: `words` words of 64 bits, cell c is bit c % 64 of word c / 64.
#pragma once
#include <stdint.h>

namespace nonet::rules {

inline bool has_cell(const uint64_t* set, int cell) { return set[cell >> 6] >> (cell & 63) & 1; }
inline void add_cell(uint64_t* set, int cell) { set[cell >> 6] |= uint64_t(1) << (cell & 63); }

inline bool meet(const uint64_t* a, const uint64_t* b, int words) {
    for (int i = 0; i < words; i++)
        if (a[i] & b[i]) return true;
    return false;
}
inline int count_cells(const uint64_t* set, int words) {
    int count = 0;
    for (int i = 0; i < words; i++) {  // without the help of the processor, which may have no instruction for it
        uint64_t word = set[i] - (set[i] >> 1 & 0x5555555555555555u);
        word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
        count += (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
    }
    return count;
}

// Calls body(cell) for each cell of the set, in ascending order.
template <class Body> void for_each_cell(const uint64_t* set, int words, Body body) {
    for (int i = 0; i < words; i++)
        for (uint64_t rest = set[i]; rest; rest &= rest - 1) body(i * 64 + __builtin_ctzll(rest));
}

}  // namespace nonet::rules
