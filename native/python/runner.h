// Work without the interpreter lock: threads, exceptions, Ctrl-C, and the end of the interpreter.
//
//        calling thread      ──┬─ body ── body ── … ─┬── lock again ──► result, or a Python error
//                     lock off │   ▲ every 40 ms: lock, handle signals, lock off
//        helper threads        └─ body ───────────── ┘
//
// Every function of the module that takes long uses this, and nothing else releases the lock.
//
// A thread that asks for the lock while the interpreter shuts down never gets it back: Python ends that thread on the
// spot, past all destructors.  A daemon thread in the middle of a batch would leave its helpers behind, and the process
// would abort.  So the module registers a function with atexit (see runner.cpp), which stops the runners of all other
// threads and waits for them; they raise SystemExit, which ends a thread silently.
#pragma once
#include "pulse.h"
#include "python/api.h"

namespace nonet {

// All of these raise an error in Python if a signal, another thread or the end of memory stopped the work.

// For a body that is called in several threads; it returns false, or throws std::bad_alloc, where memory ran out.
void run_body(int threads, bool (*body)(void*, const Pulse&), void* self);

inline size_t threads_for(size_t n, int threads, size_t worth) {
    if (threads < 1 || threads > 1024) raise_value_error("threads must be 1..1024, not %d", threads);
    const size_t most = n / worth + 1;
    return (size_t)threads < most ? (size_t)threads : most;
}

// Runs body(pulse) in up to `threads` threads, the calling one included, with no more than a thread for `worth` of n things.
template <class Body> void run_unlocked(size_t n, int threads, size_t worth, Body body) {
    const auto call = [](void* self, const Pulse& pulse) { return (*(Body*)self)(pulse); };
    run_body((int)threads_for(n, threads, worth), call, &body);
}

// Runs body(pulse) in the calling thread.
template <class Body> void run_unlocked(Body body) {
    run_unlocked(1, 1, 1, [&](const Pulse& pulse) {
        body(pulse);
        return true;
    });
}

// Each thread makes a worker with begin(pulse), and calls worker(i) for some of the i below n.  It returns false where memory
// ran out.
template <class Begin> void each_unlocked(size_t n, int threads, size_t worth, Begin begin) {
    size_t next = 0;
    run_unlocked(n, threads, worth, [&](const Pulse& pulse) {
        auto worker = begin(pulse);
        for (;;) {
            const size_t i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED);
            if (i >= n || ((i & 15) == 0 ? tick(pulse) : stopped(pulse))) return true;
            if (!worker(i)) return false;
        }
    });
}

// From a body in the calling thread: takes the lock for a moment, handles signals, and calls `report`, which returns
// false with a Python error set.  False: the work is to stop.
bool with_lock(const Pulse& pulse, bool (*report)(void*), void* self);

// Registers the function that stops all runners when the interpreter exits; false with a Python error set.
bool stop_runners_at_exit();

}  // namespace nonet
