// Single 9x9 puzzles for Python: str or bytes in, str out; ValueError if it is not a puzzle.
//
//     some_solution(puzzle)                          the solution; the greatest of several; None without
//     status(puzzle)                                 0, 1 or 2 solutions
//     count(puzzle, limit, allowed=None, progress=None)
//         as many as there are, at most limit.  progress: called about twenty times a second with the count so far
//     grade(puzzle, allowed=None)                    0 none or several solutions, 1 singles, 2 locked candidates, 3 beyond
//     first_solution(puzzle, cells, digits, allowed=None)
//         what backtracking finds first that takes the cells in the order `cells` (81 bytes) and tries digits in the
//         order `digits` (9 bytes 1..9, or 81 x 9 of them: an order for each cell)
//     greatest_solution(puzzle, allowed=None)
//     solutions(puzzle, limit, allowed=None)         bytes: the first `limit` solutions, ascending, 81 bytes each
//     random_fill(seed, puzzle=None)                 first_solution in row order, every cell's digits shuffled: 81
//                                                    shuffles drawn from SplitMix64(seed), cell by cell
//     random_numbers(seed, n, below=0)               n numbers as 8 n bytes, to compare the generator with its twin
//
// puzzle: 81 bytes as in classic.h.  allowed: 81 uint16, candidate sets to intersect with (bit d-1: digit d).
#include "lanes/count.h"
#include "python/buffers.h"
#include "python/long_search.h"
#include "python/nine.h"
#include "python/runner.h"
#include "rng.h"

namespace nonet {
namespace {

// ------------------------------------------------------------------------------------------------------ what comes in

// Sets the error that says what is wrong with a text.
PyObject* no_puzzle(const uint8_t* text, Py_ssize_t size) {
    if (size != 81) return PyErr_Format(PyExc_ValueError, "a puzzle has 81 characters, not %zd", size);
    for (int i = 0; i < 81; i++)
        if (kBytes.value[text[i]] == kNoValue)
            return PyErr_Format(PyExc_ValueError, "row %d, column %d: neither a digit 1..9 nor a blank (%s)",
                                row_of(i) + 1, column_of(i) + 1, kBlanks);
    return PyErr_Format(PyExc_ValueError, "not a puzzle");
}

// A copy of the 81 bytes of a str or a bytes-like object; false with an error set.
bool read_text(PyObject* object, uint8_t* text) {
    Buffer lent;
    const uint8_t* from;
    Py_ssize_t size;
    if (PyUnicode_Check(object)) {
        from = (const uint8_t*)PyUnicode_AsUTF8AndSize(object, &size);
        if (!from) return false;
    } else {
        if (!lent.take(object, Buffer::kRead, "puzzle")) return false;
        from = lent.data();
        size = (Py_ssize_t)lent.size();
    }
    if (size != 81) {
        no_puzzle(from, size);
        return false;
    }
    memcpy(text, from, 81);
    return true;
}

// A puzzle and what is allowed, as candidate sets; false with an error set.
bool read_position(PyObject* puzzle, PyObject* allowed, uint16_t* sets) {
    uint8_t text[81];
    Buffer more;
    if (!read_text(puzzle, text)) return false;
    if (!sets_of_record(text, sets)) {
        no_puzzle(text, 81);
        return false;
    }
    if (!more.take_optional<uint16_t>(allowed, Buffer::kRead, 81, "allowed")) return false;
    for (int c = 0; more.held() && c < 81; c++) sets[c] &= more.data<uint16_t>()[c];
    return true;
}

PyObject* text_object(const uint8_t* text) { return PyUnicode_FromStringAndSize((const char*)text, 81); }

// ------------------------------------------------------------------------------------------------------ one solution

// The first solution in an order, or None.
PyObject* first_in(const uint16_t* sets, const Order& order) {
    First first;
    Runner runner;
    bool ok = runner.run(1, [&](const Pulse& pulse) {
        the_kernel().walk(sets, order, First::keep, &first, pulse);
        return true;
    });
    if (!ok) return nullptr;
    if (!first.found) Py_RETURN_NONE;
    return text_object(first.text);
}

// Status of one puzzle, its solution in out if there is one; -1 with an error set.
int solve_text(const uint8_t* text, uint8_t* out) {
    Effort effort;
    int status = the_kernel().solve(text, out, true, effort, Pulse{});
    if (status == -1) {
        Runner runner;
        bool ok = runner.run(1, [&](const Pulse& pulse) {
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
    uint8_t text[81], out[81];
    if (!read_text(puzzle, text)) return nullptr;
    int status = solve_text(text, out);
    if (status < 0) return nullptr;
    if (status == kNone) Py_RETURN_NONE;
    if (status == kOne) return text_object(out);
    uint16_t sets[81];
    sets_of_record(text, sets);
    return first_in(sets, row_order(false));
}

PyObject* status(PyObject*, PyObject* puzzle) {
    uint8_t text[81], out[81];
    if (!read_text(puzzle, text)) return nullptr;
    int status = solve_text(text, out);
    return status < 0 ? nullptr : PyLong_FromLong(status);
}

PyObject* greatest_solution(PyObject*, PyObject* args) {
    PyObject *puzzle, *allowed = nullptr;
    uint16_t sets[81];
    if (!PyArg_ParseTuple(args, "O|O:greatest_solution", &puzzle, &allowed)) return nullptr;
    if (!read_position(puzzle, allowed, sets)) return nullptr;
    return first_in(sets, row_order(false));
}

// Nine different bytes 1..9 to 0..8.
bool digit_order(const uint8_t* from, uint8_t* to) {
    unsigned seen = 0;
    for (int i = 0; i < 9; i++) {
        const uint8_t digit = from[i];
        if (digit < 1 || digit > 9) return false;
        seen |= 1u << digit;
        to[i] = (uint8_t)(digit - 1);
    }
    return seen == 0x3fe;
}

PyObject* first_solution(PyObject*, PyObject* args) {
    PyObject *puzzle, *cells_object, *digits_object, *allowed = nullptr;
    uint16_t sets[81];
    Order order;
    Buffer cells, digits;
    if (!PyArg_ParseTuple(args, "OOO|O:first_solution", &puzzle, &cells_object, &digits_object, &allowed))
        return nullptr;
    if (!read_position(puzzle, allowed, sets)) return nullptr;
    if (!cells.take(cells_object, Buffer::kRead, "cells") || !digits.take(digits_object, Buffer::kRead, "digits"))
        return nullptr;
    bool seen[81] = {};
    bool good = cells.size() == 81;
    for (int i = 0; good && i < 81; i++) {
        const uint8_t c = cells.data()[i];
        good = c < 81 && !seen[c];
        if (good) seen[c] = true;
        order.cell[i] = c;
    }
    if (!good) return PyErr_Format(PyExc_ValueError, "cells must be 81 bytes, each of 0..80 once");
    good = digits.size() == 9 || digits.size() == 729;
    const std::vector<uint8_t> nines = copy_of<uint8_t>(digits, digits.size());
    for (int c = 0; good && c < 81; c++)
        good = digit_order(nines.data() + (nines.size() == 9 ? 0 : 9 * c), order.digit[c]);
    if (!good)
        return PyErr_Format(PyExc_ValueError, "digits must be 9 bytes, or 81 times 9, each nine holding 1..9 once");
    return first_in(sets, order);
}

PyObject* random_fill(PyObject*, PyObject* args) {
    PyObject *seed_object, *puzzle = nullptr;
    uint16_t sets[81];
    if (!PyArg_ParseTuple(args, "O|O:random_fill", &seed_object, &puzzle)) return nullptr;
    uint64_t seed = PyLong_AsUnsignedLongLong(seed_object);
    if (seed == (uint64_t)-1 && PyErr_Occurred()) return nullptr;
    if (puzzle && puzzle != Py_None) {
        if (!read_position(puzzle, nullptr, sets)) return nullptr;
    } else {
        for (uint16_t& set : sets) set = kAll;
    }
    Order order = row_order(true);
    Rng rng{seed};
    for (auto& digits : order.digit) rng.shuffle(digits, 9);
    return first_in(sets, order);
}

// ------------------------------------------------------------------------------------------------------ more than one

// A count that is reported about twenty times a second.
struct Watched {
    const Contact& contact;
    uint64_t count = 0;
    int stop = 0;
    std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();

    static void tick(void* self) {
        Watched& watched = *(Watched*)self;
        if (std::chrono::steady_clock::now() - watched.last < std::chrono::milliseconds(50)) return;
        if (!watched.contact.pause(watched.contact.context, watched.count)) watched.stop = 1;
        watched.last = std::chrono::steady_clock::now();
    }
};

PyObject* count(PyObject*, PyObject* args) {
    PyObject *puzzle, *limit_object, *allowed = nullptr, *progress = nullptr;
    uint16_t sets[81];
    uint64_t limit, found = 0;
    if (!PyArg_ParseTuple(args, "OO|OO:count", &puzzle, &limit_object, &allowed, &progress)) return nullptr;
    if (!limit_of(limit_object, limit) || !read_position(puzzle, allowed, sets)) return nullptr;
    LongSearch search(progress);
    const bool ok = search.run([&](const Contact& contact) {
        Watched watched{contact};
        bool memory = true;
        count_position(the_kernel(), sets, limit, Pulse{&watched.stop, Watched::tick, &watched}, watched.count, memory);
        if (!memory) throw std::bad_alloc();
        found = watched.count;
        return watched.stop ? Outcome::stopped : Outcome::done;
    });
    return ok ? PyLong_FromUnsignedLongLong(found) : nullptr;
}

PyObject* grade(PyObject*, PyObject* args) {
    PyObject *puzzle, *allowed = nullptr;
    uint16_t sets[81];
    if (!PyArg_ParseTuple(args, "O|O:grade", &puzzle, &allowed)) return nullptr;
    if (!read_position(puzzle, allowed, sets)) return nullptr;
    int result = 0;
    Runner runner;
    bool ok = runner.run(1, [&](const Pulse& pulse) {
        result = the_kernel().grade(sets, pulse);
        return true;
    });
    return ok ? PyLong_FromLong(result) : nullptr;
}

// Receives up to `limit` solutions of a walk.
struct Many {
    std::vector<uint8_t> text;
    uint64_t limit, found = 0;
    bool memory = true;

    static bool keep(void* self, const uint8_t* solution) {
        Many& many = *(Many*)self;
        try {
            many.text.insert(many.text.end(), solution, solution + 81);
        } catch (const std::bad_alloc&) {  // the walk that calls us is compiled without exceptions
            return many.memory = false;
        }
        return ++many.found < many.limit;
    }
};

PyObject* solutions(PyObject*, PyObject* args) {
    PyObject *puzzle, *limit_object, *allowed = nullptr;
    uint16_t sets[81];
    Many many;
    if (!PyArg_ParseTuple(args, "OO|O:solutions", &puzzle, &limit_object, &allowed)) return nullptr;
    if (!limit_of(limit_object, many.limit) || !read_position(puzzle, allowed, sets)) return nullptr;
    const Order order = row_order(true);
    Runner runner;
    bool ok = runner.run(1, [&](const Pulse& pulse) {
        the_kernel().walk(sets, order, Many::keep, &many, pulse);
        return many.memory;
    });
    return ok ? PyBytes_FromStringAndSize((const char*)many.text.data(), (Py_ssize_t)many.text.size()) : nullptr;
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

}  // namespace

extern PyMethodDef puzzle_methods[];
PyMethodDef puzzle_methods[] = {
    method<some_solution>("some_solution", METH_O, "The solution of a puzzle, the greatest of several, or None."),
    method<status>("status", METH_O, "0, 1 or 2: none, one, several solutions."),
    method<count>("count", METH_VARARGS, "The number of solutions, up to a limit."),
    method<grade>("grade", METH_VARARGS, "0 none or several solutions, 1 singles, 2 locked candidates, 3 beyond."),
    method<first_solution>("first_solution", METH_VARARGS,
                           "What backtracking in the given orders finds first, or None."),
    method<greatest_solution>("greatest_solution", METH_VARARGS, "The lexicographically greatest solution, or None."),
    method<solutions>("solutions", METH_VARARGS, "Solutions in ascending order, up to a limit, as one bytes object."),
    method<random_fill>("random_fill", METH_VARARGS,
                        "A random solution, the same for the same seed everywhere, or None."),
    method<random_numbers>("random_numbers", METH_VARARGS, "Numbers of the generator, as bytes of uint64."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
