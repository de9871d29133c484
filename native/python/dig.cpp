// Digging for Python: 9x9 puzzles by the thousand.
//
//     dig_batch(seed, first, orbits, kinds, values, found, *, start=None, clues=-1, threads=1, rounds=None, isa=None)
//         Digs the puzzles number first, first + 1, … of a seed, as many as `found` has bytes, by the rules of
//         src/nonet/generate/dig.py.
//         orbits: 81 bytes, the number of each cell's orbit.  kinds: a byte an orbit: 0 it may go, 1 it must be given,
//         2 it must be empty.  start: n x 81 bytes, 0..9, puzzles with one solution to dig in.  clues: the clue count to end at; -1: when no orbit can go any more.
//         values: n x 81 bytes, 0..9.  found: n bytes, 1 or 0: this number's dig did not end as asked (81 zeros).
//         rounds: a buffer of one uint64, receives the rounds of deduction that were run (how much work it was).
//     lonely_batch(puzzles, digits, counts, limit, *, threads=1, isa=None)
//         What could be added to make a puzzle unique.  puzzles: n x 81 bytes, 0..9.  digits: n x 81 uint16, receives for
//         each cell the digits (bit d-1: digit d) that stand there in exactly one solution.  counts: n uint32, receives the
//         number of solutions; limit + 1 if there are more than that, and then no digits.
#include "python/python.h"

#include <string.h>

namespace nonet {
namespace {

bool are_values(const uint8_t* values, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (values[i] > 9) {
            PyErr_Format(PyExc_ValueError, "puzzle %zu, cell %zu: %d is no value 0..9", i / 81, i % 81, values[i]);
            return false;
        }
    return true;
}

bool good_threads(int threads) {
    if (threads >= 1 && threads <= 1024) return true;
    PyErr_Format(PyExc_ValueError, "threads must be 1..1024, not %d", threads);
    return false;
}

PyObject* dig_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"seed",  "first", "orbits",  "kinds",  "values", "found",
                                  "start", "clues", "threads", "rounds", "isa",    nullptr};
    unsigned long long seed, first;
    PyObject *orbit_object, *kind_object, *value_object, *found_object, *start_object = nullptr,
                                                                        *round_object = nullptr;
    int clues = -1, threads = 1;
    const char* isa = nullptr;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "KKOOOO|$OiiOz:dig_batch", (char**)names, &seed, &first,
                                     &orbit_object, &kind_object, &value_object, &found_object, &start_object, &clues,
                                     &threads, &round_object, &isa))
        return nullptr;
    const Kernel* kernel = kernel_named(isa);
    Lent orbits, kinds, values, found, start_values, rounds;
    if (!kernel || !orbits.take(orbit_object, false) || !kinds.take(kind_object, false) ||
        !found.take(found_object, true))
        return nullptr;
    if (!values.take_array<uint8_t>(value_object, true, 81 * found.size(), "values", false)) return nullptr;
    if (!rounds.take_array<uint64_t>(round_object, true, 1, "rounds", true)) return nullptr;
    if (!start_values.take_array<uint8_t>(start_object, false, 81 * found.size(), "start", true)) return nullptr;
    if (start_values.held && !are_values(start_values.as<uint8_t>(), 81 * found.size())) return nullptr;
    const size_t n_orbits = kinds.size();
    if (n_orbits < 1 || n_orbits > 81)
        return PyErr_Format(PyExc_ValueError, "there are 1 to 81 orbits, not %zu", n_orbits);
    if (orbits.size() != 81) return PyErr_Format(PyExc_ValueError, "orbits must be 81 bytes, one for each cell");
    if (!good_threads(threads)) return nullptr;
    if (clues < -1 || clues > 81) return PyErr_Format(PyExc_ValueError, "clues must be 0..81, or -1, not %d", clues);
    uint8_t cells[81], start[82] = {}, kind[81];
    for (size_t o = 0, at = 0; o < n_orbits; o++) {
        kind[o] = kinds.as<uint8_t>()[o];
        if (kind[o] > kEmpty) return PyErr_Format(PyExc_ValueError, "kinds must be 0, 1 or 2");
        for (int c = 0; c < 81; c++)
            if (orbits.as<uint8_t>()[c] == o) cells[at++] = (uint8_t)c;
        start[o + 1] = (uint8_t)at;
    }
    if (start[n_orbits] != 81)
        return PyErr_Format(PyExc_ValueError, "a cell has no orbit: their numbers are 0..%zu", n_orbits - 1);
    memset(values.as<uint8_t>(), 0, 81 * found.size());
    memset(found.as<uint8_t>(), 0, found.size());
    size_t next = 0;
    DigJob job;
    job.seed = seed;
    job.first = first;
    job.n = found.size();
    job.start = start_values.as<uint8_t>();
    job.orbit_cells = cells;
    job.orbit_start = start;
    job.orbit_kind = kind;
    job.n_orbits = (int)n_orbits;
    job.clues = clues;
    job.values = values.as<uint8_t>();
    job.found = found.as<uint8_t>();
    job.rounds = rounds.as<uint64_t>();
    job.next = &next;
    const size_t most = job.n / 64 + 1;  // no thread for less
    Work work;
    const bool ok = work.run((size_t)threads < most ? threads : (int)most, [&](const Pulse& pulse) {
        kernel->dig(job, pulse);
        return true;
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
}

struct Tally {  // of the digits that stand in a cell in one solution, or in several
    uint16_t once[81] = {}, twice[81] = {};
    uint32_t count = 0, limit;
};

bool tally(void* arg, const uint8_t* solution) {
    Tally& t = *(Tally*)arg;
    for (int c = 0; c < 81; c++) {
        const uint16_t one = (uint16_t)(1u << (solution[c] - '1'));
        t.twice[c] |= t.once[c] & one;
        t.once[c] |= one;
    }
    return ++t.count <= t.limit;
}

PyObject* lonely_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "digits", "counts", "limit", "threads", "isa", nullptr};
    PyObject *puzzle_object, *digit_object, *count_object;
    unsigned int limit;
    int threads = 1;
    const char* isa = nullptr;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOOI|$iz:lonely_batch", (char**)names, &puzzle_object,
                                     &digit_object, &count_object, &limit, &threads, &isa))
        return nullptr;
    const Kernel* kernel = kernel_named(isa);
    Lent puzzles, digits, counts;
    if (!kernel || !counts.take_array<uint32_t>(count_object, true, 0, "counts", false)) return nullptr;
    const size_t n = counts.size() / sizeof(uint32_t);
    if (n && (uintptr_t)counts.view.buf % alignof(uint32_t))
        return PyErr_Format(PyExc_ValueError, "counts is not aligned");
    if (!puzzles.take_array<uint8_t>(puzzle_object, false, 81 * n, "puzzles", false)) return nullptr;
    if (!digits.take_array<uint16_t>(digit_object, true, 81 * n, "digits", false)) return nullptr;
    if (!are_values(puzzles.as<uint8_t>(), 81 * n) || !good_threads(threads)) return nullptr;
    if (limit < 1 || limit > 1u << 30) return PyErr_Format(PyExc_ValueError, "limit must be 1..2**30, not %u", limit);
    Order order;
    for (int c = 0; c < 81; c++) {
        order.cell[c] = (uint8_t)c;
        for (int d = 0; d < 9; d++) order.digit[c][d] = (uint8_t)d;
    }
    size_t next = 0;
    const size_t most = n / 8 + 1;
    Work work;
    const bool ok = work.run((size_t)threads < most ? threads : (int)most, [&](const Pulse& pulse) {
        for (;;) {
            const size_t i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED);
            if (i >= n || ((i & 15) == 0 ? tick(pulse) : stopped(pulse))) return true;
            uint16_t sets[81];
            const uint8_t* values = puzzles.as<uint8_t>() + 81 * i;
            for (int c = 0; c < 81; c++) sets[c] = values[c] ? (uint16_t)(1u << (values[c] - 1)) : (uint16_t)kAll;
            Tally t;
            t.limit = limit;
            kernel->walk(sets, order, tally, &t, pulse);
            counts.as<uint32_t>()[i] = t.count;
            for (int c = 0; c < 81; c++)
                digits.as<uint16_t>()[81 * i + (size_t)c] =
                    t.count > limit ? (uint16_t)0 : (uint16_t)(t.once[c] & ~t.twice[c]);
        }
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

PyMethodDef dig_methods[] = {
    {"dig_batch", (PyCFunction)(void (*)(void))dig_batch, METH_VARARGS | METH_KEYWORDS,
     "Dig many puzzles; see the head of native/python/dig.cpp."},
    {"lonely_batch", (PyCFunction)(void (*)(void))lonely_batch, METH_VARARGS | METH_KEYWORDS,
     "What could be added to make puzzles unique; see the head of native/python/dig.cpp."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
