// Searches that give their solutions in pieces, for Python.
#pragma once
#include <atomic>
#include <vector>

#include "python/buffers.h"
#include "python/long_search.h"

namespace nonet {

// Up to `most` solutions, appended.
template <class Solutions>
Outcome collect(Solutions& solutions, size_t cells, size_t most, const Contact& contact, std::vector<uint8_t>* all) {
    const size_t at_once = most < 64 ? most : 64;
    std::vector<uint8_t> piece(at_once * cells);
    Outcome outcome = Outcome::done;
    for (size_t left = most, found = 1; left && found && outcome == Outcome::done; left -= found) {
        outcome = solutions.next(piece.data(), left < at_once ? left : at_once, &found, contact);
        all->insert(all->end(), piece.begin(), piece.begin() + (ptrdiff_t)(found * cells));
    }
    return outcome;
}

// Up to `most` solutions as bytes.  start(): a reference to them, or new ones.
template <class Start> PyObject* solutions_as_bytes(Start start, size_t cells, size_t most) {
    std::vector<uint8_t> all;
    run_long_search(nullptr, [&](const Contact& contact) {
        auto&& solutions = start();
        return collect(solutions, cells, most, contact, &all);
    });
    return bytes_of(all);
}

// A search kept by Python; it holds on to its plan.
template <class Solutions> class KeptSearch {
  public:
    template <class Question>
    KeptSearch(PyObject* plan, size_t cells, const Question& question)
        : plan_(plan), cells_(cells), solutions_(question) {
        Py_INCREF(plan_);
    }
    ~KeptSearch() { Py_DECREF(plan_); }

    const Solutions& solutions() const { return solutions_; }

    // Up to `most` more solutions as bytes.
    PyObject* next(Py_ssize_t most) {
        if (most < 0) raise_value_error("most is %zd", most);
        if (busy_.test_and_set()) return PyErr_Format(PyExc_RuntimeError, "another thread is in this search");
        const Turn turn{busy_};
        if (broken_) return PyErr_Format(PyExc_RuntimeError, "this search ran out of memory before; begin another");
        broken_ = true;  // unless it gets to the end
        try {
            PyObject* const found =
                solutions_as_bytes([this]() -> Solutions& { return solutions_; }, cells_, (size_t)most);
            broken_ = !found;
            return found;
        } catch (const Raised&) {
            broken_ = PyErr_ExceptionMatches(PyExc_MemoryError);
            throw;
        }
    }

  private:
    struct Turn {
        std::atomic_flag& busy;
        ~Turn() { busy.clear(); }
    };

    PyObject* plan_;
    const size_t cells_;
    Solutions solutions_;
    std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
    bool broken_ = false;  // an allocation failed in the middle of a step
};

}  // namespace nonet
