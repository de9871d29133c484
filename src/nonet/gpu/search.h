// Searches on a board of board.h, one in each thread of the GPU.  It compiles as CUDA and as C++.
//
// A search is a loop of short stages, so that the 32 threads of a warp can take the same stage together (kernels.cu):
//
//     load      the next item: a puzzle, or the rest of a search that another thread gave up
//     deduce    passes of deduction until nothing changes, the board is solved, or it is a dead end
//     branch    choose a cell and a digit; go on with the digit, keep the board without it as a frame
//     back      take the last frame; without one the item is finished
//     next      an item may consist of several searches: set up the next one
#pragma once
#include "board.h"

namespace nonet_gpu {

constexpr int kDepth = 81;  // every frame belongs to a branch in a cell of its own

enum Stage { kLoad, kDeduce, kBranch, kBack, kNext, kDone };

NONET_DEVICE int count_bits(u32 w) {
#ifdef __CUDA_ARCH__
    return __popc(w);
#else
    return __builtin_popcount(w);
#endif
}

NONET_DEVICE int lowest_bit(u32 w) {  // its number; w is not 0
#ifdef __CUDA_ARCH__
    return __ffs(w) - 1;
#else
    return __builtin_ctz(w);
#endif
}

struct Place {  // a cell: its band and its bit; and a digit
    int band;
    u32 bit;
    int digit;
};

// Registers cannot be indexed: these select a band or a digit by comparing.
NONET_DEVICE u32 of_band(const u32 words[3], int band) {
    return band == 0 ? words[0] : band == 1 ? words[1] : words[2];
}

NONET_DEVICE u32 digits_at(const Board& board, int band, u32 bit) {
    u32 digits = 0;
    NONET_UNROLL
    for (int d = 0; d < 9; d++)
        if (of_band(board.x[d], band) & bit) digits |= 1u << d;
    return digits;
}

// Row by row: 0 … 80.
NONET_DEVICE int cell_number(int band, u32 bit) {
    const int i = lowest_bit(bit);
    return 9 * (3 * band + i % 9 / 3) + 3 * (i % 3) + i / 9;
}

NONET_DEVICE int band_of(int cell) { return cell / 27; }

NONET_DEVICE u32 bit_of(int cell) {
    const int row = cell / 9, column = cell % 9;
    return 1u << (9 * (column % 3) + 3 * (row % 3) + column / 3);
}

// --------------------------------------------------------------------------------------------------- choosing a branch

// Cells with exactly two candidates among `open`; `open` itself if there is none.
NONET_DEVICE void fewest_candidates(const Board& board, const u32 open[3], u32 best[3]) {
    NONET_UNROLL
    for (int b = 0; b < 3; b++) {
        u32 one = 0, two = 0, three = 0;
        NONET_UNROLL
        for (int d = 0; d < 9; d++) {
            three |= two & board.x[d][b];
            two |= one & board.x[d][b];
            one |= board.x[d][b];
        }
        best[b] = open[b] & ~three;
    }
    if (best[0] | best[1] | best[2]) return;
    NONET_UNROLL
    for (int b = 0; b < 3; b++) best[b] = open[b];
}

// Of the cells in `choice`, the one with most unsolved peers: it decides most.
NONET_DEVICE Place most_peers(const u32 choice[3], const u32 unsolved[3]) {
    Place best = {0, 0, 0};
    int most = -1;
    NONET_UNROLL
    for (int b = 0; b < 3; b++) {
        for (u32 left = choice[b]; left; left &= left - 1) {
            const int i = lowest_bit(left);
            const u32 box = (kEachRow << i % 3) * kEachCell, row = (7u << i % 9 / 3 * 3) * kEachCell;
            const u32 column = kEachRow << (i % 3 + i / 9 * 9);
            const int peers = count_bits(unsolved[b] & (row | box)) + count_bits(unsolved[(b + 1) % 3] & column) +
                              count_bits(unsolved[(b + 2) % 3] & column);
            if (peers > most) {
                most = peers;
                best.band = b;
                best.bit = 1u << i;
            }
        }
    }
    return best;
}

// The first unsolved cell, row by row.
NONET_DEVICE Place first_cell(const u32 unsolved[3]) {
    Place place;
    place.band = unsolved[0] ? 0 : unsolved[1] ? 1 : 2;
    const u32 w = of_band(unsolved, place.band);
    const int minirow = lowest_bit((w | w >> 9 | w >> 18) & kMinirows);
    const u32 cells = w >> minirow & kEachCell;
    place.bit = (cells & (0 - cells)) << minirow;
    place.digit = 0;
    return place;
}

// Goes on with the digit; `frame` keeps the board without it.
template <class Frame> NONET_DEVICE void take_branch(Board& board, const Place& place, Frame&& frame) {
    NONET_UNROLL
    for (int d = 0; d < 9; d++) {
        NONET_UNROLL
        for (int b = 0; b < 3; b++) {
            const u32 w = board.x[d][b], without = b == place.band ? w & ~place.bit : w;
            frame(3 * d + b, d == place.digit ? without : w);
            board.x[d][b] = d == place.digit ? w : without;
        }
    }
}

// ------------------------------------------------------------------------------------------------- boards in and out

// The four binary digits of each cell's digit 1 … 9: twelve words for a filled grid.
NONET_DEVICE void grid_planes(const Board& board, u32 planes[12]) {
    NONET_UNROLL
    for (int b = 0; b < 3; b++) {
        NONET_UNROLL
        for (int k = 0; k < 4; k++) {
            u32 plane = 0;
            NONET_UNROLL
            for (int d = 0; d < 9; d++)
                if ((d + 1) >> k & 1) plane |= board.x[d][b];
            planes[3 * k + b] = plane;
        }
    }
}

NONET_DEVICE u32 cells_of_digit(const u32 planes[12], int digit, int band) {
    u32 cells = kFull;
    NONET_UNROLL
    for (int k = 0; k < 4; k++) cells &= (digit + 1) >> k & 1 ? planes[3 * k + band] : ~planes[3 * k + band];
    return cells;
}

NONET_DEVICE int digit_at(const u32 planes[12], int cell) {  // 1 … 9; 0 for an empty cell
    const int i = lowest_bit(bit_of(cell)), b = band_of(cell);
    int digit = 0;
    NONET_UNROLL
    for (int k = 0; k < 4; k++) digit |= (of_band(planes + 3 * k, b) >> i & 1) << k;
    return digit;
}

// A cell that is not given can take every digit.
NONET_DEVICE void open_board(Board& board, const u32 given[3]) {
    NONET_UNROLL
    for (int d = 0; d < 9; d++) {
        NONET_UNROLL
        for (int b = 0; b < 3; b++) board.x[d][b] |= kFull & ~given[b];
    }
}

}  // namespace nonet_gpu
