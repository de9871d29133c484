#include "lanes/count.h"

#include <string.h>

#include <algorithm>

namespace nonet {
namespace {

struct Counter {
    const Kernel& kernel;
    uint64_t limit;
    const Pulse& pulse;
    uint64_t& shown;
    bool& memory;
    uint64_t count = 0;                   // without the leaf that is being searched,
    uint64_t found = 0, leaf_weight = 1;  // in which so many were found, each worth `leaf_weight`

    static void tick_leaf(void* self) {
        const Counter& counter = *(const Counter*)self;
        const uint64_t left = counter.limit - counter.count;
        counter.shown = counter.count + std::min(left, counter.found * counter.leaf_weight);
        tick(counter.pulse);
    }

    bool leaf(const uint16_t* sets, uint64_t weight) {
        uint8_t blank[81];
        memset(blank, '.', 81);
        found = 0;
        leaf_weight = weight;
        size_t next = 0;
        BatchJob job;
        job.puzzles = blank;
        job.n = 1;
        job.allowed = sets;
        job.limit = (limit - count + weight - 1) / weight;
        job.counts = &found;
        job.next = &next;
        memory = kernel.run(job, Pulse{pulse.stop, tick_leaf, this});
        if (!memory || stopped(pulse)) return false;
        // found <= (limit - count) / weight + 1, so this cannot overflow before it is cut
        count = found >= (limit - count + weight - 1) / weight ? limit : count + found * weight;
        return true;
    }

    // The largest group of exchangeable digits, as a set; 0 if there is none of two or more.
    static uint16_t group(const uint16_t* sets) {
        uint16_t best = 0;
        for (int a = 0; a < 9; a++) {
            uint16_t members = (uint16_t)(1 << a);
            for (int b = a + 1; b < 9; b++) {
                bool same = true;
                for (int c = 0; c < 81 && same; c++) same = (sets[c] >> a & 1) == (sets[c] >> b & 1);
                if (same) members |= (uint16_t)(1 << b);
            }
            if (__builtin_popcount(members) > __builtin_popcount(best)) best = members;
        }
        return __builtin_popcount(best) > 1 ? best : 0;
    }

    bool position(const uint16_t* sets, uint64_t weight) {
        const uint16_t members = group(sets);
        if (!members) return leaf(sets, weight);
        // the house where the group has fewest places
        int best = 0, fewest = 10;
        for (int h = 0; h < 27; h++) {
            int places = 0;
            for (int i = 0; i < 9; i++) places += (sets[house_cell(h, i)] & members) != 0;
            if (places < fewest) fewest = places, best = h;
        }
        const int m = __builtin_popcount(members);
        if (fewest < m) return true;  // no solution
        uint64_t orders = 1;
        for (int i = 2; i <= m; i++) orders *= (uint64_t)i;
        int place[9];
        int n = 0;
        for (int i = 0; i < 9; i++)
            if (sets[house_cell(best, i)] & members) place[n++] = house_cell(best, i);
        for (int chosen = 0; chosen < 1 << n; chosen++) {  // every choice of m of the n places
            if (__builtin_popcount((unsigned)chosen) != m) continue;
            uint16_t child[81];
            memcpy(child, sets, sizeof child);
            uint16_t rest = members;
            for (int i = 0; i < n; i++) {
                if (!(chosen >> i & 1)) {
                    child[place[i]] &= (uint16_t)~members;
                    continue;
                }
                uint16_t digit = (uint16_t)(rest & -rest);
                rest ^= digit;
                for (int c = 0; c < 81; c++)
                    if (c != place[i] && same_house(c, place[i])) child[c] &= (uint16_t)~digit;
                child[place[i]] = (uint16_t)(sets[place[i]] & digit);
            }
            if (!position(child, weight * orders)) return false;
            if (count >= limit) return true;
        }
        return true;
    }
};

}  // namespace

bool count_position(const Kernel& kernel, const uint16_t* sets, uint64_t limit, const Pulse& pulse, uint64_t& count,
                    bool& memory) {
    memory = true;
    Counter counter{kernel, limit, pulse, count, memory};
    const bool done = counter.position(sets, 1);
    count = counter.count;
    return done;
}

}  // namespace nonet
