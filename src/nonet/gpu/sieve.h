// Unbiased minimal puzzles: what is known of a try before any search.  It compiles as CUDA and as C++, and the kernel of the
// processor uses it, too (native/unbiased/unbiased.h).  The method is at the head of src/nonet/generate/unbiased.py.
//
// A try removes the clues of a grid in random order; n* clues are left when the next removal would allow a second solution.
// It is kept if these are minimal.  Two facts dispose of nearly all tries without a search; both speak of the last m clues of
// the order, which are the first that a shuffle from the end draws:
//
//     redundant(m)    one of the m clues follows from the others by a single.  Then it does so among more clues, too,
//                     so the try can only be kept if n* < m
//     missed(m)       an unavoidable set (cells that can be filled in another way if none of them is given) has none of
//                     the m clues.  Then n* > m
//
// So a try is drawn up to a level m.  If it is redundant and missed there, it is thrown away; if it is redundant alone, it
// is a candidate: are m - 1 clues enough?  That needs a search.  If it is not redundant, more clues are drawn.  81 clues are
// always redundant, so that every try ends, and none is thrown away that a search would keep.
//
// Both are tested for many tries at a time, a bit each:
//
//     given[cell]     try 0  1  2 …      is the cell one of the m clues?
#pragma once
#include "draw.h"

namespace nonet_gpu {

constexpr int kTriesOfGrid = 8192;
constexpr int kLevels = 7;
NONET_DEVICE int level_number(int i) {
    constexpr int kLevel[kLevels] = {24, 26, 28, 30, 33, 38, 81};
    return kLevel[i];
}
constexpr int kNowhere = 81;  // given[kNowhere] is 0
constexpr int kPairsOfDigits = 36, kPairsOfLines = 18;

NONET_DEVICE int house_of(int kind, int cell) {  // kind 0: row, 1: column, 2: box
    return kind == 0 ? cell / 9 : kind == 1 ? cell % 9 : cell / 27 * 3 + cell % 9 / 3;
}

NONET_DEVICE int cell_of_house(int kind, int house, int i) {
    return kind == 0   ? 9 * house + i
           : kind == 1 ? 9 * i + house
                       : 27 * (house / 3) + 3 * (house % 3) + 9 * (i / 3) + i % 3;
}

// The order of a try: the last clues are settled first, as in a shuffle of all cells.
NONET_DEVICE void draw_clues(Rng& rng, unsigned char* order, int from, int to) {
    for (int clues = from; clues < to && clues < 80; clues++) {
        const int i = 80 - clues, j = (int)rng.below(i + 1);
        const unsigned char cell = order[i];
        order[i] = order[j];
        order[j] = cell;
    }
}

NONET_DEVICE Rng rng_of_try(u64 seed, u64 number) { return stream_of(~seed, number); }

struct Sieve {
    unsigned char grid[81];
    unsigned char place[3][9][10];       // kind of house, house, digit: the cell
    unsigned char reasons[81][4][8][3];  // cells, or kNowhere
    unsigned char exchanges[256][18];    // unavoidable sets
    unsigned char sizes[256];
    u32 n_exchanges;

    NONET_MEMBER void find_place(int cell) {
        for (int kind = 0; kind < 3; kind++) place[kind][house_of(kind, cell)][grid[cell]] = (unsigned char)cell;
    }

    // A clue follows from the others if each of eight things is impossible because of one of three clues:
    //     the cell with each other digit:                      it is given in its row, column or box
    //     each other cell of a house, with the clue's digit:   it is given, or the digit is in another of its houses
    NONET_MEMBER void list_reasons(int cell) {
        const int digit = grid[cell];
        for (int d = 1, n = 0; d <= 9; d++) {
            if (d == digit) continue;
            for (int kind = 0; kind < 3; kind++) reasons[cell][0][n][kind] = place[kind][house_of(kind, cell)][d];
            n++;
        }
        for (int kind = 0; kind < 3; kind++)
            for (int i = 0, n = 0; i < 9; i++) {
                const int other = cell_of_house(kind, house_of(kind, cell), i);
                if (other == cell) continue;
                for (int k = 0; k < 3; k++) {
                    const int seen = k == kind ? other : place[k][house_of(k, other)][digit];
                    reasons[cell][1 + kind][n][k] = (unsigned char)(seen == cell ? kNowhere : seen);
                }
                n++;
            }
    }

    // Two digits, in cells that hang together by their houses; or two lines of a band or stack, in places that hang together
    // by their digits.  pair: 0 … kPairsOfDigits + kPairsOfLines - 1.
    NONET_MEMBER void list_exchanges(int pair) {
        unsigned char cells[18], names[18];
        if (pair < kPairsOfDigits) {
            int a = 1, b = 2 + pair;
            for (; b > 9; a++) b -= 8 - a;
            for (int i = 0; i < 9; i++) {
                cells[i] = place[0][i][a];
                cells[9 + i] = place[0][i][b];
            }
            for (int i = 0; i < 18; i++) names[i] = (unsigned char)i;
        } else {
            const int three = (pair - kPairsOfDigits) / 3, without = (pair - kPairsOfDigits) % 3, kind = three / 3;
            const int line = three % 3 * 3 + (without == 0), other = three % 3 * 3 + (without == 2 ? 1 : 2);
            for (int i = 0; i < 9; i++) {
                names[i] = names[9 + i] = (unsigned char)i;
                cells[i] = (unsigned char)cell_of_house(kind, line, i);
                cells[9 + i] = (unsigned char)cell_of_house(kind, other, i);
            }
        }
        for (int i = 0; i < 9; i++)
            for (int j = 9; j < 18; j++)
                if (pair < kPairsOfDigits ? share_house(cells[i], cells[j]) : grid[cells[i]] == grid[cells[j]]) {
                    const unsigned char old = names[j];
                    for (int k = 0; k < 18; k++)
                        if (names[k] == old) names[k] = names[i];
                }
        for (int name = 0; name < 18; name++) {
            int n = 0;
            for (int i = 0; i < 18; i++) n += names[i] == name;
            if (n == 0 || n == 18) continue;  // all 18 are hit anyway
            const u32 at = add(&n_exchanges, 1);
            sizes[at] = (unsigned char)n;
            n = 0;
            for (int i = 0; i < 18; i++)
                if (names[i] == name) exchanges[at][n++] = cells[i];
        }
    }

    NONET_MEMBER static bool share_house(int a, int b) {
        bool some = false;
        for (int kind = 0; kind < 3; kind++) some = some || house_of(kind, a) == house_of(kind, b);
        return some;
    }

    // The tries in which this cell is a redundant clue.
    template <class Bits> NONET_MEMBER Bits redundant(const Bits* given, int cell) const {
        Bits follows = {};
        for (int why = 0; why < 4; why++) {
            Bits holds = given[cell];
            NONET_UNROLL
            for (int i = 0; i < 8; i++) {
                const unsigned char* three = reasons[cell][why][i];
                holds &= given[three[0]] | given[three[1]] | given[three[2]];
            }
            follows |= holds;
        }
        return follows;
    }

    // The tries that miss this unavoidable set.
    template <class Bits> NONET_MEMBER Bits missed(const Bits* given, u32 exchange) const {
        Bits some = {};
        for (int i = 0; i < sizes[exchange]; i++) some |= given[exchanges[exchange][i]];
        return ~some;
    }
};

}  // namespace nonet_gpu
