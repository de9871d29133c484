// Digging for Python: 9x9 puzzles by the thousand.
//
//     dig_batch(seed, first, orbits, kinds, values, found, *, clues=-1, threads=1, rounds=None, isa=None)
//         Digs the puzzles number first, first + 1, … of a seed, as many as `found` has bytes, by the rules of
//         src/nonet/generate/dig.py.
//         orbits: 81 bytes, the number of each cell's orbit.  kinds: a byte an orbit: 0 it may go, 1 it must be given,
//         2 it must be empty.  clues: the clue count to end at; -1: when no orbit can go any more.
//         values: n x 81 bytes, 0..9.  found: n bytes, 1 or 0: this number's dig did not end as asked (81 zeros).
//         rounds: a buffer of one uint64, receives the rounds of deduction that were run (how much work it was).
#include "python.h"

#include <string.h>

namespace nonet {
namespace {

PyObject* dig_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"seed", "first", "orbits", "kinds", "values", "found",
                                  "clues", "threads", "rounds", "isa", nullptr};
    unsigned long long seed, first;
    PyObject *orbit_object, *kind_object, *value_object, *found_object, *round_object = nullptr;
    int clues = -1, threads = 1;
    const char* isa = nullptr;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "KKOOOO|$iiOz:dig_batch", (char**)names, &seed, &first, &orbit_object,
                                     &kind_object, &value_object, &found_object, &clues, &threads, &round_object, &isa))
        return nullptr;
    const Kernel* kernel = kernel_named(isa);
    Lent orbits, kinds, values, found, rounds;
    if (!kernel || !orbits.take(orbit_object, false) || !kinds.take(kind_object, false) || !found.take(found_object, true))
        return nullptr;
    if (!values.take_array<uint8_t>(value_object, true, 81 * found.size(), "values", false)) return nullptr;
    if (!rounds.take_array<uint64_t>(round_object, true, 1, "rounds", true)) return nullptr;
    const size_t n_orbits = kinds.size();
    if (n_orbits < 1 || n_orbits > 81) return PyErr_Format(PyExc_ValueError, "there are 1 to 81 orbits, not %zu", n_orbits);
    if (orbits.size() != 81) return PyErr_Format(PyExc_ValueError, "orbits must be 81 bytes, one for each cell");
    if (threads < 1 || threads > 1024) return PyErr_Format(PyExc_ValueError, "threads must be 1..1024, not %d", threads);
    if (clues < -1 || clues > 81) return PyErr_Format(PyExc_ValueError, "clues must be 0..81, or -1, not %d", clues);
    uint8_t cells[81], start[82] = {}, kind[81];
    for (size_t o = 0, at = 0; o < n_orbits; o++) {
        kind[o] = kinds.as<uint8_t>()[o];
        if (kind[o] > kEmpty) return PyErr_Format(PyExc_ValueError, "kinds must be 0, 1 or 2");
        for (int c = 0; c < 81; c++)
            if (orbits.as<uint8_t>()[c] == o) cells[at++] = (uint8_t)c;
        start[o + 1] = (uint8_t)at;
    }
    if (start[n_orbits] != 81) return PyErr_Format(PyExc_ValueError, "a cell has no orbit: their numbers are 0..%zu", n_orbits - 1);
    memset(values.as<uint8_t>(), 0, 81 * found.size());
    memset(found.as<uint8_t>(), 0, found.size());
    size_t next = 0;
    DigJob job;
    job.seed = seed;
    job.first = first;
    job.n = found.size();
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

}  // namespace

PyMethodDef dig_methods[] = {
    {"dig_batch", (PyCFunction)(void (*)(void))dig_batch, METH_VARARGS | METH_KEYWORDS,
     "Dig many puzzles; see the head of native/dig_module.cpp."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
