// The classic board in 27 words, and one pass of deduction over it.  It compiles as CUDA and as C++.
//
// A word holds the candidates of one digit in one band (three rows), one bit per cell:
//
//     columns of the board      0  1  2   3  4  5   6  7  8
//     first row of the band     0  9 18   1 10 19   2 11 20         bit = 9 * (column % 3) + 3 * (row % 3) + column / 3
//     second row                3 12 21   4 13 22   5 14 23
//     third row                 6 15 24   7 16 25   8 17 26
//
// In a band a digit takes three minirows (three cells side by side in a box), one in each row and one in each box: a
// permutation of three.  The minirows of a digit in all three bands fill one word, and so do its minicolumns, so that a
// few rotations of the word test all permutations of the board at once:
//
//     minirows       bit = 9 * band + 3 * (row % 3) + stack           rows and boxes: axes "3" and "9" of the word
//     minicolumns    bit = 9 * (column % 3) + 3 * band + stack        columns and boxes: axes "9" and "27"
#pragma once

#ifdef __CUDACC__
#define NONET_DEVICE __device__ __forceinline__
#define NONET_MEMBER __device__ __forceinline__
#define NONET_UNROLL _Pragma("unroll")
#define NONET_KEEP_LOOP _Pragma("unroll 1")
#else
#define NONET_DEVICE static inline
#define NONET_MEMBER inline
#define NONET_UNROLL
#define NONET_KEEP_LOOP
#endif

namespace nonet_gpu {

typedef unsigned int u32;

constexpr u32 kFull = 0x7FFFFFF;        // 27 bits
constexpr u32 kMinirows = 0x1FF;        // bits 0 … 8; times kEachCell: the three cells of each minirow
constexpr u32 kEachCell = 0x40201;      // bits 0, 9, 18
constexpr u32 kMinicolumns = 0x1C0E07;  // bits 0, 1, 2 of each nine; times kEachRow: the three cells of each minicolumn
constexpr u32 kEachRow = 0x49;          // bits 0, 3, 6
constexpr u32 kThirds = 0x1249249;      // bit 0 of each three; times 7: all of them

struct Board {
    u32 x[9][3];  // [digit][band]
};

enum Outcome { kChanged, kDead, kStable, kSolved };

// ------------------------------------------------------------------------------------------------- rotations of a word

NONET_DEVICE u32 select(u32 mask, u32 yes, u32 no) { return (yes & mask) | (no & ~mask); }

// The bits of each three, of each nine, of all 27 move up by a third, or by two.
NONET_DEVICE u32 turn3(u32 w) { return select(kThirds * 6, w << 1, w >> 2); }
NONET_DEVICE u32 turn3_twice(u32 w) { return select(kThirds * 4, w << 2, w >> 1); }
NONET_DEVICE u32 turn9(u32 w) { return select(kEachCell * 0x1F8, w << 3, w >> 6); }
NONET_DEVICE u32 turn9_twice(u32 w) { return select(kEachCell * 0x1C0, w << 6, w >> 3); }
NONET_DEVICE u32 turn27(u32 w) { return select(kFull & ~0x1FFu, w << 9, w >> 18); }
NONET_DEVICE u32 turn27_twice(u32 w) { return select(kFull & ~0x3FFFFu, w << 18, w >> 9); }

// ------------------------------------------------------------------------------- permutations of three: digits in bands

struct Pattern {
    u32 possible;  // entries that belong to some permutation
    u32 forced;    // entries that belong to all of them
    u32 complete;  // all bits, unless some 3 x 3 square has no permutation at all
};

// An entry belongs to a permutation if one diagonal of the 2 x 2 square that its row and column leave is there too.
NONET_DEVICE Pattern row_pattern(u32 minirows) {
    const u32 one = turn9(minirows), two = turn9_twice(minirows);
    const u32 rest = (turn3(one) & turn3_twice(two)) | (turn3_twice(one) & turn3(two));
    const u32 possible = minirows & rest, others = turn3(possible) | turn3_twice(possible);
    return {possible, possible & ~others, possible | others};
}

NONET_DEVICE Pattern column_pattern(u32 minicolumns) {
    const u32 one = turn9(minicolumns), two = turn9_twice(minicolumns);
    const u32 rest = (turn27(one) & turn27_twice(two)) | (turn27_twice(one) & turn27(two));
    const u32 possible = minicolumns & rest, others = turn27(possible) | turn27_twice(possible);
    return {possible, possible & ~others, possible | others};
}

// What placed digits leave of the minirows: no other in the same row, none in the same box.
NONET_DEVICE u32 rows_left(u32 minirows, u32 placed) {
    const u32 in_row = ((placed | placed >> 1 | placed >> 2) & kThirds) * 7;
    const u32 in_box = ((placed | placed >> 3 | placed >> 6) & kMinicolumns) * kEachRow;
    return minirows & (~(in_row | in_box) | placed);
}

NONET_DEVICE u32 columns_left(u32 minicolumns, u32 placed) {
    const u32 in_box = ((placed | placed >> 9 | placed >> 18) & kMinirows) * kEachCell;
    const u32 in_column = ((placed | placed >> 3 | placed >> 6) & kMinicolumns) * kEachRow;
    return minicolumns & (~(in_box | in_column) | placed);
}

// ------------------------------------------------------------------------------------------------------------- the pass

NONET_DEVICE u32 any_of(u32 a, u32 b, u32 c) { return a | b | c; }
NONET_DEVICE u32 two_of(u32 a, u32 b, u32 c) { return (a & b) | (a & c) | (b & c); }

// Cells with two candidates or more.
NONET_DEVICE void unsolved_cells(const Board& board, u32 unsolved[3], u32 filled[3]) {
    NONET_UNROLL
    for (int b = 0; b < 3; b++) {
        u32 one = 0, two = 0;
        NONET_UNROLL
        for (int d = 0; d < 9; d++) {
            two |= one & board.x[d][b];
            one |= board.x[d][b];
        }
        unsolved[b] = two;
        filled[b] = one;
    }
}

// Rows and boxes: keeps in `x` what belongs to a permutation of minirows; returns the cells placed by it.
NONET_DEVICE u32 along_rows(u32 x[3], const u32 single[3], u32 placed[3]) {
    u32 some = 0, several = 0, fixed = 0;
    NONET_UNROLL
    for (int b = 0; b < 3; b++) {
        const u32 w = x[b], s = single[b];
        some |= (any_of(w, w >> 9, w >> 18) & kMinirows) << (9 * b);
        several |= (two_of(w, w >> 9, w >> 18) & kMinirows) << (9 * b);
        fixed |= (any_of(s, s >> 9, s >> 18) & kMinirows) << (9 * b);
    }
    const Pattern pattern = row_pattern(rows_left(some, fixed));
    const u32 hidden = pattern.forced & ~several;
    NONET_UNROLL
    for (int b = 0; b < 3; b++) {
        const u32 keep = (pattern.possible >> (9 * b) & kMinirows) * kEachCell;
        const u32 taken = (fixed >> (9 * b) & kMinirows) * kEachCell;
        x[b] &= keep & (~taken | single[b]);
        placed[b] = single[b] | (x[b] & ((hidden >> (9 * b) & kMinirows) * kEachCell));
    }
    return pattern.complete;
}

NONET_DEVICE u32 along_columns(u32 x[3], u32 placed[3]) {
    u32 some = 0, several = 0, fixed = 0;
    NONET_UNROLL
    for (int b = 0; b < 3; b++) {
        const u32 w = x[b], s = placed[b];
        some |= (any_of(w, w >> 3, w >> 6) & kMinicolumns) << (3 * b);
        several |= (two_of(w, w >> 3, w >> 6) & kMinicolumns) << (3 * b);
        fixed |= (any_of(s, s >> 3, s >> 6) & kMinicolumns) << (3 * b);
    }
    const Pattern pattern = column_pattern(columns_left(some, fixed));
    const u32 hidden = pattern.forced & ~several;
    NONET_UNROLL
    for (int b = 0; b < 3; b++) {
        const u32 keep = (pattern.possible >> (3 * b) & kMinicolumns) * kEachRow;
        const u32 taken = (fixed >> (3 * b) & kMinicolumns) * kEachRow;
        x[b] &= keep & (~taken | placed[b]);
        placed[b] = x[b] & (placed[b] | ((hidden >> (3 * b) & kMinicolumns) * kEachRow));
    }
    return pattern.complete;
}

// One pass of deduction: naked and hidden singles, pointing and claiming, for all digits.
NONET_DEVICE Outcome deduce(Board& board) {
    u32 unsolved[3], filled[3], assigned[3] = {0, 0, 0}, placed[9][3];
    unsolved_cells(board, unsolved, filled);
    u32 complete = filled[0] & filled[1] & filled[2], changed = 0;
    NONET_UNROLL
    for (int d = 0; d < 9; d++) {
        u32 x[3], single[3];
        NONET_UNROLL
        for (int b = 0; b < 3; b++) {
            x[b] = board.x[d][b] & ~assigned[b];
            single[b] = x[b] & ~unsolved[b];
        }
        complete &= along_rows(x, single, placed[d]);
        complete &= along_columns(x, placed[d]);
        NONET_UNROLL
        for (int b = 0; b < 3; b++) {
            changed |= board.x[d][b] ^ x[b];
            board.x[d][b] = x[b];
            assigned[b] |= placed[d][b];
        }
    }
    NONET_UNROLL
    for (int d = 0; d < 9; d++) {
        NONET_UNROLL
        for (int b = 0; b < 3; b++) {
            const u32 left = board.x[d][b] & (~assigned[b] | placed[d][b]);
            changed |= board.x[d][b] ^ left;
            board.x[d][b] = left;
        }
    }
    if (complete != kFull) return kDead;
    if (changed) return kChanged;
    return (unsolved[0] | unsolved[1] | unsolved[2]) ? kStable : kSolved;
}

}  // namespace nonet_gpu
