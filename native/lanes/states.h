// States, and how many of them move at once.
//
// A state is a lane's worth of candidates: 81 sets.  States wait in blocks that look like the lanes themselves,
//
//     block:   row[0]    state 0 │ state 1 │ state 2 │ …  as many states as lanes
//              row[1]    state 0 │ state 1 │ …
//                ⋮
//              row[80]
//              owner     the slot (slots.h) of the puzzle that each state belongs to
//
// so one permutation per cell carries all states that have to move, whatever their places.
#pragma once
#include "lanes/simd.h"

namespace {

struct Block {
    V row[81];
    uint16_t owner[kLanes];
};

// The lanes themselves: a state each, and whose it is.
struct Lanes {
    alignas(64) V X[81];
    uint32_t active = 0;     // lanes that hold a state
    uint16_t owner[kLanes];  // slot of the state in each lane
    uint32_t since[kLanes];  // round in which the lane took its state
    uint32_t rounds = 0;

    Lanes() {
        for (int c = 0; c < 81; c++) X[c] = all(0);
    }
    uint32_t idle() const { return kEveryLane & ~active; }
    uint16_t& set(int cell, int lane) { return ((uint16_t*)X)[cell * kLanes + lane]; }
};

// to[c][t] = source[c][from[t]] for every lane t of `targets`; to and source may be the same rows.
__attribute__((noinline)) void move_states(V* to, uint32_t targets, const uint16_t* from, const V* source) {
#if defined(NONET_ISA_AVX512)
    V index = load(from);
    NONET_FOR(c, 81) to[c] = _mm512_mask_permutexvar_epi16(to[c], targets, index, source[c]);
#else
#if defined(NONET_ISA_AVX2)
    if (targets & (targets - 1)) {
        // Two byte shuffles, one for sources in the same half of the register, one for those in the other.
        alignas(32) uint16_t same[kLanes], other[kLanes], keep[kLanes];
        for (int t = 0; t < kLanes; t++) {
            const bool taken = targets >> t & 1;
            const uint16_t bytes = (uint16_t)((from[t] & 7) * 0x0202 + 0x0100), nothing = 0x8080;
            same[t] = taken && (from[t] & 8) == (t & 8) ? bytes : nothing;
            other[t] = taken && (from[t] & 8) != (t & 8) ? bytes : nothing;
            keep[t] = taken ? 0 : 0xffff;
        }
        const __m256i s = (__m256i)load(same), o = (__m256i)load(other);
        const V k = load(keep);
        NONET_FOR(c, 81) {
            __m256i x = (__m256i)source[c], swapped = _mm256_permute2x128_si256(x, x, 1);
            to[c] = (to[c] & k) | (V)_mm256_or_si256(_mm256_shuffle_epi8(x, s), _mm256_shuffle_epi8(swapped, o));
        }
        return;
    }
#elif defined(NONET_ISA_NEON)
    if (targets & (targets - 1)) {
        uint16_t bytes[kLanes];  // places in a register; where they are beyond its end, the lane stays as it is
        for (int t = 0; t < kLanes; t++) bytes[t] = targets >> t & 1 ? (uint16_t)(from[t] * 0x0202 + 0x0100) : 0xffff;
        const uint8x16_t index = (uint8x16_t)load(bytes);
        NONET_FOR(c, 81) to[c] = (V)vqtbx1q_u8((uint8x16_t)to[c], (uint8x16_t)source[c], index);
        return;
    }
#endif
    uint16_t* a = (uint16_t*)to;
    const uint16_t* b = (const uint16_t*)source;
    for (; targets; targets &= targets - 1) {
        int t = __builtin_ctz(targets), f = from[t];
        NONET_FOR(c, 81) a[c * kLanes + t] = b[c * kLanes + f];
    }
#endif
}

NONET_INLINE uint32_t lanes_from_to(int from, int to) {  // bits from … to-1
    return (uint32_t)(((1ull << to) - 1) & ~((1ull << from) - 1));
}

}  // namespace
