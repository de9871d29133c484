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
    const std::vector<uint8_t> values = read_values(object, "values");
    if (breaks_rules(values.data())) raise_value_error("a digit occurs twice in a house");
    Canonical found;
    Canonizer().find(values.data(), &found);
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
    parse(args, keywords, "OOO|$niOOO:canonical_batch", names, &puzzles_object, &forms_object, &status_object, &stride,
          &threads, &cells_object, &digits_object, &automorphisms_object);
    const Records puzzles(puzzles_object, stride);
    const Bytes status(status_object, Buffer::kWrite, "status");
    const size_t n = status.size();
    puzzles.check(n);
    const Bytes forms(forms_object, Buffer::kWrite, "forms", 81 * n),
        cells(cells_object, Buffer::kMayWrite, "cells", 81 * n),
        digits(digits_object, Buffer::kMayWrite, "digits", 9 * n);
    const Array<uint64_t> automorphisms(automorphisms_object, Buffer::kMayWrite, "automorphisms", n);
    check_apart({&puzzles, &forms, &status, &cells, &digits, &automorphisms});

    CanonicalJob job;
    size_t next = 0;
    job.puzzles = puzzles.data();
    job.stride = puzzles.stride;
    job.n = n;
    job.status = status.data();
    job.forms = forms.data();
    job.cells = cells.data();
    job.digits = digits.data();
    job.automorphisms = automorphisms.data();
    job.next = &next;
    run_unlocked(n, threads, 8, [&](const Pulse& pulse) { return run_canonical(job, pulse); });
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
