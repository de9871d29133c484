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
    parse(args, keywords, "iOOOOOK|$i:effort_batch", names, &size, &house_object, &value_object, &guess_object,
          &round_object, &solution_object, &most, &threads);
    if (size < 1 || size > 31) raise_value_error("size must be 1..31, not %d", size);
    const Array<uint16_t> houses(house_object, Buffer::kRead, "houses");
    const Bytes solutions(solution_object, Buffer::kWrite, "solutions");
    EffortBoard board;
    board.size = size;
    board.house = houses.copy();
    if (board.house.empty() || board.house.size() % (size_t)size) raise_value_error("every house has %d cells", size);
    for (uint16_t cell : board.house) {
        if (cell >= 4096) raise_value_error("there is no cell %d", cell);
        if (cell >= board.cells) board.cells = cell + 1;
    }
    board.houses_of.resize((size_t)board.cells);
    for (size_t i = 0; i < board.house.size(); i++)
        board.houses_of[board.house[i]].push_back((uint16_t)(i / (size_t)size));
    const size_t n = solutions.size(), cells = (size_t)board.cells;
    const Bytes values(value_object, Buffer::kRead, "values", cells * n);
    const Array<uint64_t> guesses(guess_object, Buffer::kWrite, "guesses", n),
        rounds(round_object, Buffer::kWrite, "rounds", n);
    check_apart({&houses, &values, &guesses, &rounds, &solutions});
    const std::vector<uint8_t> boards = values.copy();
    for (uint8_t value : boards)
        if (value > size) raise_value_error("%d is not a value from 0 to %d", value, size);
    each_unlocked(n, threads, 16, [&](const Pulse& pulse) {
        return [&, search = EffortSearch(board, most, pulse)](size_t i) mutable {
            search.run(boards.data() + cells * i);
            guesses[i] = search.guesses;
            rounds[i] = search.rounds;
            solutions[i] = (uint8_t)search.solutions;
            return true;
        };
    });
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef effort_methods[];
PyMethodDef effort_methods[] = {
    keyword_method<effort_batch>("effort_batch", "Guesses and rounds of a fixed search."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
