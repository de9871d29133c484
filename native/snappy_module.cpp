// Snappy for Python: the pages of Parquet files.
//
//     unpack_snappy(packed, out, places)
//         places: n x 4 int64: where a packed text begins, its size, where it goes in `out`, its size there.  Releases the
//         interpreter lock.  ValueError if one of them is damaged.
#include "python.h"
#include "snappy.h"

namespace nonet {
namespace {

bool lies_within(int64_t start, int64_t size, size_t whole) {
    return start >= 0 && size >= 0 && (uint64_t)start <= whole && (uint64_t)size <= whole - (uint64_t)start;
}

PyObject* unpack_snappy_py(PyObject*, PyObject* args) {
    PyObject *packed_object, *out_object, *places_object;
    if (!PyArg_ParseTuple(args, "OOO:unpack_snappy", &packed_object, &out_object, &places_object)) return nullptr;
    Lent packed, out, places;
    if (!packed.take(packed_object, false) || !out.take(out_object, true) || !places.take(places_object, false)) return nullptr;
    size_t n = places.size() / (4 * sizeof(int64_t));
    std::vector<Packed> texts;
    try {
        texts.reserve(n);
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
    for (size_t k = 0; k < n; k++) {
        int64_t place[4];
        memcpy(place, places.as<const char>() + k * sizeof place, sizeof place);
        if (!lies_within(place[0], place[1], packed.size()) || !lies_within(place[2], place[3], out.size()))
            return PyErr_Format(PyExc_ValueError, "text %zu lies outside", k);
        texts.push_back({packed.as<const uint8_t>() + place[0], (size_t)place[1], out.as<uint8_t>() + place[2], (size_t)place[3]});
    }
    PyThreadState* saved = PyEval_SaveThread();
    ptrdiff_t damaged = unpack_snappy(texts.data(), n);
    PyEval_RestoreThread(saved);
    if (damaged >= 0) return PyErr_Format(PyExc_ValueError, "text %zd is damaged", (Py_ssize_t)damaged);
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef snappy_methods[];
PyMethodDef snappy_methods[] = {
    {"unpack_snappy", unpack_snappy_py, METH_VARARGS, "Unpacks texts that Snappy has packed."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
