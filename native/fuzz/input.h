// What the parts of the fuzzer share: the bytes of an input, what must hold, and work that ends.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "pulse.h"

namespace nonet {

inline void demand(bool holds) {
    if (!holds) abort();
}

// Where the bytes end, zeros follow.
struct Bytes {
    const uint8_t *at, *end;
    int next() { return at < end ? *at++ : 0; }
    int below(int limit) { return next() % limit; }
    uint32_t word() {
        uint32_t found = 0;
        for (int i = 0; i < 4; i++) found = found << 8 | (uint32_t)next();
        return found;
    }
};

// Work that is stopped after a number of ticks.
struct Patience {
    int left, stop = 0;
    static void tick(void* self) {
        Patience& patience = *(Patience*)self;
        if (--patience.left <= 0) patience.stop = 1;
    }
    Pulse pulse() { return Pulse{&stop, tick, this}; }
};

// Parts of target.cpp: each makes a puzzle from the bytes, and asks all questions about it.  They return the number of calls.
uint64_t fuzz_killers(const uint8_t* data, size_t size);
uint64_t fuzz_rules(const uint8_t* data, size_t size);

}  // namespace nonet
