// The 9x9 board: how its cells and houses are numbered, and how a puzzle is written.
//
//     cells    0 … 80, row by row
//     houses   0 … 8 the rows, 9 … 17 the columns, 18 … 26 the boxes
//     record   a puzzle as text: 81 bytes, row by row, '1' … '9' a given, one of kBlanks a blank; with any other byte it
//              is not a puzzle
//     set      the candidates of a cell: bit d-1 is digit d
//
// Functions are static: the units of lanes/ are compiled for different processors, and the linker must not let one use
// another's copy.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nonet {

enum : uint8_t {   // one status byte per puzzle
    kNone = 0,     // no solution
    kOne = 1,      // exactly one
    kSeveral = 2,  // two or more
    kMissed = 3,   // two or more, and the greatest is still to be found; never seen outside a batch
    kBad = 255,    // the record is not a puzzle: a byte that is neither digit nor blank
};

enum : uint16_t { kAll = 0x1ff };  // the set of all nine digits

constexpr char kBlanks[] = "0._*-xX";

static inline constexpr int row_of(int cell) { return cell / 9; }
static inline constexpr int column_of(int cell) { return cell % 9; }
static inline constexpr int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static inline constexpr int house_cell(int house, int i) {
    const int h = house % 9;
    return house < 9 ? 9 * h + i : house < 18 ? 9 * i + h : 27 * (h / 3) + 3 * (h % 3) + 9 * (i / 3) + i % 3;
}

static inline constexpr bool same_line(int a, int b) { return row_of(a) == row_of(b) || column_of(a) == column_of(b); }
static inline constexpr bool same_box(int a, int b) { return box_of(a) == box_of(b); }
static inline constexpr bool same_house(int a, int b) { return same_line(a, b) || same_box(a, b); }

constexpr struct Houses {
    uint8_t row[81], column[81], box[81];
    constexpr Houses() : row(), column(), box() {
        for (int c = 0; c < 81; c++) {
            row[c] = (uint8_t)row_of(c);
            column[c] = (uint8_t)column_of(c);
            box[c] = (uint8_t)box_of(c);
        }
    }
} kHouse;

constexpr uint8_t kNoValue = 0x80;
constexpr uint16_t kBadByte = 0x8000;

// What a byte of a record means: in text, or in records of numbers 0 … 9.
struct ByteTable {
    uint8_t value[256];  // 0 … 9, or kNoValue
    uint16_t set[256];   // a candidate set, or kBadByte
    constexpr ByteTable(const char* blanks, int zero) : value(), set() {
        for (int i = 0; i < 256; i++) {
            value[i] = kNoValue;
            set[i] = kBadByte;
        }
        value[zero] = 0;
        set[zero] = kAll;
        for (const char* blank = blanks; *blank; blank++) {
            value[(unsigned char)*blank] = 0;
            set[(unsigned char)*blank] = kAll;
        }
        for (int d = 1; d <= 9; d++) {
            value[zero + d] = (uint8_t)d;
            set[zero + d] = (uint16_t)(1 << (d - 1));
        }
    }
};

constexpr ByteTable kBytes(kBlanks, '0'), kNumberBytes("", 0);

// Both read every byte once, so what they accept is what they return, even while another thread writes to the record.

// A record to values 0 … 9; false if it is not a puzzle.
static inline bool values_of_record(const uint8_t* record, uint8_t* values) {
    uint8_t seen = 0;
    for (int c = 0; c < 81; c++) seen |= values[c] = kBytes.value[record[c]];
    return !(seen & kNoValue);
}

// A record to candidate sets; false if it is not a puzzle.
static inline bool sets_of_record(const uint8_t* record, uint16_t* sets, const ByteTable& bytes = kBytes) {
    uint16_t seen = 0;
    for (int c = 0; c < 81; c++) seen |= sets[c] = bytes.set[record[c]];
    return !(seen & kBadByte);
}

}  // namespace nonet
