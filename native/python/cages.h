// Killer cages from bytes: for each cell the first cell of its cage (255: it is in none), then for each cell the sum of the
// cage that it is the first one of.
#pragma once
#include "logic/killer.h"
#include "python/buffers.h"

namespace nonet {

// False with a Python error set.
inline bool read_cages(PyObject* object, std::vector<logic::Cage>& cages) {
    constexpr uint8_t kNone = 255;
    Buffer lent;
    if (!lent.take_array<uint8_t>(object, Buffer::kRead, 2 * logic::kCells, "cages")) return false;
    const std::vector<uint8_t> bytes = copy_of<uint8_t>(lent, 2 * logic::kCells);
    size_t number[logic::kCells];  // of the cage that begins at a cell
    for (size_t cell = 0; cell < logic::kCells; cell++) {
        const uint8_t first = bytes[cell];
        if (first == kNone) continue;
        if (first == cell) {
            number[cell] = cages.size();
            cages.emplace_back();
            cages.back().sum = bytes[logic::kCells + cell];
        } else if (first > cell || bytes[first] != first) {
            PyErr_Format(PyExc_ValueError, "cages: cell %zu is in no cage that begins at %d", cell, first);
            return false;
        }
        logic::Cage& cage = cages[number[first]];
        if (cage.count == 9) {
            PyErr_Format(PyExc_ValueError, "cages: more than 9 cells in the cage that begins at %d", first);
            return false;
        }
        cage.cells[cage.count++] = (uint8_t)cell;
        cage.board.add((int)cell);
    }
    return true;
}

}  // namespace nonet
