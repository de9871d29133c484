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
#include <chrono>

#include "lanes/count.h"
#include "python/buffers.h"
#include "python/long_search.h"
#include "python/nine.h"
#include "python/runner.h"
#include "rng.h"

namespace nonet {
namespace {

// ------------------------------------------------------------------------------------------------------ what comes in

// Says what is wrong with a text.
[[noreturn]] void raise_no_puzzle(const uint8_t* text) {
    for (int i = 0; i < 81; i++)
        if (kBytes.value[text[i]] == kNoValue)
            raise_value_error("row %d, column %d: neither a digit 1..9 nor a blank (%s)", row_of(i) + 1,
                              column_of(i) + 1, kBlanks);
    raise_value_error("not a puzzle");
}

// A copy of the 81 bytes of a str or a bytes-like object.
struct Text {
    uint8_t bytes[81];

    explicit Text(PyObject* object) {
        if (PyUnicode_Check(object)) {
            Py_ssize_t size;
            const char* const from = PyUnicode_AsUTF8AndSize(object, &size);
            if (!from) throw Raised();
            copy(from, (size_t)size);
        } else {
            const Bytes lent(object, Buffer::kRead, "puzzle");
            copy(lent.data(), lent.size());
        }
    }

  private:
    void copy(const void* from, size_t size) {
        if (size != 81) raise_value_error("a puzzle has 81 characters, not %zu", size);
        memcpy(bytes, from, 81);
    }
};

// A puzzle and what is allowed, as candidate sets.
struct Sets {
    uint16_t of[81];

    Sets(PyObject* puzzle, PyObject* allowed) {
        const Text text(puzzle);
        if (!sets_of_record(text.bytes, of)) raise_no_puzzle(text.bytes);
        const Array<uint16_t> more(allowed, Buffer::kMayRead, "allowed", 81);
        for (int c = 0; more.held() && c < 81; c++) of[c] &= more[(size_t)c];
    }
};

PyObject* text_object(const uint8_t* text) { return PyUnicode_FromStringAndSize((const char*)text, 81); }

// ------------------------------------------------------------------------------------------------------ one solution

// The first solution in an order, or None.
PyObject* first_in(const uint16_t* sets, const Order& order) {
    First first;
    run_unlocked([&](const Pulse& pulse) { the_kernel().walk(sets, order, First::keep, &first, pulse); });
    if (!first.found) Py_RETURN_NONE;
    return text_object(first.text);
}

// Status of one puzzle, its solution in out if there is one.
int solve_text(const Text& text, uint8_t* out) {
    Effort effort;
    int status = the_kernel().solve(text.bytes, out, true, effort, Pulse{});
    if (status == -1)
        run_unlocked(1, 1, 1, [&](const Pulse& pulse) {
            status = the_kernel().solve(text.bytes, out, false, effort, pulse);
            return status != -1 || stopped(pulse);
        });
    if (status == kBad) raise_no_puzzle(text.bytes);
    return status;
}

PyObject* some_solution(PyObject*, PyObject* puzzle) {
    const Text text(puzzle);
    uint8_t out[81];
    const int status = solve_text(text, out);
    if (status == kNone) Py_RETURN_NONE;
    if (status == kOne) return text_object(out);
    uint16_t sets[81];
    sets_of_record(text.bytes, sets);
    return first_in(sets, row_order(false));
}

PyObject* status(PyObject*, PyObject* puzzle) {
    uint8_t out[81];
    return PyLong_FromLong(solve_text(Text(puzzle), out));
}

PyObject* greatest_solution(PyObject*, PyObject* args) {
    PyObject *puzzle, *allowed = nullptr;
    parse(args, "O|O:greatest_solution", &puzzle, &allowed);
    return first_in(Sets(puzzle, allowed).of, row_order(false));
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
    parse(args, "OOO|O:first_solution", &puzzle, &cells_object, &digits_object, &allowed);
    const Sets sets(puzzle, allowed);
    const Bytes cells(cells_object, Buffer::kRead, "cells"), digits(digits_object, Buffer::kRead, "digits");
    Order order;
    bool seen[81] = {};
    bool good = cells.size() == 81;
    for (size_t i = 0; good && i < 81; i++) {
        const uint8_t c = cells[i];
        good = c < 81 && !seen[c];
        if (good) seen[c] = true;
        order.cell[i] = c;
    }
    if (!good) raise_value_error("cells must be 81 bytes, each of 0..80 once");
    good = digits.size() == 9 || digits.size() == 729;
    const std::vector<uint8_t> nines = digits.copy();
    for (int c = 0; good && c < 81; c++)
        good = digit_order(nines.data() + (nines.size() == 9 ? 0 : 9 * c), order.digit[c]);
    if (!good) raise_value_error("digits must be 9 bytes, or 81 times 9, each nine holding 1..9 once");
    return first_in(sets.of, order);
}

PyObject* random_fill(PyObject*, PyObject* args) {
    PyObject *seed_object, *puzzle = nullptr;
    parse(args, "O|O:random_fill", &seed_object, &puzzle);
    Rng rng{PyLong_AsUnsignedLongLong(seed_object)};
    if (rng.state == (uint64_t)-1 && PyErr_Occurred()) throw Raised();
    Order order = row_order(true);
    for (auto& digits : order.digit) rng.shuffle(digits, 9);
    if (puzzle && puzzle != Py_None) return first_in(Sets(puzzle, nullptr).of, order);
    uint16_t sets[81];
    for (uint16_t& set : sets) set = kAll;
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
    parse(args, "OO|OO:count", &puzzle, &limit_object, &allowed, &progress);
    const uint64_t limit = limit_of(limit_object);
    const Sets sets(puzzle, allowed);
    uint64_t found = 0;
    run_long_search(progress, [&](const Contact& contact) {
        Watched watched{contact};
        bool memory = true;
        const Pulse pulse{&watched.stop, Watched::tick, &watched};
        count_position(the_kernel(), sets.of, limit, pulse, watched.count, memory);
        if (!memory) throw std::bad_alloc();
        found = watched.count;
        return watched.stop ? Outcome::stopped : Outcome::done;
    });
    return PyLong_FromUnsignedLongLong(found);
}

PyObject* grade(PyObject*, PyObject* args) {
    PyObject *puzzle, *allowed = nullptr;
    parse(args, "O|O:grade", &puzzle, &allowed);
    const Sets sets(puzzle, allowed);
    int result = 0;
    run_unlocked([&](const Pulse& pulse) { result = the_kernel().grade(sets.of, pulse); });
    return PyLong_FromLong(result);
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
    parse(args, "OO|O:solutions", &puzzle, &limit_object, &allowed);
    Many many;
    many.limit = limit_of(limit_object);
    const Sets sets(puzzle, allowed);
    const Order order = row_order(true);
    run_unlocked(1, 1, 1, [&](const Pulse& pulse) {
        the_kernel().walk(sets.of, order, Many::keep, &many, pulse);
        return many.memory;
    });
    return bytes_of(many.text);
}

PyObject* random_numbers(PyObject*, PyObject* args) {
    unsigned long long seed, below = 0;
    Py_ssize_t n;
    parse(args, "Kn|K:random_numbers", &seed, &n, &below);
    if (n < 0 || n > 1 << 24) raise_value_error("n must be 0..2**24");
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
