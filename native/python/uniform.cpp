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
    parse(args, keywords, "KKO|$i:uniform_batch", names, &seed, &first, &object, &threads);
    const Bytes values(object, Buffer::kWrite, "values");
    if (values.size() % 81) raise_value_error("values has %zu bytes; a grid has 81", values.size());
    each_unlocked(values.size() / 81, threads, 16, [&](const Pulse&) {
        return [&, grids = UniformGrids()](size_t i) mutable {
            Rng rng = Rng::of(seed, first + i);
            grids.draw(rng, values.data() + 81 * i);
            return true;
        };
    });
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef uniform_methods[];
PyMethodDef uniform_methods[] = {
    keyword_method<uniform_batch>("uniform_batch", "Uniformly random 9x9 grids."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
