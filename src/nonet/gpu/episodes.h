// Episodes on 9x9 boards, for learners: one action for one board.  It compiles as CUDA and, in native/, as C++; the twin
// in Python and the meaning of actions and rewards are in src/nonet/models/episodes.py.
//
//     values, candidates    81 of each board: the digits, and a bit for each digit that an empty cell can still take
//     progress              4 words of each board: the puzzle, how many episodes came before, steps, empty cells
//
// Buffers of Python are not trusted: whatever they contain, nothing outside them is read or written.
#pragma once
#include "draw.h"

namespace nonet_gpu {

typedef unsigned char u8;
typedef unsigned short u16;

constexpr u32 kCandidates =
    729;  // an action below this places digit % 9 + 1 in cell / 9; below twice this, it excludes it

struct Pool {
    const u8* values;
    const u16* candidates;
    const u8* solutions;
    u32 count;
};

struct Rules {
    u64 seed;
    u32 most_steps;
    u32 digits;  // whether every digit is rewarded, or only a solved board
};

struct Episodes {
    u8* values;
    u16* candidates;
    u32* progress;
    float* rewards;
    u8* terminated;
    u8* truncated;
};

// The puzzle of an episode.
NONET_DEVICE u32 drawn_puzzle(const Rules& rules, u32 board, u32 episode, u32 count) {
    Rng rng = {rules.seed ^ ((u64)board << 32 | episode)};
    return (u32)((rng.next() >> 32) * count >> 32);
}

NONET_DEVICE void refill(const Episodes& all, const Pool& pool, const Rules& rules, u32 board, u32 episode) {
    const u32 puzzle = drawn_puzzle(rules, board, episode, pool.count);
    u8* values = all.values + (u64)81 * board;
    u16* candidates = all.candidates + (u64)81 * board;
    u32 left = 0;
    for (int cell = 0; cell < 81; cell++) {
        const u8 value = pool.values[(u64)81 * puzzle + cell];
        values[cell] = value;
        candidates[cell] = pool.candidates[(u64)81 * puzzle + cell];
        left += value == 0;
    }
    u32* progress = all.progress + (u64)4 * board;
    progress[0] = puzzle;
    progress[1] = episode;
    progress[2] = 0;
    progress[3] = left;
}

// Takes the digit's bit from a cell; whether the cell had nothing else.
NONET_DEVICE bool exclude(u16& candidates, u16 bit) {
    const u16 before = candidates;
#ifdef __CUDA_ARCH__
    if (before & bit)  // saves writing; a processor would guess wrong too often
#endif
        candidates = (u16)(before & ~bit);
    return before == bit;
}

NONET_DEVICE void take_step(const Episodes& all, const Pool& pool, const Rules& rules, u32 board, u32 action) {
    u8* values = all.values + (u64)81 * board;
    u16* candidates = all.candidates + (u64)81 * board;
    u32* progress = all.progress + (u64)4 * board;
    const u32 puzzle = progress[0], steps = progress[2] + 1;
    const bool places = action < kCandidates;
    const u32 candidate = places ? action : action - kCandidates;
    u32 left = progress[3];
    bool dead = false;
    float reward = rules.digits ? -1.0f : 0.0f;  // of an action that is not legal
    const u32 cell = candidate < kCandidates ? candidate / 9 : 0, digit = candidate % 9;
    const u16 bit = (u16)(1u << digit);
    if (candidate < kCandidates && (candidates[cell] & bit)) {
        const bool right = puzzle < pool.count && pool.solutions[(u64)81 * puzzle + cell] == digit + 1;
        if (places) {
            values[cell] = (u8)(digit + 1);
            candidates[cell] = 0;
            left--;
            const u32 row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3;
            NONET_UNROLL
            for (u32 i = 0; i < 9; i++) {
                dead |= exclude(candidates[9 * row + i], bit);
                dead |= exclude(candidates[9 * i + column], bit);
                dead |= exclude(candidates[corner + 9 * (i / 3) + i % 3], bit);
            }
        } else {
            dead = exclude(candidates[cell], bit);
        }
        const float of_digit = places == right ? (places ? 1.0f : 0.0f) : -1.0f;
        reward = rules.digits ? of_digit : left == 0 ? 1.0f : 0.0f;
    }
    const bool over = left == 0 || dead, late = !over && steps >= rules.most_steps;
    all.rewards[board] = reward;
    all.terminated[board] = over;
    all.truncated[board] = late;
    if (over || late) {
        refill(all, pool, rules, board, progress[1] + 1);
    } else {
        progress[2] = steps;
        progress[3] = left;
    }
}

}  // namespace nonet_gpu
