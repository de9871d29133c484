// Buffers that Python objects lend for the time of a call.
//
// Their memory is not ours: other threads may write to it while we read, with or without the interpreter lock.  So no
// decision rests on two reads of the same byte.  What is checked is checked in a copy (copy_of), or each byte is read
// once (classic.h); nothing is read back from an output.  An output that shares memory with another buffer is refused.
#pragma once
#include <string.h>

#include <initializer_list>
#include <vector>

#include "python/api.h"

namespace nonet {

class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (held_) PyBuffer_Release(&view_);
    }

    enum Access { kRead, kWrite };

    // All of these return false with a Python error set.
    bool take(PyObject* object, Access access, const char* name) {
        if (PyObject_GetBuffer(object, &view_, access == kWrite ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return false;
        name_ = name;
        writable_ = access == kWrite;
        return held_ = true;
    }
    // The buffer must hold at least n items of type T, aligned.
    template <class T> bool take_array(PyObject* object, Access access, size_t n, const char* name) {
        return take(object, access, name) && holds<T>(n);
    }
    // The same, but None leaves it empty: held() is false then, and data() null.
    template <class T> bool take_optional(PyObject* object, Access access, size_t n, const char* name) {
        return !object || object == Py_None || take_array<T>(object, access, n, name);
    }
    // All of the buffer, an array of T; its length is count<T>().
    template <class T> bool take_all(PyObject* object, Access access, const char* name) {
        return take(object, access, name) && holds<T>(count<T>());
    }

    // Whether there are n items of type T, aligned.
    template <class T> bool holds(size_t n) const {
        if (n > (size_t)PY_SSIZE_T_MAX / sizeof(T) || size() < n * sizeof(T)) {
            PyErr_Format(PyExc_ValueError, "%s holds %zd bytes, but %zu are needed", name_, view_.len, n * sizeof(T));
            return false;
        }
        if (n && (uintptr_t)view_.buf % alignof(T)) {
            PyErr_Format(PyExc_ValueError, "%s is not aligned to %zu bytes", name_, alignof(T));
            return false;
        }
        return true;
    }

    bool held() const { return held_; }
    bool writable() const { return writable_; }
    const char* name() const { return name_; }
    size_t size() const { return (size_t)view_.len; }
    template <class T> size_t count() const { return size() / sizeof(T); }
    template <class T = uint8_t> T* data() const { return (T*)view_.buf; }

    bool overlaps(const Buffer& other) const {
        const uintptr_t here = (uintptr_t)view_.buf, there = (uintptr_t)other.view_.buf;
        return size() && other.size() && here < there + other.size() && there < here + size();
    }

  private:
    Py_buffer view_ = {};
    bool held_ = false, writable_ = false;
    const char* name_ = "";
};

// Of all buffers of a call: no output shares memory with another one.
inline bool are_apart(std::initializer_list<const Buffer*> buffers) {
    for (const Buffer* a : buffers)
        for (const Buffer* b : buffers) {
            if (a == b || !a->writable() || !a->overlaps(*b)) continue;
            PyErr_Format(PyExc_ValueError, "%s and %s share memory; give each a buffer of its own", a->name(),
                         b->name());
            return false;
        }
    return true;
}

template <class T> std::vector<T> copy_of(const Buffer& lent, size_t n) {
    std::vector<T> copy(n);
    if (n) memcpy((void*)copy.data(), lent.data(), n * sizeof(T));
    return copy;
}

inline bool good_threads(int threads) {
    if (threads >= 1 && threads <= 1024) return true;
    PyErr_Format(PyExc_ValueError, "threads must be 1..1024, not %d", threads);
    return false;
}

}  // namespace nonet
