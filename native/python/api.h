// Python's limited API, and the kernel that was chosen when the module was imported.
#pragma once
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <exception>
#include <memory>
#include <new>

#include "lanes/dispatch.h"
#include "lanes/kernel.h"

namespace nonet {

const Kernel& the_kernel();
const Kernel& kernel_named(const char* name);  // a null name gives the_kernel()

// Thrown when a Python error is set; every function of the module may throw it.
struct Raised {};

template <class... Values> [[noreturn]] void raise_value_error(const char* format, Values... values) {
    PyErr_Format(PyExc_ValueError, format, values...);
    throw Raised();
}

// The arguments of a function, as PyArg_ParseTuple and PyArg_ParseTupleAndKeywords read them.
template <class... Targets> void parse(PyObject* args, const char* format, Targets... targets) {
    if (!PyArg_ParseTuple(args, format, targets...)) throw Raised();
}
template <class... Targets>
void parse(PyObject* args, PyObject* keywords, const char* format, const char* const* names, Targets... targets) {
    if (!PyArg_ParseTupleAndKeywords(args, keywords, format, (char**)names, targets...)) throw Raised();
}

// A list of make(0), make(1), …, each a new reference or null with a Python error set; null with a Python error set.
template <class Make> PyObject* list_of(size_t n, Make make) {
    PyObject* list = PyList_New((Py_ssize_t)n);
    for (size_t k = 0; list && k < n; k++) {
        PyObject* item = make(k);
        if (!item || PyList_SetItem(list, (Py_ssize_t)k, item) < 0) Py_CLEAR(list);
    }
    return list;
}

// A capsule that owns an object; null with a Python error set.
template <class T> PyObject* capsule_of(std::unique_ptr<T> object, const char* name, PyCapsule_Destructor drop) {
    PyObject* capsule = PyCapsule_New(object.get(), name, drop);
    if (capsule) object.release();
    return capsule;
}

// A function of the module whose C++ exceptions become Python's.
template <auto Function, class... Arguments> PyObject* guarded(Arguments... arguments) {
    try {
        return Function(arguments...);
    } catch (const Raised&) {
        return nullptr;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    } catch (const std::exception& error) {
        return PyErr_Format(PyExc_SystemError, "nonet._native: %s", error.what());
    }
}

// A row of a method table: every function is guarded, there is no other way into the module.
template <PyObject* (*Function)(PyObject*, PyObject*)>
PyMethodDef method(const char* name, int flags, const char* doc) {
    return {name, guarded<Function, PyObject*, PyObject*>, flags, doc};
}
template <PyObject* (*Function)(PyObject*, PyObject*, PyObject*)>
PyMethodDef keyword_method(const char* name, const char* doc) {
    PyObject* (*call)(PyObject*, PyObject*, PyObject*) = guarded<Function, PyObject*, PyObject*, PyObject*>;
    return {name, (PyCFunction)(void (*)(void))call, METH_VARARGS | METH_KEYWORDS, doc};
}

}  // namespace nonet
