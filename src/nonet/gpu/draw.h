// The project's random numbers on the GPU: the same stream as src/nonet/rng.py and native/rng.h.
#pragma once
#include "board.h"

namespace nonet_gpu {

typedef unsigned long long u64;

// Adds to a counter that threads share; returns what it was.
NONET_DEVICE u32 add(u32* counter, u32 n) {
#ifdef __CUDA_ARCH__
    return atomicAdd(counter, n);
#else
    const u32 before = *counter;
    *counter += n;
    return before;
#endif
}

NONET_DEVICE u64 add(u64* counter, u64 n) {
#ifdef __CUDA_ARCH__
    return atomicAdd(counter, n);
#else
    const u64 before = *counter;
    *counter += n;
    return before;
#endif
}

NONET_DEVICE u64 high_half(u64 a, u64 b) {
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#else
    return (u64)((unsigned __int128)a * b >> 64);
#endif
}

struct Rng {
    u64 state;

    NONET_MEMBER u64 next() {
        u64 z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    // A number below n, every one equally likely; docs/randomness.md has the rule.
    NONET_MEMBER u32 below(u32 n) {
        u64 z = next(), low = z * n;
        if (low < n) {
            const u64 threshold = (0 - (u64)n) % n;
            while (low < threshold) {
                z = next();
                low = z * n;
            }
        }
        return (u32)high_half(z, n);
    }

    // The digits 0 … 8 in random order, four bits each, the first one lowest.
    NONET_MEMBER u64 shuffled_digits() {
        u64 digits = 0x876543210;
        NONET_KEEP_LOOP
        for (int i = 8; i > 0; i--) {
            const int j = (int)below(i + 1);
            const u64 swap = (digits >> 4 * i ^ digits >> 4 * j) & 15;
            digits ^= swap << 4 * i | swap << 4 * j;
        }
        return digits;
    }
};

// The stream of puzzle number `stream` of a seed.
NONET_DEVICE Rng stream_of(u64 seed, u64 stream) {
    Rng rng = {seed};
    if (stream == 0) return rng;
    rng.state = rng.next() ^ (stream * 0x9E3779B97F4A7C15u);
    rng.state = rng.next();
    return rng;
}

}  // namespace nonet_gpu
