// What single puzzles and batches of them have in common.
#pragma once
#include <string.h>

#include "python/api.h"

namespace nonet {

constexpr uint64_t kMostSolutions = 1ull << 62;

inline uint64_t limit_of(PyObject* object) {
    const uint64_t limit = PyLong_AsUnsignedLongLong(object);
    if (limit == (uint64_t)-1 && PyErr_Occurred()) throw Raised();
    if (limit == 0 || limit > kMostSolutions) raise_value_error("limit must be at least 1 and at most 2**62");
    return limit;
}

// Cells row by row, digits ascending or descending.
inline Order row_order(bool ascending) {
    Order order;
    for (int c = 0; c < 81; c++) {
        order.cell[c] = (uint8_t)c;
        for (int d = 0; d < 9; d++) order.digit[c][d] = (uint8_t)(ascending ? d : 8 - d);
    }
    return order;
}

// Receives the first solution of a walk, and ends it.
struct First {
    uint8_t text[81];
    bool found = false;

    static bool keep(void* self, const uint8_t* solution) {
        First& first = *(First*)self;
        memcpy(first.text, solution, 81);
        first.found = true;
        return false;
    }
};

}  // namespace nonet
