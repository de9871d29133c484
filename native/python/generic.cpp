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
// values: a byte a cell, 0 or a digit 1 … size.  allowed: a uint32 a cell, bit d-1 for digit d; or None.
// All of them release the interpreter lock while they search, and look for Ctrl-C twenty times a second.
#include <atomic>
#include <new>

#include "generic/generic.h"
#include "python/python.h"

namespace nonet {
namespace {

using generic::Contact;
using generic::Count;
using generic::Outcome;
using generic::Plan;
using generic::Question;
using generic::Solutions;

constexpr char kPlan[] = "nonet.generic_plan", kSearch[] = "nonet.generic_search";

// -- outside the interpreter lock ---------------------------------------------------------------------------------

PyObject* count_object(Count count) {
    char text[2 + 32 + 1];
    snprintf(text, sizeof text, "%llx%016llx", (unsigned long long)(count >> 64), (unsigned long long)count);
    return PyLong_FromString(text, nullptr, 16);
}

// Runs a search without the lock; takes it back for a moment now and then, to look for signals and to report progress.
class Aside {
  public:
    explicit Aside(PyObject* progress = nullptr) : progress_(progress && progress != Py_None ? progress : nullptr) {}

    // False: a Python error is set.
    template <class Body> bool run(Body body) {
        Contact contact = {pause, this};
        Outcome outcome = Outcome::done;
        bool memory = true;
        saved_ = PyEval_SaveThread();
        try {
            outcome = body(contact);
        } catch (const std::bad_alloc&) {
            memory = false;
        }
        PyEval_RestoreThread(saved_);
        if (!memory) PyErr_NoMemory();
        if (outcome == Outcome::overflow) PyErr_SetString(PyExc_OverflowError, "2**128 solutions or more");
        return memory && outcome == Outcome::done;
    }

  private:
    static bool pause(void* context, Count found) {
        Aside& self = *(Aside*)context;
        PyEval_RestoreThread(self.saved_);
        bool go_on = PyErr_CheckSignals() == 0;
        if (go_on && self.progress_) {
            PyObject* number = count_object(found);
            PyObject* answer = number ? PyObject_CallFunctionObjArgs(self.progress_, number, nullptr) : nullptr;
            go_on = answer != nullptr;
            Py_XDECREF(number);
            Py_XDECREF(answer);
        }
        self.saved_ = PyEval_SaveThread();
        return go_on;
    }

    PyObject* progress_;
    PyThreadState* saved_ = nullptr;
};

// -- what comes in -----------------------------------------------------------------------------------------------------

void drop_plan(PyObject* capsule) { delete (Plan*)PyCapsule_GetPointer(capsule, kPlan); }

PyObject* generic_plan(PyObject*, PyObject* args) {
    int size;
    PyObject* houses;
    Lent lent;
    if (!PyArg_ParseTuple(args, "iO:generic_plan", &size, &houses) || !lent.take(houses, false)) return nullptr;
    if (size < 1 || size > generic::kMaxSize || lent.size() % (2 * (size_t)size) || lent.size() > 2 * 65536 ||
        (uintptr_t)lent.view.buf % alignof(uint16_t))
        return PyErr_Format(PyExc_ValueError, "houses of a board of size %d: so many uint16 a house", size);
    try {
        auto plan = Plan::make(size, lent.as<uint16_t>(), (int)(lent.size() / 2 / (size_t)size));
        if (!plan) return PyErr_Format(PyExc_ValueError, "a house names a cell twice, or one that is not on the board");
        PyObject* capsule = PyCapsule_New(plan.get(), kPlan, drop_plan);
        if (capsule) plan.release();
        return capsule;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

// A puzzle as Python gives it, checked.
struct Asked {
    const Plan* plan = nullptr;
    Lent values, allowed;

    bool take(PyObject* plan_object, PyObject* values_object, PyObject* allowed_object) {
        plan = (const Plan*)PyCapsule_GetPointer(plan_object, kPlan);
        if (!plan || !values.take(values_object, false)) return false;
        if (values.size() != (size_t)plan->cells) {
            PyErr_Format(PyExc_ValueError, "values holds %zd cells, not %d", values.view.len, plan->cells);
            return false;
        }
        for (int cell = 0; cell < plan->cells; cell++) {
            if (values.as<uint8_t>()[cell] <= plan->size) continue;
            PyErr_Format(PyExc_ValueError, "cell %d holds %d, which is no digit", cell, values.as<uint8_t>()[cell]);
            return false;
        }
        return allowed.take_array<uint32_t>(allowed_object, false, (size_t)plan->cells, "allowed", true);
    }
    Question question() const { return {*plan, values.as<uint8_t>(), allowed.held ? allowed.as<uint32_t>() : nullptr}; }
};

// -- solutions ------------------------------------------------------------------------------------------------------------

// A search kept by Python; it holds on to its plan.
struct Kept {
    PyObject* plan;
    Solutions solutions;
    std::atomic_flag busy = ATOMIC_FLAG_INIT;

    Kept(PyObject* plan_object, const Question& question) : plan(plan_object), solutions(question) { Py_INCREF(plan); }
    ~Kept() { Py_DECREF(plan); }
};

void drop_search(PyObject* capsule) { delete (Kept*)PyCapsule_GetPointer(capsule, kSearch); }

// Up to `most` solutions as bytes.
PyObject* next_solutions(Solutions& solutions, int cells, size_t most) {
    std::vector<uint8_t> all, piece;
    Aside aside;
    bool ok = aside.run([&](const Contact& contact) {
        const size_t at_once = most < 64 ? most : 64;
        piece.resize(at_once * (size_t)cells);
        Outcome outcome = Outcome::done;
        for (size_t left = most, found = 1; left && found && outcome == Outcome::done; left -= found) {
            outcome = solutions.next(piece.data(), left < at_once ? left : at_once, &found, contact);
            all.insert(all.end(), piece.begin(), piece.begin() + (ptrdiff_t)(found * (size_t)cells));
        }
        return outcome;
    });
    return ok ? PyBytes_FromStringAndSize((const char*)all.data(), (Py_ssize_t)all.size()) : nullptr;
}

PyObject* generic_solutions(PyObject*, PyObject* args) {
    PyObject *plan, *values, *allowed;
    Py_ssize_t limit;
    if (!PyArg_ParseTuple(args, "OOOn:generic_solutions", &plan, &values, &allowed, &limit)) return nullptr;
    Asked asked;
    if (!asked.take(plan, values, allowed)) return nullptr;
    if (limit < 0) return PyErr_Format(PyExc_ValueError, "limit is %zd", limit);
    try {
        Solutions solutions(asked.question());
        return next_solutions(solutions, asked.plan->cells, (size_t)limit);
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

PyObject* generic_search(PyObject*, PyObject* args) {
    PyObject *plan, *values, *allowed;
    if (!PyArg_ParseTuple(args, "OOO:generic_search", &plan, &values, &allowed)) return nullptr;
    Asked asked;
    if (!asked.take(plan, values, allowed)) return nullptr;
    try {
        auto kept = std::make_unique<Kept>(plan, asked.question());
        PyObject* capsule = PyCapsule_New(kept.get(), kSearch, drop_search);
        if (capsule) kept.release();
        return capsule;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

PyObject* generic_next(PyObject*, PyObject* args) {
    PyObject* search;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "On:generic_next", &search, &most)) return nullptr;
    Kept* kept = (Kept*)PyCapsule_GetPointer(search, kSearch);
    if (!kept) return nullptr;
    if (most < 0) return PyErr_Format(PyExc_ValueError, "most is %zd", most);
    if (kept->busy.test_and_set()) return PyErr_Format(PyExc_RuntimeError, "another thread is in this search");
    const Plan* plan = (const Plan*)PyCapsule_GetPointer(kept->plan, kPlan);
    PyObject* found = nullptr;
    try {
        found = next_solutions(kept->solutions, plan->cells, (size_t)most);
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    }
    kept->busy.clear();
    return found;
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
    Aside aside(progress);
    bool ok = aside.run([&](const Contact& contact) {
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
    Lent cells, digits;
    if (!asked.take(plan, values, allowed)) return nullptr;
    const size_t n = (size_t)asked.plan->cells, size = (size_t)asked.plan->size;
    if (!cells.take_array<uint16_t>(cells_object, false, n, "cells", false)) return nullptr;
    if (!digits.take_array<uint8_t>(digits_object, false, n * size, "digits", false)) return nullptr;
    for (size_t i = 0; i < n; i++)
        if (cells.as<uint16_t>()[i] >= n)
            return PyErr_Format(PyExc_ValueError, "cells: there is no cell %d", cells.as<uint16_t>()[i]);
    for (size_t i = 0; i < n * size; i++)
        if (digits.as<uint8_t>()[i] < 1 || digits.as<uint8_t>()[i] > size)
            return PyErr_Format(PyExc_ValueError, "digits: %d is none", digits.as<uint8_t>()[i]);

    uint8_t out[generic::kMaxSize * generic::kMaxSize];
    bool found = false;
    uint64_t nodes;
    Aside aside;
    bool ok = aside.run([&](const Contact& contact) {
        return generic::first_solution(asked.question(), cells.as<uint16_t>(), digits.as<uint8_t>(), contact, out,
                                       &found, &nodes);
    });
    if (!ok) return nullptr;
    if (!found) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((const char*)out, (Py_ssize_t)n);
}

}  // namespace

extern PyMethodDef generic_methods[];
PyMethodDef generic_methods[] = {
    {"generic_plan", generic_plan, METH_VARARGS, "The tables of a layout; see the head of native/python/generic.cpp."},
    {"generic_solutions", generic_solutions, METH_VARARGS, "Solutions up to a limit, as one bytes object."},
    {"generic_search", generic_search, METH_VARARGS, "A search for all solutions, to be asked with generic_next."},
    {"generic_next", generic_next, METH_VARARGS, "More solutions of a search, as one bytes object."},
    {"generic_count", generic_count, METH_VARARGS, "The number of solutions, up to a limit."},
    {"generic_first", generic_first, METH_VARARGS, "What backtracking in the given orders finds first, or None."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
