// Unbiased minimal puzzles: candidates of the sieve, and what becomes of those that have one solution.
//
//     sieve     tries → candidates: boards with the clues that must be enough (sieve.h)
//     Count     how many solutions each has (tasks.h)
//     Settle    of those with one: remove clues up to the one that is needed, then test that all others are, too
#pragma once
#include "sieve.h"
#include "tasks.h"

namespace nonet_gpu {

NONET_DEVICE void planes_of_grid(const unsigned char* grid, u32 planes[12]) {
    NONET_UNROLL
    for (int w = 0; w < 12; w++) planes[w] = 0;
    for (int cell = 0; cell < 81; cell++) {
        NONET_UNROLL
        for (int w = 0; w < 12; w++)
            if (w % 3 == band_of(cell) && grid[cell] >> w / 3 & 1) planes[w] |= bit_of(cell);
    }
}

NONET_DEVICE void last_clues(const unsigned char* order, int clues, u32 given[3]) {
    given[0] = given[1] = given[2] = 0;
    for (int i = 81 - clues; i < 81; i++) {
        NONET_UNROLL
        for (int b = 0; b < 3; b++)
            if (b == band_of(order[i])) given[b] |= bit_of(order[i]);
    }
}

struct Candidates {
    Boards boards;
    u64* numbers;          // of their tries
    unsigned char* clues;  // that must be enough
    u32* n;                // may be more than there is room for

    NONET_MEMBER void put(u64 number, const unsigned char* grid, const unsigned char* order, int enough) const {
        const u32 slot = add(n, 1);
        if (slot >= boards.pitch) return;
        numbers[slot] = number;
        clues[slot] = (unsigned char)enough;
        ClueTest puzzle;
        planes_of_grid(grid, puzzle.planes);
        last_clues(order, enough, puzzle.given);
        Board board;
        puzzle.set_up(board, -1, 0, 0);
        boards.write(slot, board);
    }
};

struct Settle {
    static constexpr bool kHasNext = true;

    const unsigned char* grids;  // 81 values each, from number `first`
    u64 seed, first;
    const u32* chosen;  // candidates with one solution
    const u64* numbers;
    const unsigned char* clues;
    unsigned char* puzzles;  // 81 values for each of the chosen, 0 if it is thrown away

    u32 passes, item;
    const unsigned char* grid;
    ClueTest test;
    int left, at;  // clues; and which one is in question, counted from 1 as they are drawn
    bool is_ended;
    unsigned char order[81];

    NONET_MEMBER Stage load(u32 i, Board&) {
        item = i;
        const u64 number = numbers[chosen[i]];
        grid = grids + 81 * (number / kTriesOfGrid - first);
        left = at = clues[chosen[i]];
        is_ended = false;
        for (int cell = 0; cell < 81; cell++) order[cell] = (unsigned char)cell;
        Rng rng = rng_of_try(seed, number);
        draw_clues(rng, order, 0, left);
        planes_of_grid(grid, test.planes);
        last_clues(order, left, test.given);
        return kNext;
    }

    NONET_MEMBER Stage next(Board& board) {
        while (true) {
            const int cell = order[81 - at], band = band_of(cell), digit = grid[cell] - 1;
            test.remove(cell);
            if (!test.sees_all_others(band, bit_of(cell), digit)) {
                test.set_up(board, band, bit_of(cell), digit);
                return kDeduce;
            }
            if (not_needed() == kLoad) return kLoad;
        }
    }

    NONET_MEMBER Stage not_needed() {
        if (is_ended) return kLoad;
        left = --at;
        return kNext;
    }

    NONET_MEMBER Stage needed() {
        is_ended = true;
        test.put_back(order[81 - at]);
        if (--at) return kNext;
        for (int i = 81 - left; i < 81; i++) puzzles[(u64)81 * item + order[i]] = grid[order[i]];
        return kLoad;
    }

    NONET_MEMBER Stage choose(const Board& board, Place& place) {
        return test.find_place(board, place) ? kBranch : needed();
    }

    NONET_MEMBER Stage solved(const Board&, int& depth) {
        depth = 0;
        return needed();
    }

    NONET_MEMBER Stage exhausted() { return not_needed(); }
    NONET_MEMBER bool give_up(u32, u32&) { return false; }
    NONET_MEMBER void hand_over(const Board&, const u32 (*)[27], int, u32) {}
};

}  // namespace nonet_gpu
