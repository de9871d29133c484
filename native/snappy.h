// Snappy's format, unpacked: the pages of most Parquet files are packed with it.
//
//     size │ element │ element │ …        size: of all that comes out, seven bits a byte, the lowest first
//
//     element   its first byte, by its two lowest bits                           what follows       what comes out
//     literal   length - 1 in 6 bits; 60 .. 63: it follows, in 1 .. 4 bytes       the bytes          as they are
//     copy      length - 4 in 3 bits, the highest 3 bits of the distance          8 bits of it       the bytes that came out
//     copy      length - 1 in 6 bits                                              distance, 2 bytes  so far before; they may
//     copy      length - 1 in 6 bits                                              distance, 4 bytes  reach into the copy itself
//
// Puzzles come out in elements of four bytes, and where the next begins is known when the last has been looked at: one
// after the other that is a long wait for every element.  So several pages are unpacked in turn, an element of each; a
// short element, whatever it is, costs one load and one store of 16 bytes, and hardly a branch that is guessed wrong.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace nonet {

// One packed text, and where it goes.  Nothing outside of [out, out + size) is written.
struct Packed {
    const uint8_t* in;
    size_t in_size;
    uint8_t* out;
    size_t size;
};

namespace snappy {

constexpr int kAtOnce = 4;       // texts in turn
constexpr int kSteps = 16;       // elements of each between two looks at the room that is left
constexpr unsigned kShort = 16;  // bytes of a short element
constexpr unsigned kLong = 64;   // stands for those of any other: it is longer than its distance, which is 0
constexpr int kFarthest = 1 << 16;  // no short element looks back as far
constexpr size_t kRoom = (kSteps + 1) * (kShort + 1);

// What the first byte of an element says: its length, the bytes that it takes, which bits of the two that follow are its
// distance, the rest of the distance, and whether it is a literal, whose distance is its length.
constexpr uint64_t element(uint64_t length, uint64_t advance, uint64_t mask, uint64_t distance, uint64_t literal) {
    return length | advance << 8 | mask << 16 | distance << 32 | literal << 48;
}

struct Elements {
    uint64_t at[256] = {};
    constexpr Elements() {
        for (unsigned byte = 0; byte < 256; byte++) {
            unsigned six = byte >> 2, kind = byte & 3;
            if (kind == 0 && six < kShort)
                at[byte] = element(six + 1, six + 2, 0, six + 1, 1);
            else if (kind == 1)
                at[byte] = element((six & 7) + 4, 2, 0xff, byte >> 5 << 8, 0);
            else if (kind == 2 && six < kShort)
                at[byte] = element(six + 1, 3, 0xffff, 0, 0);
            else
                at[byte] = element(kLong, 0, 0, 0, 0);
        }
    }
};

inline constexpr Elements kElements{};

// A text on its way.
struct Stream {
    const uint8_t *in, *in_end;
    uint8_t *out, *begin, *end;

    bool has_room() const { return (size_t)(in_end - in) > kRoom && (size_t)(end - out) > kRoom; }

    // A short element, where there is room; false leaves it to `careful`.  Once as much has come out as any distance can be,
    // there is nothing to check.
    template <bool Checked> bool quick() {
        const uint64_t e = kElements.at[*in];
        const unsigned two = in[1] | in[2] << 8;
        const size_t length = (uint8_t)e, distance = ((uint16_t)(e >> 16) & two) + (size_t)(uint16_t)(e >> 32);
        if (__builtin_expect(distance < length || (Checked && distance > (size_t)(out - begin)), 0)) {
            if (length == kLong || !distance || distance > (size_t)(out - begin)) return false;
            for (size_t k = 0; k < length; k++) out[k] = *(out + k - distance);  // it reaches into itself
        } else {
            const uint8_t* from = out - distance;
            if (e >> 48) from = in + 1;
            char bytes[kShort];
            memcpy(bytes, from, kShort);
            memcpy(out, bytes, kShort);
        }
        in += (uint8_t)(e >> 8);
        out += length;
        return true;
    }

    // Any element; false if it is none, or has no room.
    bool careful() {
        if (in == in_end) return false;
        unsigned byte = *in++, six = byte >> 2;
        size_t length = six + 1, follow = byte & 3, distance = 0;
        if (follow == 0) {
            if (six >= 60) {
                size_t bytes = six - 59;
                if ((size_t)(in_end - in) < bytes) return false;
                length = 0;
                for (size_t k = 0; k < bytes; k++) length |= (size_t)in[k] << 8 * k;
                length++;
                in += bytes;
            }
            if (length > (size_t)(in_end - in) || length > (size_t)(end - out)) return false;
            memcpy(out, in, length);
            in += length;
            out += length;
            return true;
        }
        size_t bytes = follow == 3 ? 4 : follow;
        if ((size_t)(in_end - in) < bytes) return false;
        for (size_t k = 0; k < bytes; k++) distance |= (size_t)in[k] << 8 * k;
        in += bytes;
        if (follow == 1) {
            length = (six & 7) + 4;
            distance |= (size_t)(byte >> 5) << 8;
        }
        if (!distance || distance > (size_t)(out - begin) || length > (size_t)(end - out)) return false;
        for (const uint8_t* from = out - distance; length; length--) *out++ = *from++;
        return true;
    }

    // As much as any short element can look back.
    bool has_begun() {
        while (out - begin < kFarthest && has_room())
            for (int k = 0; k < kSteps; k++)
                if (!quick<true>()) {
                    if (!careful()) return false;
                    break;
                }
        return true;
    }

    bool begins(const Packed& text) {
        in = text.in;
        in_end = text.in + text.in_size;
        begin = out = text.out;
        end = text.out + text.size;
        size_t size = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (in == in_end) return false;
            uint8_t byte = *in++;
            size |= (size_t)(byte & 127) << shift;
            if (byte < 128) return size == text.size && has_begun();
        }
        return false;
    }

    bool ends() {
        while (in < in_end)
            if (!careful()) return false;
        return out == end;
    }
};

// Short elements of N texts in turn, as long as all of them have room; the number of one whose next element is not short,
// or -1.
template <int N> inline int in_turn(Stream* streams) {
    Stream s[N];
    for (int i = 0; i < N; i++) s[i] = streams[i];
    int slow = -1;
    for (;;) {
        bool room = true;
        for (int i = 0; i < N; i++) room &= s[i].has_room();
        if (!room || slow >= 0) break;
        for (int k = 0; k < kSteps && slow < 0; k++)
            for (int i = 0; i < N; i++)
                if (__builtin_expect(!s[i].template quick<false>(), 0)) {
                    slow = i;
                    break;
                }
    }
    for (int i = 0; i < N; i++) streams[i] = s[i];
    return slow;
}

inline int in_turn(Stream* streams, int n) {
    switch (n) {
        case 1: return in_turn<1>(streams);
        case 2: return in_turn<2>(streams);
        case 3: return in_turn<3>(streams);
        default: return in_turn<kAtOnce>(streams);
    }
}

}  // namespace snappy

// Unpacks all of them; -1, or the number of one that is damaged.
inline ptrdiff_t unpack_snappy(const Packed* texts, size_t n) {
    using namespace snappy;
    Stream streams[kAtOnce];
    size_t numbers[kAtOnce], next = 0;
    int busy = 0;
    for (;;) {
        while (busy < kAtOnce && next < n) {
            if (!streams[busy].begins(texts[next])) return (ptrdiff_t)next;
            numbers[busy++] = next++;
        }
        if (!busy) return -1;
        int slow = in_turn(streams, busy);
        if (slow >= 0 && !streams[slow].careful()) return (ptrdiff_t)numbers[slow];
        for (int i = busy; i--;) {
            if (streams[i].has_room()) continue;
            if (!streams[i].ends()) return (ptrdiff_t)numbers[i];
            streams[i] = streams[--busy];
            numbers[i] = numbers[busy];
        }
    }
}

}  // namespace nonet
