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

void check_values(const std::vector<uint8_t>& values) {
    for (size_t i = 0; i < values.size(); i++)
        if (values[i] > 9)
            raise_value_error("puzzle %zu, cell %zu: %d is not a value from 0 to 9", i / 81, i % 81, values[i]);
}

PyObject* dig(const Kernel& kernel, DigJob& job, const Bytes& values, const Bytes& found, int threads) {
    memset(values.data(), 0, 81 * job.n);
    memset(found.data(), 0, job.n);
    size_t next = 0;
    job.next = &next;
    job.values = values.data();
    job.found = found.data();
    run_unlocked(job.n, threads, 64, [&](const Pulse& pulse) {
        kernel.dig(job, pulse);
        return true;
    });
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
    parse(args, keywords, "KKOOOO|$OiiOz:dig_batch", names, &seed, &first, &orbit_object, &kind_object, &value_object,
          &found_object, &start_object, &clues, &threads, &round_object, &isa);
    const Kernel& kernel = kernel_named(isa);
    const Bytes orbits(orbit_object, Buffer::kRead, "orbits"), kinds(kind_object, Buffer::kRead, "kinds"),
        found(found_object, Buffer::kWrite, "found");
    const size_t n = found.size(), n_orbits = kinds.size();
    const Bytes values(value_object, Buffer::kWrite, "values", 81 * n),
        start_values(start_object, Buffer::kMayRead, "start", 81 * n);
    const Array<uint64_t> rounds(round_object, Buffer::kMayWrite, "rounds", 1);
    check_apart({&orbits, &kinds, &values, &found, &start_values, &rounds});
    if (n_orbits < 1 || n_orbits > 81) raise_value_error("there are 1 to 81 orbits, not %zu", n_orbits);
    if (orbits.size() != 81) raise_value_error("orbits must be 81 bytes, one for each cell");
    if (clues < -1 || clues > 81) raise_value_error("clues must be 0..81, or -1, not %d", clues);
    const std::vector<uint8_t> start_copy = start_values.copy();
    check_values(start_copy);
    uint8_t orbit[81], cells[81], start[82] = {}, kind[81];
    memcpy(orbit, orbits.data(), 81);
    memcpy(kind, kinds.data(), n_orbits);
    for (size_t o = 0, at = 0; o < n_orbits; o++) {
        if (kind[o] > kEmpty) raise_value_error("kinds must be 0, 1 or 2");
        for (int c = 0; c < 81; c++)
            if (orbit[c] == o) cells[at++] = (uint8_t)c;
        start[o + 1] = (uint8_t)at;
    }
    if (start[n_orbits] != 81) raise_value_error("a cell has no orbit: their numbers are 0..%zu", n_orbits - 1);
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
    job.rounds = rounds.data();
    return dig(kernel, job, values, found, threads);
}

PyObject* plain_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"seed", "first",    "values",  "found", "fewest",
                                  "most", "most_dug", "threads", "isa",   nullptr};
    unsigned long long seed, first;
    PyObject *value_object, *found_object;
    PlainBlanks blanks;
    int threads = 1;
    const char* isa = nullptr;
    parse(args, keywords, "KKOOiii|$iz:plain_batch", names, &seed, &first, &value_object, &found_object, &blanks.fewest,
          &blanks.most, &blanks.most_dug, &threads, &isa);
    const Kernel& kernel = kernel_named(isa);
    const Bytes found(found_object, Buffer::kWrite, "found");
    const size_t n = found.size();
    const Bytes values(value_object, Buffer::kWrite, "values", 81 * n);
    check_apart({&values, &found});
    if (blanks.fewest < 0 || blanks.most < blanks.fewest || blanks.most > 81 || blanks.most_dug > 58)
        raise_value_error("%d to %d blanks, %d dug: 0 to 81 are possible, and 58 can be dug", blanks.fewest,
                          blanks.most, blanks.most_dug);
    uint8_t cells[81], starts[82], kinds[81] = {};
    for (uint8_t c = 0; c < 81; c++) cells[c] = starts[c] = c;
    starts[81] = 81;
    DigJob job;
    job.seed = seed;
    job.first = first;
    job.n = n;
    job.orbit_cells = cells;
    job.orbit_start = starts;
    job.orbit_kind = kinds;
    job.n_orbits = 81;
    job.plain = &blanks;
    return dig(kernel, job, values, found, threads);
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
    parse(args, keywords, "OOOI|$iz:deciding_clues_batch", names, &puzzle_object, &digit_object, &count_object, &limit,
          &threads, &isa);
    const Kernel& kernel = kernel_named(isa);
    const Array<uint32_t> counts(count_object, Buffer::kWrite, "counts");
    const size_t n = counts.count();
    const Bytes puzzles(puzzle_object, Buffer::kRead, "puzzles", 81 * n);
    const Array<uint16_t> digits(digit_object, Buffer::kWrite, "digits", 81 * n);
    check_apart({&puzzles, &digits, &counts});
    if (limit < 1 || limit > 1u << 30) raise_value_error("limit must be 1..2**30, not %u", limit);
    const std::vector<uint8_t> values = puzzles.copy();
    check_values(values);
    const Order order = row_order(true);
    const auto decide = [&](size_t i, const Pulse& pulse) {
        uint16_t sets[81];
        for (int c = 0; c < 81; c++) {
            const uint8_t value = values[81 * i + (size_t)c];
            sets[c] = value ? (uint16_t)(1u << (value - 1)) : (uint16_t)kAll;
        }
        Tally t;
        t.limit = limit;
        kernel.walk(sets, order, tally, &t, pulse);
        counts[i] = t.count;
        uint16_t* out = digits.data() + 81 * i;
        for (int c = 0; c < 81; c++) out[c] = t.count > limit ? (uint16_t)0 : (uint16_t)(t.once[c] & ~t.twice[c]);
        return true;
    };
    each_unlocked(n, threads, 8, [&](const Pulse& pulse) { return [&](size_t i) { return decide(i, pulse); }; });
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
