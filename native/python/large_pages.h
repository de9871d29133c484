// Large results in large pages: memory that is new costs a fault for every page when it is first written to, and threads
// that write to it at the same time wait for each other there.
#pragma once
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace nonet {

// Asks the system for large pages, before the memory is used.  It is free to refuse.
inline void prefer_large_pages(void* memory, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr uintptr_t kPage = 4096, kWorthwhile = 4u << 20;
    if (size < kWorthwhile) return;
    const uintptr_t first = ((uintptr_t)memory + kPage - 1) / kPage * kPage;
    madvise((void*)first, ((uintptr_t)memory + size - first) / kPage * kPage, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

}  // namespace nonet
