// Large results in large pages: memory that is new costs a fault for every page when it is first written to, and threads
// that write to it at the same time wait for each other there.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "pulse.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace nonet {

constexpr size_t kLargePage = 2u << 20, kCacheLine = 64;

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
// touch the same one together would all clear it, and only one needs to.  Others may already write results meanwhile: a
// zero is replaced by a zero, which is a write to the processor and changes nothing.
class LargePages {
  public:
    LargePages(uint8_t* memory, size_t size) : memory_(memory), n_(size / kLargePage) {}

    void touch(const Pulse& pulse) {
        for (size_t page; (page = __atomic_fetch_add(&next_, (size_t)1, __ATOMIC_RELAXED)) < n_ && !tick(pulse);) {
            uint8_t zero = 0;
            __atomic_compare_exchange_n(memory_ + page * kLargePage, &zero, (uint8_t)0, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED);
        }
    }

  private:
    uint8_t* const memory_;
    const size_t n_;
    alignas(kCacheLine) size_t next_ = 0;
};

}  // namespace nonet
