// Killer cages from bytes: for each cell the first cell of its cage (255: it is in none), then for each cell the sum of the
// cage that it is the first one of.
#pragma once
#include "logic/killer.h"
#include "python/buffers.h"

namespace nonet {

// No cages for None.
inline std::vector<logic::Cage> read_cages(PyObject* object) {
    constexpr uint8_t kNone = 255;
    std::vector<logic::Cage> cages;
    if (object == Py_None) return cages;
    const std::vector<uint8_t> bytes = Bytes(object, Buffer::kRead, "cages", 2 * kCells).copy();
    size_t number[kCells];  // of the cage that begins at a cell
    for (size_t cell = 0; cell < kCells; cell++) {
        const uint8_t first = bytes[cell];
        if (first == kNone) continue;
        if (first == cell) {
            number[cell] = cages.size();
            cages.emplace_back();
            cages.back().sum = bytes[kCells + cell];
        } else if (first > cell || bytes[first] != first) {
            raise_value_error("cages: cell %zu is in no cage that begins at %d", cell, first);
        }
        logic::Cage& cage = cages[number[first]];
        if (cage.count == 9) raise_value_error("cages: more than 9 cells in the cage that begins at %d", first);
        cage.cells[cage.count++] = (uint8_t)cell;
        cage.board.add((int)cell);
    }
    return cages;
}

}  // namespace nonet
