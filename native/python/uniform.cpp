// Uniformly random 9x9 grids, for Python.
//
//     uniform_batch(seed, first, values, *, threads=1)
//         The first grid that each of the streams first, first + 1, … of a seed draws.  values: n x 81 bytes, 1..9.
#include "uniform/uniform.h"

#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

PyObject* uniform_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"seed", "first", "values", "threads", nullptr};
    unsigned long long seed, first;
    PyObject* object;
    int threads = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "KKO|$i:uniform_batch", (char**)names, &seed, &first, &object,
                                     &threads))
        return nullptr;
    Buffer values;
    if (!values.take(object, Buffer::kWrite, "values") || !good_threads(threads)) return nullptr;
    if (values.size() % 81) return PyErr_Format(PyExc_ValueError, "values has %zu bytes; a grid has 81", values.size());
    const size_t n = values.size() / 81;
    uint8_t* const out = values.data();
    size_t next = 0;
    Runner runner;
    const bool ok = runner.run(Runner::threads_for(n, threads, 16), [&](const Pulse& pulse) {
        UniformGrids grids;
        for (;;) {
            const size_t i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED);
            if (i >= n || ((i & 15) == 0 ? tick(pulse) : stopped(pulse))) return true;
            Rng rng = Rng::of(seed, first + i);
            grids.draw(rng, out + 81 * i);
        }
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef uniform_methods[];
PyMethodDef uniform_methods[] = {
    keyword_method<uniform_batch>("uniform_batch", "Uniformly random 9x9 grids."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
