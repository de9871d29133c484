// Puzzles on any board, with the rules of a variant or without, for Python.
//
//     rules_board(size, cells, houses)             a layout, for all that follows; made once.
//         houses: n x size cell numbers as uint16
//     rules_plan(board, primitives)                a layout with rules.
//         primitives: what nonet.rules.primitives.encoded gives, or a list of parts of it
//     rules_solutions(plan, allowed, limit)        bytes: up to `limit` solutions, a byte for each cell
//     rules_search(plan, allowed)                  a search that gives solutions in pieces:
//     rules_next(search, most)                         bytes: up to `most` more; none: that was all
//     rules_guesses(search)                            how many candidates it has tried
//     rules_count(plan, allowed, limit, progress)  how many solutions there are; at most `limit`, 0 for no limit.
//         progress: called about twenty times a second with the count so far, or None.  OverflowError: 2**128 or more
//     rules_possible(plan, allowed, guesses)       a uint32 a cell: the digits that it holds in some solution, or that so many
//         guesses do not exclude
//     rules_refuted(plan, allowed)                 the candidates that lead to a contradiction without a guess, each a cell and
//         a digit; the shortest way first
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
    parse(args, "iiO:rules_board", &size, &cells, &houses);
    const Array<uint16_t> lent(houses, Buffer::kRead, "houses");
    if (size < 1 || size > rules::kMaxSize || lent.size() % (2 * (size_t)size) || lent.size() > 2 * 65536)
        raise_value_error("houses of a board of size %d: %d uint16 a house", size, size);
    const std::vector<uint16_t> all = lent.copy();
    auto board = Board::make(size, cells, all.data(), (int)(all.size() / (size_t)size));
    if (!board) raise_value_error("a house names a cell twice, or one that is not on the board");
    return capsule_of(std::move(board), kBoard, drop_board);
}

template <class T> T& in_capsule(PyObject* object, const char* name) {
    void* const inside = PyCapsule_GetPointer(object, name);
    if (!inside) throw Raised();
    return *(T*)inside;
}

// A plan kept by Python; it holds on to its board.
struct KeptPlan {
    PyObject* board;
    std::unique_ptr<Plans> plans;

    KeptPlan(PyObject* object, std::unique_ptr<Plans> made) : board(object), plans(std::move(made)) {
        Py_INCREF(board);
    }
    ~KeptPlan() { Py_DECREF(board); }
};

void drop_plan(PyObject* capsule) { delete (KeptPlan*)PyCapsule_GetPointer(capsule, kPlan); }

// Appends the numbers of a list, a tuple, or an array of int64.
void read_numbers(PyObject* part, std::vector<int64_t>* numbers) {
    const bool is_list = PyList_Check(part);
    if (!is_list && !PyTuple_Check(part)) {
        const std::vector<int64_t> copy = Array<int64_t>(part, Buffer::kRead, "primitives").copy();
        numbers->insert(numbers->end(), copy.begin(), copy.end());
        return;
    }
    const Py_ssize_t count = is_list ? PyList_Size(part) : PyTuple_Size(part);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject* const item = is_list ? PyList_GetItem(part, i) : PyTuple_GetItem(part, i);
        if (!item) throw Raised();
        const long long number = PyLong_AsLongLong(item);
        if (number == -1 && PyErr_Occurred()) throw Raised();
        numbers->push_back(number);
    }
}

std::vector<int64_t> read_primitives(PyObject* object) {
    std::vector<int64_t> numbers;
    if (PyList_Check(object))
        for (Py_ssize_t i = 0; i < PyList_Size(object); i++) read_numbers(PyList_GetItem(object, i), &numbers);
    else
        read_numbers(object, &numbers);
    return numbers;
}

PyObject* rules_plan(PyObject*, PyObject* args) {
    PyObject *board, *primitives;
    parse(args, "OO:rules_plan", &board, &primitives);
    const char* reason = nullptr;
    auto plans = Plans::make(in_capsule<const Board>(board, kBoard), read_primitives(primitives), &reason);
    if (!plans) raise_value_error("%s", reason);
    return capsule_of(std::make_unique<KeptPlan>(board, std::move(plans)), kPlan, drop_plan);
}

std::vector<uint32_t> read_allowed(PyObject* object, const Board& board) {
    const size_t n = (size_t)board.cells;
    const std::vector<uint8_t> values = Bytes(object, Buffer::kRead, "allowed").copy();
    if (values.size() != n) return Array<uint32_t>(object, Buffer::kRead, "allowed", n).copy();
    std::vector<uint32_t> allowed(n, board.all_digits);
    for (size_t cell = 0; cell < n; cell++) {
        if (values[cell] > board.size) raise_value_error("cell %zu holds %d, which is not a digit", cell, values[cell]);
        if (values[cell]) allowed[cell] = 1u << (values[cell] - 1);
    }
    return allowed;
}

// A copy of a puzzle as Python gives it, checked.
struct Asked {
    const Plans& plans;
    const size_t cells;
    const std::vector<uint32_t> allowed;

    Asked(PyObject* plan_object, PyObject* allowed_object)
        : plans(*in_capsule<const KeptPlan>(plan_object, kPlan).plans),
          cells((size_t)plans.board().cells),
          allowed(read_allowed(allowed_object, plans.board())) {}
    Question question() const { return {plans, allowed.data()}; }
};

// -- solutions -----------------------------------------------------------------------------------------------------------

PyObject* rules_solutions(PyObject*, PyObject* args) {
    PyObject *plan, *allowed;
    Py_ssize_t limit;
    parse(args, "OOn:rules_solutions", &plan, &allowed, &limit);
    const Asked asked(plan, allowed);
    if (limit < 0) raise_value_error("limit is %zd", limit);
    return solutions_as_bytes([&] { return Solutions(asked.question()); }, asked.cells, (size_t)limit);
}

typedef KeptSearch<Solutions> Kept;

void drop_search(PyObject* capsule) { delete (Kept*)PyCapsule_GetPointer(capsule, kSearch); }

PyObject* rules_search(PyObject*, PyObject* args) {
    PyObject *plan, *allowed;
    parse(args, "OO:rules_search", &plan, &allowed);
    const Asked asked(plan, allowed);
    return capsule_of(std::make_unique<Kept>(plan, asked.cells, asked.question()), kSearch, drop_search);
}

PyObject* rules_next(PyObject*, PyObject* args) {
    PyObject* object;
    Py_ssize_t most;
    parse(args, "On:rules_next", &object, &most);
    return in_capsule<Kept>(object, kSearch).next(most);
}

PyObject* rules_guesses(PyObject*, PyObject* search) {
    return PyLong_FromUnsignedLongLong(in_capsule<const Kept>(search, kSearch).solutions().effort().guesses);
}

// -- counting, and in a given order --------------------------------------------------------------------------------------

PyObject* rules_count(PyObject*, PyObject* args) {
    PyObject *plan, *allowed, *progress;
    unsigned long long limit;
    parse(args, "OOKO:rules_count", &plan, &allowed, &limit, &progress);
    const Asked asked(plan, allowed);
    Count count = 0;
    run_long_search(progress, [&](const Contact& contact) {
        return rules::count_solutions(asked.question(), limit, contact, &count);
    });
    return count_object(count);
}

PyObject* rules_possible(PyObject*, PyObject* args) {
    PyObject *plan, *allowed;
    unsigned long long guesses;
    parse(args, "OOK:rules_possible", &plan, &allowed, &guesses);
    const Asked asked(plan, allowed);
    std::vector<uint32_t> possible(asked.cells);
    run_long_search(nullptr, [&](const Contact& contact) {
        return rules::possible_digits(asked.question(), guesses, contact, possible.data());
    });
    return PyBytes_FromStringAndSize((const char*)possible.data(), (Py_ssize_t)(possible.size() * sizeof(uint32_t)));
}

PyObject* rules_refuted(PyObject*, PyObject* args) {
    PyObject *plan, *allowed;
    parse(args, "OO:rules_refuted", &plan, &allowed);
    const Asked asked(plan, allowed);
    const std::vector<rules::Refuted> found = rules::refuted_at_once(asked.question());
    return list_of(found.size(), [&](size_t k) { return Py_BuildValue("(ii)", found[k].cell, found[k].digit); });
}

PyObject* rules_first(PyObject*, PyObject* args) {
    PyObject *plan, *allowed, *cells_object, *digits_object;
    parse(args, "OOOO:rules_first", &plan, &allowed, &cells_object, &digits_object);
    const Asked asked(plan, allowed);
    const size_t n = asked.cells, size = (size_t)asked.plans.board().size;
    const auto cells = Array<uint16_t>(cells_object, Buffer::kRead, "cells", n).copy();
    const auto digits = Bytes(digits_object, Buffer::kRead, "digits", n * size).copy();
    for (uint16_t cell : cells)
        if (cell >= n) raise_value_error("cells: there is no cell %d", cell);
    for (uint8_t digit : digits)
        if (digit < 1 || digit > size) raise_value_error("digits: %d is not a digit", digit);
    std::vector<uint8_t> out(n);
    bool found = false;
    run_long_search(nullptr, [&](const Contact& contact) {
        return rules::first_solution(asked.question(), cells.data(), digits.data(), contact, out.data(), &found);
    });
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
    const char* problem = nullptr;

    explicit Task(PyObject* question) {
        PyObject *board_object, *primitives, *masks;
        if (!question) throw Raised();
        parse(question, "OOO:rules_batch", &board_object, &primitives, &masks);
        board = &in_capsule<const Board>(board_object, kBoard);
        numbers = read_primitives(primitives);
        allowed = read_allowed(masks, *board);
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
    std::vector<Task> tasks;
    for (Py_ssize_t i = 0; i < PyList_Size(questions); i++) tasks.emplace_back(PyList_GetItem(questions, i));
    each_unlocked(tasks.size(), threads, 1, [&](const Pulse& pulse) {
        return [&](size_t i) {
            run(tasks[i], pulse);
            return true;
        };
    });
    for (const Task& task : tasks)
        if (task.problem) raise_value_error("%s", task.problem);
    return list_of(tasks.size(), [&](size_t i) { return answer(tasks[i]); });
}

PyObject* rules_batch(PyObject*, PyObject* args) {
    PyObject* questions;
    Py_ssize_t limit;
    int threads;
    parse(args, "O!ni:rules_batch", &PyList_Type, &questions, &limit, &threads);
    if (limit < 0) raise_value_error("limit is %zd", limit);
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
    parse(args, "O!Ki:rules_count_batch", &PyList_Type, &questions, &limit, &threads);
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
    method<rules_possible>("rules_possible", METH_VARARGS, "For each cell the digits that it holds in some solution."),
    method<rules_refuted>("rules_refuted", METH_VARARGS,
                          "The candidates that lead to a contradiction without a guess."),
    method<rules_first>("rules_first", METH_VARARGS, "What backtracking in the given orders finds first, or None."),
    method<rules_batch>("rules_batch", METH_VARARGS, "Solutions of many puzzles, in several threads."),
    method<rules_count_batch>("rules_count_batch", METH_VARARGS, "Their numbers, up to a limit, in several threads."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
