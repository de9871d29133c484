// Digging in the lanes: a puzzle in each lane, from the empty board to the last clue.
//
//     fill    the boxes along the diagonal, then the grid that backtracking finds first, row by row, each cell trying its
//             digits in an order of its own.  A plain puzzle (spec 001) begins with the empty board; rows and bands are
//             switched when it is full, and a dig that ends with too few blanks is repeated in a new grid
//     tests   orbit by orbit, cell by cell: is the clue needed?
//
// A clue is needed if the other clues allow a solution with another digit in its cell.  If the cell sees all other digits,
// the clue is not needed, without any search.  Otherwise the lane searches for such a solution, and it helps that one
// solution is known: the grid S that is dug in.  Take a state of the search in which deduction finds nothing more:
//
//     - its solved cells agree with each other, and their digits are gone from their peers;
//     - so if every unsolved cell still has its digit of S as a candidate, S can be filled in there.  That is another
//       solution, and the search ends, usually long before the board is full;
//     - otherwise some unsolved cell has lost its digit of S; the search branches there.
//
// The state of a search is not stored.  It is rebuilt from the clues (G), the digit ruled out, and the trail of branches,
//
//     trail   cell, digit     taken first: the cell has this digit
//             cell, digit  ×  it led nowhere: the cell does not
//
// because that costs only a round or two, and dead ends are rare.
#pragma once
#include <string.h>

#include "classic.h"
#include "lanes/order.h"
#include "lanes/rounds.h"
#include "rng.h"

namespace {

using nonet::DigJob;
using nonet::Pulse;

constexpr uint32_t kAttention = 3 * kLanes / 8;  // lane-rounds of waiting worth a turn of attention
constexpr int kLongFill = 300;                   // branches, after which a fill is left to order.h

struct Branch {
    uint8_t cell, digit;
    bool flipped;  // the digit led nowhere
};

struct Orbit {
    uint8_t first, size;  // in Dug::cells
};

struct Dug {  // the puzzle in a lane
    size_t number;
    nonet::Rng rng;                      // what the number draws from
    int clues;                           // to end at; -1: when no orbit can go any more
    uint8_t from_row[9];                 // the row of the fill that becomes row 0, 1, … of the solution
    int depth;                           // of the trail
    int branches;                        // of the fill
    uint8_t test;                        // the cell in question
    bool counted;                        // is there a clue count to end at?
    int surplus;                         // if so, the cells still to be emptied
    uint8_t cells[81];                   // the clues to begin with, orbit by orbit
    int place, n_order;                  // the orbit in question, in …
    Orbit order[81];                     // … the order drawn; those that must be empty come first
    int n_clues;                         // of cells
    int n_empty;                         // the number of those; if one of them cannot go, there is no puzzle
    int at;                              // the cell in question, in the orbit
    uint8_t digit[81];                   // the solution, digits 0..8
    uint16_t row[9], column[9], box[9];  // digits of the clues in each house
    unsigned __int128 sums[82];          // sums[i]: the numbers of cells that order[i …] can make
    Branch trail[729];
    nonet::Order tries;
};

// For every lane: of the unsolved cells that have lost their digit of S, the one with the fewest candidates, as
// 128 * candidates + cell.  moved: the digits of S that have lost a cell.  Returns the lanes that have such a cell.
__attribute__((noinline)) uint32_t choose_lost(const V* X, const V* S, uint16_t* choice, uint16_t* moved) {
    const V one = all(1), none = all(0x7fff), nothing = all(0);
    V best = none, digits = nothing;
    NONET_FOR(c, 81) {
        V key = add(shift_left<7>(count_bits(X[c])), all((uint16_t)c));
        V same = vand(X[c], S[c]);
        V unsolved = vand(X[c], sub(X[c], one));
        digits = vor(digits, if_set(same, nothing, S[c]));
        best = minimum(best, if_set(unsolved, if_set(same, none, key), none));
    }
    store(choice, best);
    store(moved, digits);
    return ~where_equal(best, none) & kEveryLane;
}

struct Digger {
    alignas(64) V X[81];  // the search
    V S[81];              // the solutions
    V G[81];              // the clues: what a search begins with
    Dug dug[kLanes];
    const DigJob& job;
    const Pulse& pulse;
    uint32_t active = 0, filling = 0, fresh = 0;  // lanes; fresh: to be set up before the next round
    size_t next = 0, end = 0;

    Digger(const DigJob& j, const Pulse& p) : job(j), pulse(p) {
        for (int c = 0; c < 81; c++) X[c] = S[c] = G[c] = all(0);
    }

    uint16_t& set(V* board, int cell, int lane) { return ((uint16_t*)board)[cell * kLanes + lane]; }

    // ------------------------------------------------------------------------------------------------------------ fill

    bool next_number(size_t& number) {
        if (next == end) {
            constexpr size_t kTake = 8;
            next = __atomic_fetch_add(job.next, kTake, __ATOMIC_RELAXED);
            if (next >= job.n) {
                end = next;
                return false;
            }
            end = job.n - next > kTake ? next + kTake : job.n;
        }
        number = next++;
        return true;
    }

    void begin(int lane) {
        Dug& d = dug[lane];
        const uint32_t bit = 1u << lane;
        active &= ~bit;
        filling &= ~bit;
        do {
            if (!next_number(d.number)) return;
            d.rng = nonet::Rng::of(job.seed, job.first + d.number);
            d.clues = job.plain ? 81 - job.plain->fewest - (int)d.rng.below(job.plain->choices()) : job.clues;
        } while (job.plain && 81 - d.clues > job.plain->most_dug);
        active |= bit;
        draw(lane);
    }

    // Everything that one dig draws: none of it depends on the grid.
    void draw(int lane) {
        Dug& d = dug[lane];
        filling |= 1u << lane;
        fresh |= 1u << lane;
        for (int r = 0; r < 9; r++) d.from_row[r] = (uint8_t)r;
        if (job.start)
            read_start(lane);
        else if (job.plain)
            draw_plain(lane);
        else
            draw_start(lane, d.rng);
        const uint8_t* start = job.start ? job.start + 81 * d.number : nullptr;
        uint8_t orbits[81];
        for (int i = 0; i < job.n_orbits; i++) orbits[i] = (uint8_t)i;
        d.rng.shuffle(orbits, job.n_orbits);
        constexpr uint8_t kKinds[] = {nonet::kEmpty, nonet::kFree, nonet::kGiven};
        d.n_order = 0;
        int clues = 0, emptied = 0;
        for (uint8_t kind : kKinds) {
            for (int i = 0; i < job.n_orbits; i++) {
                const int o = orbits[i], first = clues;
                if (job.orbit_kind[o] != kind) continue;
                for (int at = job.orbit_start[o]; at < job.orbit_start[o + 1]; at++)
                    if (!start || start[job.orbit_cells[at]]) d.cells[clues++] = job.orbit_cells[at];
                if (clues > first && kind != nonet::kGiven)
                    d.order[d.n_order++] = {(uint8_t)first, (uint8_t)(clues - first)};
            }
            if (kind == nonet::kEmpty) {
                d.n_empty = d.n_order;
                emptied = clues;
            }
        }
        d.n_clues = clues;
        d.counted = d.clues >= 0;
        if (d.counted) {
            d.surplus = clues - emptied - d.clues;
            if (d.surplus > 0) put_due_first(d);
            d.sums[d.n_order] = 1;
            for (int i = d.n_order - 1; i >= d.n_empty; i--)
                d.sums[i] = d.sums[i + 1] | d.sums[i + 1] << d.order[i].size;
        }
        d.depth = d.branches = 0;
    }

    // Orbits without which the clue count cannot be reached are moved to the front.
    static void put_due_first(Dug& d) {
        int of_size[82] = {};
        uint8_t size[81];
        int n_sizes = 0;
        for (int i = d.n_empty; i < d.n_order; i++)
            if (!of_size[d.order[i].size]++) size[n_sizes++] = d.order[i].size;
        bool due[82] = {}, any = false;
        for (int k = 0; k < n_sizes; k++) {
            unsigned __int128 sums = 1;
            for (int j = 0; j < n_sizes; j++)
                for (int n = of_size[size[j]] - (j == k); n > 0; n--) sums |= sums << size[j];
            due[size[k]] = !(sums >> d.surplus & 1);
            any = any || due[size[k]];
        }
        if (!any) return;
        Orbit sorted[81];
        int at = 0;
        for (int i = d.n_empty; i < d.n_order; i++)
            if (due[d.order[i].size]) sorted[at++] = d.order[i];
        for (int i = d.n_empty; i < d.n_order; i++)
            if (!due[d.order[i].size]) sorted[at++] = d.order[i];
        memcpy(d.order + d.n_empty, sorted, sizeof(Orbit) * (size_t)at);
    }

    // Boxes 1, 5 and 9, and the orders in which the other cells try the digits.
    void draw_start(int lane, nonet::Rng& rng) {
        Dug& d = dug[lane];
        for (int c = 0; c < 81; c++) set(G, c, lane) = nonet::kAll;
        for (int corner = 0; corner < 81; corner += 30) {  // r1c1, r4c4, r7c7
            uint16_t digits[9];
            for (int i = 0; i < 9; i++) digits[i] = (uint16_t)(1u << i);
            rng.shuffle(digits, 9);
            for (int i = 0; i < 9; i++) set(G, corner + 9 * (i / 3) + i % 3, lane) = digits[i];
        }
        for (int c = 0; c < 81; c++) {
            ascending(d, c);
            if (nonet::kHouse.box[c] % 4) rng.shuffle(d.tries.digit[c], 9);
        }
    }

    // The orders in which all cells try the digits; the rows and bands to switch (`switched_grid` in fill.py).
    void draw_plain(int lane) {
        Dug& d = dug[lane];
        for (int c = 0; c < 81; c++) {
            set(G, c, lane) = nonet::kAll;
            ascending(d, c);
            d.rng.shuffle(d.tries.digit[c], 9);
        }
        uint8_t row[9], band[3] = {0, 1, 2};
        for (uint8_t r = 0; r < 9; r++) row[r] = r;
        for (int top = 0; top < 9; top += 3) switch_two(row + top, d.rng);
        switch_two(band, d.rng);
        for (int r = 0; r < 9; r++) d.from_row[r] = row[3 * band[r / 3] + r % 3];
    }

    static void switch_two(uint8_t* three, nonet::Rng& rng) {
        const int one = (int)rng.below(3), left = (int)rng.below(2), other = left + (left >= one);
        const uint8_t was = three[one];
        three[one] = three[other];
        three[other] = was;
    }

    void read_start(int lane) {
        Dug& d = dug[lane];
        const uint8_t* start = job.start + 81 * d.number;
        for (int c = 0; c < 81; c++) {
            set(G, c, lane) = start[c] ? (uint16_t)(1u << (start[c] - 1)) : (uint16_t)nonet::kAll;
            ascending(d, c);
        }
    }

    static void ascending(Dug& d, int cell) {
        d.tries.cell[cell] = (uint8_t)cell;
        for (int i = 0; i < 9; i++) d.tries.digit[cell][i] = (uint8_t)i;
    }

    static uint16_t first_of(const Dug& d, int cell, uint16_t candidates) {
        const uint8_t* digit = d.tries.digit[cell];
        while (!(candidates >> *digit & 1)) digit++;
        return (uint16_t)(1u << *digit);
    }

    static bool keep(void* arg, const uint8_t* solution) {
        memcpy(arg, solution, 81);
        return false;
    }

    void long_fill(int lane) {
        uint16_t sets[81];
        uint8_t text[81] = {};
        for (int c = 0; c < 81; c++) sets[c] = set(G, c, lane);
        if (walk(sets, dug[lane].tries, keep, text, pulse) == End::Stopped) return;
        if (!text[0]) return finish(lane, false);  // no solution to dig in
        for (int c = 0; c < 81; c++) set(X, c, lane) = (uint16_t)(1u << (text[c] - '1'));
        filled(lane);
    }

    void filled(int lane) {
        Dug& d = dug[lane];
        filling &= ~(1u << lane);
        for (int c = 0; c < 81; c++) {
            const uint16_t one = set(X, 9 * d.from_row[c / 9] + c % 9, lane);
            set(S, c, lane) = one;
            set(G, c, lane) = nonet::kAll;
            d.digit[c] = (uint8_t)__builtin_ctz(one);
        }
        for (int i = 0; i < 9; i++) d.row[i] = d.column[i] = d.box[i] = 0;
        for (int i = 0; i < d.n_clues; i++) put_back(lane, d.cells[i]);
        d.place = d.at = 0;
        go_on(lane);
    }

    // ----------------------------------------------------------------------------------------------------------- tests

    void take(int lane, int cell) {
        Dug& d = dug[lane];
        const uint16_t rest = (uint16_t)~(1u << d.digit[cell]);
        set(G, cell, lane) = nonet::kAll;
        d.row[nonet::kHouse.row[cell]] &= rest;
        d.column[nonet::kHouse.column[cell]] &= rest;
        d.box[nonet::kHouse.box[cell]] &= rest;
    }

    void put_back(int lane, int cell) {
        Dug& d = dug[lane];
        const uint16_t one = (uint16_t)(1u << d.digit[cell]);
        set(G, cell, lane) = one;
        d.row[nonet::kHouse.row[cell]] |= one;
        d.column[nonet::kHouse.column[cell]] |= one;
        d.box[nonet::kHouse.box[cell]] |= one;
    }

    // To the next cell that has to be searched for, or to the end of the puzzle.
    void go_on(int lane) {
        Dug& d = dug[lane];
        for (; d.place < d.n_order; d.place++, d.at = 0) {
            const Orbit orbit = d.order[d.place];
            const bool counts = d.counted && d.place >= d.n_empty;
            if (counts && d.at == 0) {
                if (d.surplus <= 0) break;
                const int rest = d.surplus - orbit.size;
                if (rest < 0 || !(d.sums[d.place + 1] >> rest & 1)) continue;
            }
            for (; d.at < orbit.size; d.at++) {
                const int cell = d.cells[orbit.first + d.at];
                take(lane, cell);
                const uint16_t seen = d.row[nonet::kHouse.row[cell]] | d.column[nonet::kHouse.column[cell]] |
                                      d.box[nonet::kHouse.box[cell]];
                if ((seen | 1u << d.digit[cell]) == nonet::kAll) continue;
                d.test = (uint8_t)cell;
                d.depth = 0;
                fresh |= 1u << lane;
                return;
            }
            if (counts) d.surplus -= orbit.size;
        }
        finish(lane, !d.counted || d.surplus == 0);
    }

    void needed(int lane) {  // the clue is: the orbit stays
        Dug& d = dug[lane];
        if (d.place < d.n_empty) return finish(lane, false);
        const uint8_t* cells = d.cells + d.order[d.place].first;
        for (; d.at >= 0; d.at--) put_back(lane, cells[d.at]);
        d.place++;
        d.at = 0;
        go_on(lane);
    }

    void not_needed(int lane) {
        dug[lane].at++;
        go_on(lane);
    }

    void finish(int lane, bool found) {
        Dug& d = dug[lane];
        if (!found && job.plain) {  // too few blanks: another grid
            d.depth = d.branches = 0;
            return draw(lane);
        }
        uint8_t* out = job.values + 81 * d.number;
        for (int c = 0; c < 81; c++)
            out[c] = found && set(G, c, lane) != nonet::kAll ? (uint8_t)(d.digit[c] + 1) : (uint8_t)0;
        job.found[d.number] = found;
        begin(lane);
    }

    // ---------------------------------------------------------------------------------------------------------- search

    // Sets the fresh lanes up: the clues, the digit that is ruled out, the trail.
    void set_up() {
        alignas(64) uint16_t chosen[kLanes];
        for (int l = 0; l < kLanes; l++) chosen[l] = (uint16_t)(fresh >> l & 1);
        const V mask = load(chosen);
        NONET_FOR(c, 81) X[c] = if_set(mask, G[c], X[c]);
        for (; fresh; fresh &= fresh - 1) {
            const int lane = __builtin_ctz(fresh);
            const Dug& d = dug[lane];
            if (!(filling >> lane & 1)) set(X, d.test, lane) ^= (uint16_t)(1u << d.digit[d.test]);
            for (int i = 0; i < d.depth; i++) {
                const Branch& b = d.trail[i];
                uint16_t& x = set(X, b.cell, lane);
                const uint16_t one = (uint16_t)(1u << b.digit);
                x = (uint16_t)(b.flipped ? x & ~one : x & one);
            }
        }
    }

    // A dead end: the last digit taken is ruled out.  False: all has been tried.
    bool turn_back(int lane) {
        Dug& d = dug[lane];
        while (d.depth && d.trail[d.depth - 1].flipped) d.depth--;
        if (!d.depth) return false;
        d.trail[d.depth - 1].flipped = true;
        fresh |= 1u << lane;
        return true;
    }

    void branch(int lane, int cell, uint16_t one) {
        Dug& d = dug[lane];
        d.trail[d.depth++] = {(uint8_t)cell, (uint8_t)__builtin_ctz(one), false};
        set(X, cell, lane) = one;
    }

    void attend_fills(uint32_t dead, uint32_t solved, uint32_t stable) {
        alignas(64) uint16_t first[kLanes];
        choose_first(X, first);
        for (uint32_t m = dead | solved | stable; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);
            const uint32_t bit = m & -m;
            Dug& d = dug[lane];
            if (solved & bit) {
                filled(lane);
                continue;
            }
            if (++d.branches > kLongFill) {
                long_fill(lane);
                continue;
            }
            if (dead & bit) {
                if (!turn_back(lane)) d.branches = kLongFill;
                continue;
            }
            const uint16_t candidates = set(X, first[lane], lane);
            if (candidates & (candidates - 1)) branch(lane, first[lane], first_of(d, first[lane], candidates));
        }
    }

    void attend_tests(uint32_t dead, uint32_t solved, uint32_t stable) {
        alignas(64) uint16_t choice[kLanes], moved[kLanes];
        if (stable) {
            const uint32_t open = choose_lost(X, S, choice, moved);
            solved |= stable & ~open;
            stable &= open;
        }
        for (uint32_t m = dead; m; m &= m - 1) {
            const int lane = __builtin_ctz(m);
            if (!turn_back(lane)) not_needed(lane);
        }
        for (uint32_t m = solved; m; m &= m - 1) needed(__builtin_ctz(m));
        for (uint32_t m = stable; m; m &= m - 1) {
            const int lane = __builtin_ctz(m), cell = choice[lane] & 127;
            uint16_t candidates = set(X, cell, lane);
            if (candidates & moved[lane]) candidates &= moved[lane];
            branch(lane, cell, (uint16_t)(candidates & -candidates));
        }
    }

    void run() {
        for (int lane = 0; lane < kLanes; lane++) begin(lane);
        uint64_t rounds = 0;
        uint32_t waited = 0, turns = 0;
        while (active) {
            if (fresh) set_up();
            Verdict v = one_round<true>(X);
            rounds++;
            const uint32_t waiting = active & (v.dead | v.solved | ~v.changed);
            waited += (uint32_t)__builtin_popcount(waiting);
            if (waited < kAttention && waiting != active) continue;
            waited = 0;
            uint32_t solved = waiting & v.solved, dead = waiting & v.dead;
            if (solved) {
                const uint32_t fake = solved & several_left(X);
                solved &= ~fake;
                dead |= fake;
            }
            const uint32_t stable = waiting & ~dead & ~solved, fills = waiting & filling, tests = waiting & ~filling;
            if (fills) attend_fills(dead & fills, solved & fills, stable & fills);
            if (tests) attend_tests(dead & tests, solved & tests, stable & tests);
            if ((++turns & 1023) == 0 ? nonet::tick(pulse) : nonet::stopped(pulse)) break;
        }
        if (job.rounds) __atomic_fetch_add(job.rounds, rounds, __ATOMIC_RELAXED);
    }
};

void dig_lanes(const DigJob& job, const Pulse& pulse) { Digger(job, pulse).run(); }

}  // namespace
