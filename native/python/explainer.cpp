// Sudoku Explainer's ratings, for Python.
//
// Puzzles must have one solution: on others the search may go through every nested chain there is, and take hours.
//
//     explainer_rate(values, ruled_out=b"", version=121)
//         of one 9x9 board: 81 bytes 0 … 9.  Gives (er, ep, ed, rule, variant, steps), the ratings in tenths, the number
//         of the hardest rule in RULE_NAMES, and its variant (see rule_name); None if no rule solves it
//         ruled_out: nothing, or for each cell the digits that it may not take, two bytes each, bit 0 for digit 1
//         version: whose rules, 121 or 118
//     explainer_path(values, ruled_out=b"", version=121)
//         the steps to the solution, each (rule, variant, tenths, (cell, digit) or None,
//         ((cell, set of digits that go), …), chains)
//         chains: of steps that rest on chains, each a tuple of nodes (cell, digit, is on, cause, (numbers of the nodes
//         that it follows from)), the conclusion first
//     explainer_batch(puzzles, ratings, *, version=121, stride=81, threads=1)
//         puzzles: records of 81 characters, 1 … 9 or a blank (0._*-xX), `stride` bytes apart
//         ratings: n x 10 bytes: er, ep, ed, rule, 1 if it was solved, 0, and in two bytes each, the lower one first,
//         variant and steps; all 0 where the record is no puzzle
#include "classic.h"
#include "explainer/path.h"
#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

constexpr size_t kRecord = 10;

void put_two(uint8_t* bytes, int number) {
    bytes[0] = (uint8_t)(number & 0xFF);
    bytes[1] = (uint8_t)(number >> 8);
}

uint8_t tenths(double rating) { return (uint8_t)(rating * 10 + 0.5); }

bool read_values(PyObject* object, uint8_t* values) {
    Lent lent;
    if (!lent.take(object, Lent::kRead, "values")) return false;
    if (lent.size() != 81) {
        PyErr_Format(PyExc_ValueError, "a board has 81 cells, not %zu", lent.size());
        return false;
    }
    memcpy(values, lent.data(), 81);
    for (int cell = 0; cell < 81; cell++)
        if (values[cell] > 9) {
            PyErr_Format(PyExc_ValueError, "a value is 0 to 9, not %d", values[cell]);
            return false;
        }
    return true;
}

bool read_version(int version, explainer::Dialect& dialect) {
    dialect = version == 118 ? explainer::Dialect::k118 : explainer::Dialect::k121;
    if (version == 118 || version == 121) return true;
    PyErr_Format(PyExc_ValueError, "version is 121 or 118, not %d", version);
    return false;
}

// The arguments of explainer_rate and explainer_path; false with a Python error set.
struct Position {
    uint8_t values[81];
    uint16_t ruled_out[81] = {};
    explainer::Dialect dialect;

    bool read(PyObject* args) {
        PyObject *values_object, *ruled_out_object = nullptr;
        int version = 121;
        if (!PyArg_ParseTuple(args, "O|Oi", &values_object, &ruled_out_object, &version)) return false;
        if (!read_values(values_object, values) || !read_version(version, dialect)) return false;
        if (!ruled_out_object) return true;
        Lent lent;
        if (!lent.take(ruled_out_object, Lent::kRead, "ruled_out")) return false;
        if (lent.size() != 0 && lent.size() != 162) {
            PyErr_Format(PyExc_ValueError, "ruled_out has 0 or 162 bytes, not %zu", lent.size());
            return false;
        }
        for (size_t cell = 0; cell < lent.size() / 2; cell++)
            ruled_out[cell] = (uint16_t)((lent.data()[2 * cell] | lent.data()[2 * cell + 1] << 8) & 0x1FF);
        return true;
    }
    explainer::Board board() const { return explainer::Board(values, ruled_out); }
};

// A tuple of what make(k) gives for k below n; a new reference, or null with a Python error set.
template <typename Make> PyObject* tuple_of(size_t n, Make make) {
    PyObject* tuple = PyTuple_New((Py_ssize_t)n);
    for (size_t k = 0; tuple && k < n; k++) {
        PyObject* each = make(k);
        if (!each || PyTuple_SetItem(tuple, (Py_ssize_t)k, each) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

PyObject* chain_tuple(const explainer::Chain& chain) {
    return tuple_of(chain.size(), [&](size_t k) -> PyObject* {
        const explainer::ChainNode& node = chain[k];
        PyObject* parents = tuple_of(node.parents.size(), [&](size_t p) { return PyLong_FromLong(node.parents[p]); });
        if (!parents) return nullptr;
        return Py_BuildValue("iiiiN", explainer::cell_of(node.key), explainer::digit_of(node.key) + 1,
                             (int)explainer::is_on(node.key), node.cause, parents);
    });
}

// A new reference, or null with a Python error set.
PyObject* step_tuple(const explainer::Hint& hint, int name) {
    PyObject* removed = tuple_of(hint.removals.size(), [&](size_t k) {
        return Py_BuildValue("ii", hint.removals[k].cell, hint.removals[k].digits);
    });
    PyObject* chains =
        removed ? tuple_of(hint.chains.size(), [&](size_t k) { return chain_tuple(hint.chains[k]); }) : nullptr;
    if (!chains) {
        Py_XDECREF(removed);
        return nullptr;
    }
    const int rating = tenths(hint.difficulty);
    if (hint.cell < 0) return Py_BuildValue("iiiONN", name, hint.size, rating, Py_None, removed, chains);
    return Py_BuildValue("iii(ii)NN", name, hint.size, rating, hint.cell, hint.digit + 1, removed, chains);
}

PyObject* explainer_path(PyObject*, PyObject* args) {
    Position position;
    if (!position.read(args)) return nullptr;
    std::vector<std::pair<explainer::Hint, int>> steps;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        try {
            explainer::Path(position.dialect).walk(position.board(), pulse, [&](const explainer::Hint& hint, int name) {
                steps.emplace_back(hint, name);
            });
        } catch (const explainer::Interrupted&) {}
        return true;
    });
    if (!done) return nullptr;
    PyObject* list = PyList_New(0);
    for (size_t k = 0; list && k < steps.size(); k++) {
        PyObject* step = step_tuple(steps[k].first, steps[k].second);
        if (!step || PyList_Append(list, step) < 0) Py_CLEAR(list);
        Py_XDECREF(step);
    }
    return list;
}

PyObject* explainer_rate(PyObject*, PyObject* args) {
    Position position;
    if (!position.read(args)) return nullptr;
    explainer::Rating rating;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        try {
            rating = explainer::Path(position.dialect).rate(position.board(), pulse);
        } catch (const explainer::Interrupted&) {}
        return true;
    });
    if (!done) return nullptr;
    if (!rating.is_solved) Py_RETURN_NONE;
    return Py_BuildValue("iiiiii", tenths(rating.er), tenths(rating.ep), tenths(rating.ed), rating.name, rating.size,
                         rating.steps);
}

PyObject* explainer_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "ratings", "version", "stride", "threads", nullptr};
    PyObject *puzzles_object, *ratings_object;
    Py_ssize_t stride = 81;
    int threads = 1, version = 121;
    explainer::Dialect dialect;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|$ini:explainer_batch", (char**)names, &puzzles_object,
                                     &ratings_object, &version, &stride, &threads) ||
        !read_version(version, dialect))
        return nullptr;
    if (stride < 81) return PyErr_Format(PyExc_ValueError, "stride is %zd; a record has 81 bytes", stride);
    if (!good_threads(threads)) return nullptr;
    Lent puzzles, ratings;
    if (!puzzles.take(puzzles_object, Lent::kRead, "puzzles") || !ratings.take(ratings_object, Lent::kWrite, "ratings"))
        return nullptr;
    const size_t n = ratings.size() / kRecord;
    if (n && (puzzles.size() < 81 || (puzzles.size() - 81) / (size_t)stride < n - 1))
        return PyErr_Format(PyExc_ValueError, "puzzles holds %zu bytes, which is less than %zu records", puzzles.size(),
                            n);
    if (!are_apart({&puzzles, &ratings})) return nullptr;
    size_t next = 0;
    Runner runner;
    const bool done = runner.run(Runner::threads_for(n, threads, 1), [&](const Pulse& pulse) {
        explainer::Path path(dialect);
        for (size_t i; (i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED)) < n && !tick(pulse);) {
            uint8_t values[81];
            const bool is_puzzle = values_of_record(puzzles.data() + i * (size_t)stride, values);
            uint8_t record[kRecord] = {};
            if (is_puzzle) {
                try {
                    const explainer::Rating rating = path.rate(explainer::Board(values), pulse);
                    if (rating.is_solved) {
                        record[0] = tenths(rating.er);
                        record[1] = tenths(rating.ep);
                        record[2] = tenths(rating.ed);
                        record[3] = (uint8_t)rating.name;
                        record[4] = 1;
                        put_two(record + 6, rating.size);
                        put_two(record + 8, rating.steps);
                    }
                } catch (const explainer::Interrupted&) {
                    break;
                }
            }
            memcpy(ratings.data() + i * kRecord, record, kRecord);
        }
        return true;
    });
    if (!done) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef explainer_methods[];
PyMethodDef explainer_methods[] = {
    method<explainer_rate>("explainer_rate", METH_VARARGS,
                           "Sudoku Explainer's rating of a 9x9 board; see native/python/explainer.cpp."),
    method<explainer_path>("explainer_path", METH_VARARGS,
                           "The steps of Sudoku Explainer to the solution of a 9x9 board."),
    keyword_method<explainer_batch>("explainer_batch", "Sudoku Explainer's ratings of many puzzles."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
