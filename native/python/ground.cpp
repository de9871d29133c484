// Singles that follow from suppositions, on any board, for Python; nonet.logic.suppose is the other side.
//
//     ground(size, truths, first, excluded)    a board, made once.  truths: uint16 candidates, `size` for each truth;
//         excluded: uint16 candidates, those that candidate c excludes from first[c] (uint32) to first[c + 1]
//     ground_settle(ground, possible, placed, rounds=-1)
//         (possible, placed) after so many rounds of singles, or (None, placed) if that fails; -1: until none is left
//
// Sets of candidates are bytes: bit c % 8 of byte c / 8 is candidate c.  Their length is a multiple of 8.
#include "logic/ground.h"

#include "python/buffers.h"

namespace nonet {
namespace {

using logic::Ground;
using logic::Lists;

constexpr char kGround[] = "nonet.ground";

void drop_ground(PyObject* capsule) { delete (Ground*)PyCapsule_GetPointer(capsule, kGround); }

PyObject* ground(PyObject*, PyObject* args) {
    int size;
    PyObject *truths_object, *first_object, *excluded_object;
    parse(args, "iOOO:ground", &size, &truths_object, &first_object, &excluded_object);
    Lists truths, excluded;
    truths.numbers = Array<uint16_t>(truths_object, Buffer::kRead, "truths").copy();
    excluded.first = Array<uint32_t>(first_object, Buffer::kRead, "first").copy();
    excluded.numbers = Array<uint16_t>(excluded_object, Buffer::kRead, "excluded").copy();
    if (size < 1 || size > 255 || truths.numbers.size() % (size_t)size)
        raise_value_error("truths: %d candidates each", size);
    for (size_t end = (size_t)size; end <= truths.numbers.size(); end += (size_t)size)
        truths.first.push_back((uint32_t)end);
    if (truths.count() > 0xffff) raise_value_error("%zu truths", truths.count());
    if (excluded.first.empty() || excluded.first[0] || excluded.first.back() != excluded.numbers.size())
        raise_value_error("first: where the candidates that each excludes begin and end");
    for (size_t k = 0; k < excluded.count(); ++k)
        if (excluded.first[k] > excluded.first[k + 1]) raise_value_error("first: candidate %zu", k);
    for (const Lists* lists : {&truths, &excluded})
        for (uint16_t bit : lists->numbers)
            if (bit >= excluded.count()) raise_value_error("there is no candidate %d", bit);
    return capsule_of(std::make_unique<Ground>(std::move(truths), std::move(excluded)), kGround, drop_ground);
}

PyObject* ground_settle(PyObject*, PyObject* args) {
    PyObject *object, *possible_object, *placed_object;
    int rounds = Ground::kAllRounds;
    parse(args, "OOO|i:ground_settle", &object, &possible_object, &placed_object, &rounds);
    const auto* board = (const Ground*)PyCapsule_GetPointer(object, kGround);
    if (!board) throw Raised();
    std::vector<uint64_t> rows[2];  // possible, placed
    for (int k = 0; k < 2; ++k) {
        const Bytes bytes(k ? placed_object : possible_object, Buffer::kRead, k ? "placed" : "possible");
        if (bytes.size() != 8 * board->words())
            raise_value_error("%s: %zu bytes, not %zu", bytes.name(), 8 * board->words(), bytes.size());
        rows[k].resize(board->words());
        memcpy(rows[k].data(), bytes.data(), bytes.size());
        const size_t in_last = board->candidates() % 64;
        if (in_last && rows[k].back() >> in_last)
            raise_value_error("%s: there are %zu candidates", bytes.name(), board->candidates());
    }
    const bool is_good = board->settle(rows[0].data(), rows[1].data(), rounds);
    const auto bytes_of_row = [](const std::vector<uint64_t>& row) {
        return PyBytes_FromStringAndSize((const char*)row.data(), (Py_ssize_t)(8 * row.size()));
    };
    if (!is_good) return Py_BuildValue("ON", Py_None, bytes_of_row(rows[1]));
    return Py_BuildValue("NN", bytes_of_row(rows[0]), bytes_of_row(rows[1]));
}

}  // namespace

extern PyMethodDef ground_methods[];
PyMethodDef ground_methods[] = {
    method<ground>("ground", METH_VARARGS, "What must hold on a board, and what excludes what."),
    method<ground_settle>("ground_settle", METH_VARARGS, "Places singles, round by round."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
