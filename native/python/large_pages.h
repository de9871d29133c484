// Large results in large pages: memory that is new costs a fault for every page when it is first written to, and threads
// that write to it at the same time wait for each other there.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "python/runner.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace nonet {

constexpr size_t kLargePage = 2u << 20;

// Asks the system for large pages, before the memory is used.  It is free to refuse.
inline void prefer_large_pages(void* memory, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr uintptr_t kPage = 4096;
    if (size < 2 * kLargePage) return;
    const uintptr_t first = ((uintptr_t)memory + kPage - 1) / kPage * kPage;
    madvise((void*)first, ((uintptr_t)memory + size - first) / kPage * kPage, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

// Touches every page once, each from one thread.  The system clears a large page when it is first touched; threads that
// touch the same one together would all clear it, and only one needs to.  False: a Python error is set.
inline bool touch_large_pages(uint8_t* memory, size_t size, int threads) {
    if (threads == 1 || size < 2 * kLargePage) return true;
    Runner runner;
    return runner.each(size / kLargePage, threads, 1, [memory](size_t page, const Pulse&) {
        volatile uint8_t& byte = memory[page * kLargePage];
        byte = byte;
        return true;
    });
}

}  // namespace nonet
