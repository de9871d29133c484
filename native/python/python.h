// What every part of the module needs from Python: buffers, threads that can be interrupted, the chosen kernel.
#pragma once
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "lanes/dispatch.h"
#include "lanes/kernel.h"

namespace nonet {

const Kernel& the_kernel();                    // the one chosen when the module was imported
const Kernel* kernel_named(const char* name);  // null with ValueError set; a null name gives the_kernel()

// A buffer that some object lends for the time of a call.
struct Lent {
    Py_buffer view = {};
    bool held = false;

    Lent() = default;
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    ~Lent() {
        if (held) PyBuffer_Release(&view);
    }
    bool take(PyObject* object, bool writable) {
        if (PyObject_GetBuffer(object, &view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return false;
        return held = true;
    }
    size_t size() const { return (size_t)view.len; }
    template <class T> T* as() const { return (T*)view.buf; }
    // As take, but the buffer must hold `n` items of type T, aligned.  None leaves it empty if that is allowed.
    template <class T> bool take_array(PyObject* object, bool writable, size_t n, const char* name, bool optional) {
        if (optional && (!object || object == Py_None)) return true;
        if (!take(object, writable)) return false;
        if (size() < n * sizeof(T) || n > (size_t)PY_SSIZE_T_MAX / sizeof(T)) {
            PyErr_Format(PyExc_ValueError, "%s holds %zd bytes, but %zu are needed", name, view.len, n * sizeof(T));
            return false;
        }
        if (n && (uintptr_t)view.buf % alignof(T)) {
            PyErr_Format(PyExc_ValueError, "%s is not aligned to %zu bytes", name, alignof(T));
            return false;
        }
        return true;
    }
};

// Work outside the interpreter lock.  The calling thread works too, and looks for signals every 50 ms or so while it does.
class Work {
  public:
    // Runs body(pulse) in `threads` threads, this one included.  False: a Python error is set (Ctrl-C, no memory).
    template <class Body> bool run(int threads, Body body) {
        Pulse here{&stop_, look, this}, there{&stop_, nullptr, nullptr};
        saved_ = PyEval_SaveThread();
        last_ = std::chrono::steady_clock::now();
        std::vector<std::thread> helpers;
        int busy = 0;
        std::mutex mutex;
        std::condition_variable ended;
        bool memory = true;
        for (int i = 1; i < threads; i++) {
            try {
                {
                    std::lock_guard<std::mutex> lock(mutex);
                    busy++;
                }
                helpers.emplace_back([&] {
                    bool ok = body(there);
                    std::lock_guard<std::mutex> lock(mutex);
                    if (!ok) memory = false;
                    busy--;
                    ended.notify_one();
                });
            } catch (const std::exception&) {  // no more threads to be had: fewer will do
                std::lock_guard<std::mutex> lock(mutex);
                busy--;
                break;
            }
        }
        bool ok = body(here);
        {
            std::unique_lock<std::mutex> lock(mutex);
            if (!ok) memory = false;
            if (!memory) __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
            while (busy) {
                ended.wait_for(lock, std::chrono::milliseconds(20));
                if (!busy) break;
                lock.unlock();
                look(this);
                lock.lock();
            }
        }
        for (std::thread& t : helpers) t.join();
        PyEval_RestoreThread(saved_);
        if (failed_) return false;
        if (!memory) {
            PyErr_NoMemory();
            return false;
        }
        return PyErr_CheckSignals() == 0;
    }

  private:
    int stop_ = 0;
    bool failed_ = false;
    PyThreadState* saved_ = nullptr;
    std::chrono::steady_clock::time_point last_;

    static void look(void* self) {
        Work& w = *(Work*)self;
        auto now = std::chrono::steady_clock::now();
        if (now - w.last_ < std::chrono::milliseconds(40)) return;
        w.last_ = now;
        PyEval_RestoreThread(w.saved_);
        if (!w.failed_ && PyErr_CheckSignals() < 0) {
            w.failed_ = true;
            __atomic_store_n(&w.stop_, 1, __ATOMIC_RELAXED);
        }
        w.saved_ = PyEval_SaveThread();
    }
};

}  // namespace nonet
