// The 9x9 kernel for Python.
//
// Puzzles are 81 bytes each, row by row: '1'..'9' a given, one of "0._*-xX" a blank.
// Batches take and fill buffers (bytes, bytearray, memoryview, array, numpy), release the interpreter lock, use as many
// threads as they are given, answer alike whatever the threads and the instruction set, and can be interrupted.
//
//     solve_batch(puzzles, solutions, status, *, stride=81, solution_stride=81, threads=1, allowed=None, effort=None, isa=None)
//         solutions: n x 81 bytes, ASCII digits, dots where there is none; the greatest grid of a puzzle with several.
//         status: n bytes: 0 no solution, 1 one, 2 several, 255 the record is no puzzle.  n is the length of status.
//         Returns how many there are of each, in this order.
//     unique_batch(puzzles, status, *, …)            status alone; returns the same
//     count_batch(puzzles, counts, limit, *, …)      counts: n x uint64, at most limit; 2**64 - 1 for a record that is no puzzle
//     grade_batch(puzzles, grades, *, …)             n bytes: 0 none or several solutions, 1 singles, 2 locked candidates, 3 beyond;
//                                                    255 no puzzle
//         stride: bytes from one record to the next (solution_stride: from one solution to the next; the bytes between
//         them stay as they are).  allowed: n x 81 uint16, candidate sets to intersect with (bit d-1: digit d).
//         effort: n x 2 uint32, receives guesses and rounds per puzzle.  isa: a kernel by name, for tests and measurements.
//
// Single puzzles, str or bytes in, str out; ValueError if it is no puzzle:
//     some_solution(puzzle)                          the solution; the greatest of several; None without
//     status(puzzle)                                 0, 1 or 2 solutions
//     count(puzzle, limit, allowed=None)             as many as there are, at most limit
//     grade(puzzle, allowed=None)
//     first_solution(puzzle, cells, digits, allowed=None)
//         what backtracking finds first that takes the cells in the order `cells` (81 bytes) and tries digits in the order
//         `digits` (9 bytes 1..9, or 81 x 9 of them: an order for each cell)
//     greatest_solution(puzzle, allowed=None)
//     solutions(puzzle, limit, allowed=None)         bytes: the first `limit` solutions, ascending, 81 bytes each
//     random_fill(seed, puzzle=None)                 first_solution in row order, every cell's digits shuffled: 81 shuffles drawn
//                                                    from SplitMix64(seed), cell by cell
//     random_numbers(seed, n, below=0)               n numbers as 8 n bytes, for testing the generator against its twin
#include "lanes/count.h"
#include "python/python.h"
#include "rng.h"

#include <stdlib.h>
#include <string.h>

namespace nonet {
namespace {

constexpr uint64_t kMostSolutions = 1ull << 62;

// ------------------------------------------------------------------------------------------------------ single puzzles

bool is_blank(uint8_t c) { return c && strchr("0._*-xX", c); }

PyObject* no_puzzle(const uint8_t* text, Py_ssize_t size) {
    if (size != 81) return PyErr_Format(PyExc_ValueError, "a puzzle has 81 characters, not %zd", size);
    for (int i = 0; i < 81; i++)
        if (!(text[i] >= '1' && text[i] <= '9') && !is_blank(text[i]))
            return PyErr_Format(PyExc_ValueError, "row %d, column %d: neither a digit 1..9 nor a blank (0._*-xX)",
                                i / 9 + 1, i % 9 + 1);
    return PyErr_Format(PyExc_ValueError, "not a puzzle");
}

// The 81 bytes of a str or a bytes-like object; null with an error set.
const uint8_t* text_of(PyObject* object, Lent& lent) {
    const uint8_t* text;
    Py_ssize_t size;
    if (PyUnicode_Check(object)) {
        text = (const uint8_t*)PyUnicode_AsUTF8AndSize(object, &size);
        if (!text) return nullptr;
    } else {
        if (!lent.take(object, false)) return nullptr;
        text = lent.as<uint8_t>();
        size = lent.view.len;
    }
    if (size != 81) {
        no_puzzle(text, size);
        return nullptr;
    }
    return text;
}

bool sets_of_text(const uint8_t* text, uint16_t* sets) {
    for (int c = 0; c < 81; c++) {
        if (text[c] >= '1' && text[c] <= '9')
            sets[c] = (uint16_t)(1 << (text[c] - '1'));
        else if (is_blank(text[c]))
            sets[c] = kAll;
        else
            return false;
    }
    return true;
}

// A puzzle and what is allowed, as candidate sets.
bool position_of(PyObject* puzzle, PyObject* allowed, uint16_t* sets) {
    Lent lent, more;
    const uint8_t* text = text_of(puzzle, lent);
    if (!text) return false;
    if (!sets_of_text(text, sets)) {
        no_puzzle(text, 81);
        return false;
    }
    if (!allowed || allowed == Py_None) return true;
    if (!more.take_array<uint16_t>(allowed, false, 81, "allowed", false)) return false;
    for (int c = 0; c < 81; c++) sets[c] &= more.as<uint16_t>()[c];
    return true;
}

PyObject* text_object(const uint8_t* text) { return PyUnicode_FromStringAndSize((const char*)text, 81); }

void row_order(Order& order, bool ascending) {
    for (int c = 0; c < 81; c++) {
        order.cell[c] = (uint8_t)c;
        for (int d = 0; d < 9; d++) order.digit[c][d] = (uint8_t)(ascending ? d : 8 - d);
    }
}

struct First {
    uint8_t text[81];
    bool found = false;
};

bool keep_first(void* arg, const uint8_t* solution) {
    First& first = *(First*)arg;
    memcpy(first.text, solution, 81);
    first.found = true;
    return false;
}

// The first solution in an order, or None.
PyObject* first_in(const uint16_t* sets, const Order& order) {
    First first;
    Work work;
    bool ok = work.run(1, [&](const Pulse& pulse) {
        the_kernel().walk(sets, order, keep_first, &first, pulse);
        return true;
    });
    if (!ok) return nullptr;
    if (!first.found) Py_RETURN_NONE;
    return text_object(first.text);
}

// Status of one puzzle, its solution in out if there is one; -1 with an error set.
int solve_text(const uint8_t* text, uint8_t* out) {
    Effort effort;
    Pulse none;
    int status = the_kernel().solve(text, out, true, effort, none);
    if (status == -1) {
        Work work;
        bool ok = work.run(1, [&](const Pulse& pulse) {
            status = the_kernel().solve(text, out, false, effort, pulse);
            return status != -1 || stopped(pulse);
        });
        if (!ok) return -1;
    }
    if (status == kBad) {
        no_puzzle(text, 81);
        return -1;
    }
    return status;
}

PyObject* some_solution(PyObject*, PyObject* puzzle) {
    Lent lent;
    const uint8_t* text = text_of(puzzle, lent);
    if (!text) return nullptr;
    uint8_t out[81];
    int status = solve_text(text, out);
    if (status < 0) return nullptr;
    if (status == kNone) Py_RETURN_NONE;
    if (status == kOne) return text_object(out);
    uint16_t sets[81];
    Order order;
    sets_of_text(text, sets);
    row_order(order, false);
    return first_in(sets, order);
}

PyObject* status(PyObject*, PyObject* puzzle) {
    Lent lent;
    const uint8_t* text = text_of(puzzle, lent);
    if (!text) return nullptr;
    uint8_t out[81];
    int status = solve_text(text, out);
    return status < 0 ? nullptr : PyLong_FromLong(status);
}

bool limit_of(PyObject* object, uint64_t& limit) {
    limit = PyLong_AsUnsignedLongLong(object);
    if (limit == (uint64_t)-1 && PyErr_Occurred()) return false;
    if (limit == 0 || limit > kMostSolutions) {
        PyErr_SetString(PyExc_ValueError, "limit must be at least 1 and at most 2**62");
        return false;
    }
    return true;
}

PyObject* count(PyObject*, PyObject* args) {
    PyObject *puzzle, *limit_object, *allowed = nullptr;
    uint16_t sets[81];
    uint64_t limit, found = 0;
    if (!PyArg_ParseTuple(args, "OO|O:count", &puzzle, &limit_object, &allowed)) return nullptr;
    if (!limit_of(limit_object, limit) || !position_of(puzzle, allowed, sets)) return nullptr;
    Work work;
    bool ok = work.run(1, [&](const Pulse& pulse) {
        bool memory = true;
        count_position(the_kernel(), sets, limit, pulse, found, memory);
        return memory;
    });
    return ok ? PyLong_FromUnsignedLongLong(found) : nullptr;
}

PyObject* grade(PyObject*, PyObject* args) {
    PyObject *puzzle, *allowed = nullptr;
    uint16_t sets[81];
    if (!PyArg_ParseTuple(args, "O|O:grade", &puzzle, &allowed)) return nullptr;
    if (!position_of(puzzle, allowed, sets)) return nullptr;
    int result = 0;
    Work work;
    bool ok = work.run(1, [&](const Pulse& pulse) {
        result = the_kernel().grade(sets, pulse);
        return true;
    });
    return ok ? PyLong_FromLong(result) : nullptr;
}

// Nine different bytes 1..9 to 0..8.
bool digit_order(const uint8_t* from, uint8_t* to) {
    unsigned seen = 0;
    for (int i = 0; i < 9; i++) {
        if (from[i] < 1 || from[i] > 9) return false;
        seen |= 1u << from[i];
        to[i] = (uint8_t)(from[i] - 1);
    }
    return seen == 0x3fe;
}

PyObject* first_solution(PyObject*, PyObject* args) {
    PyObject *puzzle, *cells_object, *digits_object, *allowed = nullptr;
    uint16_t sets[81];
    Order order;
    Lent cells, digits;
    if (!PyArg_ParseTuple(args, "OOO|O:first_solution", &puzzle, &cells_object, &digits_object, &allowed))
        return nullptr;
    if (!position_of(puzzle, allowed, sets)) return nullptr;
    if (!cells.take(cells_object, false) || !digits.take(digits_object, false)) return nullptr;
    bool seen[81] = {};
    bool good = cells.size() == 81;
    for (int i = 0; good && i < 81; i++) {
        uint8_t c = cells.as<uint8_t>()[i];
        good = c < 81 && !seen[c];
        if (good) seen[c] = true;
        order.cell[i] = c;
    }
    if (!good) return PyErr_Format(PyExc_ValueError, "cells must be 81 bytes, each of 0..80 once");
    good = digits.size() == 9 || digits.size() == 729;
    for (int c = 0; good && c < 81; c++)
        good = digit_order(digits.as<uint8_t>() + (digits.size() == 9 ? 0 : 9 * c), order.digit[c]);
    if (!good)
        return PyErr_Format(PyExc_ValueError, "digits must be 9 bytes, or 81 times 9, each nine holding 1..9 once");
    return first_in(sets, order);
}

PyObject* greatest_solution(PyObject*, PyObject* args) {
    PyObject *puzzle, *allowed = nullptr;
    uint16_t sets[81];
    Order order;
    if (!PyArg_ParseTuple(args, "O|O:greatest_solution", &puzzle, &allowed)) return nullptr;
    if (!position_of(puzzle, allowed, sets)) return nullptr;
    row_order(order, false);
    return first_in(sets, order);
}

struct Many {
    uint8_t* text = nullptr;
    size_t n = 0, room = 0;
    uint64_t limit;
    bool memory = true;
    ~Many() { free(text); }
};

bool keep_many(void* arg, const uint8_t* solution) {
    Many& many = *(Many*)arg;
    if (many.n == many.room) {
        size_t more = many.room ? 2 * many.room : 16;
        void* p = realloc(many.text, 81 * more);
        if (!p) return many.memory = false;
        many.text = (uint8_t*)p;
        many.room = more;
    }
    memcpy(many.text + 81 * many.n, solution, 81);
    return ++many.n < many.limit;
}

PyObject* solutions(PyObject*, PyObject* args) {
    PyObject *puzzle, *limit_object, *allowed = nullptr;
    uint16_t sets[81];
    Order order;
    Many many;
    if (!PyArg_ParseTuple(args, "OO|O:solutions", &puzzle, &limit_object, &allowed)) return nullptr;
    if (!limit_of(limit_object, many.limit) || !position_of(puzzle, allowed, sets)) return nullptr;
    row_order(order, true);
    Work work;
    bool ok = work.run(1, [&](const Pulse& pulse) {
        the_kernel().walk(sets, order, keep_many, &many, pulse);
        return many.memory;
    });
    return ok ? PyBytes_FromStringAndSize((const char*)many.text, (Py_ssize_t)(81 * many.n)) : nullptr;
}

PyObject* random_fill(PyObject*, PyObject* args) {
    PyObject *seed_object, *puzzle = nullptr;
    uint16_t sets[81];
    Order order;
    if (!PyArg_ParseTuple(args, "O|O:random_fill", &seed_object, &puzzle)) return nullptr;
    uint64_t seed = PyLong_AsUnsignedLongLong(seed_object);
    if (seed == (uint64_t)-1 && PyErr_Occurred()) return nullptr;
    if (puzzle && puzzle != Py_None) {
        if (!position_of(puzzle, nullptr, sets)) return nullptr;
    } else {
        for (uint16_t& set : sets) set = kAll;
    }
    row_order(order, true);
    Rng rng{seed};
    for (auto& digits : order.digit) rng.shuffle(digits, 9);
    return first_in(sets, order);
}

PyObject* random_numbers(PyObject*, PyObject* args) {
    unsigned long long seed, below = 0;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "Kn|K:random_numbers", &seed, &n, &below)) return nullptr;
    if (n < 0 || n > 1 << 24) return PyErr_Format(PyExc_ValueError, "n must be 0..2**24");
    std::vector<uint64_t> numbers((size_t)n);
    Rng rng{seed};
    for (uint64_t& x : numbers) x = below ? rng.below(below) : rng.next();
    return PyBytes_FromStringAndSize((const char*)numbers.data(), 8 * n);
}

// -------------------------------------------------------------------------------------------------------------- batches

// The arguments all batches share.
struct Batch {
    Lent puzzles, results, allowed, effort;
    PyObject *allowed_object = nullptr, *effort_object = nullptr;
    Py_ssize_t stride = 81;
    int threads = 1;
    const char* isa = nullptr;
    const Kernel* kernel = nullptr;
    BatchJob job;

    // After parsing: checks everything, and fills in the job but for its outputs.
    bool prepare(PyObject* puzzle_object, size_t n) {
        if (!(kernel = kernel_named(isa)) || !puzzles.take(puzzle_object, false)) return false;
        if (stride < 81) {
            PyErr_Format(PyExc_ValueError, "stride is %zd, but a record has 81 bytes", stride);
            return false;
        }
        if (n && (puzzles.size() < 81 || (puzzles.size() - 81) / (size_t)stride < n - 1)) {
            PyErr_Format(PyExc_ValueError, "%zu records, %zd bytes apart, do not fit into %zd bytes of puzzles", n,
                         stride, puzzles.view.len);
            return false;
        }
        if (threads < 1 || threads > 1024) {
            PyErr_Format(PyExc_ValueError, "threads must be 1..1024, not %d", threads);
            return false;
        }
        if (!allowed.take_array<uint16_t>(allowed_object, false, 81 * n, "allowed", true)) return false;
        if (!effort.take_array<Effort>(effort_object, true, n, "effort", true)) return false;
        job.puzzles = puzzles.as<uint8_t>();
        job.stride = (size_t)stride;
        job.n = n;
        job.allowed = allowed.as<uint16_t>();
        job.effort = effort.as<Effort>();
        return true;
    }

    int threads_for(size_t n, size_t worth) const {  // no thread for less than `worth` puzzles
        size_t most = n / worth + 1;
        return (size_t)threads < most ? threads : (int)most;
    }

    bool run(Work& work, BatchJob& j) {
        size_t next = 0;
        j.next = &next;
        return work.run(threads_for(j.n, 256), [&](const Pulse& pulse) { return kernel->run(j, pulse); });
    }

    // body(puzzle number, its sets, pulse) for every number in `list`, in all threads; false from body: stop, no memory.
    template <class Body> bool each(Work& work, const std::vector<size_t>& list, size_t worth, Body body) {
        size_t next = 0;
        return work.run(threads_for(list.size(), worth), [&](const Pulse& pulse) {
            for (;;) {
                size_t i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED);
                if (i >= list.size() || ((i & 15) == 0 ? tick(pulse) : stopped(pulse))) return true;
                size_t puzzle = list[i];
                uint16_t sets[81];
                if (!sets_of_text(job.puzzles + puzzle * job.stride, sets)) {
                    if (!body(puzzle, (const uint16_t*)nullptr, pulse)) return false;
                    continue;
                }
                if (job.allowed)
                    for (int c = 0; c < 81; c++) sets[c] &= job.allowed[puzzle * 81 + (size_t)c];
                if (!body(puzzle, (const uint16_t*)sets, pulse)) return false;
            }
        });
    }
};

// How many puzzles have no solution, one, several, and how many records are no puzzle.
PyObject* tally_of(const uint8_t* status, size_t n) {
    size_t none = 0, one = 0, several = 0;
    for (size_t i = 0; i < n; i++) {
        none += status[i] == kNone;
        one += status[i] == kOne;
        several += status[i] == kSeveral;
    }
    return Py_BuildValue("nnnn", none, one, several, n - none - one - several);
}

PyObject* solve_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "solutions", "status", "stride", "solution_stride",
                                  "threads", "allowed",   "effort", "isa",    nullptr};
    PyObject *puzzles, *solution_object, *status_object;
    Batch b;
    Lent solutions;
    Py_ssize_t solution_stride = 81;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|$nniOOz:solve_batch", (char**)names, &puzzles,
                                     &solution_object, &status_object, &b.stride, &solution_stride, &b.threads,
                                     &b.allowed_object, &b.effort_object, &b.isa))
        return nullptr;
    if (!b.results.take(status_object, true) || !b.prepare(puzzles, b.results.size())) return nullptr;
    const size_t n = b.job.n;
    if (solution_stride < 81 || solution_stride > 1 << 20)
        return PyErr_Format(PyExc_ValueError, "solution_stride is %zd, but a solution has 81 bytes", solution_stride);
    if (!solutions.take_array<uint8_t>(solution_object, true, (size_t)solution_stride * n, "solutions", false))
        return nullptr;
    b.job.solution_stride = (size_t)solution_stride;
    b.job.status = b.results.as<uint8_t>();
    b.job.solutions = solutions.as<uint8_t>();
    std::vector<uint8_t> is_greatest(n);
    b.job.is_greatest = is_greatest.data();
    {
        Work work;
        if (!b.run(work, b.job)) return nullptr;
    }
    // Puzzles with several solutions: now the greatest, where it has not been found by the way.  First in the lanes; what they
    // leave, one by one.
    std::vector<size_t> several;
    for (size_t i = 0; i < n; i++)
        if (b.job.status[i] == kSeveral && !is_greatest[i]) several.push_back(i);
    if (several.empty()) return tally_of(b.job.status, n);
    std::vector<uint8_t> reached(n);
    BatchJob greatest = b.job;
    greatest.n = several.size();
    greatest.only = several.data();
    greatest.greatest = true;
    greatest.limit = 1;
    greatest.is_greatest = nullptr;
    greatest.effort = nullptr;
    greatest.status = reached.data();
    {
        Work work;
        if (!b.run(work, greatest)) return nullptr;
    }
    std::vector<size_t> left;
    for (size_t i : several)
        if (reached[i] != kOne) left.push_back(i);
    Order order;
    row_order(order, false);
    Work work;
    bool ok = b.each(work, left, 16, [&](size_t puzzle, const uint16_t* sets, const Pulse& pulse) {
        First first;
        b.kernel->walk(sets, order, keep_first, &first, pulse);
        if (first.found) memcpy(b.job.solutions + b.job.solution_stride * puzzle, first.text, 81);
        return true;
    });
    return ok ? tally_of(b.job.status, n) : nullptr;
}

PyObject* unique_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "status", "stride", "threads", "allowed", "effort", "isa", nullptr};
    PyObject *puzzles, *status_object;
    Batch b;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|$niOOz:unique_batch", (char**)names, &puzzles, &status_object,
                                     &b.stride, &b.threads, &b.allowed_object, &b.effort_object, &b.isa))
        return nullptr;
    if (!b.results.take(status_object, true) || !b.prepare(puzzles, b.results.size())) return nullptr;
    b.job.status = b.results.as<uint8_t>();
    Work work;
    return b.run(work, b.job) ? tally_of(b.job.status, b.job.n) : nullptr;
}

PyObject* count_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "counts", "limit", "stride", "threads",
                                  "allowed", "effort", "isa",   nullptr};
    PyObject *puzzles, *count_object, *limit_object;
    Batch b;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|$niOOz:count_batch", (char**)names, &puzzles, &count_object,
                                     &limit_object, &b.stride, &b.threads, &b.allowed_object, &b.effort_object, &b.isa))
        return nullptr;
    if (!limit_of(limit_object, b.job.limit)) return nullptr;
    if (!b.results.take_array<uint64_t>(count_object, true, 0, "counts", false)) return nullptr;
    if (!b.prepare(puzzles, b.results.size() / 8)) return nullptr;
    const size_t n = b.job.n;
    uint64_t* counts = b.job.counts = b.results.as<uint64_t>();
    std::vector<uint8_t> status(n);
    b.job.status = status.data();
    // A large limit is only reached quickly where digits can be exchanged; those puzzles are counted one by one, the rest in lanes.
    std::vector<size_t> lanes, apart;
    if (b.job.limit > 1000)
        for (size_t i = 0; i < n; i++) {
            unsigned seen = 0;
            for (int c = 0; c < 81; c++) {
                uint8_t byte = b.job.puzzles[i * b.job.stride + (size_t)c];
                if (byte >= '1' && byte <= '9') seen |= 1u << (byte - '1');
            }
            (__builtin_popcount(seen) < 8 ? apart : lanes).push_back(i);
        }
    BatchJob job = b.job;
    if (!apart.empty()) {
        job.n = lanes.size();
        job.only = lanes.data();
    }
    if (job.n) {
        Work work;
        if (!b.run(work, job)) return nullptr;
    }
    Work work;
    bool ok = apart.empty() || b.each(work, apart, 1, [&](size_t puzzle, const uint16_t* sets, const Pulse& pulse) {
        bool memory = true;
        if (sets)
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
    if (!b.results.take(grade_object, true) || !b.prepare(puzzles, b.results.size())) return nullptr;
    uint8_t* grades = b.results.as<uint8_t>();
    std::vector<size_t> list(b.job.n);
    for (size_t i = 0; i < list.size(); i++) list[i] = i;
    Work work;
    bool ok = b.each(work, list, 256, [&](size_t puzzle, const uint16_t* sets, const Pulse& pulse) {
        grades[puzzle] = sets ? (uint8_t)b.kernel->grade(sets, pulse) : (uint8_t)kBad;
        return true;
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

#define NONET_KEYWORDS(f) (PyCFunction)(void (*)(void)) f, METH_VARARGS | METH_KEYWORDS
PyMethodDef nine_methods[] = {
    {"solve_batch", NONET_KEYWORDS(solve_batch), "Solve many puzzles; see the head of native/python/nine.cpp."},
    {"unique_batch", NONET_KEYWORDS(unique_batch),
     "Tell for many puzzles whether they have none, one or several solutions."},
    {"count_batch", NONET_KEYWORDS(count_batch), "Count the solutions of many puzzles, up to a limit."},
    {"grade_batch", NONET_KEYWORDS(grade_batch), "Grade many puzzles: singles, locked candidates, beyond."},
    {"some_solution", some_solution, METH_O, "The solution of a puzzle, the greatest of several, or None."},
    {"status", status, METH_O, "0, 1 or 2: none, one, several solutions."},
    {"count", count, METH_VARARGS, "The number of solutions, up to a limit."},
    {"grade", grade, METH_VARARGS, "0 none or several solutions, 1 singles, 2 locked candidates, 3 beyond."},
    {"first_solution", first_solution, METH_VARARGS, "What backtracking in the given orders finds first, or None."},
    {"greatest_solution", greatest_solution, METH_VARARGS, "The lexicographically greatest solution, or None."},
    {"solutions", solutions, METH_VARARGS, "Solutions in ascending order, up to a limit, as one bytes object."},
    {"random_fill", random_fill, METH_VARARGS, "A random solution, the same for the same seed everywhere, or None."},
    {"random_numbers", random_numbers, METH_VARARGS, "Numbers of the generator, as bytes of uint64."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
