// A vector of 16-bit lanes and the few operations the kernel needs on it, per instruction set.
//
// Included once per translation unit, after NONET_ISA_<NAME> has been defined; everything has internal linkage,
// so that code compiled for AVX-512 can never be picked by the linker for a processor without it.
//
//                    lanes   three-input logic            lane masks
//     AVX-512         32     one instruction (ternary)    mask registers
//     AVX2            16     two or three                 vectors of 0 / 0xffff
//     SSE2             8     two or three                 vectors of 0 / 0xffff
//     NEON             8     two or three                 vectors of 0 / 0xffff
//     portable         8     whatever the compiler makes of GCC vector extensions
#pragma once
#include <stdint.h>
#include <string.h>

#if defined(NONET_ISA_AVX512) || defined(NONET_ISA_AVX2) || defined(NONET_ISA_BASELINE)
#include <immintrin.h>
#elif defined(NONET_ISA_NEON)
#include <arm_neon.h>
#endif

#define NONET_INLINE static inline __attribute__((always_inline))
// for (int i = 0; i < n; i++), unrolled.
#if defined(__clang__)
#define NONET_FOR(i, n) _Pragma("clang loop unroll(full)") for (int i = 0; i < n; i++)
#else
#define NONET_FOR(i, n) _Pragma("GCC unroll 27") for (int i = 0; i < n; i++)
#endif

namespace {

#if defined(NONET_ISA_AVX512)
// ---------------------------------------------------------------------------------------------------------- AVX-512
// Needs F, BW, VL, VBMI and BITALG: Ice Lake and Zen 4 onwards.
constexpr int kLanes = 32;
typedef __m512i V;

// The ternary instruction takes its truth table as a number: bit (4a + 2b + c) is the answer for inputs a, b, c.
#define NONET_TERNARY(a, b, c, table) _mm512_ternarylogic_epi32(a, b, c, table)
NONET_INLINE V or3(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0xfe); }
NONET_INLINE V xor3(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0x96); }
NONET_INLINE V and3(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0x80); }
NONET_INLINE V majority(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0xe8); }
NONET_INLINE V minus_both(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0x70); }     // a & ~(b & c)
NONET_INLINE V minus_either(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0x10); }   // a & ~(b | c)
NONET_INLINE V and_or(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0xe0); }         // a & (b | c)
NONET_INLINE V or_and(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0xf8); }         // a | (b & c)
NONET_INLINE V or_differ(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0xf6); }      // a | (b ^ c)
NONET_INLINE V differ_either(V a, V b, V c) { return NONET_TERNARY(a, b, c, 0x7e); }  // (a ^ c) | (b ^ c)
NONET_INLINE V vor(V a, V b) { return _mm512_or_si512(a, b); }
NONET_INLINE V vand(V a, V b) { return _mm512_and_si512(a, b); }
NONET_INLINE V all(uint16_t v) { return _mm512_set1_epi16((short)v); }
NONET_INLINE V load(const uint16_t* p) { return _mm512_loadu_si512((const void*)p); }
NONET_INLINE void store(uint16_t* p, V v) { _mm512_storeu_si512((void*)p, v); }
NONET_INLINE V add(V a, V b) { return _mm512_add_epi16(a, b); }
NONET_INLINE V sub(V a, V b) { return _mm512_sub_epi16(a, b); }
NONET_INLINE V minimum(V a, V b) { return _mm512_min_epi16(a, b); }
template <int N> NONET_INLINE V shift_left(V a) { return _mm512_slli_epi16(a, N); }
NONET_INLINE uint32_t where_zero(V a) { return _mm512_testn_epi16_mask(a, a); }
NONET_INLINE uint32_t where_set(V a) { return _mm512_test_epi16_mask(a, a); }
NONET_INLINE uint32_t where_equal(V a, V b) { return _mm512_cmpeq_epi16_mask(a, b); }
// x where it is a single bit (or empty), hid elsewhere
NONET_INLINE V naked_or(V x, V hid) {
    return _mm512_mask_mov_epi16(hid, _mm512_testn_epi16_mask(x, _mm512_add_epi16(x, _mm512_set1_epi16(-1))), x);
}
// then where a is not empty, other elsewhere
NONET_INLINE V if_set(V a, V then, V other) { return _mm512_mask_mov_epi16(other, _mm512_test_epi16_mask(a, a), then); }
NONET_INLINE V if_set_own(V a, V then, V other) { return if_set(a, then, other); }
NONET_INLINE V count_bits(V x) { return _mm512_popcnt_epi16(x); }
// then where x has two bits, other elsewhere
NONET_INLINE V if_pair(V x, V then, V other) {
    return _mm512_mask_mov_epi16(other, _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(x), _mm512_set1_epi16(2)), then);
}
// the greater of best and key, but only where n == wanted
NONET_INLINE V best_where(V best, V n, V wanted, V key) {
    return _mm512_mask_max_epi16(best, _mm512_cmpeq_epi16_mask(n, wanted), best, key);
}

#else
// ------------------------------------------------------------------------------- everything else: vector extensions
#if defined(NONET_ISA_AVX2)
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif
typedef uint16_t V __attribute__((vector_size(kLanes * 2)));
typedef int16_t SignedV __attribute__((vector_size(kLanes * 2)));

NONET_INLINE V or3(V a, V b, V c) { return a | b | c; }
NONET_INLINE V xor3(V a, V b, V c) { return a ^ b ^ c; }
NONET_INLINE V and3(V a, V b, V c) { return a & b & c; }
#if defined(NONET_ISA_NEON)
NONET_INLINE V majority(V a, V b, V c) { return (V)vbslq_u16(a ^ b, c, a); }  // c decides where the others differ
#else
NONET_INLINE V majority(V a, V b, V c) { return (a & b) | (c & (a | b)); }
#endif
NONET_INLINE V minus_both(V a, V b, V c) { return a & ~(b & c); }
NONET_INLINE V minus_either(V a, V b, V c) { return a & ~(b | c); }
NONET_INLINE V and_or(V a, V b, V c) { return a & (b | c); }
NONET_INLINE V or_and(V a, V b, V c) { return a | (b & c); }
NONET_INLINE V or_differ(V a, V b, V c) { return a | (b ^ c); }
NONET_INLINE V differ_either(V a, V b, V c) { return (a ^ c) | (b ^ c); }
NONET_INLINE V vor(V a, V b) { return a | b; }
NONET_INLINE V vand(V a, V b) { return a & b; }
NONET_INLINE V all(uint16_t v) { return (V){} + v; }
NONET_INLINE V load(const uint16_t* p) {
    V v;
    memcpy(&v, p, sizeof v);
    return v;
}
NONET_INLINE void store(uint16_t* p, V v) { memcpy(p, &v, sizeof v); }
NONET_INLINE V add(V a, V b) { return a + b; }
NONET_INLINE V sub(V a, V b) { return a - b; }
template <int N> NONET_INLINE V shift_left(V a) { return a << N; }
#if defined(NONET_ISA_AVX2)
NONET_INLINE uint32_t lanes_of(V m) { return _pext_u32((uint32_t)_mm256_movemask_epi8((__m256i)m), 0x55555555u); }
NONET_INLINE V minimum(V a, V b) { return (V)_mm256_min_epi16((__m256i)a, (__m256i)b); }
NONET_INLINE V maximum(V a, V b) { return (V)_mm256_max_epi16((__m256i)a, (__m256i)b); }
#elif defined(NONET_ISA_BASELINE)
NONET_INLINE uint32_t lanes_of(V m) {
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)m, _mm_setzero_si128()));
}
NONET_INLINE V minimum(V a, V b) { return (V)_mm_min_epi16((__m128i)a, (__m128i)b); }
NONET_INLINE V maximum(V a, V b) { return (V)_mm_max_epi16((__m128i)a, (__m128i)b); }
#elif defined(NONET_ISA_NEON)
NONET_INLINE uint32_t lanes_of(V m) { return vaddvq_u16(m & V{1, 2, 4, 8, 16, 32, 64, 128}); }
NONET_INLINE V minimum(V a, V b) { return (V)vminq_s16((SignedV)a, (SignedV)b); }
NONET_INLINE V maximum(V a, V b) { return (V)vmaxq_s16((SignedV)a, (SignedV)b); }
#else
NONET_INLINE uint32_t lanes_of(V m) {
    uint32_t bits = 0;
    for (int i = 0; i < kLanes; i++) bits |= (uint32_t)(m[i] & 1) << i;
    return bits;
}
NONET_INLINE V minimum(V a, V b) {
    V m = (V)((SignedV)a < (SignedV)b);
    return (a & m) | (b & ~m);
}
NONET_INLINE V maximum(V a, V b) {
    V m = (V)((SignedV)a > (SignedV)b);
    return (a & m) | (b & ~m);
}
#endif
NONET_INLINE uint32_t where_zero(V a) { return lanes_of((V)(a == (V){})); }
NONET_INLINE uint32_t where_set(V a) { return lanes_of((V)(a != (V){})); }
NONET_INLINE uint32_t where_equal(V a, V b) { return lanes_of((V)(a == b)); }
#if defined(NONET_ISA_NEON)
NONET_INLINE V naked_or(V x, V hid) { return hid | (x & ~(V)vtstq_u16(x, x - 1)); }  // hid is a subset of x
#else
NONET_INLINE V naked_or(V x, V hid) {  // hid is a subset of x
    return hid | (x & (V)((x & (x - 1)) == (V){}));
}
#endif
NONET_INLINE V if_set(V a, V then, V other) {
    V empty = (V)(a == (V){});
    return (then & ~empty) | (other & empty);
}
NONET_INLINE V if_set_own(V a, V then, V other) {  // the same, when then is known to be a part of a
    return then | (other & (V)(a == (V){}));
}
#if defined(NONET_ISA_AVX2)
NONET_INLINE V count_bits(V x) {  // by half bytes, looked up; then the two bytes of a lane are added
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2,
                                           2, 3, 2, 3, 3, 4);
    const __m256i half = _mm256_set1_epi8(15);
    __m256i low = _mm256_and_si256((__m256i)x, half), high = _mm256_and_si256((__m256i)(x >> 4), half);
    __m256i n = _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
    return (V)_mm256_maddubs_epi16(n, _mm256_set1_epi8(1));
}
#elif defined(NONET_ISA_NEON)
NONET_INLINE V count_bits(V x) { return (V)vpaddlq_u8(vcntq_u8((uint8x16_t)x)); }
#else
NONET_INLINE V count_bits(V x) {
    x = x - ((x >> 1) & 0x5555);
    x = (x & 0x3333) + ((x >> 2) & 0x3333);
    x = (x + (x >> 4)) & 0x0f0f;
    return (x + (x >> 8)) & 0x1f;
}
#endif
NONET_INLINE V if_pair(V x, V then, V other) {  // then is not below other
#if defined(NONET_ISA_NEON)
    return maximum(other, then & (V)(count_bits(x) == 2));
#else
    V two = x & (x - 1);
    V pair = (V)((two & (two - 1)) == (V){}) & ~(V)(two == (V){});
    return maximum(other, then & pair);
#endif
}
NONET_INLINE V best_where(V best, V n, V wanted, V key) { return maximum(best, key & (V)(n == wanted)); }
#endif

constexpr uint32_t kEveryLane = kLanes == 32 ? 0xffffffffu : (1u << kLanes) - 1;

}  // namespace
