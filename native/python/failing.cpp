// For tests of running out of memory; empty unless NONET_TEST_ALLOCATIONS is defined (tests/test_native_faults.py).
//
//     fail_allocation(n, forever)    the n-th allocation of C++ from now on fails (0: the next), and if `forever` all
//                                    after it; -1: none.  Returns whether one has failed since the last call.
#if defined(NONET_TEST_ALLOCATIONS)
#include <stdlib.h>

#include <atomic>

#include "python/api.h"

namespace {

std::atomic<long> g_left{-1};  // allocations until one fails; negative: none will
std::atomic<bool> g_forever{false}, g_failed{false};

bool fails() {
    if (g_left.load() < 0) return false;
    if (g_left.fetch_sub(1) > 0) return false;
    if (g_forever) g_left = 0;
    g_failed = true;
    return true;
}

void* allocate(size_t size, size_t alignment) {
    if (fails()) return nullptr;
    return aligned_alloc(alignment, (size + alignment) / alignment * alignment);
}

void* allocate_or_throw(size_t size, size_t alignment) {
    if (void* memory = allocate(size, alignment)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(size_t size) { return allocate_or_throw(size, 16); }
void* operator new[](size_t size) { return allocate_or_throw(size, 16); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return allocate(size, 16); }
void* operator new(size_t size, std::align_val_t align) { return allocate_or_throw(size, (size_t)align); }
void* operator new(size_t size, std::align_val_t align, const std::nothrow_t&) noexcept {
    return allocate(size, (size_t)align);
}
void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }
void operator delete[](void* memory, size_t) noexcept { free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { free(memory); }

namespace nonet {

static PyObject* fail_allocation(PyObject*, PyObject* args) {
    long n;
    int forever = 0;
    parse(args, "l|p:fail_allocation", &n, &forever);
    g_left = -1;
    const bool failed = g_failed.exchange(false);
    g_forever = forever != 0;
    g_left = n;
    return PyBool_FromLong(failed);
}

extern PyMethodDef failing_methods[];
PyMethodDef failing_methods[] = {
    method<fail_allocation>("fail_allocation", METH_VARARGS, "Make an allocation fail."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
#endif
