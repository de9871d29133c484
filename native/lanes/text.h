// Characters to candidate sets and back, many puzzles at a time.
//
// A record is read in two steps.  First its bytes become codes (0 a blank, 1..9 a given), and every byte is checked;
// then the records are turned on their side, so that a row of the pool holds one cell of many puzzles:
//
//        81 bytes   →   81 codes              code    set
//        ┌──────────────────────┐             ┌─┬─┬─┬ … one row per cell, one column per puzzle
//        │ puzzle 0   53..7.... │             │5│1│.│
//        │ puzzle 1   1...2.3.. │   →         │3│.│.│
//        │ puzzle 2   ......... │             │.│.│.│
//        └──────────────────────┘             └─┴─┴─┴ …
//
// Solutions go the other way.  Turning is four rounds of interleaving ("perfect shuffles") on 16 x 16 bytes.
#pragma once
#include <stdint.h>
#include <string.h>

#include "classic.h"
#include "lanes/simd.h"

namespace {

using nonet::kBadByte;
using nonet::kBytes;

#if defined(NONET_ISA_AVX512) || defined(NONET_ISA_AVX2)
#define NONET_FAST_TEXT 1

// A byte for each lane.  On AVX-512 the two halves of a register turn side by side: lanes 0 … 15 and 16 … 31.
#if defined(NONET_ISA_AVX512)
typedef __m256i LaneBytes;
NONET_INLINE LaneBytes load_two(const uint8_t* low, const uint8_t* high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i*)low)),
                                   _mm_loadu_si128((const __m128i*)high), 1);
}
NONET_INLINE void store_two(uint8_t* low, uint8_t* high, LaneBytes v) {
    _mm_storeu_si128((__m128i*)low, _mm256_castsi256_si128(v));
    _mm_storeu_si128((__m128i*)high, _mm256_extracti128_si256(v, 1));
}
NONET_INLINE LaneBytes deal_low(LaneBytes a, LaneBytes b) { return _mm256_unpacklo_epi8(a, b); }
NONET_INLINE LaneBytes deal_high(LaneBytes a, LaneBytes b) { return _mm256_unpackhi_epi8(a, b); }
#else
typedef __m128i LaneBytes;
NONET_INLINE LaneBytes load_two(const uint8_t* low, const uint8_t*) { return _mm_loadu_si128((const __m128i*)low); }
NONET_INLINE void store_two(uint8_t* low, uint8_t*, LaneBytes v) { _mm_storeu_si128((__m128i*)low, v); }
NONET_INLINE LaneBytes deal_low(LaneBytes a, LaneBytes b) { return _mm_unpacklo_epi8(a, b); }
NONET_INLINE LaneBytes deal_high(LaneBytes a, LaneBytes b) { return _mm_unpackhi_epi8(a, b); }
#endif

// Each step deals the bytes of rows i and i + 8 out alternately.  Seen as an eight-bit number row:column, a byte's place is
// rotated left by one bit; after four steps row and column have changed places.
NONET_INLINE void turn(LaneBytes* a) {
    LaneBytes b[16];
#define NONET_DEAL(x, y)                          \
    NONET_FOR(i, 8) {                             \
        y[2 * i] = deal_low(x[i], x[i + 8]);      \
        y[2 * i + 1] = deal_high(x[i], x[i + 8]); \
    }
    NONET_DEAL(a, b)
    NONET_DEAL(b, a)
    NONET_DEAL(a, b)
    NONET_DEAL(b, a)
#undef NONET_DEAL
}

// A record per lane, as codes, to a row per cell.
NONET_INLINE void turn_in(const uint8_t (*code)[96], uint8_t (*row)[kLanes]) {
    for (int at = 0; at < 80; at += 16) {
        LaneBytes a[16];
        NONET_FOR(i, 16) a[i] = load_two(code[i] + at, code[(i + 16) % kLanes] + at);
        turn(a);
        NONET_FOR(i, 16) memcpy(row[at + i], &a[i], kLanes);
    }
    for (int i = 0; i < kLanes; i++) row[80][i] = code[i][80];
}

// A row per cell to a record per lane (its first 80 bytes).
NONET_INLINE void turn_out(const uint8_t (*row)[kLanes], uint8_t (*text)[80]) {
    for (int at = 0; at < 80; at += 16) {
        LaneBytes a[16];
        NONET_FOR(i, 16) memcpy(&a[i], row[at + i], kLanes);
        turn(a);
        NONET_FOR(i, 16) store_two(text[i] + at, text[(i + 16) % kLanes] + at, a[i]);
    }
}

// A record of numbers is made of codes already; false if a byte is not a code.
NONET_INLINE bool read_numbers(const uint8_t* numbers, uint8_t* code) {
    memcpy(code, numbers, 81);
    uint8_t is_bad = 0;
    for (int c = 0; c < 81; c++) is_bad |= code[c] > 9;
    return !is_bad;
}

#if defined(NONET_ISA_AVX512)
// Codes of one record into code[0..80]; false if a byte is neither digit nor blank.
NONET_INLINE bool read_codes(const uint8_t* text, uint8_t* code) {
    // A table of 128 bytes in two registers, looked up by the low seven bits; the top bit of the byte is checked apart.
    struct Table {
        alignas(64) uint8_t of[128];
        constexpr Table() : of() {
            for (int i = 0; i < 128; i++) {
                uint16_t set = kBytes.set[i];
                of[i] = set == kBadByte ? 0x80 : set == 0x1ff ? 0 : (uint8_t)(i - '0');
            }
        }
    };
    static constexpr Table table;
    const __mmask32 rest = (1u << 17) - 1;
    __m512i low = _mm512_load_si512(table.of), high = _mm512_load_si512(table.of + 64);
    __m512i a = _mm512_loadu_si512(text);
    __m256i b = _mm256_maskz_loadu_epi8(rest, text + 64);
    __m512i wide = _mm512_castsi256_si512(b);
    __m512i code_a = _mm512_permutex2var_epi8(low, a, high), code_b = _mm512_permutex2var_epi8(low, wide, high);
    _mm512_storeu_si512(code, code_a);
    _mm256_mask_storeu_epi8(code + 64, rest, _mm512_castsi512_si256(code_b));
    uint64_t bad = _mm512_movepi8_mask(_mm512_or_si512(code_a, a));
    uint32_t bad_b = _mm256_movepi8_mask(_mm256_or_si256(_mm512_castsi512_si256(code_b), b)) & rest;
    return !(bad | bad_b);
}

// codes to sets, a lane each
NONET_INLINE void codes_to_sets(const uint8_t* code, uint16_t* set) {
    const __m256i table = _mm256_setr_epi16(0x1ff, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0);
    __m512i wide = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i*)code));
    store(set, _mm512_permutexvar_epi16(wide, _mm512_broadcast_i64x4(table)));
}

// sets of one digit each to ASCII digits
NONET_INLINE void sets_to_digits(const uint16_t* set, uint8_t* digit) {
    V n = _mm512_popcnt_epi16(sub(load(set), all(1)));
    _mm256_storeu_si256((__m256i*)digit, _mm256_add_epi8(_mm512_maskz_cvtepi16_epi8(~0u, n), _mm256_set1_epi8('1')));
}
#else  // AVX2: a byte shuffle looks up tables of sixteen entries
NONET_INLINE bool read_codes(const uint8_t* text, uint8_t* code) {
    // A byte is valid if the sets of its two halves meet.  One bit per group:
    //   1: 2x "*-."    2: 3x "0".."9"    4: 5x "X_"    8: 7x "x"
    const __m256i by_low =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 2, 2, 2, 2, 2, 2, 2, 2 | 4 | 8, 2, 1, 0, 0, 1, 1, 4));
    const __m256i by_high = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 1, 2, 0, 4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i half = _mm256_set1_epi8(15);
    __m256i bad = _mm256_setzero_si256();
    const int at[3] = {0, 32, 49};  // the last piece overlaps the second: no byte past the record is read
    NONET_FOR(i, 3) {
        __m256i c = _mm256_loadu_si256((const __m256i*)(text + at[i]));
        __m256i low = _mm256_and_si256(c, half), high = _mm256_and_si256(_mm256_srli_epi16(c, 4), half);
        __m256i group = _mm256_and_si256(_mm256_shuffle_epi8(by_low, low), _mm256_shuffle_epi8(by_high, high));
        bad = _mm256_or_si256(bad, _mm256_cmpeq_epi8(group, _mm256_setzero_si256()));
        __m256i digit = _mm256_cmpeq_epi8(group, _mm256_set1_epi8(2));
        _mm256_storeu_si256((__m256i*)(code + at[i]), _mm256_and_si256(low, digit));
    }
    return _mm256_testz_si256(bad, bad);
}

NONET_INLINE void codes_to_sets(const uint8_t* code, uint16_t* set) {
    const __m128i low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    const __m128i high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    __m128i c = _mm_loadu_si128((const __m128i*)code);
    __m128i a = _mm_shuffle_epi8(low, c), b = _mm_shuffle_epi8(high, c);
    _mm_storeu_si128((__m128i*)set, _mm_unpacklo_epi8(a, b));
    _mm_storeu_si128((__m128i*)(set + 8), _mm_unpackhi_epi8(a, b));
}

NONET_INLINE void sets_to_digits(const uint16_t* set, uint8_t* digit) {
    // 1, 2, 4, 8 by the low half byte; 16 … 128 by the next; 256 is what is left.
    const __m128i by_low = _mm_setr_epi8(0, '1', '2', 0, '3', 0, 0, 0, '4', 0, 0, 0, 0, 0, 0, 0);
    const __m128i by_high = _mm_setr_epi8(0, '5', '6', 0, '7', 0, 0, 0, '8', 0, 0, 0, 0, 0, 0, 0);
    __m128i a = _mm_loadu_si128((const __m128i*)set), b = _mm_loadu_si128((const __m128i*)(set + 8));
    const __m128i byte = _mm_set1_epi16(255), half = _mm_set1_epi8(15);
    __m128i x = _mm_packus_epi16(_mm_and_si128(a, byte), _mm_and_si128(b, byte));
    __m128i d = _mm_or_si128(_mm_shuffle_epi8(by_low, _mm_and_si128(x, half)),
                             _mm_shuffle_epi8(by_high, _mm_and_si128(_mm_srli_epi16(x, 4), half)));
    __m128i nine = _mm_and_si128(_mm_cmpeq_epi8(x, _mm_setzero_si128()), _mm_set1_epi8('9'));
    _mm_storeu_si128((__m128i*)digit, _mm_or_si128(d, nine));
}
#endif
#endif

}  // namespace
