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
    enum Access { kRead, kWrite, kMayRead, kMayWrite };  // may: None leaves it empty, data() is null then

    Buffer(PyObject* object, Access access, const char* name)
        : name_(name), writable_(access == kWrite || access == kMayWrite) {
        if ((access == kMayRead || access == kMayWrite) && (!object || object == Py_None)) return;
        if (PyObject_GetBuffer(object, &view_, writable_ ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) throw Raised();
        held_ = true;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (held_) PyBuffer_Release(&view_);
    }

    bool held() const { return held_; }
    size_t size() const { return (size_t)view_.len; }

    // Whether the output `this` shares memory with the other.
    bool spoils(const Buffer& other) const {
        const uintptr_t here = (uintptr_t)view_.buf, there = (uintptr_t)other.view_.buf;
        return writable_ && size() && other.size() && here < there + other.size() && there < here + size();
    }
    const char* name() const { return name_; }

  protected:
    Py_buffer view_ = {};
    const char* const name_;
    const bool writable_;
    bool held_ = false;
};

// A buffer of items of type T, aligned.
template <class T> class Array : public Buffer {
  public:
    // All of the buffer.
    Array(PyObject* object, Access access, const char* name)
        : Buffer(object, access, name), count_(size() / sizeof(T)) {
        check();
    }
    // It must hold at least n items.
    Array(PyObject* object, Access access, const char* name, size_t n)
        : Buffer(object, access, name), count_(held() ? n : 0) {
        check();
    }

    size_t count() const { return count_; }
    T* data() const { return (T*)view_.buf; }
    T& operator[](size_t i) const { return data()[i]; }

    std::vector<T> copy() const {
        std::vector<T> items(count_);
        if (count_) memcpy((void*)items.data(), data(), count_ * sizeof(T));
        return items;
    }

  private:
    void check() const {
        if (count_ > (size_t)PY_SSIZE_T_MAX / sizeof(T) || size() < count_ * sizeof(T))
            raise_value_error("%s holds %zd bytes, but %zu are needed", name_, view_.len, count_ * sizeof(T));
        if (count_ && (uintptr_t)view_.buf % alignof(T))
            raise_value_error("%s is not aligned to %zu bytes", name_, alignof(T));
    }

    const size_t count_;
};

using Bytes = Array<uint8_t>;

// Of all buffers of a call: no output shares memory with another one.
inline void check_apart(const std::vector<const Buffer*>& buffers) {
    for (const Buffer* a : buffers)
        for (const Buffer* b : buffers)
            if (a != b && a->spoils(*b))
                raise_value_error("%s and %s share memory; give each a buffer of its own", a->name(), b->name());
}

// Puzzles as text: records of 81 bytes, `stride` bytes apart.
struct Records : Bytes {
    const size_t stride;

    Records(PyObject* object, Py_ssize_t apart) : Bytes(object, kRead, "puzzles"), stride((size_t)apart) {
        if (apart < 81) raise_value_error("stride is %zd, but a record has 81 bytes", apart);
    }
    size_t fitting() const { return size() < 81 ? 0 : (size() - 81) / stride + 1; }
    void check(size_t n) const {
        if (n > fitting())
            raise_value_error("%zu records, %zu bytes apart, do not fit into %zu bytes of puzzles", n, stride, size());
    }
    const uint8_t* record(size_t i) const { return data() + i * stride; }
};

// 81 values from 0 to 9.
inline std::vector<uint8_t> read_values(PyObject* object, const char* name) {
    const Bytes lent(object, Buffer::kRead, name);
    if (lent.size() != 81) raise_value_error("%s: a board has 81 cells, not %zu", name, lent.size());
    std::vector<uint8_t> values = lent.copy();
    for (int cell = 0; cell < 81; cell++)
        if (values[(size_t)cell] > 9)
            raise_value_error("row %d, column %d: values must be 0 to 9, not %d", cell / 9 + 1, cell % 9 + 1,
                              values[(size_t)cell]);
    return values;
}

inline PyObject* bytes_of(const std::vector<uint8_t>& bytes) {
    return PyBytes_FromStringAndSize((const char*)bytes.data(), (Py_ssize_t)bytes.size());
}

inline PyObject* bytes_list(const std::vector<std::vector<uint8_t>>& records) {
    return list_of(records.size(), [&](size_t k) { return bytes_of(records[k]); });
}

}  // namespace nonet
