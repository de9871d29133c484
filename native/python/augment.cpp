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

void check_digits(const Bytes& boards) {
    uint8_t most = 0;
    for (size_t i = 0; i < boards.size(); i++) most = boards[i] > most ? boards[i] : most;
    if (most > 9) raise_value_error("%d is not a value from 0 to 9", most);
}

PyObject* augment_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"seed", "first", "boards", "changed", "more", "more_changed", "threads", nullptr};
    unsigned long long seed, first;
    PyObject *from_object, *to_object, *more_object = nullptr, *more_to_object = nullptr;
    int threads = 1;
    parse(args, keywords, "KKOO|$OOi:augment_batch", names, &seed, &first, &from_object, &to_object, &more_object,
          &more_to_object, &threads);
    const Bytes from(from_object, Buffer::kRead, "boards");
    if (from.size() % 81) raise_value_error("boards has %zu bytes; a board has 81", from.size());
    const size_t n = from.size() / 81;
    const Bytes to(to_object, Buffer::kWrite, "changed", 81 * n), more(more_object, Buffer::kMayRead, "more", 81 * n),
        more_to(more_to_object, Buffer::kMayWrite, "more_changed", 81 * n);
    check_apart({&from, &to, &more, &more_to});
    if (more.held() != more_to.held()) raise_value_error("more and more_changed must be given together");
    check_digits(from);
    check_digits(more);
    constexpr size_t kPiece = 1024;
    const auto disguise_piece = [&](size_t piece) {
        const size_t end = piece * kPiece + kPiece < n ? piece * kPiece + kPiece : n;
        for (size_t i = piece * kPiece; i < end; i++) {
            Rng rng = Rng::of(seed, first + i);
            const Disguise disguise(rng.below(Disguise::kCount));
            disguise.apply(from.data() + 81 * i, to.data() + 81 * i);
            if (more.held()) disguise.apply(more.data() + 81 * i, more_to.data() + 81 * i);
        }
        return true;
    };
    each_unlocked((n + kPiece - 1) / kPiece, threads, 4, [&](const Pulse&) { return disguise_piece; });
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef augment_methods[];
PyMethodDef augment_methods[] = {
    keyword_method<augment_batch>("augment_batch", "Random symmetries of 9x9 boards."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
