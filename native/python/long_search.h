// A search outside the interpreter lock that may take long: signals are handled, and progress is reported.
#pragma once
#include <stdio.h>

#include "contact.h"
#include "python/runner.h"

namespace nonet {

inline PyObject* count_object(Count count) {
    char text[2 + 32 + 1];
    snprintf(text, sizeof text, "%llx%016llx", (unsigned long long)(count >> 64), (unsigned long long)count);
    return PyLong_FromString(text, nullptr, 16);
}

class LongSearch {
  public:
    // progress: called about twenty times a second with the number of solutions found so far; or null, or None.
    explicit LongSearch(PyObject* progress = nullptr)
        : progress_(progress && progress != Py_None ? progress : nullptr) {}

    // body(contact) returns an Outcome.  False: a Python error is set.
    template <class Body> bool run(Body body) {
        Outcome outcome = Outcome::done;
        const bool ok = runner_.run(1, [&](const Pulse&) {
            outcome = body(Contact{pause, this});
            return true;
        });
        if (ok && outcome == Outcome::overflow) PyErr_SetString(PyExc_OverflowError, "2**128 solutions or more");
        return ok && outcome == Outcome::done;
    }

  private:
    static bool pause(void* self, Count found) {
        LongSearch& search = *(LongSearch*)self;
        return search.runner_.with_lock([&] { return !search.progress_ || report(search.progress_, found); });
    }

    static bool report(PyObject* progress, Count found) {
        PyObject* number = count_object(found);
        PyObject* answer = number ? PyObject_CallFunctionObjArgs(progress, number, nullptr) : nullptr;
        Py_XDECREF(number);
        Py_XDECREF(answer);
        return answer != nullptr;
    }

    PyObject* progress_;
    Runner runner_;
};

}  // namespace nonet
