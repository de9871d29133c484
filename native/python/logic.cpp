// HoDoKu's logic for Python; nonet.logic.compiled is the other side.
//
//     logic_finders()       the names of the finders that are compiled
//     logic_techniques()    (key, level, score) of each technique, in the order of the catalogue
//     logic_step(board, plan, options, first=0, evidence=True, cages=None)
//         The easiest step in a position: its record (see native/logic/step.h), or None if there is none, or the place in the
//         plan of a finder that Python has to be asked: only Python has it, or it is about cages and has found a step (only
//         Python gives evidence for those).
//     logic_all(board, finder, options, cages=None)    the records of all steps of a finder
//     logic_rate(puzzles, ratings, plan, options, *, stride=81, threads=1)
//         ratings: n x 9 bytes: score (4 bytes, low first), steps (2 bytes, low first), hardest technique, status, and 1 if
//         some step is beyond HoDoKu
//     logic_paths(puzzles, plan, options, *, stride=81, threads=1, evidence=True)
//         A list of bytes: a status, and the records of all steps
//     logic_judge(puzzles, plan, options, permitted, *, most=2**32-1, only=None, stride=81, threads=1)
//         A list of bytes: a status, 1 if some step is beyond HoDoKu, and the techniques of all steps, up to the first that is not permitted
//         or after which the score must become more than `most`: every open cell costs 4 at least.  Steps of techniques outside
//         `only` are not taken.
//     killer_path(givens, cages, plan, options)
//         Bytes: a status, the 81 values at the end of the path, and the techniques of all steps.  givens: 81 bytes, 0..9.
//         Technique kTechniques + k is number k of src/nonet/logic/variants.txt.
//     killer_join(grid, givens, borders, largest, state, plan, options)
//         New cages of a grid that the plan solves: for each cell the first cell of its cage, as 81 bytes, and the state of the
//         random generator, before and after.  borders: for each the number of pairs of cells, and the pairs (see
//         nonet.generate.cages).
//     killer_has_only(givens, cages, solution)
//         Whether a killer has no solution but this one, proved by cases (see native/logic/cases.h).
//
//     board     81 values, 81 masks of two bytes in the order of the processor, 81 bytes that are 1 for a given; how many
//               naked singles were noted and how many hidden ones, the cells of the first, cell and digit of the others
//     plan      a byte for every finder to try: its number in logic_finders(), or 255 where Python has to be asked
//     cages     81 bytes: for each cell the first cell of its cage, or 255; and 81 bytes: sums, each at the first cell of a cage
//     options   the 11 fields of nonet.logic.options.Options, a byte each
//     permitted, only    a byte for every technique: 1 for those in the set
//     status    0 no puzzle, 1 solved, 2 nothing helps, 3 a finder that only Python has would have to be asked, 4 given up
//
// Puzzles must have one solution.
#include "logic/cases.h"
#include "logic/joining.h"
#include "logic/path.h"

#include "python/buffers.h"
#include "python/cages.h"
#include "python/runner.h"

namespace nonet {
namespace {

using namespace logic;

constexpr size_t kRating = 9;
constexpr size_t kLeastScore = 4;  // of a step that fills a cell
enum Status : uint8_t { kNoPuzzle, kSolved, kStuck, kAsksPython, kGivenUp };

using Record = std::vector<uint8_t>;

bool read_plan(PyObject* plan_object, PyObject* options_object, Plan& plan) {
    Buffer finders, options;
    if (!finders.take(plan_object, Buffer::kRead, "plan") || !options.take(options_object, Buffer::kRead, "options"))
        return false;
    plan.finders = copy_of<uint8_t>(finders, finders.size());
    for (uint8_t finder : plan.finders)
        if (finder != Plan::kUnknown && finder >= kFinderCount) {
            PyErr_Format(PyExc_ValueError, "there is no finder %d", finder);
            return false;
        }
    if (options.size() != sizeof plan.options) {
        PyErr_Format(PyExc_ValueError, "there are %zu options, not %zu", sizeof plan.options, options.size());
        return false;
    }
    memcpy((void*)&plan.options, options.data(), sizeof plan.options);
    return true;
}

bool bad_board(const char* what) {
    PyErr_Format(PyExc_ValueError, "not a position: %s", what);
    return false;
}

// The queues of singles behind a board.
bool read_singles(const uint8_t* bytes, size_t size, Position& position) {
    if (size < 2) return bad_board("no singles");
    const int naked = bytes[0], hidden = bytes[1];
    if (naked > kCells || hidden > 9 * kHouses || size != 2 + (size_t)naked + 2 * (size_t)hidden)
        return bad_board("the number of singles");
    bytes += 2;
    for (int k = 0; k < naked; k++) {
        if (bytes[k] >= kCells) return bad_board("a naked single");
        position.naked.add(bytes[k]);
    }
    bytes += naked;
    for (int k = 0; k < hidden; k++) {
        const Candidate single{bytes[2 * k], bytes[2 * k + 1]};
        if (single.cell >= kCells || single.digit < 1 || single.digit > 9) return bad_board("a hidden single");
        position.hidden.add(single);
    }
    return true;
}

bool read_board(PyObject* object, Position& position) {
    Buffer lent;
    if (!lent.take(object, Buffer::kRead, "board")) return false;
    const Record bytes = copy_of<uint8_t>(lent, lent.size());
    if (bytes.size() < 4 * kCells) return bad_board("too short");
    uint16_t masks[kCells];
    memcpy(masks, bytes.data() + kCells, sizeof masks);
    Cells givens;
    for (size_t cell = 0; cell < kCells; cell++) {
        if (bytes[cell] > 9) return bad_board("a value above 9");
        if (masks[cell] > kAll || (bytes[cell] && masks[cell])) return bad_board("candidates");
        if (bytes[3 * kCells + cell]) givens.add((int)cell);
    }
    position = Position::at(bytes.data(), masks, givens);
    return read_singles(bytes.data() + 4 * kCells, bytes.size() - 4 * kCells, position);
}

PyObject* bytes_of(const Record& record) {
    return PyBytes_FromStringAndSize((const char*)record.data(), (Py_ssize_t)record.size());
}

// A list of bytes; null with a Python error set.
PyObject* list_of(const std::vector<Record>& records) {
    PyObject* list = PyList_New((Py_ssize_t)records.size());
    for (size_t k = 0; list && k < records.size(); k++) {
        PyObject* item = bytes_of(records[k]);
        if (!item || PyList_SetItem(list, (Py_ssize_t)k, item) < 0) Py_CLEAR(list);
    }
    return list;
}

PyObject* logic_finders(PyObject*, PyObject*) {
    PyObject* list = PyList_New(0);
    for (int k = 0; list && k < kFinderCount; k++) {
        PyObject* name = PyUnicode_FromString(kFinders[k].name);
        if (!name || PyList_Append(list, name) < 0) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

PyObject* logic_techniques(PyObject*, PyObject*) {
    PyObject* list = PyList_New(0);
    for (int k = 0; list && k < kTechniques; k++) {
        const TechniqueInfo& info = kTechniqueInfo[k];
        PyObject* row = Py_BuildValue("sii", info.key, info.level, info.score);
        if (!row || PyList_Append(list, row) < 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

PyObject* logic_step(PyObject*, PyObject* args) {
    PyObject *board_object, *plan_object, *options_object, *cages_object = Py_None;
    int first = 0, evidence = 1;
    if (!PyArg_ParseTuple(args, "OOO|ipO:logic_step", &board_object, &plan_object, &options_object, &first, &evidence,
                          &cages_object))
        return nullptr;
    Plan plan;
    Position position;
    std::vector<Cage> cages;
    if (cages_object != Py_None && !read_cages(cages_object, cages)) return nullptr;
    const Killer killer(std::move(cages));
    if (!read_plan(plan_object, options_object, plan) || !read_board(board_object, position)) return nullptr;
    if (first < 0) return PyErr_Format(PyExc_ValueError, "first is %d", first);
    if (!killer.cages().empty()) position.killer = &killer;
    Solver solver(plan);
    solver.step.wants_evidence = evidence != 0;
    solver.begin(position);
    Outcome outcome = Outcome::kStopped;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        outcome = solver.next(position, first, pulse);
        return true;
    });
    if (!done) return nullptr;
    if (outcome == Outcome::kUnknown) return PyLong_FromLong(solver.place);
    if (outcome != Outcome::kFound) Py_RETURN_NONE;
    if (evidence && solver.step.technique >= kTechniques) return PyLong_FromLong(solver.place);
    Record record;
    solver.step.write(record);
    return bytes_of(record);
}

PyObject* logic_all(PyObject*, PyObject* args) {
    PyObject *board_object, *options_object, *cages_object = Py_None;
    int finder;
    if (!PyArg_ParseTuple(args, "OiO|O:logic_all", &board_object, &finder, &options_object, &cages_object))
        return nullptr;
    if (finder < 0 || finder >= kFinderCount) return PyErr_Format(PyExc_ValueError, "there is no finder %d", finder);
    Plan plan;
    Position position;
    std::vector<Cage> cages;
    if (cages_object != Py_None && !read_cages(cages_object, cages)) return nullptr;
    const Killer killer(std::move(cages));
    PyObject* nothing = PyBytes_FromStringAndSize(nullptr, 0);
    const bool read = nothing && read_plan(nothing, options_object, plan) && read_board(board_object, position);
    Py_XDECREF(nothing);
    if (!read) return nullptr;
    if (!killer.cages().empty()) position.killer = &killer;
    Solver solver(plan);
    solver.begin(position);
    std::vector<Record> records;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        solver.all(position, finder, pulse, records);
        return true;
    });
    return done ? list_of(records) : nullptr;
}

// Of a path that did not reach the solution.
Status status_of(Outcome outcome) {
    if (outcome == Outcome::kFound) return kGivenUp;
    return outcome == Outcome::kUnknown ? kAsksPython : kStuck;
}

// The arguments that all batches have.
struct Batch {
    Buffer puzzles;
    Plan plan;
    Py_ssize_t stride = 81;
    int threads = 1;

    bool prepare(PyObject* puzzles_object, PyObject* plan_object, PyObject* options_object) {
        if (!puzzles.take(puzzles_object, Buffer::kRead, "puzzles") || !read_plan(plan_object, options_object, plan))
            return false;
        if (stride < 81) {
            PyErr_Format(PyExc_ValueError, "stride is %zd, but a record has 81 bytes", stride);
            return false;
        }
        return good_threads(threads);
    }
    size_t count() const { return puzzles.size() < 81 ? 0 : (puzzles.size() - 81) / (size_t)stride + 1; }

    // Calls visit(i, step, position), with the position before the step, for every step of puzzle i until it returns false,
    // and then end(i, status).
    template <class Visit, class End> bool run(size_t n, bool evidence, Visit visit, End end) {
        size_t next = 0;
        Runner runner;
        return runner.run(Runner::threads_for(n, threads, 1), [&](const Pulse& pulse) {
            Solver solver(plan);
            solver.step.wants_evidence = evidence;
            for (size_t i; (i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED)) < n && !tick(pulse);) {
                uint8_t values[81];
                if (!values_of_record(puzzles.data() + i * (size_t)stride, values)) {
                    end(i, kNoPuzzle);
                    continue;
                }
                Position position = Position::of(values, nullptr);
                solver.begin(position);
                const Outcome outcome =
                    solver.walk(position, pulse, [&](const Step& step) { return visit(i, step, position); });
                if (outcome == Outcome::kStopped) break;
                end(i, position.is_solved() ? kSolved : status_of(outcome));
            }
            return true;
        });
    }
};

PyObject* logic_rate(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "ratings", "plan", "options", "stride", "threads", nullptr};
    PyObject *puzzles_object, *ratings_object, *plan_object, *options_object;
    Batch batch;
    Buffer ratings;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOOO|$ni:logic_rate", (char**)names, &puzzles_object,
                                     &ratings_object, &plan_object, &options_object, &batch.stride, &batch.threads) ||
        !batch.prepare(puzzles_object, plan_object, options_object) ||
        !ratings.take(ratings_object, Buffer::kWrite, "ratings"))
        return nullptr;
    const size_t n = ratings.size() / kRating;
    if (n > batch.count()) return PyErr_Format(PyExc_ValueError, "%zu ratings, but %zu puzzles", n, batch.count());
    if (!are_apart({&batch.puzzles, &ratings})) return nullptr;
    std::vector<Score> scores(n);
    const bool done = batch.run(
        n, false,
        [&](size_t i, const Step& step, const Position&) {
            scores[i].add(step);
            return true;
        },
        [&](size_t i, Status status) {
            const Score& score = scores[i];
            uint8_t* rating = ratings.data() + i * kRating;
            for (int k = 0; k < 4; k++) rating[k] = (uint8_t)(score.sum >> 8 * k);
            for (int k = 0; k < 2; k++) rating[4 + k] = (uint8_t)(score.steps >> 8 * k);
            rating[6] = score.hardest;
            rating[7] = status;
            rating[8] = score.differs;
        });
    if (!done) return nullptr;
    Py_RETURN_NONE;
}

PyObject* logic_paths(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "plan", "options", "stride", "threads", "evidence", nullptr};
    PyObject *puzzles_object, *plan_object, *options_object;
    Batch batch;
    int evidence = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|$nip:logic_paths", (char**)names, &puzzles_object,
                                     &plan_object, &options_object, &batch.stride, &batch.threads, &evidence) ||
        !batch.prepare(puzzles_object, plan_object, options_object))
        return nullptr;
    const size_t n = batch.count();
    std::vector<Record> paths(n, Record(1));
    const bool done = batch.run(
        n, evidence != 0,
        [&](size_t i, const Step& step, const Position&) {
            step.write(paths[i]);
            return true;
        },
        [&](size_t i, Status status) { paths[i][0] = status; });
    return done ? list_of(paths) : nullptr;
}

// A byte for every technique, 1 for those that are in the set.
bool read_techniques(PyObject* object, const char* name, TechniqueSet& set) {
    Buffer lent;
    if (!lent.take(object, Buffer::kRead, name)) return false;
    const Record flags = copy_of<uint8_t>(lent, lent.size());
    if (flags.size() != kTechniques) {
        PyErr_Format(PyExc_ValueError, "%s has %zu bytes, but there are %d techniques", name, flags.size(),
                     (int)kTechniques);
        return false;
    }
    for (int k = 0; k < kTechniques; k++)
        if (flags[(size_t)k]) set.add((Technique)k);
    return true;
}

PyObject* logic_judge(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "plan",   "options", "permitted", "most",
                                  "only",    "stride", "threads", nullptr};
    PyObject *puzzles_object, *plan_object, *options_object, *permitted_object, *only_object = Py_None;
    unsigned int most = ~0u;
    Batch batch;
    TechniqueSet permitted;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOOO|$IOni:logic_judge", (char**)names, &puzzles_object,
                                     &plan_object, &options_object, &permitted_object, &most, &only_object,
                                     &batch.stride, &batch.threads) ||
        !batch.prepare(puzzles_object, plan_object, options_object) ||
        !read_techniques(permitted_object, "permitted", permitted))
        return nullptr;
    if (only_object != Py_None) {
        if (!read_techniques(only_object, "only", batch.plan.only)) return nullptr;
        batch.plan.has_all = false;
    }
    const size_t n = batch.count();
    std::vector<Record> paths(n, Record(2));
    std::vector<Score> scores(n);
    const bool done = batch.run(
        n, false,
        [&](size_t i, const Step& step, const Position& position) {
            scores[i].add(step);
            paths[i].push_back(step.technique);
            const size_t open = (size_t)position.unsolved.count() - step.placements.size();
            return permitted.has(step.technique) && scores[i].sum + kLeastScore * open <= most;
        },
        [&](size_t i, Status status) {
            paths[i][0] = status;
            paths[i][1] = scores[i].differs;
        });
    return done ? list_of(paths) : nullptr;
}

// 81 values from 0 to 9.
bool read_values(PyObject* object, const char* name, Record& values) {
    Buffer lent;
    if (!lent.take_array<uint8_t>(object, Buffer::kRead, kCells, name)) return false;
    values = copy_of<uint8_t>(lent, kCells);
    for (uint8_t value : values)
        if (value > 9) {
            PyErr_Format(PyExc_ValueError, "values must be 0 to 9, not %d", value);
            return false;
        }
    return true;
}

PyObject* killer_path(PyObject*, PyObject* args) {
    PyObject *givens_object, *cages_object, *plan_object, *options_object;
    if (!PyArg_ParseTuple(args, "OOOO:killer_path", &givens_object, &cages_object, &plan_object, &options_object))
        return nullptr;
    Record values;
    std::vector<Cage> cages;
    Plan plan;
    if (!read_values(givens_object, "givens", values) || !read_cages(cages_object, cages) ||
        !read_plan(plan_object, options_object, plan))
        return nullptr;
    const Killer killer(std::move(cages));
    Record path(1 + kCells);
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        Position position = Position::of(values.data(), nullptr, &killer);
        Solver solver(plan);
        solver.step.wants_evidence = false;
        solver.begin(position);
        const Outcome outcome = solver.walk(position, pulse, [&](const Step& step) {
            path.push_back(step.technique);
            return true;
        });
        path[0] = position.is_solved() ? kSolved : status_of(outcome);
        memcpy(path.data() + 1, position.values, kCells);
        return true;
    });
    return done ? bytes_of(path) : nullptr;
}

bool read_borders(PyObject* object, std::vector<Border>& borders) {
    Buffer lent;
    if (!lent.take(object, Buffer::kRead, "borders")) return false;
    const Record bytes = copy_of<uint8_t>(lent, lent.size());
    for (size_t at = 0; at < bytes.size();) {
        const size_t pairs = bytes[at++];
        if (!pairs || at + 2 * pairs > bytes.size()) {
            PyErr_Format(PyExc_ValueError, "borders: %zu pairs of cells at byte %zu", pairs, at - 1);
            return false;
        }
        borders.emplace_back();
        for (const size_t end = at + 2 * pairs; at < end; at += 2) {
            if (bytes[at] >= kCells || bytes[at + 1] >= kCells) {
                PyErr_Format(PyExc_ValueError, "borders: no cell is at byte %zu", at);
                return false;
            }
            borders.back().push_back({bytes[at], bytes[at + 1]});
        }
    }
    return true;
}

PyObject* killer_join(PyObject*, PyObject* args) {
    PyObject *grid_object, *givens_object, *borders_object, *plan_object, *options_object;
    int largest;
    Rng rng;
    if (!PyArg_ParseTuple(args, "OOOiKOO:killer_join", &grid_object, &givens_object, &borders_object, &largest,
                          &rng.state, &plan_object, &options_object))
        return nullptr;
    Record grid, givens;
    std::vector<Border> borders;
    Plan plan;
    if (!read_values(grid_object, "grid", grid) || !read_values(givens_object, "givens", givens) ||
        !read_borders(borders_object, borders) || !read_plan(plan_object, options_object, plan))
        return nullptr;
    if (memchr(grid.data(), 0, kCells)) return PyErr_Format(PyExc_ValueError, "grid: a cell is empty");
    CageMap map;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        Solver solver(plan);
        solver.step.wants_evidence = false;
        map = joined_cages(grid.data(), rng, borders, largest, [&](const CageMap& asked) {
            const Killer killer(asked.cages());
            Position position = Position::of(givens.data(), nullptr, &killer);
            solver.begin(position);
            solver.walk(position, pulse, [](const Step&) { return true; });
            return position.is_solved();
        });
        return true;
    });
    return done ? Py_BuildValue("y#K", (const char*)map.first_cells, (Py_ssize_t)kCells, rng.state) : nullptr;
}

PyObject* killer_has_only(PyObject*, PyObject* args) {
    PyObject *givens_object, *cages_object, *solution_object;
    if (!PyArg_ParseTuple(args, "OOO:killer_has_only", &givens_object, &cages_object, &solution_object)) return nullptr;
    Record givens, solution;
    std::vector<Cage> cages;
    if (!read_values(givens_object, "givens", givens) || !read_cages(cages_object, cages) ||
        !read_values(solution_object, "solution", solution))
        return nullptr;
    const Killer killer(std::move(cages));
    Cases::Verdict verdict;
    Runner runner;
    const bool done = runner.run(1, [&](const Pulse& pulse) {
        verdict = Cases(pulse).look(Position::of(givens.data(), nullptr, &killer), solution.data());
        return true;
    });
    return done ? PyBool_FromLong(verdict == Cases::Verdict::kNoOther) : nullptr;
}

}  // namespace

extern PyMethodDef logic_methods[];
PyMethodDef logic_methods[] = {
    method<logic_finders>("logic_finders", METH_NOARGS, "The names of the compiled finders."),
    method<logic_techniques>("logic_techniques", METH_NOARGS, "Key, level and score of every technique."),
    method<logic_step>("logic_step", METH_VARARGS, "The easiest step; see the head of native/python/logic.cpp."),
    method<logic_all>("logic_all", METH_VARARGS, "All steps of a finder."),
    keyword_method<logic_rate>("logic_rate", "HoDoKu's ratings of many puzzles."),
    keyword_method<logic_paths>("logic_paths", "The paths of many puzzles."),
    keyword_method<logic_judge>("logic_judge", "The techniques of many paths, until one is not permitted."),
    method<killer_path>("killer_path", METH_VARARGS, "The techniques of the path of a killer."),
    method<killer_join>("killer_join", METH_VARARGS, "New cages that a plan solves."),
    method<killer_has_only>("killer_has_only", METH_VARARGS, "Whether a killer has no solution but one."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
