// Any board, for Python.
//
//     generic_plan(size, houses)                         the tables of a layout, for all that follows; made once.
//         houses: n x size cell numbers as uint16
//     generic_solutions(plan, values, allowed, limit)    bytes: up to `limit` solutions, one after the other
//     generic_search(plan, values, allowed)              a search that gives solutions in pieces:
//     generic_next(search, most)                             bytes: up to `most` more; none: that was all
//     generic_count(plan, values, allowed, limit, progress)
//         how many solutions there are; at most `limit`, 0 for no limit.  progress: called about twenty times a second with
//         the count so far, or None.  OverflowError: 2**128 or more
//     generic_first(plan, values, allowed, cells, digits)
//         bytes: what backtracking finds first that takes the cells in the order `cells` (uint16 each) and tries in
//         cell c the digits digits[c * size] … (bytes 1 … size); or None
//
// values: one byte per cell, 0 or a digit 1 … size.  allowed: one uint32 per cell, bit d-1 for digit d; or None.
// All of them release the interpreter lock while they search, and look for Ctrl-C twenty times a second.
#include "generic/generic.h"

#include "python/buffers.h"
#include "python/kept_search.h"

namespace nonet {
namespace {

using generic::Contact;
using generic::Count;
using generic::Outcome;
using generic::Plan;
using generic::Question;
using generic::Solutions;

constexpr char kPlan[] = "nonet.generic_plan", kSearch[] = "nonet.generic_search";

// -- what comes in -----------------------------------------------------------------------------------------------------

void drop_plan(PyObject* capsule) { delete (Plan*)PyCapsule_GetPointer(capsule, kPlan); }

PyObject* generic_plan(PyObject*, PyObject* args) {
    int size;
    PyObject* houses;
    Buffer lent;
    if (!PyArg_ParseTuple(args, "iO:generic_plan", &size, &houses) || !lent.take(houses, Buffer::kRead, "houses"))
        return nullptr;
    if (size < 1 || size > generic::kMaxSize || lent.size() % (2 * (size_t)size) || lent.size() > 2 * 65536)
        return PyErr_Format(PyExc_ValueError, "houses of a board of size %d: %d uint16 a house", size, size);
    const std::vector<uint16_t> cells = copy_of<uint16_t>(lent, lent.size() / 2);
    auto plan = Plan::make(size, cells.data(), (int)(cells.size() / (size_t)size));
    if (!plan) return PyErr_Format(PyExc_ValueError, "a house names a cell twice, or one that is not on the board");
    return capsule_of(std::move(plan), kPlan, drop_plan);
}

// A copy of a puzzle as Python gives it, checked.
struct Asked {
    const Plan* plan = nullptr;
    std::vector<uint8_t> values;
    std::vector<uint32_t> allowed;  // empty: any digit anywhere

    bool take(PyObject* plan_object, PyObject* values_object, PyObject* allowed_object) {
        Buffer lent_values, lent_allowed;
        plan = (const Plan*)PyCapsule_GetPointer(plan_object, kPlan);
        if (!plan || !lent_values.take(values_object, Buffer::kRead, "values")) return false;
        const size_t n = (size_t)plan->cells;
        if (lent_values.size() != n) {
            PyErr_Format(PyExc_ValueError, "values holds %zu cells, not %zu", lent_values.size(), n);
            return false;
        }
        values = copy_of<uint8_t>(lent_values, n);
        for (size_t cell = 0; cell < n; cell++) {
            if (values[cell] <= plan->size) continue;
            PyErr_Format(PyExc_ValueError, "cell %zu holds %d, which is not a digit", cell, values[cell]);
            return false;
        }
        if (!lent_allowed.take_optional<uint32_t>(allowed_object, Buffer::kRead, n, "allowed")) return false;
        if (lent_allowed.held()) allowed = copy_of<uint32_t>(lent_allowed, n);
        return true;
    }
    Question question() const { return {*plan, values.data(), allowed.empty() ? nullptr : allowed.data()}; }
};

// -- solutions ------------------------------------------------------------------------------------------------------------

typedef KeptSearch<Solutions> Kept;

void drop_search(PyObject* capsule) { delete (Kept*)PyCapsule_GetPointer(capsule, kSearch); }

PyObject* generic_solutions(PyObject*, PyObject* args) {
    PyObject *plan, *values, *allowed;
    Py_ssize_t limit;
    if (!PyArg_ParseTuple(args, "OOOn:generic_solutions", &plan, &values, &allowed, &limit)) return nullptr;
    Asked asked;
    if (!asked.take(plan, values, allowed)) return nullptr;
    if (limit < 0) return PyErr_Format(PyExc_ValueError, "limit is %zd", limit);
    const auto start = [&] { return Solutions(asked.question()); };
    return solutions_as_bytes(start, (size_t)asked.plan->cells, (size_t)limit);
}

PyObject* generic_search(PyObject*, PyObject* args) {
    PyObject *plan, *values, *allowed;
    if (!PyArg_ParseTuple(args, "OOO:generic_search", &plan, &values, &allowed)) return nullptr;
    Asked asked;
    if (!asked.take(plan, values, allowed)) return nullptr;
    const size_t cells = (size_t)asked.plan->cells;
    return capsule_of(std::make_unique<Kept>(plan, cells, asked.question()), kSearch, drop_search);
}

PyObject* generic_next(PyObject*, PyObject* args) {
    PyObject* search;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "On:generic_next", &search, &most)) return nullptr;
    Kept* const kept = (Kept*)PyCapsule_GetPointer(search, kSearch);
    return kept ? kept->next(most) : nullptr;
}

// -- counting -------------------------------------------------------------------------------------------------------------

PyObject* generic_count(PyObject*, PyObject* args) {
    PyObject *plan, *values, *allowed, *progress;
    unsigned long long limit;
    if (!PyArg_ParseTuple(args, "OOOKO:generic_count", &plan, &values, &allowed, &limit, &progress)) return nullptr;
    Asked asked;
    if (!asked.take(plan, values, allowed)) return nullptr;
    Count count = 0;
    uint64_t nodes;
    LongSearch search(progress);
    bool ok = search.run([&](const Contact& contact) {
        return generic::count_solutions(asked.question(), limit, contact, &count, &nodes);
    });
    return ok ? count_object(count) : nullptr;
}

// -- in a given order -----------------------------------------------------------------------------------------------------

PyObject* generic_first(PyObject*, PyObject* args) {
    PyObject *plan, *values, *allowed, *cells_object, *digits_object;
    if (!PyArg_ParseTuple(args, "OOOOO:generic_first", &plan, &values, &allowed, &cells_object, &digits_object))
        return nullptr;
    Asked asked;
    Buffer lent_cells, lent_digits;
    if (!asked.take(plan, values, allowed)) return nullptr;
    const size_t n = (size_t)asked.plan->cells, size = (size_t)asked.plan->size;
    if (!lent_cells.take_array<uint16_t>(cells_object, Buffer::kRead, n, "cells")) return nullptr;
    if (!lent_digits.take_array<uint8_t>(digits_object, Buffer::kRead, n * size, "digits")) return nullptr;
    const std::vector<uint16_t> cells = copy_of<uint16_t>(lent_cells, n);
    const std::vector<uint8_t> digits = copy_of<uint8_t>(lent_digits, n * size);
    for (uint16_t cell : cells)
        if (cell >= n) return PyErr_Format(PyExc_ValueError, "cells: there is no cell %d", cell);
    for (uint8_t digit : digits)
        if (digit < 1 || digit > size) return PyErr_Format(PyExc_ValueError, "digits: %d is not a digit", digit);

    uint8_t out[generic::kMaxSize * generic::kMaxSize];
    bool found = false;
    uint64_t nodes;
    LongSearch search;
    bool ok = search.run([&](const Contact& contact) {
        return generic::first_solution(asked.question(), cells.data(), digits.data(), contact, out, &found, &nodes);
    });
    if (!ok) return nullptr;
    if (!found) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((const char*)out, (Py_ssize_t)n);
}

}  // namespace

extern PyMethodDef generic_methods[];
PyMethodDef generic_methods[] = {
    method<generic_plan>("generic_plan", METH_VARARGS, "The tables of a layout; see native/python/generic.cpp."),
    method<generic_solutions>("generic_solutions", METH_VARARGS, "Solutions up to a limit, as one bytes object."),
    method<generic_search>("generic_search", METH_VARARGS,
                           "A search for all solutions, to be asked with generic_next."),
    method<generic_next>("generic_next", METH_VARARGS, "More solutions of a search, as one bytes object."),
    method<generic_count>("generic_count", METH_VARARGS, "The number of solutions, up to a limit."),
    method<generic_first>("generic_first", METH_VARARGS, "What backtracking in the given orders finds first, or None."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
