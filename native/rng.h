// The project's random generator, SplitMix64, and the stream of numbers that belongs to a seed.
//
// Its twin in Python is src/nonet/rng.py; both give the same numbers.
#pragma once
#include <stdint.h>

namespace nonet {

struct Rng {
    uint64_t state;

    // The stream of puzzle number `stream` of a seed; stream 0 is the seed's own.  docs/randomness.md has the rule.
    static Rng of(uint64_t seed, uint64_t stream) {
        Rng rng{seed};
        if (stream == 0) return rng;
        rng.state = rng.next() ^ (stream * 0x9E3779B97F4A7C15u);
        return Rng{rng.next()};
    }

    uint64_t next() {
        uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    // A number below n, every one equally likely: the high half of a 64 x 64 bit product.  The few products that would
    // favour some numbers are drawn again (D. Lemire, "Fast random integer generation in an interval", 2019).
    uint64_t below(uint64_t n) {
        unsigned __int128 m = (unsigned __int128)next() * n;
        if ((uint64_t)m < n) {
            const uint64_t threshold = (0 - n) % n;
            while ((uint64_t)m < threshold) m = (unsigned __int128)next() * n;
        }
        return (uint64_t)(m >> 64);
    }

    template <class T> void shuffle(T* items, int n) {
        for (int i = n - 1; i > 0; i--) {
            int j = (int)below((uint64_t)i + 1);
            T t = items[i];
            items[i] = items[j];
            items[j] = t;
        }
    }
};

}  // namespace nonet
