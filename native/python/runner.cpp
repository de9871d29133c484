#include "python/runner.h"

#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

namespace nonet {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The runners at work, and the interpreters that are shutting down; guarded by the interpreter lock.
struct Runners {
    static constexpr auto kLongestWait = std::chrono::seconds(5);

    Runner* first = nullptr;
    PyInterpreterState* closed = nullptr;  // the last interpreter that began to shut down
    std::thread::id closer;                // the thread that does it; it may go on working

    void add(Runner* runner) {
        runner->next_ = first;
        if (first) first->previous_ = runner;
        first = runner;
    }

    void remove(Runner* runner) {
        (runner->previous_ ? runner->previous_->next_ : first) = runner->next_;
        if (runner->next_) runner->next_->previous_ = runner->previous_;
    }

    // Does it run in another thread of this interpreter?  A forked child has copies of its parent's runners, without
    // their threads.
    bool concerns_us(const Runner& runner) const {
        return runner.interpreter_ == closed && runner.process_ == getpid() && runner.thread_ != closer;
    }

    template <class Chosen> bool stop_all(Chosen chosen) {
        bool any = false;
        for (Runner* runner = first; runner; runner = runner->next_) {
            if (!chosen(*runner)) continue;
            runner->exiting_ = true;
            runner->stop();
            any = true;
        }
        return any;
    }

    bool stop_others() {
        return stop_all([&](const Runner& runner) { return concerns_us(runner); });
    }

    bool stop_thread(unsigned long ident) {
        return stop_all([&](const Runner& runner) { return runner.ident_ == ident && runner.process_ == getpid(); });
    }
};

static Runners g_runners;

bool Runner::enter() {
    interpreter_ = PyInterpreterState_Get();
    thread_ = std::this_thread::get_id();
    ident_ = PyThread_get_thread_ident();
    process_ = getpid();
    if (g_runners.closed == interpreter_ && g_runners.closer != thread_) {
        PyErr_SetNone(PyExc_SystemExit);
        return false;
    }
    g_runners.add(this);
    return true;
}

bool Runner::leave() {
    g_runners.remove(this);
    if (failed_) return false;
    if (exiting_) {
        PyErr_SetNone(PyExc_SystemExit);
        return false;
    }
    if (!memory_) {
        PyErr_NoMemory();
        return false;
    }
    return PyErr_CheckSignals() == 0;
}

void Runner::begin_helper() {
    std::lock_guard<std::mutex> lock(mutex_);
    busy_++;
}

void Runner::end_helper(bool memory) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!memory) {
        memory_ = false;
        stop();
    }
    busy_--;
    ended_.notify_one();
}

void Runner::end_body(bool memory) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (memory) return;
    memory_ = false;
    stop();
}

void Runner::wait_for_helpers() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (busy_) {
        ended_.wait_for(lock, milliseconds(20));
        if (!busy_) break;
        lock.unlock();
        look(this);
        lock.lock();
    }
}

void Runner::look(void* self) {
    Runner& runner = *(Runner*)self;
    if (steady_clock::now() - runner.last_ < milliseconds(40)) return;
    runner.with_lock([] { return true; });
}

// stop_thread(ident) stops the call that another thread is in: it raises SystemExit there.  True if there was one.
static PyObject* stop_thread(PyObject*, PyObject* object) {
    const unsigned long ident = PyLong_AsUnsignedLong(object);
    return PyErr_Occurred() ? nullptr : PyBool_FromLong(g_runners.stop_thread(ident));
}

extern PyMethodDef runner_methods[];
PyMethodDef runner_methods[] = {
    {"stop_thread", stop_thread, METH_O, "Stop the call that another thread is in."},
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
