// Python's limited API, and the kernel that was chosen when the module was imported.
#pragma once
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <exception>
#include <new>

#include "lanes/dispatch.h"
#include "lanes/kernel.h"

namespace nonet {

const Kernel& the_kernel();
const Kernel* kernel_named(const char* name);  // null with ValueError set; a null name gives the_kernel()

// A function of the module whose C++ exceptions become Python's.
template <auto Function, class... Arguments> PyObject* guarded(Arguments... arguments) {
    try {
        return Function(arguments...);
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
