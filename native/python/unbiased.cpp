// Minimal puzzles without bias, for Python.
//
//     unbiased_batch(seed, first, n, *, threads=1, isa=None)
//         Tries, 8192 with each of n uniformly random grids: the first that the streams first, first + 1, … of a
//         seed draw.  Returns two bytes objects about the tries that are kept, in order: their numbers (uint64), and their
//         puzzles (81 values 0..9 each).
#include "unbiased/unbiased.h"

#include <algorithm>
#include <mutex>
#include <string>

#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

PyObject* unbiased_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"seed", "first", "n", "threads", "isa", nullptr};
    unsigned long long seed, first, n;
    int threads = 1;
    const char* isa = nullptr;
    parse(args, keywords, "KKK|$iz:unbiased_batch", names, &seed, &first, &n, &threads, &isa);
    const Kernel& kernel = kernel_named(isa);
    std::vector<UnbiasedTries::Kept> kept;
    std::mutex mutex;
    size_t next = 0;
    run_unlocked((size_t)n, threads, 4, [&](const Pulse& pulse) {
        UnbiasedTries tries(seed, kernel, pulse);
        for (;;) {
            const size_t i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED);
            if (i >= n || tick(pulse)) break;
            if (!tries.try_grid(first + i)) return false;
        }
        if (!stopped(pulse) && !tries.settle()) return false;
        const std::lock_guard<std::mutex> lock(mutex);
        kept.insert(kept.end(), tries.kept.begin(), tries.kept.end());
        return true;
    });
    std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    std::string numbers, values;  // not vectors: an empty one has no address, which Python takes for None
    for (const auto& each : kept) {
        numbers.append((const char*)&each.number, sizeof each.number);
        values.append((const char*)each.values, sizeof each.values);
    }
    return Py_BuildValue("y#y#", numbers.data(), (Py_ssize_t)numbers.size(), values.data(), (Py_ssize_t)values.size());
}

}  // namespace

extern PyMethodDef unbiased_methods[];
PyMethodDef unbiased_methods[] = {
    keyword_method<unbiased_batch>("unbiased_batch", "Minimal puzzles without bias."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
