// Digging for Python: 9x9 puzzles by the thousand.
//
//     dig_batch(seed, first, orbits, kinds, values, found, *, start=None, clues=-1, threads=1, rounds=None, isa=None)
//         Digs the puzzles number first, first + 1, … of a seed, as many as `found` has bytes, by the rules of
//         src/nonet/generate/dig.py.
//         orbits: 81 bytes, the number of each cell's orbit.  kinds: a byte an orbit: 0 it may go, 1 it must be given,
//         2 it must be empty.  start: n x 81 bytes, 0..9, puzzles with one solution to dig in.  clues: the clue count
//         to end at; -1: when no orbit can go any more.
//         values: n x 81 bytes, 0..9.  found: n bytes, 1 or 0: this number's dig did not end as asked (81 zeros).
//         rounds: a buffer of one uint64, receives the rounds of deduction that were run (how much work it was).
//     plain_batch(seed, first, values, found, fewest, most, most_dug, *, threads=1, isa=None)
//         Plain puzzles, as in spec 001 (src/nonet/generate/classic.py): each draws fewest … most blanks.  found: 1, or 0
//         where that is more than most_dug, and nothing else was drawn (81 zeros).
//     deciding_clues_batch(puzzles, digits, counts, limit, *, threads=1, isa=None)
//         What could be added to make a puzzle unique.  puzzles: n x 81 bytes, 0..9.  digits: n x 81 uint16, receives for
//         each cell the digits (bit d-1: digit d) that it has in exactly one solution.  counts: n uint32, receives the
//         number of solutions; limit + 1 if there are more than that, and then no digits.
#include "python/buffers.h"
#include "python/nine.h"
#include "python/runner.h"

namespace nonet {
namespace {

bool are_values(const std::vector<uint8_t>& values) {
    for (size_t i = 0; i < values.size(); i++)
        if (values[i] > 9) {
            PyErr_Format(PyExc_ValueError, "puzzle %zu, cell %zu: %d is not a value from 0 to 9", i / 81, i % 81,
                         values[i]);
            return false;
        }
    return true;
}

PyObject* dig(const Kernel& kernel, DigJob& job, int threads) {
    size_t next = 0;
    job.next = &next;
    Runner runner;
    const bool ok = runner.run(Runner::threads_for(job.n, threads, 64), [&](const Pulse& pulse) {
        kernel.dig(job, pulse);
        return true;
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
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
    Buffer orbits, kinds, values, found, start_values, rounds;
    if (!kernel || !orbits.take(orbit_object, Buffer::kRead, "orbits") ||
        !kinds.take(kind_object, Buffer::kRead, "kinds") || !found.take(found_object, Buffer::kWrite, "found"))
        return nullptr;
    const size_t n = found.size(), n_orbits = kinds.size();
    if (!values.take_array<uint8_t>(value_object, Buffer::kWrite, 81 * n, "values") ||
        !rounds.take_optional<uint64_t>(round_object, Buffer::kWrite, 1, "rounds") ||
        !start_values.take_optional<uint8_t>(start_object, Buffer::kRead, 81 * n, "start") ||
        !are_apart({&orbits, &kinds, &values, &found, &start_values, &rounds}))
        return nullptr;
    if (n_orbits < 1 || n_orbits > 81)
        return PyErr_Format(PyExc_ValueError, "there are 1 to 81 orbits, not %zu", n_orbits);
    if (orbits.size() != 81) return PyErr_Format(PyExc_ValueError, "orbits must be 81 bytes, one for each cell");
    if (!good_threads(threads)) return nullptr;
    if (clues < -1 || clues > 81) return PyErr_Format(PyExc_ValueError, "clues must be 0..81, or -1, not %d", clues);
    const std::vector<uint8_t> start_copy = copy_of<uint8_t>(start_values, start_values.held() ? 81 * n : 0);
    if (!are_values(start_copy)) return nullptr;
    uint8_t orbit[81], cells[81], start[82] = {}, kind[81];
    memcpy(orbit, orbits.data(), 81);
    memcpy(kind, kinds.data(), n_orbits);
    for (size_t o = 0, at = 0; o < n_orbits; o++) {
        if (kind[o] > kEmpty) return PyErr_Format(PyExc_ValueError, "kinds must be 0, 1 or 2");
        for (int c = 0; c < 81; c++)
            if (orbit[c] == o) cells[at++] = (uint8_t)c;
        start[o + 1] = (uint8_t)at;
    }
    if (start[n_orbits] != 81)
        return PyErr_Format(PyExc_ValueError, "a cell has no orbit: their numbers are 0..%zu", n_orbits - 1);
    memset(values.data(), 0, 81 * n);
    memset(found.data(), 0, n);
    DigJob job;
    job.seed = seed;
    job.first = first;
    job.n = n;
    job.start = start_values.held() ? start_copy.data() : nullptr;
    job.orbit_cells = cells;
    job.orbit_start = start;
    job.orbit_kind = kind;
    job.n_orbits = (int)n_orbits;
    job.clues = clues;
    job.values = values.data();
    job.found = found.data();
    job.rounds = rounds.data<uint64_t>();
    return dig(*kernel, job, threads);
}

PyObject* plain_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"seed", "first",    "values",  "found", "fewest",
                                  "most", "most_dug", "threads", "isa",   nullptr};
    unsigned long long seed, first;
    PyObject *value_object, *found_object;
    PlainBlanks blanks;
    int threads = 1;
    const char* isa = nullptr;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "KKOOiii|$iz:plain_batch", (char**)names, &seed, &first,
                                     &value_object, &found_object, &blanks.fewest, &blanks.most, &blanks.most_dug,
                                     &threads, &isa))
        return nullptr;
    const Kernel* kernel = kernel_named(isa);
    Buffer values, found;
    if (!kernel || !found.take(found_object, Buffer::kWrite, "found")) return nullptr;
    const size_t n = found.size();
    if (!values.take_array<uint8_t>(value_object, Buffer::kWrite, 81 * n, "values") || !are_apart({&values, &found}) ||
        !good_threads(threads))
        return nullptr;
    if (blanks.fewest < 0 || blanks.most < blanks.fewest || blanks.most > 81 || blanks.most_dug > 58)
        return PyErr_Format(PyExc_ValueError, "%d to %d blanks, %d dug: 0 to 81 are possible, and 58 can be dug",
                            blanks.fewest, blanks.most, blanks.most_dug);
    uint8_t cells[81], starts[82], kinds[81] = {};
    for (uint8_t c = 0; c < 81; c++) cells[c] = starts[c] = c;
    starts[81] = 81;
    memset(values.data(), 0, 81 * n);
    memset(found.data(), 0, n);
    DigJob job;
    job.seed = seed;
    job.first = first;
    job.n = n;
    job.orbit_cells = cells;
    job.orbit_start = starts;
    job.orbit_kind = kinds;
    job.n_orbits = 81;
    job.plain = &blanks;
    job.values = values.data();
    job.found = found.data();
    return dig(*kernel, job, threads);
}

struct Tally {  // the digits that each cell has in one solution, or in several
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

PyObject* deciding_clues_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "digits", "counts", "limit", "threads", "isa", nullptr};
    PyObject *puzzle_object, *digit_object, *count_object;
    unsigned int limit;
    int threads = 1;
    const char* isa = nullptr;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOOI|$iz:deciding_clues_batch", (char**)names, &puzzle_object,
                                     &digit_object, &count_object, &limit, &threads, &isa))
        return nullptr;
    const Kernel* kernel = kernel_named(isa);
    Buffer puzzles, digits, counts;
    if (!kernel || !counts.take_all<uint32_t>(count_object, Buffer::kWrite, "counts")) return nullptr;
    const size_t n = counts.count<uint32_t>();
    if (!puzzles.take_array<uint8_t>(puzzle_object, Buffer::kRead, 81 * n, "puzzles") ||
        !digits.take_array<uint16_t>(digit_object, Buffer::kWrite, 81 * n, "digits") ||
        !are_apart({&puzzles, &digits, &counts}) || !good_threads(threads))
        return nullptr;
    if (limit < 1 || limit > 1u << 30) return PyErr_Format(PyExc_ValueError, "limit must be 1..2**30, not %u", limit);
    const std::vector<uint8_t> values = copy_of<uint8_t>(puzzles, 81 * n);
    if (!are_values(values)) return nullptr;
    const Order order = row_order(true);
    Runner runner;
    const bool ok = runner.each(n, threads, 8, [&](size_t i, const Pulse& pulse) {
        uint16_t sets[81];
        for (int c = 0; c < 81; c++) {
            const uint8_t value = values[81 * i + (size_t)c];
            sets[c] = value ? (uint16_t)(1u << (value - 1)) : (uint16_t)kAll;
        }
        Tally t;
        t.limit = limit;
        kernel->walk(sets, order, tally, &t, pulse);
        counts.data<uint32_t>()[i] = t.count;
        uint16_t* out = digits.data<uint16_t>() + 81 * i;
        for (int c = 0; c < 81; c++) out[c] = t.count > limit ? (uint16_t)0 : (uint16_t)(t.once[c] & ~t.twice[c]);
        return true;
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef dig_methods[];
PyMethodDef dig_methods[] = {
    keyword_method<dig_batch>("dig_batch", "Dig many puzzles; see the head of native/python/dig.cpp."),
    keyword_method<plain_batch>("plain_batch", "Dig plain puzzles, as in spec 001."),
    keyword_method<deciding_clues_batch>("deciding_clues_batch", "What could be added to make puzzles unique."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
