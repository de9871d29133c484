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
//         the records of the steps to the solution; see src/nonet/logic/se/records.py
//     explainer_batch(puzzles, ratings, *, version=121, stride=81, threads=1)
//         puzzles: records of 81 characters, 1 … 9 or a blank (0._*-xX), `stride` bytes apart
//         ratings: n x 10 bytes: er, ep, ed, rule, 1 if it was solved, 0, and in two bytes each, the lower one first,
//         variant and steps; all 0 where the record is not a puzzle
//     explainer_paths(puzzles, *, version=121, stride=81, threads=1, evidence=True)
//         a list of bytes: the records of the steps of each puzzle; none where the record is not a puzzle
//         evidence: with the chains that steps rest on
#include "classic.h"
#include "explainer/path.h"
#include "explainer/record.h"
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
    Buffer lent;
    if (!lent.take(object, Buffer::kRead, "values")) return false;
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
        Buffer lent;
        if (!lent.take(ruled_out_object, Buffer::kRead, "ruled_out")) return false;
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

using Records = std::vector<uint8_t>;

PyObject* bytes_of(const Records& records) {
    return PyBytes_FromStringAndSize((const char*)records.data(), (Py_ssize_t)records.size());
}

PyObject* explainer_path(PyObject*, PyObject* args) {
    Position position;
    if (!position.read(args)) return nullptr;
    Records steps;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        explainer::StepWriter writer(steps, true);
        try {
            explainer::Path(position.dialect).walk(position.board(), pulse, [&](const explainer::Hint& hint, int name) {
                writer.write(hint, name);
            });
        } catch (const explainer::Interrupted&) {}
        return true;
    });
    return done ? bytes_of(steps) : nullptr;
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

// The puzzles of a batch, and who works on them.
struct Batch {
    Buffer puzzles;
    int version = 121, threads = 1;
    Py_ssize_t stride = 81;
    explainer::Dialect dialect;

    bool prepare(PyObject* puzzles_object) {
        if (!read_version(version, dialect)) return false;
        if (stride < 81) {
            PyErr_Format(PyExc_ValueError, "stride is %zd; a record has 81 bytes", stride);
            return false;
        }
        return good_threads(threads) && puzzles.take(puzzles_object, Buffer::kRead, "puzzles");
    }
    size_t count() const { return puzzles.size() < 81 ? 0 : 1 + (puzzles.size() - 81) / (size_t)stride; }

    // Calls body(i, path, board, pulse) for the first n records that are puzzles.
    template <typename Body> bool run(size_t n, Body body) {
        size_t next = 0;
        Runner runner;
        return runner.run(Runner::threads_for(n, threads, 1), [&](const Pulse& pulse) {
            explainer::Path path(dialect);
            for (size_t i; (i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED)) < n && !tick(pulse);) {
                uint8_t values[81];
                if (!values_of_record(puzzles.data() + i * (size_t)stride, values)) continue;
                try {
                    body(i, path, explainer::Board(values), pulse);
                } catch (const explainer::Interrupted&) {
                    break;
                }
            }
            return true;
        });
    }
};

PyObject* explainer_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "ratings", "version", "stride", "threads", nullptr};
    PyObject *puzzles_object, *ratings_object;
    Batch batch;
    Buffer ratings;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|$ini:explainer_batch", (char**)names, &puzzles_object,
                                     &ratings_object, &batch.version, &batch.stride, &batch.threads) ||
        !batch.prepare(puzzles_object) || !ratings.take(ratings_object, Buffer::kWrite, "ratings"))
        return nullptr;
    const size_t n = ratings.size() / kRecord;
    if (n > batch.count())
        return PyErr_Format(PyExc_ValueError, "puzzles holds %zu bytes, which is less than %zu records",
                            batch.puzzles.size(), n);
    if (!are_apart({&batch.puzzles, &ratings})) return nullptr;
    memset(ratings.data(), 0, n * kRecord);
    const bool done =
        batch.run(n, [&](size_t i, explainer::Path& path, const explainer::Board& board, const Pulse& pulse) {
            const explainer::Rating rating = path.rate(board, pulse);
            if (!rating.is_solved) return;
            uint8_t* const record = ratings.data() + i * kRecord;
            record[0] = tenths(rating.er);
            record[1] = tenths(rating.ep);
            record[2] = tenths(rating.ed);
            record[3] = (uint8_t)rating.name;
            record[4] = 1;
            put_two(record + 6, rating.size);
            put_two(record + 8, rating.steps);
        });
    if (!done) return nullptr;
    Py_RETURN_NONE;
}

PyObject* explainer_paths(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "version", "stride", "threads", "evidence", nullptr};
    PyObject* puzzles_object;
    Batch batch;
    int evidence = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$inip:explainer_paths", (char**)names, &puzzles_object,
                                     &batch.version, &batch.stride, &batch.threads, &evidence) ||
        !batch.prepare(puzzles_object))
        return nullptr;
    std::vector<Records> paths(batch.count());
    const bool done = batch.run(
        paths.size(), [&](size_t i, explainer::Path& path, const explainer::Board& board, const Pulse& pulse) {
            explainer::StepWriter writer(paths[i], evidence != 0);
            path.walk(board, pulse, [&](const explainer::Hint& hint, int name) { writer.write(hint, name); });
        });
    if (!done) return nullptr;
    PyObject* list = PyList_New((Py_ssize_t)paths.size());
    for (size_t k = 0; list && k < paths.size(); k++) {
        PyObject* item = bytes_of(paths[k]);
        if (!item || PyList_SetItem(list, (Py_ssize_t)k, item) < 0) Py_CLEAR(list);
    }
    return list;
}

}  // namespace

extern PyMethodDef explainer_methods[];
PyMethodDef explainer_methods[] = {
    method<explainer_rate>("explainer_rate", METH_VARARGS,
                           "Sudoku Explainer's rating of a 9x9 board; see native/python/explainer.cpp."),
    method<explainer_path>("explainer_path", METH_VARARGS,
                           "The steps of Sudoku Explainer to the solution of a 9x9 board."),
    keyword_method<explainer_batch>("explainer_batch", "Sudoku Explainer's ratings of many puzzles."),
    keyword_method<explainer_paths>("explainer_paths", "Sudoku Explainer's paths of many puzzles."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
