// Sudoku Explainer's ratings, for Python.
//
// Puzzles must have one solution: on others the search may go through every nested chain there is, and take hours.
//
//     explainer_rate(values)    of one 9x9 board: 81 bytes 0 … 9.  Gives (er, ep, ed, rule, size, steps), the ratings in
//                               tenths, the number of the hardest rule in RULE_NAMES, and the size of a unique loop; None
//                               if no rule solves it
//     explainer_path(values)    the steps to the solution, each (rule, size, tenths, (cell, digit) or None,
//                               ((cell, set of digits that go), …))
//     explainer_batch(puzzles, ratings, *, stride=81, threads=1)
//         puzzles: records of 81 characters, 1 … 9 or a blank (0._*-xX), `stride` bytes apart
//         ratings: n x 6 bytes: er, ep, ed, rule, size, and 1 if it was solved; all 0 where the record is no puzzle
#include "classic.h"
#include "explainer/path.h"
#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

constexpr size_t kRecord = 6;

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

// A new reference, or null with a Python error set.
PyObject* step_tuple(const explainer::Hint& hint, int name) {
    PyObject* removed = PyTuple_New((Py_ssize_t)hint.removals.size());
    if (!removed) return nullptr;
    for (size_t k = 0; k < hint.removals.size(); k++) {
        PyObject* pair = Py_BuildValue("ii", hint.removals[k].cell, hint.removals[k].digits);
        if (!pair || PyTuple_SetItem(removed, (Py_ssize_t)k, pair) < 0) {
            Py_DECREF(removed);
            return nullptr;
        }
    }
    const int rating = tenths(hint.difficulty);
    if (hint.cell < 0) return Py_BuildValue("iiiON", name, hint.size, rating, Py_None, removed);
    return Py_BuildValue("iii(ii)N", name, hint.size, rating, hint.cell, hint.digit + 1, removed);
}

PyObject* explainer_path(PyObject*, PyObject* object) {
    uint8_t values[81];
    if (!read_values(object, values)) return nullptr;
    std::vector<std::pair<explainer::Hint, int>> steps;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        try {
            explainer::Path().walk(values, pulse,
                                   [&](const explainer::Hint& hint, int name) { steps.emplace_back(hint, name); });
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

PyObject* explainer_rate(PyObject*, PyObject* object) {
    uint8_t values[81];
    if (!read_values(object, values)) return nullptr;
    explainer::Rating rating;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        try {
            rating = explainer::Path().rate(values, pulse);
        } catch (const explainer::Interrupted&) {}
        return true;
    });
    if (!done) return nullptr;
    if (!rating.is_solved) Py_RETURN_NONE;
    return Py_BuildValue("iiiiii", tenths(rating.er), tenths(rating.ep), tenths(rating.ed), rating.name, rating.size,
                         rating.steps);
}

PyObject* explainer_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "ratings", "stride", "threads", nullptr};
    PyObject *puzzles_object, *ratings_object;
    Py_ssize_t stride = 81;
    int threads = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|$ni:explainer_batch", (char**)names, &puzzles_object,
                                     &ratings_object, &stride, &threads))
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
        explainer::Path path;
        for (size_t i; (i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED)) < n && !tick(pulse);) {
            uint8_t values[81];
            const bool is_puzzle = values_of_record(puzzles.data() + i * (size_t)stride, values);
            uint8_t record[kRecord] = {};
            if (is_puzzle) {
                try {
                    const explainer::Rating rating = path.rate(values, pulse);
                    if (rating.is_solved) {
                        record[0] = tenths(rating.er);
                        record[1] = tenths(rating.ep);
                        record[2] = tenths(rating.ed);
                        record[3] = (uint8_t)rating.name;
                        record[4] = (uint8_t)rating.size;
                        record[5] = 1;
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
    method<explainer_rate>("explainer_rate", METH_O,
                           "Sudoku Explainer's rating of a 9x9 board; see native/python/explainer.cpp."),
    method<explainer_path>("explainer_path", METH_O, "The steps of Sudoku Explainer to the solution of a 9x9 board."),
    keyword_method<explainer_batch>("explainer_batch", "Sudoku Explainer's ratings of many puzzles."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
