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

explainer::Dialect dialect_of(int version) {
    if (version == 118) return explainer::Dialect::k118;
    if (version == 121) return explainer::Dialect::k121;
    raise_value_error("version is 121 or 118, not %d", version);
}

// The arguments of explainer_rate and explainer_path.
struct Task {
    std::vector<uint8_t> values;
    uint16_t ruled_out[81] = {};
    explainer::Dialect dialect;

    explicit Task(PyObject* args) {
        PyObject *values_object, *ruled_out_object = nullptr;
        int version = 121;
        parse(args, "O|Oi", &values_object, &ruled_out_object, &version);
        values = read_values(values_object, "values");
        dialect = dialect_of(version);
        const Bytes lent(ruled_out_object, ruled_out_object ? Buffer::kRead : Buffer::kMayRead, "ruled_out");
        if (lent.size() != 0 && lent.size() != 162)
            raise_value_error("ruled_out has 0 or 162 bytes, not %zu", lent.size());
        for (size_t cell = 0; cell < lent.size() / 2; cell++)
            ruled_out[cell] = (uint16_t)((lent[2 * cell] | lent[2 * cell + 1] << 8) & 0x1FF);
    }

    // Calls body(path, board, pulse).
    template <class Body> void run(Body body) const {
        run_unlocked([&](const Pulse& pulse) {
            try {
                explainer::Path path(dialect);
                body(path, explainer::Board(values.data(), ruled_out), pulse);
            } catch (const explainer::Interrupted&) {}
        });
    }
};

using explainer::Board;
using explainer::Path;

void write_path(Path& path, const Board& board, const Pulse& pulse, bool evidence, std::vector<uint8_t>& records) {
    explainer::StepWriter writer(records, evidence);
    path.walk(board, pulse, [&](const explainer::Hint& hint, int name) { writer.write(hint, name); });
}

PyObject* explainer_path(PyObject*, PyObject* args) {
    std::vector<uint8_t> steps;
    Task(args).run(
        [&](Path& path, const Board& board, const Pulse& pulse) { write_path(path, board, pulse, true, steps); });
    return bytes_of(steps);
}

PyObject* explainer_rate(PyObject*, PyObject* args) {
    explainer::Rating rating;
    Task(args).run([&](Path& path, const Board& board, const Pulse& pulse) { rating = path.rate(board, pulse); });
    if (!rating.is_solved) Py_RETURN_NONE;
    return Py_BuildValue("iiiiii", tenths(rating.er), tenths(rating.ep), tenths(rating.ed), rating.name, rating.size,
                         rating.steps);
}

// Calls body(i, path, board, pulse) for the first n records that are puzzles.
template <typename Body> void each_puzzle(const Records& puzzles, size_t n, int version, int threads, Body body) {
    const explainer::Dialect dialect = dialect_of(version);
    each_unlocked(n, threads, 1, [&](const Pulse& pulse) {
        return [&, path = Path(dialect)](size_t i) mutable {
            uint8_t values[81];
            if (tick(pulse) || !values_of_record(puzzles.record(i), values)) return true;
            try {
                body(i, path, Board(values), pulse);
            } catch (const explainer::Interrupted&) {}
            return true;
        };
    });
}

PyObject* explainer_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "ratings", "version", "stride", "threads", nullptr};
    PyObject *puzzles_object, *ratings_object;
    int version = 121, threads = 1;
    Py_ssize_t stride = 81;
    parse(args, keywords, "OO|$ini:explainer_batch", names, &puzzles_object, &ratings_object, &version, &stride,
          &threads);
    const Records puzzles(puzzles_object, stride);
    const Bytes ratings(ratings_object, Buffer::kWrite, "ratings");
    const size_t n = ratings.size() / kRecord;
    puzzles.check(n);
    check_apart({&puzzles, &ratings});
    memset(ratings.data(), 0, n * kRecord);
    each_puzzle(puzzles, n, version, threads, [&](size_t i, Path& path, const Board& board, const Pulse& pulse) {
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
    Py_RETURN_NONE;
}

PyObject* explainer_paths(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "version", "stride", "threads", "evidence", nullptr};
    PyObject* puzzles_object;
    int version = 121, threads = 1, evidence = 1;
    Py_ssize_t stride = 81;
    parse(args, keywords, "O|$inip:explainer_paths", names, &puzzles_object, &version, &stride, &threads, &evidence);
    const Records puzzles(puzzles_object, stride);
    std::vector<std::vector<uint8_t>> paths(puzzles.fitting());
    each_puzzle(puzzles, paths.size(), version, threads,
                [&](size_t i, Path& path, const Board& board, const Pulse& pulse) {
                    write_path(path, board, pulse, evidence != 0, paths[i]);
                });
    return bytes_list(paths);
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
