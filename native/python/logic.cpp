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

Plan read_plan(PyObject* finders, PyObject* options_object) {
    Plan plan;
    if (finders) plan.finders = Bytes(finders, Buffer::kRead, "plan").copy();
    for (uint8_t finder : plan.finders)
        if (finder != Plan::kUnknown && finder >= kFinderCount) raise_value_error("there is no finder %d", finder);
    const Bytes options(options_object, Buffer::kRead, "options");
    if (options.size() != sizeof plan.options)
        raise_value_error("there are %zu options, not %zu", sizeof plan.options, options.size());
    memcpy((void*)&plan.options, options.data(), sizeof plan.options);
    return plan;
}

[[noreturn]] void raise_bad_board(const char* what) { raise_value_error("not a position: %s", what); }

// The queues of singles behind a board.
void read_singles(const uint8_t* bytes, size_t size, Position& position) {
    if (size < 2) raise_bad_board("no singles");
    const int naked = bytes[0], hidden = bytes[1];
    if (naked > kCells || hidden > 9 * kHouses || size != 2 + (size_t)naked + 2 * (size_t)hidden)
        raise_bad_board("the number of singles");
    bytes += 2;
    for (int k = 0; k < naked; k++) {
        if (bytes[k] >= kCells) raise_bad_board("a naked single");
        position.naked.add(bytes[k]);
    }
    bytes += naked;
    for (int k = 0; k < hidden; k++) {
        const Candidate single{bytes[2 * k], bytes[2 * k + 1]};
        if (single.cell >= kCells || single.digit < 1 || single.digit > 9) raise_bad_board("a hidden single");
        position.hidden.add(single);
    }
}

Position read_board(PyObject* object) {
    const Record bytes = Bytes(object, Buffer::kRead, "board").copy();
    if (bytes.size() < 4 * kCells) raise_bad_board("too short");
    uint16_t masks[kCells];
    memcpy(masks, bytes.data() + kCells, sizeof masks);
    Cells givens;
    for (size_t cell = 0; cell < kCells; cell++) {
        if (bytes[cell] > 9) raise_bad_board("a value above 9");
        if (masks[cell] > kAll || (bytes[cell] && masks[cell])) raise_bad_board("candidates");
        if (bytes[3 * kCells + cell]) givens.add((int)cell);
    }
    Position position = Position::at(bytes.data(), masks, givens);
    read_singles(bytes.data() + 4 * kCells, bytes.size() - 4 * kCells, position);
    return position;
}

PyObject* logic_finders(PyObject*, PyObject*) {
    return list_of((size_t)kFinderCount, [](size_t k) { return PyUnicode_FromString(kFinders[k].name); });
}

PyObject* logic_techniques(PyObject*, PyObject*) {
    return list_of((size_t)kTechniques, [](size_t k) {
        const TechniqueInfo& info = kTechniqueInfo[k];
        return Py_BuildValue("sii", info.key, info.level, info.score);
    });
}

PyObject* logic_step(PyObject*, PyObject* args) {
    PyObject *board_object, *plan_object, *options_object, *cages_object = Py_None;
    int first = 0, evidence = 1;
    parse(args, "OOO|ipO:logic_step", &board_object, &plan_object, &options_object, &first, &evidence, &cages_object);
    const Killer killer(read_cages(cages_object));
    const Plan plan = read_plan(plan_object, options_object);
    Position position = read_board(board_object);
    if (first < 0) raise_value_error("first is %d", first);
    if (!killer.cages().empty()) position.killer = &killer;
    Solver solver(plan);
    solver.step.wants_evidence = evidence != 0;
    solver.begin(position);
    Outcome outcome = Outcome::kStopped;
    run_unlocked([&](const Pulse& pulse) { outcome = solver.next(position, first, pulse); });
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
    parse(args, "OiO|O:logic_all", &board_object, &finder, &options_object, &cages_object);
    if (finder < 0 || finder >= kFinderCount) raise_value_error("there is no finder %d", finder);
    const Killer killer(read_cages(cages_object));
    const Plan plan = read_plan(nullptr, options_object);
    Position position = read_board(board_object);
    if (!killer.cages().empty()) position.killer = &killer;
    Solver solver(plan);
    solver.begin(position);
    std::vector<Record> records;
    run_unlocked([&](const Pulse& pulse) { solver.all(position, finder, pulse, records); });
    return bytes_list(records);
}

// Of a path that did not reach the solution.
Status status_of(Outcome outcome) {
    if (outcome == Outcome::kFound) return kGivenUp;
    return outcome == Outcome::kUnknown ? kAsksPython : kStuck;
}

// The arguments that all batches have.
struct Batch {
    const Records puzzles;
    Plan plan;
    const int threads;

    // Calls visit(i, step, position), with the position before the step, for every step of puzzle i until it returns false,
    // and then end(i, status).
    template <class Visit, class End> void run(size_t n, bool evidence, Visit visit, End end) {
        each_unlocked(n, threads, 1, [&](const Pulse& pulse) {
            return [&, solver = Solver(plan)](size_t i) mutable {
                uint8_t values[81];
                if (tick(pulse)) return true;
                if (!values_of_record(puzzles.record(i), values)) {
                    end(i, kNoPuzzle);
                    return true;
                }
                Position position = Position::of(values, nullptr);
                solver.step.wants_evidence = evidence;
                solver.begin(position);
                const Outcome outcome =
                    solver.walk(position, pulse, [&](const Step& step) { return visit(i, step, position); });
                if (outcome != Outcome::kStopped) end(i, position.is_solved() ? kSolved : status_of(outcome));
                return true;
            };
        });
    }
};

PyObject* logic_rate(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "ratings", "plan", "options", "stride", "threads", nullptr};
    PyObject *puzzles, *ratings_object, *plan, *options;
    Py_ssize_t stride = 81;
    int threads = 1;
    parse(args, keywords, "OOOO|$ni:logic_rate", names, &puzzles, &ratings_object, &plan, &options, &stride, &threads);
    Batch batch{{puzzles, stride}, read_plan(plan, options), threads};
    const Bytes ratings(ratings_object, Buffer::kWrite, "ratings");
    const size_t n = ratings.size() / kRating;
    batch.puzzles.check(n);
    check_apart({&batch.puzzles, &ratings});
    std::vector<Score> scores(n);
    batch.run(
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
    Py_RETURN_NONE;
}

PyObject* logic_paths(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "plan", "options", "stride", "threads", "evidence", nullptr};
    PyObject *puzzles, *plan, *options;
    Py_ssize_t stride = 81;
    int threads = 1, evidence = 1;
    parse(args, keywords, "OOO|$nip:logic_paths", names, &puzzles, &plan, &options, &stride, &threads, &evidence);
    Batch batch{{puzzles, stride}, read_plan(plan, options), threads};
    const size_t n = batch.puzzles.fitting();
    std::vector<Record> paths(n, Record(1));
    batch.run(
        n, evidence != 0,
        [&](size_t i, const Step& step, const Position&) {
            step.write(paths[i]);
            return true;
        },
        [&](size_t i, Status status) { paths[i][0] = status; });
    return bytes_list(paths);
}

// A byte for every technique, 1 for those that are in the set.
TechniqueSet read_techniques(PyObject* object, const char* name) {
    const Record flags = Bytes(object, Buffer::kRead, name).copy();
    if (flags.size() != kTechniques)
        raise_value_error("%s has %zu bytes, but there are %d techniques", name, flags.size(), (int)kTechniques);
    TechniqueSet set;
    for (int k = 0; k < kTechniques; k++)
        if (flags[(size_t)k]) set.add((Technique)k);
    return set;
}

PyObject* logic_judge(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "plan",   "options", "permitted", "most",
                                  "only",    "stride", "threads", nullptr};
    PyObject *puzzles, *plan, *options, *permitted_object, *only = Py_None;
    unsigned int most = ~0u;
    Py_ssize_t stride = 81;
    int threads = 1;
    parse(args, keywords, "OOOO|$IOni:logic_judge", names, &puzzles, &plan, &options, &permitted_object, &most, &only,
          &stride, &threads);
    Batch batch{{puzzles, stride}, read_plan(plan, options), threads};
    const TechniqueSet permitted = read_techniques(permitted_object, "permitted");
    batch.plan.has_all = only == Py_None;
    if (!batch.plan.has_all) batch.plan.only = read_techniques(only, "only");
    const size_t n = batch.puzzles.fitting();
    std::vector<Record> paths(n, Record(2));
    std::vector<Score> scores(n);
    batch.run(
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
    return bytes_list(paths);
}

PyObject* killer_path(PyObject*, PyObject* args) {
    PyObject *givens_object, *cages_object, *plan_object, *options_object;
    parse(args, "OOOO:killer_path", &givens_object, &cages_object, &plan_object, &options_object);
    const Record values = read_values(givens_object, "givens");
    const Killer killer(read_cages(cages_object));
    const Plan plan = read_plan(plan_object, options_object);
    Record path(1 + kCells);
    run_unlocked([&](const Pulse& pulse) {
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
    });
    return bytes_of(path);
}

std::vector<Border> read_borders(PyObject* object) {
    const Record bytes = Bytes(object, Buffer::kRead, "borders").copy();
    std::vector<Border> borders;
    for (size_t at = 0; at < bytes.size();) {
        const size_t pairs = bytes[at++];
        if (!pairs || at + 2 * pairs > bytes.size())
            raise_value_error("borders: %zu pairs of cells at byte %zu", pairs, at - 1);
        borders.emplace_back();
        for (const size_t end = at + 2 * pairs; at < end; at += 2) {
            if (bytes[at] >= kCells || bytes[at + 1] >= kCells)
                raise_value_error("borders: no cell is at byte %zu", at);
            borders.back().push_back({bytes[at], bytes[at + 1]});
        }
    }
    return borders;
}

PyObject* killer_join(PyObject*, PyObject* args) {
    PyObject *grid_object, *givens_object, *borders_object, *plan_object, *options_object;
    int largest;
    Rng rng;
    parse(args, "OOOiKOO:killer_join", &grid_object, &givens_object, &borders_object, &largest, &rng.state,
          &plan_object, &options_object);
    const Record grid = read_values(grid_object, "grid"), givens = read_values(givens_object, "givens");
    const std::vector<Border> borders = read_borders(borders_object);
    const Plan plan = read_plan(plan_object, options_object);
    if (memchr(grid.data(), 0, kCells)) raise_value_error("grid: a cell is empty");
    CageMap map;
    run_unlocked([&](const Pulse& pulse) {
        Solver solver(plan);
        solver.step.wants_evidence = false;
        map = joined_cages(grid.data(), rng, borders, largest, [&](const CageMap& asked) {
            const Killer killer(asked.cages());
            Position position = Position::of(givens.data(), nullptr, &killer);
            solver.begin(position);
            solver.walk(position, pulse, [](const Step&) { return true; });
            return position.is_solved();
        });
    });
    return Py_BuildValue("y#K", (const char*)map.first_cells, (Py_ssize_t)kCells, rng.state);
}

PyObject* killer_has_only(PyObject*, PyObject* args) {
    PyObject *givens_object, *cages_object, *solution_object;
    parse(args, "OOO:killer_has_only", &givens_object, &cages_object, &solution_object);
    const Record givens = read_values(givens_object, "givens"), solution = read_values(solution_object, "solution");
    const Killer killer(read_cages(cages_object));
    Cases::Verdict verdict;
    run_unlocked([&](const Pulse& pulse) {
        verdict = Cases(pulse).look(Position::of(givens.data(), nullptr, &killer), solution.data());
    });
    return PyBool_FromLong(verdict == Cases::Verdict::kNoOther);
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
