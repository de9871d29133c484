// Ratings by trial and error, braids and whips, for Python.
//
//     braids_batch(puzzles, ratings, scheme, *, ruled_out=None, stride=81, threads=1)
//         puzzles: records of 81 characters, 1 … 9 or a blank (0._*-xX), `stride` bytes apart, with one solution each
//         ratings: n bytes; 255 where the record is not a puzzle, or chains of the scheme do not solve it
//         scheme: 0 the depth of T&E, 1 B, 2 BxB, 3 BxBB, 4 W, 5 gW
//         ruled_out: n x 81 uint16, the digits that each cell may not take, bit 0 for digit 1
#include "braids/braids.h"
#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

PyObject* braids_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "ratings", "scheme", "ruled_out", "stride", "threads", nullptr};
    PyObject *puzzles_object, *ratings_object, *ruled_out_object = nullptr;
    int scheme, threads = 1;
    Py_ssize_t stride = 81;
    parse(args, keywords, "OOi|$Oni:braids_batch", names, &puzzles_object, &ratings_object, &scheme, &ruled_out_object,
          &stride, &threads);
    if (scheme < 0 || scheme >= (int)braids::Scheme::kSchemes) raise_value_error("there is no scheme %d", scheme);
    const Records puzzles(puzzles_object, stride);
    const Bytes ratings(ratings_object, Buffer::kWrite, "ratings");
    const size_t n = ratings.size();
    puzzles.check(n);
    const Array<uint16_t> ruled_out(ruled_out_object, Buffer::kMayRead, "ruled_out", 81 * n);
    check_apart({&puzzles, &ratings, &ruled_out});
    memset(ratings.data(), 255, n);
    each_unlocked(n, threads, 1, [&](const Pulse& pulse) {
        return [&, rater = braids::Rater(pulse)](size_t i) mutable {
            uint8_t values[81];
            uint16_t without[81] = {};
            if (tick(pulse) || !values_of_record(puzzles.record(i), values)) return true;
            for (size_t cell = 0; ruled_out.data() && cell < 81; cell++)
                without[cell] = ruled_out[81 * i + cell] & kAll;
            ratings[i] = (uint8_t)rater.rate(braids::Position(values, without), (braids::Scheme)scheme);
            return true;
        };
    });
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef braids_methods[];
PyMethodDef braids_methods[] = {
    keyword_method<braids_batch>("braids_batch", "Ratings by trial and error, braids and whips."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
