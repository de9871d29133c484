// The effort of puzzles, for Python.
//
//     effort_batch(size, houses, values, guesses, rounds, solutions, most, *, threads=1)
//         houses: uint16, `size` cells for each house.  values: n x cells bytes, 0..size, cells as many as the houses
//         name.  guesses, rounds: n uint64.  solutions: n bytes, 0, 1 or 2 for several.  most: guesses after which a
//         search is given up.
#include "effort/effort.h"

#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

PyObject* effort_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"size",      "houses", "values",  "guesses", "rounds",
                                  "solutions", "most",   "threads", nullptr};
    int size, threads = 1;
    unsigned long long most;
    PyObject *house_object, *value_object, *guess_object, *round_object, *solution_object;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "iOOOOOK|$i:effort_batch", (char**)names, &size, &house_object,
                                     &value_object, &guess_object, &round_object, &solution_object, &most, &threads))
        return nullptr;
    Buffer houses, values, guesses, rounds, solutions;
    if (size < 1 || size > 31) return PyErr_Format(PyExc_ValueError, "size must be 1..31, not %d", size);
    if (!houses.take_all<uint16_t>(house_object, Buffer::kRead, "houses") ||
        !solutions.take(solution_object, Buffer::kWrite, "solutions") || !good_threads(threads))
        return nullptr;
    EffortBoard board;
    board.size = size;
    board.house = copy_of<uint16_t>(houses, houses.count<uint16_t>());
    if (board.house.empty() || board.house.size() % (size_t)size)
        return PyErr_Format(PyExc_ValueError, "every house has %d cells", size);
    for (uint16_t cell : board.house) {
        if (cell >= 4096) return PyErr_Format(PyExc_ValueError, "there is no cell %d", cell);
        if (cell >= board.cells) board.cells = cell + 1;
    }
    board.houses_of.resize((size_t)board.cells);
    for (size_t i = 0; i < board.house.size(); i++)
        board.houses_of[board.house[i]].push_back((uint16_t)(i / (size_t)size));
    const size_t n = solutions.size(), cells = (size_t)board.cells;
    if (!values.take_array<uint8_t>(value_object, Buffer::kRead, cells * n, "values") ||
        !guesses.take_array<uint64_t>(guess_object, Buffer::kWrite, n, "guesses") ||
        !rounds.take_array<uint64_t>(round_object, Buffer::kWrite, n, "rounds") ||
        !are_apart({&houses, &values, &guesses, &rounds, &solutions}))
        return nullptr;
    const std::vector<uint8_t> boards = copy_of<uint8_t>(values, cells * n);
    for (uint8_t value : boards)
        if (value > size) return PyErr_Format(PyExc_ValueError, "%d is not a value from 0 to %d", value, size);
    size_t next = 0;
    Runner runner;
    const bool ok = runner.run(Runner::threads_for(n, threads, 16), [&](const Pulse& pulse) {
        EffortSearch search(board, most, pulse);
        for (;;) {
            const size_t i = __atomic_fetch_add(&next, (size_t)1, __ATOMIC_RELAXED);
            if (i >= n || ((i & 15) == 0 ? tick(pulse) : stopped(pulse))) return true;
            search.run(boards.data() + cells * i);
            guesses.data<uint64_t>()[i] = search.guesses;
            rounds.data<uint64_t>()[i] = search.rounds;
            solutions.data()[i] = (uint8_t)search.solutions;
        }
    });
    if (!ok) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef effort_methods[];
PyMethodDef effort_methods[] = {
    keyword_method<effort_batch>("effort_batch", "Guesses and rounds of a fixed search."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
