// One puzzle in three vectors: the path for single calls.
//
// A digit's places in a band are a word of 27 bits, row by row; a band is a vector of such words, one lane per digit:
//
//     lane:      digit 1 │ digit 2 │ … │ digit 9 │ lanes of zeros
//     band[0]    rows 0-2: 27 bits      bit 9*(row % 3) + column
//     band[1]    rows 3-5               26 ……… 18 │ 17 ……… 9 │ 8 7 6 5 4 3 2 1 0
//     band[2]    rows 6-8                 row 2       row 1    row 0
//
// A round deduces what a round of rounds.h does (naked and hidden singles, locked candidates), for all nine digits at once.
// There, columns of one digit are different vectors; here they are bits of one word, so "fold" and "spread" shift:
//
//     fold over a minirow:     w | w>>1 | w>>2   leaves one bit per minirow, at bits 0 3 6 … 24    (kMinirows)
//     fold over a minicolumn:  w | w>>9 | w>>18  leaves one bit per column, at bits 0 … 8          (kColumns)
//     spread: the same bits shifted back to all three places
//
// What concerns several digits of one cell (naked singles) goes across the lanes in a few steps of shuffling.
#pragma once
#include "lanes/kernel.h"
#include "lanes/simd.h"
#include "lanes/text.h"

namespace {

constexpr uint32_t kBand = 0x7ffffff;      // all 27 cells
constexpr uint32_t kMinirows = 0x1249249;  // the first cell of each minirow: bits 0 3 6 … 24
constexpr uint32_t kColumns = 0x1ff;       // the first row
constexpr uint32_t kRowHeads = 0x40201;    // bits 0 9 18
constexpr uint32_t kBoxHeads = 0x49;       // bits 0 3 6

typedef uint32_t Four __attribute__((vector_size(16)));

template <int Bit> NONET_INLINE Four swap_in_four(Four a) {
#if defined(__clang__)
    return __builtin_shufflevector(a, a, 0 ^ Bit, 1 ^ Bit, 2 ^ Bit, 3 ^ Bit);
#else
    return __builtin_shuffle(a, Four{0 ^ Bit, 1 ^ Bit, 2 ^ Bit, 3 ^ Bit});
#endif
}

#if defined(NONET_ISA_AVX512)
// ------------------------------------------------------------------------------------- sixteen lanes in one register
typedef uint32_t Words __attribute__((vector_size(64)));
constexpr int kWords = 16;
NONET_INLINE Words every(uint32_t v) { return (Words)_mm512_set1_epi32((int)v); }
NONET_INLINE Words nine(uint32_t v) { return (Words)_mm512_maskz_set1_epi32(0x1ff, (int)v); }  // the lanes of digits
NONET_INLINE Words lane_of_digit(int digit) { return (Words)_mm512_maskz_set1_epi32((__mmask16)(1u << digit), -1); }
NONET_INLINE Words w_or3(Words a, Words b, Words c) { return (Words)or3((V)a, (V)b, (V)c); }
NONET_INLINE Words w_xor3(Words a, Words b, Words c) { return (Words)xor3((V)a, (V)b, (V)c); }
NONET_INLINE Words w_majority(Words a, Words b, Words c) { return (Words)majority((V)a, (V)b, (V)c); }
NONET_INLINE Words w_minus_both(Words a, Words b, Words c) { return (Words)minus_both((V)a, (V)b, (V)c); }
NONET_INLINE Words w_minus_either(Words a, Words b, Words c) { return (Words)minus_either((V)a, (V)b, (V)c); }
NONET_INLINE Words w_differ_either(Words a, Words b, Words c) { return (Words)differ_either((V)a, (V)b, (V)c); }
NONET_INLINE bool w_any(Words a) { return _mm512_test_epi32_mask((V)a, (V)a) != 0; }

// Cells that have the bit in some lane / in two lanes; the answer is the same in every lane.  First the registers' quarters are
// counted against each other (the fourth is empty), then the lanes inside them.
NONET_INLINE void over_digits(Words w, Words& once, Words& twice) {
    V a = (V)w, b = _mm512_shuffle_i32x4(a, a, 0xc9), c = _mm512_shuffle_i32x4(a, a, 0xd2);  // quarters 1 2 0, 2 0 1
    V o = or3(a, b, c), t = majority(a, b, c);
    V o2 = _mm512_shuffle_epi32(o, _MM_PERM_BADC), t2 = _mm512_shuffle_epi32(t, _MM_PERM_BADC);
    t = or_and(vor(t, t2), o, o2);
    o = vor(o, o2);
    o2 = _mm512_shuffle_epi32(o, _MM_PERM_CDAB), t2 = _mm512_shuffle_epi32(t, _MM_PERM_CDAB);
    twice = (Words)or_and(vor(t, t2), o, o2);
    once = (Words)vor(o, o2);
}

NONET_INLINE Words any_digit(Words w) {
    V a = (V)w;
    a = or3(a, _mm512_shuffle_i32x4(a, a, 0xc9), _mm512_shuffle_i32x4(a, a, 0xd2));
    a = vor(a, _mm512_shuffle_epi32(a, _MM_PERM_BADC));
    return (Words)vor(a, _mm512_shuffle_epi32(a, _MM_PERM_CDAB));
}

#else
// ------------------------------------------------------------------ twelve lanes: eight and four, or three times four
constexpr int kWords = 12;
#if defined(NONET_ISA_AVX2)
typedef uint32_t Eight __attribute__((vector_size(32)));
struct Words {
    Eight a;
    Four c;
};
#define NONET_EACH(expression_a, expression_b, expression_c) \
    Words { expression_a, expression_c }
NONET_INLINE Words every(uint32_t v) { return {(Eight){} + v, (Four){} + v}; }
NONET_INLINE Words nine(uint32_t v) { return {(Eight){} + v, Four{v, 0, 0, 0}}; }
NONET_INLINE Words of_fours(Four o) { return {(Eight)_mm256_broadcastsi128_si256((__m128i)o), o}; }
NONET_INLINE Four low_four(Words w) { return (Four)_mm256_castsi256_si128((__m256i)w.a); }
NONET_INLINE Four middle_four(Words w) { return (Four)_mm256_extracti128_si256((__m256i)w.a, 1); }
NONET_INLINE bool w_any(Words w) {
    Four o = low_four(w) | middle_four(w) | w.c;
    return !_mm_testz_si128((__m128i)o, (__m128i)o);
}
#else
struct Words {
    Four a, b, c;
};
#define NONET_EACH(expression_a, expression_b, expression_c) \
    Words { expression_a, expression_b, expression_c }
NONET_INLINE Words every(uint32_t v) { return {(Four){} + v, (Four){} + v, (Four){} + v}; }
NONET_INLINE Words nine(uint32_t v) { return {(Four){} + v, (Four){} + v, Four{v, 0, 0, 0}}; }
NONET_INLINE Words of_fours(Four o) { return {o, o, o}; }
NONET_INLINE Four low_four(Words w) { return w.a; }
NONET_INLINE Four middle_four(Words w) { return w.b; }
NONET_INLINE bool w_any(Words w) {
    typedef uint64_t Two __attribute__((vector_size(16)));
    Two o = (Two)(w.a | w.b | w.c);
    return (o[0] | o[1]) != 0;
}
#endif
NONET_INLINE Words operator|(Words x, Words y) { return NONET_EACH(x.a | y.a, x.b | y.b, x.c | y.c); }
NONET_INLINE Words operator&(Words x, Words y) { return NONET_EACH(x.a & y.a, x.b & y.b, x.c & y.c); }
NONET_INLINE Words operator^(Words x, Words y) { return NONET_EACH(x.a ^ y.a, x.b ^ y.b, x.c ^ y.c); }
NONET_INLINE Words operator-(Words x, Words y) { return NONET_EACH(x.a - y.a, x.b - y.b, x.c - y.c); }
NONET_INLINE Words operator~(Words x) { return NONET_EACH(~x.a, ~x.b, ~x.c); }
NONET_INLINE Words operator<<(Words x, int n) { return NONET_EACH(x.a << n, x.b << n, x.c << n); }
NONET_INLINE Words operator>>(Words x, int n) { return NONET_EACH(x.a >> n, x.b >> n, x.c >> n); }
#undef NONET_EACH
NONET_INLINE Words w_or3(Words a, Words b, Words c) { return a | b | c; }
NONET_INLINE Words w_xor3(Words a, Words b, Words c) { return a ^ b ^ c; }
NONET_INLINE Words w_majority(Words a, Words b, Words c) { return (a & b) | (c & (a | b)); }
NONET_INLINE Words w_minus_both(Words a, Words b, Words c) { return a & ~(b & c); }
NONET_INLINE Words w_minus_either(Words a, Words b, Words c) { return a & ~(b | c); }
NONET_INLINE Words w_differ_either(Words a, Words b, Words c) { return (a ^ c) | (b ^ c); }

NONET_INLINE Words lane_of_digit(int digit) {
    uint32_t word[kWords] = {};
    word[digit] = ~0u;
    Words w;
    memcpy(&w, word, sizeof word);
    return w;
}

NONET_INLINE void over_digits(Words w, Words& once, Words& twice) {
    Four a = low_four(w), b = middle_four(w), c = w.c;
    Four o = a | b | c, t = (a & b) | (c & (a | b));
    Four o2 = swap_in_four<2>(o), t2 = swap_in_four<2>(t);
    t = t | t2 | (o & o2);
    o = o | o2;
    o2 = swap_in_four<1>(o), t2 = swap_in_four<1>(t);
    twice = of_fours(t | t2 | (o & o2));
    once = of_fours(o | o2);
}

NONET_INLINE Words any_digit(Words w) {
    Four o = low_four(w) | middle_four(w) | w.c;
    o = o | swap_in_four<2>(o);
    return of_fours(o | swap_in_four<1>(o));
}
#endif

NONET_INLINE Words spread_minirow(Words v) { return (v << 3) - v; }  // times seven
NONET_INLINE Words spread_column(Words v) { return w_or3(v, v << 9, v << 18); }
NONET_INLINE Words spread_boxes(Words v) { return w_or3(v, v << 3, v << 6); }

struct Board {
    Words band[3];
};

enum class State { Open, Stable, Dead, Solved };

// One round.  Locked == false leaves locked candidates out (for grading).
template <bool Locked> NONET_INLINE State board_round(Board& board) {
    const Words minirows = every(kMinirows), columns = every(kColumns), row_heads = every(kRowHeads),
                box_heads = every(kBoxHeads);
    Words missing = {};  // any bit: a digit without a place, or a cell without a candidate
    Words many = {};     // any bit: a cell with several candidates
    Words locked[3], locked_col[3], single[3], in_cols[3], in_cols_twice[3];
    NONET_FOR(b, 3) {
        Words w = board.band[b];
        Words once, twice;
        over_digits(w, once, twice);
        many = many | twice;
        missing = missing | (~once & nine(kBand));
        // Rows and boxes, by minirows; compare steps 1 to 3 in rounds.h.
        Words w1 = w >> 1, w2 = w >> 2;
        Words any = w_or3(w, w1, w2) & minirows, several = w_majority(w, w1, w2);
        Words a3 = any >> 3, a6 = any >> 6, a9 = any >> 9, a18 = any >> 18;
        missing = missing | (~w_or3(any, a3, a6) & nine(kRowHeads));
        missing = missing | (~w_or3(any, a9, a18) & nine(kBoxHeads));
        Words in_row = spread_boxes(w_majority(any, a3, a6) & row_heads);    // digits in two minirows of the row
        Words in_box = spread_column(w_majority(any, a9, a18) & box_heads);  // … of the box
        locked[b] = w_minus_both(any, in_row, in_box);
        // Locked in a minirow and possible in one of its cells only: a hidden single.
        single[b] = spread_minirow(locked[b] & ~several) | ~twice;
        Words w9 = w >> 9, w18 = w >> 18;
        in_cols[b] = w_or3(w, w9, w18) & columns;
        in_cols_twice[b] = w_majority(w, w9, w18);
    }
    missing = missing | (~w_or3(in_cols[0], in_cols[1], in_cols[2]) & nine(kColumns));
    if (w_any(missing)) return State::Dead;

    Words in_col = w_majority(in_cols[0], in_cols[1], in_cols[2]);
    Words others[3];
    Words doubled = {};  // any bit: a digit assigned to two cells of a triple
    NONET_FOR(b, 3) {
        Words any = in_cols[b];
        Words in_box = spread_minirow(w_majority(any, any >> 1, any >> 2) & box_heads);
        locked_col[b] = w_minus_both(any, in_col, in_box);
        Words a = board.band[b] & (single[b] | spread_column(locked_col[b] & ~in_cols_twice[b]));
        Words a1 = a >> 1, a2 = a >> 2, a9 = a >> 9, a18 = a >> 18;
        Words in_minirow = w_or3(a, a1, a2) & minirows, in_minicol = w_or3(a, a9, a18) & columns;
        doubled = w_or3(doubled, w_majority(a, a1, a2) & minirows, w_majority(a, a9, a18) & columns);
        // What is assigned is locked in its minirow and its minicolumn; that clears the rest of the houses.
        locked[b] = Locked ? locked[b] | in_minirow : in_minirow;
        locked_col[b] = Locked ? locked_col[b] | in_minicol : in_minicol;
        // Inside the triples, and for the other digits of the cell, everything goes but what is assigned.
        others[b] = w_or3(any_digit(a), spread_minirow(in_minirow), spread_column(in_minicol)) & ~a;
    }
    if (w_any(doubled)) return State::Dead;
    Words col_sum = w_xor3(locked_col[0], locked_col[1], locked_col[2]);
    Words changed = {};
    NONET_FOR(b, 3) {
        Words r = locked[b], c = locked_col[b];
        Words row_sum = spread_boxes(w_xor3(r, r >> 3, r >> 6) & row_heads);
        Words box_sum = spread_column(w_xor3(r, r >> 9, r >> 18) & box_heads);
        Words box_sum_col = spread_minirow(w_xor3(c, c >> 1, c >> 2) & box_heads);
        Words gone = spread_minirow(w_differ_either(row_sum, box_sum, r)) |
                     spread_column(w_differ_either(col_sum, box_sum_col, c));
        Words w = board.band[b], y = w_minus_either(w, gone, others[b]);
        changed = changed | (w ^ y);
        board.band[b] = y;
    }
    if (w_any(changed)) return State::Open;
    return w_any(many) ? State::Stable : State::Solved;
}

__attribute__((noinline)) State settle(Board& board, uint32_t& rounds) {
    State state;
    do {
        state = board_round<true>(board);
        rounds++;
    } while (state == State::Open);
    return state;
}

// ------------------------------------------------------------------------------------------------- boards in and out

NONET_INLINE void load_words(const Board& board, uint32_t (*word)[kWords]) {
    for (int b = 0; b < 3; b++) memcpy(word[b], &board.band[b], sizeof word[b]);
}

NONET_INLINE uint32_t cell_bit(int cell) { return 1u << (cell % 27); }

Board board_of_sets(const uint16_t* set) {
    alignas(64) uint32_t word[3][kWords] = {};
    for (int c = 0; c < 81; c++)
        for (uint32_t m = set[c] & nonet::kAll; m; m &= m - 1) word[c / 27][__builtin_ctz(m)] |= cell_bit(c);
    Board board;
    memcpy(&board.band[0], word[0], sizeof word[0]);
    memcpy(&board.band[1], word[1], sizeof word[1]);
    memcpy(&board.band[2], word[2], sizeof word[2]);
    return board;
}

// A puzzle as text; false if a byte is neither digit nor blank.
NONET_INLINE bool board_of_text(const uint8_t* text, Board& board) {
#if defined(NONET_ISA_AVX512)
    // One comparison per digit gives its 81 places as bits.
    uint8_t code[96];
    if (!read_codes(text, code)) return false;
    const __mmask32 rest = (1u << 17) - 1;
    __m512i a = _mm512_loadu_si512(code);
    __m256i b = _mm256_maskz_loadu_epi8(rest, code + 64);
    alignas(64) uint32_t word[3][kWords] = {};
    uint32_t given[3] = {0, 0, 0};
    NONET_FOR(d, 9) {
        uint64_t low = _mm512_cmpeq_epi8_mask(a, _mm512_set1_epi8((char)(d + 1)));
        uint64_t high = _mm256_mask_cmpeq_epi8_mask(rest, b, _mm256_set1_epi8((char)(d + 1)));
        given[0] |= word[0][d] = (uint32_t)low & kBand;
        given[1] |= word[1][d] = (uint32_t)(low >> 27) & kBand;
        given[2] |= word[2][d] = (uint32_t)(low >> 54 | high << 10);
    }
    NONET_FOR(i, 3) {
        Words w;
        memcpy(&w, word[i], sizeof w);
        board.band[i] = w | nine(kBand & ~given[i]);
    }
    return true;
#else
    uint32_t word[3][kWords + 4] = {};  // the last is for blanks
    uint16_t bad = 0;
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < 27; i++) {
            uint16_t set = kBytes.set[text[27 * b + i]];
            bad |= set;
            word[b][set & (set - 1) ? kWords : __builtin_ctz(set)] |= 1u << i;
        }
    if (bad & kBadByte) return false;
    for (int b = 0; b < 3; b++) {
        Words w;
        memcpy(&w, word[b], sizeof w);
        board.band[b] = w | nine(word[b][kWords]);
    }
    return true;
#endif
}

// The candidates of one cell, by digit
NONET_INLINE uint16_t cell_set(const Board& board, int cell) {
    uint32_t word[kWords];
    memcpy(word, &board.band[cell / 27], sizeof word);
    uint16_t set = 0;
    for (int d = 0; d < 9; d++) set |= (uint16_t)((word[d] >> (cell % 27) & 1) << d);
    return set;
}

NONET_INLINE void assign(Board& board, int cell, int digit) {
    Words& w = board.band[cell / 27];
    w = w & (every(~cell_bit(cell)) | lane_of_digit(digit));
}

NONET_INLINE void forbid(Board& board, int cell, int digit) {
    Words& w = board.band[cell / 27];
    w = w & ~(every(cell_bit(cell)) & lane_of_digit(digit));
}

// digits of a solved board, '1'..'9'
void board_text(const Board& board, uint8_t* text) {
    uint32_t word[3][kWords];
    load_words(board, word);
    for (int b = 0; b < 3; b++)
        for (int d = 0; d < 9; d++)
            for (uint32_t m = word[b][d]; m; m &= m - 1) text[27 * b + __builtin_ctz(m)] = (uint8_t)('1' + d);
}

// ------------------------------------------------------------------------------------------------------------ search

// The peers of a cell, as sets of 81 bits, in three kinds; see choose_branch in rounds.h for the weights.
struct PeerSets {
    struct Set {
        uint64_t low = 0;   // bands 0 and 1
        uint32_t high = 0;  // band 2
    };
    Set line[81], box[81], both[81];
    constexpr PeerSets() : line(), box(), both() {
        for (int a = 0; a < 81; a++)
            for (int b = 0; b < 81; b++) {
                const bool in_line = nonet::same_line(a, b), in_box = nonet::same_box(a, b);
                if (a == b || !(in_line || in_box)) continue;
                Set& s = in_line && in_box ? both[a] : in_line ? line[a] : box[a];
                if (b < 54)
                    s.low |= 1ull << b;
                else
                    s.high |= 1u << (b - 54);
            }
    }
};
constexpr PeerSets kPeers;

NONET_INLINE int size_of(uint64_t low, uint32_t high, const PeerSets::Set& s) {
    return __builtin_popcountll(low & s.low) + __builtin_popcount(high & s.high);
}

struct Guess {
    int cell, digit;
};

// How many candidates each cell has, as a binary number spread over four words (bit-sliced addition of nine bits).
// [0] holds bands 0 and 1, [1] band 2.
struct Counts {
    uint64_t bit[4][2];

    explicit Counts(const uint32_t (*word)[kWords]) {
        for (int half = 0; half < 2; half++) {
            uint64_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
            for (int d = 0; d < 9; d++) {
                uint64_t x = half ? word[2][d] : word[0][d] | (uint64_t)word[1][d] << 27;
                uint64_t carry = s0 & x;
                s0 ^= x;
                x = s1 & carry;
                s1 ^= carry;
                carry = s2 & x;
                s2 ^= x;
                s3 |= carry;
            }
            bit[0][half] = s0, bit[1][half] = s1, bit[2][half] = s2, bit[3][half] = s3;
        }
    }
    uint64_t exactly(int n, int half) const {
        uint64_t m = half ? (1ull << 27) - 1 : (1ull << 54) - 1;
        for (int i = 0; i < 4; i++) m &= n >> i & 1 ? bit[i][half] : ~bit[i][half];
        return m;
    }
    uint64_t several(int half) const { return bit[1][half] | bit[2][half] | bit[3][half]; }
};

constexpr uint32_t kUnusual = 1000;  // guesses without a solution: no ordinary puzzle takes that many

// Used when no cell has just two candidates.  If some digit has just two places in a house, branches there, on the pair
// of cells with the fewest candidates; otherwise on the cell with the fewest.  This is slow and makes no difference on most
// puzzles.  But on some boards, usually without a solution, a search that branches on cells alone runs for hours.  So a
// search that takes too long starts again, and then branches on places, too.
__attribute__((noinline)) Guess guess_place(const uint16_t* sets) {
    Guess best = {-1, 0};
    int fewest = 99;
    for (int house = 0; house < 27; house++) {
        int cell[9];
        uint16_t once = 0, twice = 0, thrice = 0;
        for (int i = 0; i < 9; i++) {
            cell[i] = nonet::house_cell(house, i);
            thrice |= twice & sets[cell[i]];
            twice |= once & sets[cell[i]];
            once |= sets[cell[i]];
        }
        for (uint32_t m = twice & ~thrice; m; m &= m - 1) {
            int d = __builtin_ctz(m), first = -1, candidates = 0;
            for (int i = 0; i < 9; i++)
                if (sets[cell[i]] >> d & 1) {
                    if (first < 0) first = cell[i];
                    candidates += __builtin_popcount(sets[cell[i]]);
                }
            if (candidates < fewest) fewest = candidates, best = {first, d};
        }
    }
    if (best.cell >= 0) return best;
    for (int c = 0; c < 81; c++) {
        int n = __builtin_popcount(sets[c]);
        if (n > 1 && n < fewest) fewest = n, best = {c, __builtin_ctz(sets[c])};
    }
    return best;
}

// Where to branch in a stable board.
__attribute__((noinline)) Guess choose_guess(const Board& board, bool places) {
    uint32_t word[3][kWords];
    load_words(board, word);
    const Counts counts(word);
    const uint64_t low = counts.several(0);
    const uint32_t high = (uint32_t)counts.several(1);
    Guess best = {-1, 0};
    int best_score = -100;
    for (int n = 2; n <= 9 && best.cell < 0; n++) {
        if (n == 3 && places) {
            uint16_t sets[81];
            for (int c = 0; c < 81; c++) sets[c] = cell_set(board, c);
            return guess_place(sets);
        }
        for (int half = 0; half < 2; half++)
            for (uint64_t m = counts.exactly(n, half); m; m &= m - 1) {
                int c = __builtin_ctzll(m) + 54 * half;
                int score = size_of(low, high, kPeers.line[c]) + 2 * size_of(low, high, kPeers.box[c]) -
                            size_of(low, high, kPeers.both[c]);
                if (score > best_score) best_score = score, best.cell = c;
            }
    }
    while (!(word[best.cell / 27][best.digit] >> (best.cell % 27) & 1)) best.digit++;
    return best;
}

struct Search {
    uint64_t limit = 1;                   // stop at this many solutions
    uint32_t budget = ~0u;                // … or after this many guesses
    const nonet::Pulse* pulse = nullptr;  // … or when this says stop
    uint64_t found = 0;
    uint32_t guesses = 0, rounds = 0;
    bool complete = true;  // false: ended by budget or stop
    Board first;           // the first solution
};

// Depth first from this board.
void search(Search& s, const Board& start) {
    Board board = start;
    Board stack[81];
    int depth = 0;
    bool places = false;
    for (;;) {
        State state = settle(board, s.rounds);
        if (state == State::Stable) {
            if (s.guesses >= s.budget || ((s.guesses & 255) == 255 && s.pulse && nonet::tick(*s.pulse))) {
                s.complete = false;
                return;
            }
            if (!places && s.found == 0 && s.guesses >= kUnusual) {
                places = true;
                depth = 0;
                board = start;
                continue;
            }
            s.guesses++;
            Guess guess = choose_guess(board, places);
            stack[depth] = board;
            forbid(stack[depth++], guess.cell, guess.digit);
            assign(board, guess.cell, guess.digit);
            continue;
        }
        if (state == State::Solved) {
            if (s.found++ == 0) s.first = board;
            if (s.found >= s.limit) return;
        }
        if (depth == 0) return;
        board = stack[--depth];
    }
}

}  // namespace
