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

// Runs body(contact), which returns an Outcome.  progress: called about twenty times a second with the number of solutions
// found so far; or null, or None.
template <class Body> void run_long_search(PyObject* progress, Body body) {
    struct Context {
        const Pulse& pulse;
        PyObject* progress;
        Count found;

        static bool report(void* self) {
            const Context& context = *(const Context*)self;
            if (!context.progress || context.progress == Py_None) return true;
            PyObject* number = count_object(context.found);
            PyObject* answer = number ? PyObject_CallFunctionObjArgs(context.progress, number, nullptr) : nullptr;
            Py_XDECREF(number);
            Py_XDECREF(answer);
            return answer != nullptr;
        }
        static bool pause(void* self, Count found) {
            ((Context*)self)->found = found;
            return with_lock(((Context*)self)->pulse, report, self);
        }
    };
    Outcome outcome = Outcome::done;
    run_unlocked([&](const Pulse& pulse) {
        Context context{pulse, progress, 0};
        outcome = body(Contact{Context::pause, &context});
    });
    if (outcome == Outcome::overflow) PyErr_SetString(PyExc_OverflowError, "2**128 solutions or more");
    if (outcome != Outcome::done) throw Raised();
}

}  // namespace nonet
