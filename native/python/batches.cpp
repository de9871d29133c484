// Many 9x9 puzzles for Python.
//
// Batches take and fill buffers (bytes, bytearray, memoryview, array, numpy), release the interpreter lock, use as many
// threads as they are given, answer alike whatever the threads and the instruction set, and can be interrupted.
//
//     solve_batch(puzzles, solutions, status, *, stride=81, threads=1, allowed=None, effort=None, isa=None, numbers=False)
//         solutions: n x 81 bytes, ASCII digits, dots where there is none; the greatest grid of a puzzle with several.
//         status: n bytes: 0 no solution, 1 one, 2 several, 255 the record is not a puzzle.  n is the length of status.
//     solve_bytes(puzzles, n, *, stride=81, ending=b"", gap=0, threads=1)
//         The same, with new bytes objects for solutions and status, which it returns; nothing is copied.  None if a record
//         is not followed by `ending`, which may be missing after the last.  gap: newlines after each solution.
//     unique_batch(puzzles, status, *, …)            status alone
//     unique_bytes(puzzles, n, *, …)                 status alone
//     count_batch(puzzles, counts, limit, *, …)      counts: n x uint64, at most limit; 2**64 - 1 for a record that is
//                                                    no puzzle
//     grade_batch(puzzles, grades, *, …)             n bytes: 0 none or several solutions, 1 singles, 2 locked
//                                                    candidates, 3 beyond; 255 no puzzle
//         numbers: the bytes of puzzles and solutions are values 0 … 9 (0 an empty cell, or no solution), not characters.
//         stride: bytes from one record to the next.  allowed: n x 81 uint16, candidate sets to intersect with (bit d-1:
//         digit d).  effort: n x 2 uint32, receives guesses and rounds per puzzle.  isa: a kernel by name, for tests and
//         measurements.  threads: 1 to 1024.
//
// Outputs must not share memory with any other buffer.  If another thread writes to `puzzles` during the call, the
// answers for the records it touches may belong to any mixture of old and new bytes; nothing worse happens.
#include <algorithm>

#include "lanes/count.h"
#include "python/buffers.h"
#include "python/large_pages.h"
#include "python/nine.h"
#include "python/runner.h"

namespace nonet {
namespace {

// The arguments all batches share.
struct Batch {
    Buffer puzzles, results, allowed, effort;
    PyObject *allowed_object = nullptr, *effort_object = nullptr;
    Py_ssize_t stride = 81;
    int threads = 1, numbers = 0;
    int uneven = 0;  // a record does not have its ending: there are no answers
    const char* isa = nullptr;
    const Kernel* kernel = nullptr;
    BatchJob job;

    // After parsing: checks everything, and fills in the job but for its outputs.
    bool prepare(PyObject* puzzle_object, size_t n) {
        if (!(kernel = kernel_named(isa)) || !puzzles.take(puzzle_object, Buffer::kRead, "puzzles")) return false;
        if (stride < 81) {
            PyErr_Format(PyExc_ValueError, "stride is %zd, but a record has 81 bytes", stride);
            return false;
        }
        if (n && (puzzles.size() < 81 || (puzzles.size() - 81) / (size_t)stride < n - 1)) {
            PyErr_Format(PyExc_ValueError, "%zu records, %zd bytes apart, do not fit into %zu bytes of puzzles", n,
                         stride, puzzles.size());
            return false;
        }
        if (!good_threads(threads)) return false;
        if (!allowed.take_optional<uint16_t>(allowed_object, Buffer::kRead, 81 * n, "allowed")) return false;
        if (!effort.take_optional<Effort>(effort_object, Buffer::kWrite, n, "effort")) return false;
        job.puzzles = puzzles.data();
        job.stride = (size_t)stride;
        job.numbers = numbers;
        job.uneven = &uneven;
        job.n = n;
        job.allowed = allowed.data<uint16_t>();
        job.effort = effort.data<Effort>();
        return are_apart({&puzzles, &results, &allowed, &effort});
    }

    bool run(BatchJob& j) {
        struct alignas(kCacheLine) {
            size_t next = 0;
        } counter;
        j.next = &counter.next;
        j.threads = (size_t)Runner::threads_for(j.n, threads, 256);
        LargePages pages(j.solutions, j.threads == 1 || j.only || !j.solutions ? 0 : j.n * (81 + j.gap));
        Runner runner;
        return runner.run((int)j.threads, [&](const Pulse& pulse) {
            pages.touch(pulse);
            return kernel->run(j, pulse);
        });
    }

    const ByteTable& bytes() const { return job.numbers ? kNumberBytes : kBytes; }

    // The candidate sets of a puzzle; false if its record is not one (another thread may have written to it).
    bool sets_of(size_t puzzle, uint16_t* sets) const {
        if (!sets_of_record(job.puzzles + puzzle * job.stride, sets, bytes())) return false;
        for (int c = 0; job.allowed && c < 81; c++) sets[c] &= job.allowed[puzzle * 81 + (size_t)c];
        return true;
    }
};

// For puzzles with several solutions: finds the greatest, where the search has not come across it already.  The lanes try
// first; what they give up on is solved one by one.
bool find_greatest(Batch& b, const std::vector<size_t>& several) {
    std::vector<uint8_t> reached(b.job.n);
    BatchJob greatest = b.job;
    greatest.n = several.size();
    greatest.only = several.data();
    greatest.greatest = true;
    greatest.limit = 1;
    greatest.missed = nullptr;
    greatest.n_endings = 0;
    greatest.effort = nullptr;
    greatest.status = reached.data();
    if (!b.run(greatest)) return false;
    std::vector<size_t> left;
    for (size_t i : several)
        if (reached[i] != kOne) left.push_back(i);
    const Order order = row_order(false);
    Runner runner;
    return runner.each(left.size(), b.threads, 16, [&](size_t i, const Pulse& pulse) {
        uint16_t sets[81];
        First first;
        if (!b.sets_of(left[i], sets)) return true;
        b.kernel->walk(sets, order, First::keep, &first, pulse);
        if (!first.found) return true;
        for (int c = 0; b.job.numbers && c < 81; c++) first.text[c] -= '0';
        memcpy(b.job.solutions + (81 + b.job.gap) * left[i], first.text, 81);
        return true;
    });
}

// All but status and solutions is in the job.
bool solve(Batch& b, uint8_t* status, uint8_t* solutions) {
    int missed = 0;
    b.job.status = status;
    b.job.solutions = solutions;
    b.job.missed = &missed;
    if (!b.run(b.job)) return false;
    if (!missed || b.uneven) return true;
    std::vector<size_t> several;
    uint8_t *end = status + b.job.n, *at = status;
    for (; (at = (uint8_t*)memchr(at, kMissed, (size_t)(end - at))); *at++ = kSeveral)
        several.push_back((size_t)(at - status));
    return find_greatest(b, several);
}

PyObject* solve_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "solutions", "status", "stride",  "threads",
                                  "allowed", "effort",    "isa",    "numbers", nullptr};
    PyObject *puzzles, *solution_object, *status_object;
    Batch b;
    Buffer solutions;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|$niOOzp:solve_batch", (char**)names, &puzzles,
                                     &solution_object, &status_object, &b.stride, &b.threads, &b.allowed_object,
                                     &b.effort_object, &b.isa, &b.numbers))
        return nullptr;
    if (!b.results.take(status_object, Buffer::kWrite, "status") || !b.prepare(puzzles, b.results.size()))
        return nullptr;
    if (!solutions.take_array<uint8_t>(solution_object, Buffer::kWrite, 81 * b.job.n, "solutions")) return nullptr;
    if (!are_apart({&solutions, &b.puzzles, &b.results, &b.allowed, &b.effort})) return nullptr;
    if (!solve(b, b.results.data(), solutions.data())) return nullptr;
    Py_RETURN_NONE;
}

// A batch that makes the bytes objects for its answers.
struct BytesBatch : Batch {
    Buffer ending;
    Py_ssize_t n = 0, gap = 0;

    bool parse(PyObject* args, PyObject* keywords) {
        static const char* names[] = {"puzzles", "n", "stride", "ending", "gap", "threads", nullptr};
        PyObject *puzzle_object, *ending_object = nullptr;
        if (!PyArg_ParseTupleAndKeywords(args, keywords, "On|$nOni", (char**)names, &puzzle_object, &n, &stride,
                                         &ending_object, &gap, &threads))
            return false;
        if (n < 0 || gap < 0 || gap > 1 << 20 || n > PY_SSIZE_T_MAX / (81 + gap)) {
            PyErr_Format(PyExc_ValueError, "%zd records, %zd newlines after each", n, gap);
            return false;
        }
        if (!prepare(puzzle_object, (size_t)n)) return false;
        job.gap = (size_t)gap;
        if (!ending_object) return true;
        if (!ending.take(ending_object, Buffer::kRead, "ending")) return false;
        if (!ending.size()) return true;
        if (ending.size() != job.stride - 81) {
            PyErr_Format(PyExc_ValueError, "stride is %zd, but an ending has %zu bytes", stride, ending.size());
            return false;
        }
        job.ending = ending.data();
        job.n_endings = puzzles.size() / job.stride;
        return true;
    }
};

PyObject* solve_bytes(PyObject*, PyObject* args, PyObject* keywords) {
    BytesBatch b;
    if (!b.parse(args, keywords)) return nullptr;
    PyObject* solutions = PyBytes_FromStringAndSize(nullptr, (81 + b.gap) * b.n);
    if (solutions) prefer_large_pages(PyBytes_AsString(solutions), (size_t)((81 + b.gap) * b.n));
    PyObject* status = solutions ? PyBytes_FromStringAndSize(nullptr, b.n) : nullptr;
    const bool done = status && solve(b, (uint8_t*)PyBytes_AsString(status), (uint8_t*)PyBytes_AsString(solutions));
    PyObject* result = !done ? nullptr : b.uneven ? Py_NewRef(Py_None) : PyTuple_Pack(2, solutions, status);
    Py_XDECREF(solutions);
    Py_XDECREF(status);
    return result;
}

PyObject* unique_bytes(PyObject*, PyObject* args, PyObject* keywords) {
    BytesBatch b;
    if (!b.parse(args, keywords)) return nullptr;
    PyObject* status = PyBytes_FromStringAndSize(nullptr, b.n);
    b.job.status = status ? (uint8_t*)PyBytes_AsString(status) : nullptr;
    const bool done = status && b.run(b.job);
    if (done && !b.uneven) return status;
    Py_XDECREF(status);
    return done ? Py_NewRef(Py_None) : nullptr;
}

// has_endings(text, ending, threads=1, alone=False): whether every record of 81 bytes is followed by this ending; after the
// last one it may be missing.  With `alone`, no record may have a newline in it.
PyObject* has_endings(PyObject*, PyObject* args) {
    PyObject *text_object, *ending_object;
    int threads = 1, alone = 0;
    Buffer text, ending;
    if (!PyArg_ParseTuple(args, "OO|ip:has_endings", &text_object, &ending_object, &threads, &alone) ||
        !good_threads(threads) || !text.take(text_object, Buffer::kRead, "text") ||
        !ending.take(ending_object, Buffer::kRead, "ending"))
        return nullptr;
    const size_t length = ending.size(), stride = 81 + length, n = text.size() / stride;
    const size_t left_over = text.size() % stride;
    if (left_over && left_over != 81) Py_RETURN_FALSE;
    const size_t block = 4096;
    int differs = 0;
    Runner runner;
    const bool done = runner.each((n + block - 1) / block, threads, 16, [&](size_t k, const Pulse&) {
        const size_t stop = std::min(n, (k + 1) * block);
        for (size_t i = k * block; i < stop; i++) {
            const uint8_t* record = text.data() + i * stride;
            if (memcmp(record + 81, ending.data(), length) || (alone && memchr(record, '\n', 81)))
                __atomic_store_n(&differs, 1, __ATOMIC_RELAXED);
        }
        return true;
    });
    return done ? PyBool_FromLong(!differs) : nullptr;
}

PyObject* unique_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "status", "stride",  "threads", "allowed",
                                  "effort",  "isa",    "numbers", nullptr};
    PyObject *puzzles, *status_object;
    Batch b;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|$niOOzp:unique_batch", (char**)names, &puzzles, &status_object,
                                     &b.stride, &b.threads, &b.allowed_object, &b.effort_object, &b.isa, &b.numbers))
        return nullptr;
    if (!b.results.take(status_object, Buffer::kWrite, "status") || !b.prepare(puzzles, b.results.size()))
        return nullptr;
    b.job.status = b.results.data();
    if (!b.run(b.job)) return nullptr;
    Py_RETURN_NONE;
}

// With a large limit, puzzles in which digits can be exchanged (two or more that no given shows) are counted apart,
// since count.h multiplies; all others go through the lanes.
void divide(const Batch& b, std::vector<size_t>& lanes, std::vector<size_t>& apart) {
    for (size_t i = 0; i < b.job.n; i++) {
        unsigned seen = 0;
        for (int c = 0; c < 81; c++) seen |= 1u << (b.bytes().value[b.job.puzzles[i * b.job.stride + (size_t)c]] & 15);
        (__builtin_popcount(seen >> 1) < 8 ? apart : lanes).push_back(i);
    }
}

PyObject* count_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "counts", "limit", "stride",  "threads",
                                  "allowed", "effort", "isa",   "numbers", nullptr};
    PyObject *puzzles, *count_object, *limit_object;
    Batch b;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|$niOOzp:count_batch", (char**)names, &puzzles, &count_object,
                                     &limit_object, &b.stride, &b.threads, &b.allowed_object, &b.effort_object, &b.isa,
                                     &b.numbers))
        return nullptr;
    if (!limit_of(limit_object, b.job.limit)) return nullptr;
    if (!b.results.take_all<uint64_t>(count_object, Buffer::kWrite, "counts")) return nullptr;
    if (!b.prepare(puzzles, b.results.count<uint64_t>())) return nullptr;
    const size_t n = b.job.n;
    uint64_t* counts = b.job.counts = b.results.data<uint64_t>();
    std::vector<uint8_t> status(n);
    b.job.status = status.data();
    std::vector<size_t> lanes, apart;
    if (b.job.limit > 1000) divide(b, lanes, apart);
    BatchJob job = b.job;
    if (!apart.empty()) {
        job.n = lanes.size();
        job.only = lanes.data();
    }
    if (job.n && !b.run(job)) return nullptr;
    Runner runner;
    const bool ok = apart.empty() || runner.each(apart.size(), b.threads, 1, [&](size_t i, const Pulse& pulse) {
        const size_t puzzle = apart[i];
        uint16_t sets[81];
        bool memory = true;
        if (b.sets_of(puzzle, sets))
            count_position(*b.kernel, sets, b.job.limit, pulse, counts[puzzle], memory);
        else
            status[puzzle] = kBad;
        return memory;
    });
    if (!ok) return nullptr;
    for (size_t i = 0; i < n; i++)
        if (status[i] == kBad) counts[i] = ~0ull;
    Py_RETURN_NONE;
}

PyObject* grade_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "grades", "stride", "threads", "allowed", "isa", nullptr};
    PyObject *puzzles, *grade_object;
    Batch b;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|$niOz:grade_batch", (char**)names, &puzzles, &grade_object,
                                     &b.stride, &b.threads, &b.allowed_object, &b.isa))
        return nullptr;
    if (!b.results.take(grade_object, Buffer::kWrite, "grades") || !b.prepare(puzzles, b.results.size()))
        return nullptr;
    uint8_t* grades = b.results.data();
    Runner runner;
    const bool ok = runner.each(b.job.n, b.threads, 256, [&](size_t i, const Pulse& pulse) {
        uint16_t sets[81];
        grades[i] = b.sets_of(i, sets) ? (uint8_t)b.kernel->grade(sets, pulse) : (uint8_t)kBad;
        return true;
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef batch_methods[];
PyMethodDef batch_methods[] = {
    keyword_method<solve_batch>("solve_batch", "Solve many puzzles; see the head of native/python/batches.cpp."),
    keyword_method<solve_bytes>("solve_bytes", "Solve many puzzles; returns solutions and status as new bytes."),
    keyword_method<unique_bytes>("unique_bytes",
                                 "Do many puzzles have no solution, one, or several?  Returns new bytes."),
    {"has_endings", has_endings, METH_VARARGS, "Is every record of 81 bytes followed by this ending?"},
    keyword_method<unique_batch>("unique_batch", "Do many puzzles have no solution, one, or several?"),
    keyword_method<count_batch>("count_batch", "Count the solutions of many puzzles, up to a limit."),
    keyword_method<grade_batch>("grade_batch", "Grade many puzzles: singles, locked candidates, beyond."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
