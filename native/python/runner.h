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
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "pulse.h"
#include "python/api.h"

namespace nonet {

class Runner {
  public:
    Runner() = default;
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    // Runs body(pulse) in up to `threads` threads, the calling one included.  A body returns false, or throws
    // std::bad_alloc, where memory ran out.  False: a Python error is set.
    template <class Body> bool run(int threads, Body body) {
        if (!enter()) return false;
        saved_ = PyEval_SaveThread();
        last_ = std::chrono::steady_clock::now();
        std::vector<std::thread> helpers;
        start(helpers, threads, body);
        end_body(call(body, Pulse{&stop_, look, this}));
        wait_for_helpers();
        for (std::thread& helper : helpers) helper.join();
        PyEval_RestoreThread(saved_);
        return leave();
    }

    // body(i, pulse) for every i below n, with no more than a thread for `worth` of them.
    template <class Body> bool each(size_t n, int threads, size_t worth, Body body) {
        size_t next = 0;
        return run(threads_for(n, threads, worth), [&](const Pulse& pulse) {
            for (;;) {
                const size_t i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED);
                if (i >= n || ((i & 15) == 0 ? tick(pulse) : stopped(pulse))) return true;
                if (!body(i, pulse)) return false;
            }
        });
    }

    static int threads_for(size_t n, int threads, size_t worth) {
        const size_t most = n / worth + 1;
        return (size_t)threads < most ? threads : (int)most;
    }

    // From a body in the calling thread: takes the lock for a moment, handles signals, and calls `report`, which returns
    // false with a Python error set.  False: the work is to stop.
    template <class Report> bool with_lock(Report report) {
        PyEval_RestoreThread(saved_);
        if (!failed_ && (PyErr_CheckSignals() < 0 || !report())) {
            failed_ = true;
            stop();
        }
        saved_ = PyEval_SaveThread();
        last_ = std::chrono::steady_clock::now();
        return !__atomic_load_n(&stop_, __ATOMIC_RELAXED);
    }

  private:
    friend struct Runners;

    template <class Body> void start(std::vector<std::thread>& helpers, int threads, Body& body) {
        try {
            helpers.reserve((size_t)threads);
            for (int i = 1; i < threads; i++) {
                begin_helper();
                try {
                    helpers.emplace_back([this, &body] { end_helper(call(body, Pulse{&stop_, nullptr, nullptr})); });
                } catch (...) {
                    end_helper(true);
                    throw;
                }
            }
        } catch (const std::exception&) {  // no more threads available: continue with fewer
        }
    }

    template <class Body> static bool call(Body& body, const Pulse& pulse) {
        try {
            return body(pulse);
        } catch (const std::bad_alloc&) {
            return false;
        }
    }

    void stop() { __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED); }

    bool enter();
    bool leave();
    void begin_helper();
    void end_helper(bool memory);
    void end_body(bool memory);
    void wait_for_helpers();
    static void look(void* self);

    int stop_ = 0;
    bool failed_ = false;   // a Python error is set
    bool memory_ = true;    // false: it ran out
    bool exiting_ = false;  // another thread stopped it: the interpreter is shutting down, or stop_thread was called
    int busy_ = 0;          // helpers at work
    std::mutex mutex_;      // of memory_ and busy_
    std::condition_variable ended_;
    PyThreadState* saved_ = nullptr;
    std::chrono::steady_clock::time_point last_;  // when signals were handled

    // The list of all runners at work; the interpreter lock guards it.
    Runner *next_ = nullptr, *previous_ = nullptr;
    PyInterpreterState* interpreter_ = nullptr;
    std::thread::id thread_;
    unsigned long ident_ = 0;  // of the thread, as Python knows it
    long process_ = 0;
};

// Registers the function that stops all runners when the interpreter exits; false with a Python error set.
bool stop_runners_at_exit();

}  // namespace nonet
