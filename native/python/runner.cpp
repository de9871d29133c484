#include "python/runner.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#else
#include <pthread.h>
#include <unistd.h>
#endif

namespace nonet {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

// musl gives a thread 128 KB, and the longest chains in a rating need 96.
void use_larger_stacks() {
#if defined(__linux__) && !defined(__GLIBC__) && !defined(__BIONIC__)
    pthread_attr_t larger;
    pthread_attr_init(&larger);
    pthread_attr_setstacksize(&larger, 1 << 20);
    pthread_setattr_default_np(&larger);  // changes nothing where the default is larger
    pthread_attr_destroy(&larger);
#endif
}

}  // namespace

// One call of run_body, in the list of all such calls; the interpreter lock guards the list.
struct Work {
    bool (*const body)(void*, const Pulse&);
    void* const self;  // of the body
    int stop_asked = 0;
    bool failed = false;   // a Python error is set
    bool memory = true;    // false: it ran out
    bool exiting = false;  // another thread stopped it: the interpreter is shutting down, or stop_thread was called
    int busy = 0;          // helpers at work
    std::mutex mutex;      // of memory and busy
    std::condition_variable ended;
    PyThreadState* saved = nullptr;
    steady_clock::time_point last;  // when signals were handled

    Work *next = nullptr, *previous = nullptr;
    PyInterpreterState* const interpreter = PyInterpreterState_Get();
    const std::thread::id thread = std::this_thread::get_id();
    const unsigned long ident = PyThread_get_thread_ident();  // of the thread, as Python knows it
    const long process = getpid();

    void stop() { __atomic_store_n(&stop_asked, 1, __ATOMIC_RELAXED); }

    // Without the lock.
    void run(int threads) {
        last = steady_clock::now();
        std::vector<std::thread> helpers;
        start(helpers, threads);
        end_body(call(Pulse{&stop_asked, look, this}));
        wait_for_helpers();
        for (std::thread& helper : helpers) helper.join();
    }

    bool with_lock(bool (*report)(void*), void* reporter) {
        PyEval_RestoreThread(saved);
        if (!failed && (PyErr_CheckSignals() < 0 || !report(reporter))) {
            failed = true;
            stop();
        }
        saved = PyEval_SaveThread();
        last = steady_clock::now();
        return !__atomic_load_n(&stop_asked, __ATOMIC_RELAXED);
    }

    // With the lock, at the end; false: a Python error is set.
    bool succeeded() const {
        if (failed) return false;
        if (exiting) {
            PyErr_SetNone(PyExc_SystemExit);
            return false;
        }
        if (!memory) {
            PyErr_NoMemory();
            return false;
        }
        return PyErr_CheckSignals() == 0;
    }

  private:
    void start(std::vector<std::thread>& helpers, int threads) {
        try {
            helpers.reserve((size_t)threads);
            if (threads > 1) use_larger_stacks();
            for (int i = 1; i < threads; i++) {
                begin_helper();
                try {
                    helpers.emplace_back([this] { end_helper(call(Pulse{&stop_asked, nullptr, nullptr})); });
                } catch (...) {
                    end_helper(true);
                    throw;
                }
            }
        } catch (const std::exception&) {  // no more threads available: continue with fewer
        }
    }

    bool call(const Pulse& pulse) {
        try {
            return body(self, pulse);
        } catch (const std::bad_alloc&) {
            return false;
        }
    }

    void begin_helper() {
        std::lock_guard<std::mutex> lock(mutex);
        busy++;
    }

    void end_helper(bool enough_memory) {
        end_body(enough_memory);
        std::lock_guard<std::mutex> lock(mutex);
        busy--;
        ended.notify_one();
    }

    void end_body(bool enough_memory) {
        std::lock_guard<std::mutex> lock(mutex);
        if (enough_memory) return;
        memory = false;
        stop();
    }

    void wait_for_helpers() {
        std::unique_lock<std::mutex> lock(mutex);
        while (busy) {
            ended.wait_for(lock, milliseconds(20));
            if (!busy) break;
            lock.unlock();
            look(this);
            lock.lock();
        }
    }

    static void look(void* self) {
        Work& work = *(Work*)self;
        if (steady_clock::now() - work.last < milliseconds(40)) return;
        work.with_lock([](void*) { return true; }, nullptr);
    }
};

// The calls at work, and the interpreters that are shutting down; guarded by the interpreter lock.
struct Runners {
    static constexpr auto kLongestWait = std::chrono::seconds(5);

    Work* first = nullptr;
    PyInterpreterState* closed = nullptr;  // the last interpreter that began to shut down
    std::thread::id closer;                // the thread that does it; it may go on working

    void add(Work* work) {
        work->next = first;
        if (first) first->previous = work;
        first = work;
    }

    void remove(Work* work) {
        (work->previous ? work->previous->next : first) = work->next;
        if (work->next) work->next->previous = work->previous;
    }

    // Does it run in another thread of this interpreter?  A forked child has copies of its parent's list, without
    // the threads.
    bool concerns_us(const Work& work) const {
        return work.interpreter == closed && work.process == getpid() && work.thread != closer;
    }

    template <class Chosen> bool stop_all(Chosen chosen) {
        bool any = false;
        for (Work* work = first; work; work = work->next) {
            if (!chosen(*work)) continue;
            work->exiting = true;
            work->stop();
            any = true;
        }
        return any;
    }

    bool stop_others() {
        return stop_all([&](const Work& work) { return concerns_us(work); });
    }

    bool stop_thread(unsigned long ident) {
        return stop_all([&](const Work& work) { return work.ident == ident && work.process == getpid(); });
    }
};

static Runners g_runners;

void run_body(int threads, bool (*body)(void*, const Pulse&), void* self) {
    Work work{body, self};
    if (g_runners.closed == work.interpreter && g_runners.closer != work.thread) {
        PyErr_SetNone(PyExc_SystemExit);
        throw Raised();
    }
    g_runners.add(&work);
    work.saved = PyEval_SaveThread();
    work.run(threads);
    PyEval_RestoreThread(work.saved);
    g_runners.remove(&work);
    if (!work.succeeded()) throw Raised();
}

bool with_lock(const Pulse& pulse, bool (*report)(void*), void* self) {
    return ((Work*)pulse.arg)->with_lock(report, self);
}

// stop_thread(ident) stops the call that another thread is in: it raises SystemExit there.  True if there was one.
static PyObject* stop_thread(PyObject*, PyObject* object) {
    const unsigned long ident = PyLong_AsUnsignedLong(object);
    return PyErr_Occurred() ? nullptr : PyBool_FromLong(g_runners.stop_thread(ident));
}

extern PyMethodDef runner_methods[];
PyMethodDef runner_methods[] = {
    method<stop_thread>("stop_thread", METH_O, "Stop the call that another thread is in."),
    {nullptr, nullptr, 0, nullptr},
};

// ------------------------------------------------------------------------------------------------------- at the exit

static PyObject* stop_runners(PyObject*, PyObject*) {
    g_runners.closed = PyInterpreterState_Get();
    g_runners.closer = std::this_thread::get_id();
    const auto end = steady_clock::now() + Runners::kLongestWait;
    while (g_runners.stop_others() && steady_clock::now() < end) {
        PyThreadState* saved = PyEval_SaveThread();
        std::this_thread::sleep_for(milliseconds(1));
        PyEval_RestoreThread(saved);
    }
    Py_RETURN_NONE;
}

bool stop_runners_at_exit() {
    static PyMethodDef method = {"stop_runners", stop_runners, METH_NOARGS, nullptr};
    if (g_runners.closed == PyInterpreterState_Get()) g_runners.closed = nullptr;  // a new one in its place
    PyObject* function = PyCFunction_NewEx(&method, nullptr, nullptr);
    PyObject* atexit = function ? PyImport_ImportModule("atexit") : nullptr;
    PyObject* done = atexit ? PyObject_CallMethod(atexit, "register", "O", function) : nullptr;
    Py_XDECREF(function);
    Py_XDECREF(atexit);
    Py_XDECREF(done);
    return done != nullptr;
}

}  // namespace nonet
