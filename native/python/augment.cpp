// Random symmetries of 9x9 boards, for Python.
//
//     augment_batch(seed, first, boards, changed, *, more=None, more_changed=None, threads=1)
//         boards: n x 81 bytes, values 0..9.  changed: as many; board k is transformed by the symmetry that stream
//         first + k of the seed draws.  (A board that another thread changes meanwhile may become nonsense.)  more: a second board for each, transformed in the same way.
#include "augment/augment.h"

#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

bool are_digits(const Buffer& boards) {
    uint8_t most = 0;
    const uint8_t* values = boards.data();
    for (size_t i = 0; i < boards.size(); i++) most = values[i] > most ? values[i] : most;
    if (most > 9) PyErr_Format(PyExc_ValueError, "%d is not a value from 0 to 9", most);
    return most <= 9;
}

PyObject* augment_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"seed", "first", "boards", "changed", "more", "more_changed", "threads", nullptr};
    unsigned long long seed, first;
    PyObject *from_object, *to_object, *more_object = nullptr, *more_to_object = nullptr;
    int threads = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "KKOO|$OOi:augment_batch", (char**)names, &seed, &first,
                                     &from_object, &to_object, &more_object, &more_to_object, &threads))
        return nullptr;
    Buffer from, to, more, more_to;
    if (!from.take(from_object, Buffer::kRead, "boards") || !good_threads(threads)) return nullptr;
    if (from.size() % 81) return PyErr_Format(PyExc_ValueError, "boards has %zu bytes; a board has 81", from.size());
    const size_t n = from.size() / 81;
    if (!to.take_array<uint8_t>(to_object, Buffer::kWrite, 81 * n, "changed") ||
        !more.take_optional<uint8_t>(more_object, Buffer::kRead, 81 * n, "more") ||
        !more_to.take_optional<uint8_t>(more_to_object, Buffer::kWrite, 81 * n, "more_changed") ||
        !are_apart({&from, &to, &more, &more_to}))
        return nullptr;
    if (more.held() != more_to.held())
        return PyErr_Format(PyExc_ValueError, "more and more_changed must be given together");
    if (!are_digits(from) || (more.held() && !are_digits(more))) return nullptr;
    constexpr size_t kPiece = 1024;
    Runner runner;
    const bool ok = runner.each((n + kPiece - 1) / kPiece, threads, 4, [&](size_t piece, const Pulse&) {
        const size_t end = piece * kPiece + kPiece < n ? piece * kPiece + kPiece : n;
        for (size_t i = piece * kPiece; i < end; i++) {
            Rng rng = Rng::of(seed, first + i);
            const Disguise disguise(rng.below(Disguise::kCount));
            disguise.apply(from.data() + 81 * i, to.data() + 81 * i);
            if (more.held()) disguise.apply(more.data() + 81 * i, more_to.data() + 81 * i);
        }
        return true;
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef augment_methods[];
PyMethodDef augment_methods[] = {
    keyword_method<augment_batch>("augment_batch", "Random symmetries of 9x9 boards."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
