// Puzzles on any board, with the rules of a variant or without, for Python.
//
//     rules_board(size, cells, houses)             a layout, for all that follows; made once.
//         houses: n x size cell numbers as uint16
//     rules_plan(board, primitives)                a layout with rules.
//         primitives: what nonet.rules.primitives.encoded gives, as int64
//     rules_solutions(plan, allowed, limit)        bytes: up to `limit` solutions, a byte for each cell
//     rules_search(plan, allowed)                  a search that gives solutions in pieces:
//     rules_next(search, most)                         bytes: up to `most` more; none: that was all
//     rules_guesses(search)                            how many candidates it has tried
//     rules_count(plan, allowed, limit, progress)  how many solutions there are; at most `limit`, 0 for no limit.
//         progress: called about twenty times a second with the count so far, or None.  OverflowError: 2**128 or more
//     rules_first(plan, allowed, cells, digits)    bytes or None: what backtracking finds first that takes the cells in the
//         order `cells` (uint16) and tries in cell c the digits digits[c * size] … (bytes 1 … size)
//     rules_batch(questions, limit, threads)       for each (board, primitives, allowed) of a list the same as
//         rules_solutions, in a list
//     rules_count_batch(questions, limit, threads) the same for rules_count
//
// allowed: a uint32 a cell, bit d-1 for digit d; or a byte a cell, 0 or the digit that is given.
// All of them release the interpreter lock while they search, and look for Ctrl-C twenty times a second.
#include "rules/rules.h"

#include "python/buffers.h"
#include "python/kept_search.h"

namespace nonet {
namespace {

using rules::Board;
using rules::Plans;
using rules::Question;
using rules::Solutions;

constexpr char kBoard[] = "nonet.rules_board", kPlan[] = "nonet.rules_plan", kSearch[] = "nonet.rules_search";

// -- boards and plans ----------------------------------------------------------------------------------------------------

void drop_board(PyObject* capsule) { delete (Board*)PyCapsule_GetPointer(capsule, kBoard); }

PyObject* rules_board(PyObject*, PyObject* args) {
    int size, cells;
    PyObject* houses;
    Buffer lent;
    if (!PyArg_ParseTuple(args, "iiO:rules_board", &size, &cells, &houses) ||
        !lent.take(houses, Buffer::kRead, "houses"))
        return nullptr;
    if (size < 1 || size > rules::kMaxSize || lent.size() % (2 * (size_t)size) || lent.size() > 2 * 65536)
        return PyErr_Format(PyExc_ValueError, "houses of a board of size %d: %d uint16 a house", size, size);
    const std::vector<uint16_t> all = copy_of<uint16_t>(lent, lent.size() / 2);
    auto board = Board::make(size, cells, all.data(), (int)(all.size() / (size_t)size));
    if (!board) return PyErr_Format(PyExc_ValueError, "a house names a cell twice, or one that is not on the board");
    return capsule_of(std::move(board), kBoard, drop_board);
}

// A plan kept by Python; it holds on to its board.
struct KeptPlan {
    PyObject* board;
    std::unique_ptr<Plans> plans;

    KeptPlan(PyObject* object, std::unique_ptr<Plans> made) : board(object), plans(std::move(made)) {
        Py_INCREF(board);
    }
    const Board& its_board() const { return plans->board(); }
    ~KeptPlan() { Py_DECREF(board); }
};

void drop_plan(PyObject* capsule) { delete (KeptPlan*)PyCapsule_GetPointer(capsule, kPlan); }

PyObject* rules_plan(PyObject*, PyObject* args) {
    PyObject *board_object, *primitives;
    Buffer lent;
    if (!PyArg_ParseTuple(args, "OO:rules_plan", &board_object, &primitives)) return nullptr;
    const Board* board = (const Board*)PyCapsule_GetPointer(board_object, kBoard);
    if (!board || !lent.take_all<int64_t>(primitives, Buffer::kRead, "primitives")) return nullptr;
    std::string reason;
    auto plans = Plans::make(*board, copy_of<int64_t>(lent, lent.count<int64_t>()), &reason);
    if (!plans) return PyErr_Format(PyExc_ValueError, "%s", reason.c_str());
    return capsule_of(std::make_unique<KeptPlan>(board_object, std::move(plans)), kPlan, drop_plan);
}

bool take_allowed(PyObject* object, const Board& board, std::vector<uint32_t>* allowed) {
    const size_t n = (size_t)board.cells;
    Buffer lent;
    if (!lent.take(object, Buffer::kRead, "allowed")) return false;
    if (lent.size() != n) {
        if (!lent.holds<uint32_t>(n)) return false;
        *allowed = copy_of<uint32_t>(lent, n);
        return true;
    }
    const std::vector<uint8_t> values = copy_of<uint8_t>(lent, n);
    allowed->assign(n, board.all_digits);
    for (size_t cell = 0; cell < n; cell++) {
        if (values[cell] > board.size) {
            PyErr_Format(PyExc_ValueError, "cell %zu holds %d, which is not a digit", cell, values[cell]);
            return false;
        }
        if (values[cell]) (*allowed)[cell] = 1u << (values[cell] - 1);
    }
    return true;
}

// A copy of a puzzle as Python gives it, checked.
struct Asked {
    const KeptPlan* kept = nullptr;
    std::vector<uint32_t> allowed;

    bool take(PyObject* plan_object, PyObject* allowed_object) {
        kept = (const KeptPlan*)PyCapsule_GetPointer(plan_object, kPlan);
        return kept && take_allowed(allowed_object, kept->its_board(), &allowed);
    }
    Question question() const { return {*kept->plans, allowed.data()}; }
};

// -- solutions -----------------------------------------------------------------------------------------------------------

PyObject* rules_solutions(PyObject*, PyObject* args) {
    PyObject *plan, *allowed;
    Py_ssize_t limit;
    if (!PyArg_ParseTuple(args, "OOn:rules_solutions", &plan, &allowed, &limit)) return nullptr;
    Asked asked;
    if (!asked.take(plan, allowed)) return nullptr;
    if (limit < 0) return PyErr_Format(PyExc_ValueError, "limit is %zd", limit);
    const auto start = [&] { return Solutions(asked.question()); };
    return solutions_as_bytes(start, (size_t)asked.kept->its_board().cells, (size_t)limit);
}

typedef KeptSearch<Solutions> Kept;

void drop_search(PyObject* capsule) { delete (Kept*)PyCapsule_GetPointer(capsule, kSearch); }

PyObject* rules_search(PyObject*, PyObject* args) {
    PyObject *plan, *allowed;
    if (!PyArg_ParseTuple(args, "OO:rules_search", &plan, &allowed)) return nullptr;
    Asked asked;
    if (!asked.take(plan, allowed)) return nullptr;
    const size_t cells = (size_t)asked.kept->its_board().cells;
    return capsule_of(std::make_unique<Kept>(plan, cells, asked.question()), kSearch, drop_search);
}

PyObject* rules_next(PyObject*, PyObject* args) {
    PyObject* object;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "On:rules_next", &object, &most)) return nullptr;
    Kept* const kept = (Kept*)PyCapsule_GetPointer(object, kSearch);
    return kept ? kept->next(most) : nullptr;
}

PyObject* rules_guesses(PyObject*, PyObject* search) {
    const Kept* const kept = (const Kept*)PyCapsule_GetPointer(search, kSearch);
    return kept ? PyLong_FromUnsignedLongLong(kept->solutions().effort().guesses) : nullptr;
}

// -- counting, and in a given order --------------------------------------------------------------------------------------

PyObject* rules_count(PyObject*, PyObject* args) {
    PyObject *plan, *allowed, *progress;
    unsigned long long limit;
    if (!PyArg_ParseTuple(args, "OOKO:rules_count", &plan, &allowed, &limit, &progress)) return nullptr;
    Asked asked;
    if (!asked.take(plan, allowed)) return nullptr;
    Count count = 0;
    LongSearch search(progress);
    const bool ok = search.run(
        [&](const Contact& contact) { return rules::count_solutions(asked.question(), limit, contact, &count); });
    return ok ? count_object(count) : nullptr;
}

PyObject* rules_first(PyObject*, PyObject* args) {
    PyObject *plan, *allowed, *cells_object, *digits_object;
    if (!PyArg_ParseTuple(args, "OOOO:rules_first", &plan, &allowed, &cells_object, &digits_object)) return nullptr;
    Asked asked;
    Buffer lent_cells, lent_digits;
    if (!asked.take(plan, allowed)) return nullptr;
    const size_t n = (size_t)asked.kept->its_board().cells, size = (size_t)asked.kept->its_board().size;
    if (!lent_cells.take_array<uint16_t>(cells_object, Buffer::kRead, n, "cells")) return nullptr;
    if (!lent_digits.take_array<uint8_t>(digits_object, Buffer::kRead, n * size, "digits")) return nullptr;
    const std::vector<uint16_t> cells = copy_of<uint16_t>(lent_cells, n);
    const std::vector<uint8_t> digits = copy_of<uint8_t>(lent_digits, n * size);
    for (uint16_t cell : cells)
        if (cell >= n) return PyErr_Format(PyExc_ValueError, "cells: there is no cell %d", cell);
    for (uint8_t digit : digits)
        if (digit < 1 || digit > size) return PyErr_Format(PyExc_ValueError, "digits: %d is not a digit", digit);
    std::vector<uint8_t> out(n);
    bool found = false;
    LongSearch search;
    const bool ok = search.run([&](const Contact& contact) {
        return rules::first_solution(asked.question(), cells.data(), digits.data(), contact, out.data(), &found);
    });
    if (!ok) return nullptr;
    if (!found) Py_RETURN_NONE;
    return bytes_of(out);
}

// -- many puzzles --------------------------------------------------------------------------------------------------------

struct Task {
    const Board* board = nullptr;
    std::vector<int64_t> numbers;
    std::vector<uint32_t> allowed;
    std::vector<uint8_t> solutions;
    Count count = 0;
    std::string problem;

    bool take(PyObject* question) {
        PyObject *board_object, *primitives, *masks;
        if (!PyArg_ParseTuple(question, "OOO:rules_batch", &board_object, &primitives, &masks)) return false;
        Buffer lent;
        board = (const Board*)PyCapsule_GetPointer(board_object, kBoard);
        if (!board || !lent.take_all<int64_t>(primitives, Buffer::kRead, "primitives")) return false;
        numbers = copy_of<int64_t>(lent, lent.count<int64_t>());
        return take_allowed(masks, *board, &allowed);
    }

    // Calls body(question, contact) unless the numbers are not primitives.
    template <class Body> void run(const Pulse& pulse, Body body) {
        const auto plans = Plans::make(*board, std::move(numbers), &problem);
        if (!plans) return;
        const auto pause = [](void* context, Count) { return !tick(*(const Pulse*)context); };
        body(Question{*plans, allowed.data()}, Contact{pause, (void*)&pulse});
    }
};

// A list with the answer to each question: run(task, pulse) finds it, answer(task) makes it an object.
template <class Run, class Answer> PyObject* each_task(PyObject* questions, int threads, Run run, Answer answer) {
    if (!good_threads(threads)) return nullptr;
    std::vector<Task> tasks((size_t)PyList_Size(questions));
    for (size_t i = 0; i < tasks.size(); i++) {
        PyObject* question = PyList_GetItem(questions, (Py_ssize_t)i);
        if (!question || !tasks[i].take(question)) return nullptr;
    }
    Runner runner;
    const bool ok = runner.each(tasks.size(), threads, 1, [&](size_t i, const Pulse& pulse) {
        run(tasks[i], pulse);
        return true;
    });
    if (!ok) return nullptr;
    PyObject* answers = PyList_New((Py_ssize_t)tasks.size());
    for (size_t i = 0; answers && i < tasks.size(); i++) {
        PyObject* object = tasks[i].problem.empty() ? answer(tasks[i])
                                                    : PyErr_Format(PyExc_ValueError, "%s", tasks[i].problem.c_str());
        if (object && PyList_SetItem(answers, (Py_ssize_t)i, object) == 0) continue;
        Py_DECREF(answers);
        return nullptr;
    }
    return answers;
}

PyObject* rules_batch(PyObject*, PyObject* args) {
    PyObject* questions;
    Py_ssize_t limit;
    int threads;
    if (!PyArg_ParseTuple(args, "O!ni:rules_batch", &PyList_Type, &questions, &limit, &threads)) return nullptr;
    if (limit < 0) return PyErr_Format(PyExc_ValueError, "limit is %zd", limit);
    const auto run = [&](Task& task, const Pulse& pulse) {
        task.run(pulse, [&](const Question& question, const Contact& contact) {
            Solutions found(question);
            collect(found, (size_t)task.board->cells, (size_t)limit, contact, &task.solutions);
        });
    };
    return each_task(questions, threads, run, [](const Task& task) { return bytes_of(task.solutions); });
}

PyObject* rules_count_batch(PyObject*, PyObject* args) {
    PyObject* questions;
    unsigned long long limit;
    int threads;
    if (!PyArg_ParseTuple(args, "O!Ki:rules_count_batch", &PyList_Type, &questions, &limit, &threads)) return nullptr;
    const auto run = [&](Task& task, const Pulse& pulse) {
        task.run(pulse, [&](const Question& question, const Contact& contact) {
            rules::count_solutions(question, limit, contact, &task.count);
        });
    };
    return each_task(questions, threads, run, [](const Task& task) { return count_object(task.count); });
}

}  // namespace

extern PyMethodDef rules_methods[];
PyMethodDef rules_methods[] = {
    method<rules_board>("rules_board", METH_VARARGS, "A layout; see native/python/rules.cpp."),
    method<rules_plan>("rules_plan", METH_VARARGS, "A layout with rules."),
    method<rules_solutions>("rules_solutions", METH_VARARGS, "Solutions up to a limit, as one bytes object."),
    method<rules_search>("rules_search", METH_VARARGS, "A search for all solutions, to be asked with rules_next."),
    method<rules_next>("rules_next", METH_VARARGS, "More solutions of a search, as one bytes object."),
    method<rules_guesses>("rules_guesses", METH_O, "How many candidates a search has tried."),
    method<rules_count>("rules_count", METH_VARARGS, "The number of solutions, up to a limit."),
    method<rules_first>("rules_first", METH_VARARGS, "What backtracking in the given orders finds first, or None."),
    method<rules_batch>("rules_batch", METH_VARARGS, "Solutions of many puzzles, in several threads."),
    method<rules_count_batch>("rules_count_batch", METH_VARARGS, "Their numbers, up to a limit, in several threads."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
