// The kernels: text to boards, searches, grids to text.  CuPy compiles this file at first use (device.py).
#include "episodes.h"
#include "tasks.h"
#include "unbiased.h"

using namespace nonet_gpu;

#ifndef THREADS
#define THREADS 128
#endif
#ifndef BLOCKS
#define BLOCKS 3
#endif

// Runs a task in every thread.  The threads of a warp vote on the stages, so that those who deduce do so together.
template <class Task> __device__ void run(Task& task, u32 n, u32* next) {
    constexpr u32 kAll = 0xFFFFFFFF;
    u32 frames[kDepth][27];
    Board board;
    int depth = 0;
    Stage stage = kLoad;
    const u32 lane = threadIdx.x % 32;
    while (true) {
        __syncwarp();
        const u32 loading = __ballot_sync(kAll, stage == kLoad);
        if (!__ballot_sync(kAll, stage != kDone)) return;
        if (loading) {
            const int leader = __ffs(loading) - 1;
            u32 first = 0;
            if (lane == leader) first = atomicAdd(next, __popc(loading));
            first = __shfl_sync(kAll, first, leader);
            if (stage == kLoad) {
                const u32 item = first + __popc(loading & ((1u << lane) - 1));
                depth = 0;
                stage = item < n ? task.load(item, board) : kDone;
            }
            __syncwarp();
        }
        if (__ballot_sync(kAll, stage == kBranch || stage == kBack)) {
            if (stage == kBranch) {
                u32 slot;
                if (task.give_up(depth + 1, slot)) {
                    task.hand_over(board, frames, depth, slot);
                    stage = kLoad;
                } else {
                    Place place;
                    stage = task.choose(board, place);
                    if (stage == kBranch) {
                        take_branch(board, place, [&](int w, u32 word) { frames[depth][w] = word; });
                        depth++;
                        stage = kDeduce;
                    } else {
                        depth = 0;
                    }
                }
            }
            __syncwarp();
            if (stage == kBack) {
                if (depth) {
                    depth--;
#pragma unroll
                    for (int w = 0; w < 27; w++) board.x[w / 3][w % 3] = frames[depth][w];
                    stage = kDeduce;
                } else {
                    stage = task.exhausted();
                }
            }
            __syncwarp();
        }
        if constexpr (Task::kHasNext) {
            if (stage == kNext) stage = task.next(board);
            __syncwarp();
        }
        if (stage == kDeduce) {
            task.passes++;
            const Outcome outcome = deduce(board);
            if (outcome == kDead) stage = kBack;
            if (outcome == kStable) stage = kBranch;
            if (outcome == kSolved) stage = task.solved(board, depth);
        }
    }
}

// ------------------------------------------------------------------------------------------------------- text to boards

// `values` says what a byte means: 0 for an empty cell, 1 … 9, or 255: then the record is not a puzzle.
extern "C" __global__ void __launch_bounds__(THREADS)
    pack(const unsigned char* records, u64 stride, const unsigned char* values, u32 n, u32* words, unsigned char* bad) {
    __shared__ unsigned char text[THREADS * 81];
    __shared__ u32 staged[27][THREADS];
    const u32 base = blockIdx.x * THREADS, mine = threadIdx.x, count = min(THREADS, n - base);
    for (u32 i = mine; i < count * 81; i += THREADS) text[i] = values[records[(base + i / 81) * stride + i % 81]];
#pragma unroll
    for (int w = 0; w < 27; w++) staged[w][mine] = 0;
    __syncthreads();
    if (mine >= count) return;
    u32 given[3] = {0, 0, 0};
    bool is_bad = false;
#pragma unroll
    for (int cell = 0; cell < 81; cell++) {
        const int value = text[mine * 81 + cell];
        const u32 bit = bit_of(cell);
        if (value == 0) continue;
        if (value > 9) {
            is_bad = true;
            continue;
        }
        staged[3 * value - 3 + cell / 27][mine] |= bit;
        given[cell / 27] |= bit;
    }
    bad[base + mine] = is_bad;
#pragma unroll
    for (int w = 0; w < 27; w++)
        words[(u64)w * n + base + mine] = is_bad ? 0 : staged[w][mine] | (kFull & ~given[w % 3]);
}

// ------------------------------------------------------------------------------------------------------------- searches

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    count(u32* words, u32 pitch, const u32* puzzles, u32 n, u64* counts, u32* solutions, u32 n_puzzles, u64 limit,
          u32 budget, u32* leftovers, u32 room, u32* leftover_puzzles, u32* n_leftovers, u32* next) {
    Count task = {{words, pitch},    puzzles,          counts,     {solutions, n_puzzles}, limit, budget,
                  {leftovers, room}, leftover_puzzles, n_leftovers};
    run(task, n, next);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    greatest(u32* words, u32 pitch, const u32* puzzles, u32 n, u32* solutions, unsigned char* given_up, u32 budget,
             u32* next) {
    First<false> task = {{words, pitch}, puzzles, {solutions, pitch}, given_up, budget, 0, 0, nullptr};
    run(task, n, next);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    fill(u64 seed, u64 first, u32 n, u32* grids, unsigned char* given_up, u64* streams, u32 budget, u32* next) {
    First<true> task = {{nullptr, 0}, nullptr, {grids, n}, given_up, budget, seed, first, streams};
    run(task, n, next);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    dig(u32* grids, const unsigned char* given_up, const u64* streams, const unsigned char* orbit_cells,
        const unsigned char* orbit_start, const unsigned char* orbit_kind, int n_orbits, int clues, u32 n, u32* givens,
        unsigned char* found, u32* next) {
    Dig task = {{grids, n}, given_up, streams, orbit_cells, orbit_start, orbit_kind, n_orbits, clues, givens, n, found};
    run(task, n, next);
}

// The bits that some lane of the warp has.
__device__ u32 of_any_lane(u32 bits) {
    for (int step = 16; step; step /= 2) bits |= __shfl_xor_sync(0xFFFFFFFF, bits, step);
    return bits;
}

// Unbiased minimal puzzles: a block for each grid; each warp sieves 32 tries at a time.
extern "C" __global__ void __launch_bounds__(THREADS)
    sieve(const unsigned char* grids, u64 seed, u64 first, u32* words, u32 room, u64* numbers, unsigned char* clues,
          u32* n_candidates) {
    constexpr u32 kAll = 0xFFFFFFFF;
    __shared__ Sieve sieve;
    __shared__ u32 given_of_warp[THREADS / 32][kNowhere + 1];
    __shared__ unsigned char orders[THREADS][81];
    const u32 mine = threadIdx.x, lane = mine % 32;
    u32* given = given_of_warp[mine / 32];
    unsigned char* order = orders[mine];
    for (u32 i = mine; i < 81; i += THREADS) sieve.grid[i] = grids[(u64)81 * blockIdx.x + i];
    if (mine == 0) sieve.n_exchanges = 0;
    __syncthreads();
    for (u32 i = mine; i < 81; i += THREADS) sieve.find_place(i);
    __syncthreads();
    for (u32 i = mine; i < 81; i += THREADS) sieve.list_reasons(i);
    for (u32 i = mine; i < kPairsOfDigits + kPairsOfLines; i += THREADS) sieve.list_exchanges(i);
    __syncthreads();
    const Candidates candidates = {{words, room}, numbers, clues, n_candidates};
    for (u32 t = mine; t < kTriesOfGrid; t += THREADS) {
        const u64 number = (first + blockIdx.x) * kTriesOfGrid + t;
        Rng rng = rng_of_try(seed, number);
        for (int i = 0; i < 81; i++) order[i] = (unsigned char)i;
        bool is_open = true;
        for (int i = 0, drawn = 0; __ballot_sync(kAll, is_open); i++) {
            const int level = level_number(i);
            if (is_open) draw_clues(rng, order, drawn, level);
            drawn = level;
            for (u32 cell = lane; cell <= kNowhere; cell += 32) given[cell] = 0;
            __syncwarp();
            if (is_open)
                for (int k = 81 - level; k < 81; k++) atomicOr(given + order[k], 1u << lane);
            __syncwarp();
            u32 redundant = 0, missed = 0;
            for (u32 cell = lane; cell < 81; cell += 32) redundant |= sieve.redundant(given, cell);
            for (u32 e = lane; e < sieve.n_exchanges; e += 32) missed |= sieve.missed(given, e);
            redundant = of_any_lane(redundant);
            missed = of_any_lane(missed);
            if (is_open && redundant >> lane & 1) {
                is_open = false;
                if (!(missed >> lane & 1)) candidates.put(number, sieve.grid, order, level - 1);
            }
            __syncwarp();
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
    settle(const unsigned char* grids, u64 seed, u64 first, const u32* chosen, const u64* numbers,
           const unsigned char* clues, u32 n, unsigned char* puzzles, u32* next) {
    Settle task = {grids, seed, first, chosen, numbers, clues, puzzles};
    run(task, n, next);
}

// ------------------------------------------------------------------------------------------------------- grids to text

// Solutions; `blank` in every cell where there is none.  `zero` is the character of 0, or 0 for plain numbers.
extern "C" __global__ void __launch_bounds__(THREADS)
    unpack(const u32* grids, const u32* givens, const u64* counts, u32 n, unsigned char* records, unsigned char zero,
           unsigned char blank) {
    __shared__ unsigned char text[THREADS * 81];
    const u32 base = blockIdx.x * THREADS, mine = threadIdx.x, count = min(THREADS, n - base);
    if (mine < count) {
        u32 planes[12];
        const bool is_empty = counts && counts[base + mine] == 0;
#pragma unroll
        for (int w = 0; w < 12; w++) {
            planes[w] = is_empty ? 0 : grids[(u64)w * n + base + mine];
            if (givens) planes[w] &= givens[(u64)(w % 3) * n + base + mine];
        }
#pragma unroll
        for (int cell = 0; cell < 81; cell++) {
            const int digit = digit_at(planes, cell);
            text[mine * 81 + cell] = digit ? zero + digit : blank;
        }
    }
    __syncthreads();
    for (u32 i = mine; i < count * 81; i += THREADS) records[(u64)base * 81 + i] = text[i];
}

// ------------------------------------------------------------------------------------------------------------ episodes

extern "C" __global__ void __launch_bounds__(THREADS)
    step(const int* actions, u8* values, u16* candidates, u32* progress, float* rewards, u8* terminated, u8* truncated,
         const u8* pool_values, const u16* pool_candidates, const u8* pool_solutions, u32 puzzles, u64 seed,
         u32 most_steps, u32 digits, u32 n) {
    const u32 board = blockIdx.x * THREADS + threadIdx.x;
    if (board >= n) return;
    take_step({values, candidates, progress, rewards, terminated, truncated},
              {pool_values, pool_candidates, pool_solutions, puzzles}, {seed, most_steps, digits}, board,
              (u32)actions[board]);
}
