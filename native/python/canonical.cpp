// Canonical forms, for Python.
//
//     canonical(values)         of one 9x9 board: 81 bytes 0 … 9.  Gives (form, cells, digits, automorphisms): the form as
//                               81 bytes 0 … 9, where each cell goes, the new name of each digit 0 … 9, and a number.
//                               ValueError: a value above 9, or a digit twice in a house
//     canonical_batch(puzzles, forms, status, *, stride=81, threads=1, cells=None, digits=None, automorphisms=None)
//         puzzles: records of 81 characters, 1 … 9 or a blank (0._*-xX), `stride` bytes apart
//         forms: n x 81 characters, a dot for a blank.  status: n bytes: 1 a form, 0 a digit occurs twice in a house,
//         255 a character is neither digit nor blank; forms then has dots only.  n is the length of status.
//         cells: n x 81 bytes, digits: n x 9 bytes (the new names of 1 … 9), automorphisms: n uint64; None where not wanted
#include "canonical/canonical.h"

#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

PyObject* canonical(PyObject*, PyObject* object) {
    Buffer lent;
    if (!lent.take(object, Buffer::kRead, "values")) return nullptr;
    if (lent.size() != 81) return PyErr_Format(PyExc_ValueError, "a board has 81 cells, not %zu", lent.size());
    uint8_t values[81];
    memcpy(values, lent.data(), 81);
    for (int cell = 0; cell < 81; cell++)
        if (values[cell] > 9)
            return PyErr_Format(PyExc_ValueError, "row %d, column %d holds %d", cell / 9 + 1, cell % 9 + 1,
                                values[cell]);
    if (breaks_rules(values)) return PyErr_Format(PyExc_ValueError, "a digit occurs twice in a house");
    Canonical found;
    Canonizer().find(values, &found);
    return Py_BuildValue("y#y#y#K", found.form, (Py_ssize_t)81, found.cells, (Py_ssize_t)81, found.digits,
                         (Py_ssize_t)10, (unsigned long long)found.automorphisms);
}

PyObject* canonical_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "forms",  "status",        "stride", "threads",
                                  "cells",   "digits", "automorphisms", nullptr};
    PyObject *puzzles_object, *forms_object, *status_object, *cells_object = nullptr, *digits_object = nullptr,
                                                             *automorphisms_object = nullptr;
    Py_ssize_t stride = 81;
    int threads = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|$niOOO:canonical_batch", (char**)names, &puzzles_object,
                                     &forms_object, &status_object, &stride, &threads, &cells_object, &digits_object,
                                     &automorphisms_object))
        return nullptr;
    if (stride < 81) return PyErr_Format(PyExc_ValueError, "stride is %zd; a record has 81 bytes", stride);
    if (!good_threads(threads)) return nullptr;

    Buffer puzzles, forms, status, cells, digits, automorphisms;
    if (!puzzles.take(puzzles_object, Buffer::kRead, "puzzles") ||
        !status.take(status_object, Buffer::kWrite, "status"))
        return nullptr;
    const size_t n = status.size();
    if (n && (puzzles.size() < 81 || (puzzles.size() - 81) / (size_t)stride < n - 1))
        return PyErr_Format(PyExc_ValueError, "puzzles holds %zu bytes, which is less than %zu records", puzzles.size(),
                            n);
    if (n > (size_t)PY_SSIZE_T_MAX / 81) return PyErr_NoMemory();
    if (!forms.take_array<uint8_t>(forms_object, Buffer::kWrite, 81 * n, "forms") ||
        !cells.take_optional<uint8_t>(cells_object, Buffer::kWrite, 81 * n, "cells") ||
        !digits.take_optional<uint8_t>(digits_object, Buffer::kWrite, 9 * n, "digits") ||
        !automorphisms.take_optional<uint64_t>(automorphisms_object, Buffer::kWrite, n, "automorphisms") ||
        !are_apart({&puzzles, &forms, &status, &cells, &digits, &automorphisms}))
        return nullptr;

    CanonicalJob job;
    size_t next = 0;
    job.puzzles = puzzles.data();
    job.stride = (size_t)stride;
    job.n = n;
    job.status = status.data();
    job.forms = forms.data();
    job.cells = cells.data();
    job.digits = digits.data();
    job.automorphisms = automorphisms.data<uint64_t>();
    job.next = &next;
    Runner runner;
    const int at_most = Runner::threads_for(n, threads, 8);
    if (!runner.run(at_most, [&](const Pulse& pulse) { return run_canonical(job, pulse); })) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef canonical_methods[];
PyMethodDef canonical_methods[] = {
    method<canonical>("canonical", METH_O, "The canonical form of a 9x9 board; see native/python/canonical.cpp."),
    keyword_method<canonical_batch>("canonical_batch", "The canonical forms of many puzzles."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
