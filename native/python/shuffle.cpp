// Shuffling for Python, as nonet.rng does it.
//
//     shuffle(items, state)    shuffles a list in place; the state of the generator before and after
#include "python/api.h"
#include "rng.h"

namespace nonet {
namespace {

bool swap(PyObject* list, Py_ssize_t i, Py_ssize_t j) {
    PyObject *one = PyList_GetItem(list, i), *other = PyList_GetItem(list, j);
    if (!one || !other) return false;
    Py_INCREF(one);
    Py_INCREF(other);
    return PyList_SetItem(list, i, other) == 0 && PyList_SetItem(list, j, one) == 0;
}

PyObject* shuffle(PyObject*, PyObject* args) {
    PyObject* list;
    unsigned long long state;
    parse(args, "O!K:shuffle", &PyList_Type, &list, &state);
    Rng rng{state};
    for (Py_ssize_t i = PyList_Size(list) - 1; i > 0; --i)
        if (!swap(list, i, (Py_ssize_t)rng.below((uint64_t)i + 1))) return nullptr;
    return PyLong_FromUnsignedLongLong(rng.state);
}

}  // namespace

extern PyMethodDef shuffle_methods[];
PyMethodDef shuffle_methods[] = {
    method<shuffle>("shuffle", METH_VARARGS, "Shuffles a list in place; see the head of native/python/shuffle.cpp."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
