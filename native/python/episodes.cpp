// Episodes on 9x9 boards, for Python: the loop over a batch.  src/nonet/gpu/episodes.h has the rules.
//
//     episodes_step(actions, values, candidates, progress, rewards, terminated, truncated, pool_values,
//                   pool_candidates, pool_solutions, seed, most_steps, digits, *, threads=1)
//         n boards: actions n x int32; values 81 n bytes; candidates 81 n x uint16; progress 4 n x uint32; rewards
//         n x float32; terminated and truncated n bytes.  The pool has 81 bytes, 81 x uint16 and 81 bytes a puzzle.
#include "../src/nonet/gpu/episodes.h"

#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

PyObject* episodes_step(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"actions",    "values",     "candidates",  "progress",        "rewards",
                                  "terminated", "truncated",  "pool_values", "pool_candidates", "pool_solutions",
                                  "seed",       "most_steps", "digits",      "threads",         nullptr};
    PyObject* objects[10];
    unsigned long long seed;
    unsigned int most_steps;
    int digits, threads = 1;
    parse(args, keywords, "OOOOOOOOOOKIp|$i:episodes_step", names, &objects[0], &objects[1], &objects[2], &objects[3],
          &objects[4], &objects[5], &objects[6], &objects[7], &objects[8], &objects[9], &seed, &most_steps, &digits,
          &threads);
    const Array<int32_t> actions(objects[0], Buffer::kRead, "actions");
    const size_t n = actions.count();
    if (n > UINT32_MAX) raise_value_error("%zu boards are too many", n);
    const Bytes values(objects[1], Buffer::kWrite, "values", 81 * n);
    const Array<uint16_t> candidates(objects[2], Buffer::kWrite, "candidates", 81 * n);
    const Array<uint32_t> progress(objects[3], Buffer::kWrite, "progress", 4 * n);
    const Array<float> rewards(objects[4], Buffer::kWrite, "rewards", n);
    const Bytes terminated(objects[5], Buffer::kWrite, "terminated", n),
        truncated(objects[6], Buffer::kWrite, "truncated", n);
    const Bytes pool_values(objects[7], Buffer::kRead, "pool_values");
    const size_t puzzles = pool_values.size() / 81;
    if (puzzles == 0 || puzzles > UINT32_MAX) raise_value_error("a pool of %zu puzzles", puzzles);
    const Array<uint16_t> pool_candidates(objects[8], Buffer::kRead, "pool_candidates", 81 * puzzles);
    const Bytes pool_solutions(objects[9], Buffer::kRead, "pool_solutions", 81 * puzzles);
    check_apart({&actions, &values, &candidates, &progress, &rewards, &terminated, &truncated, &pool_values,
                 &pool_candidates, &pool_solutions});
    const nonet_gpu::Episodes all = {values.data(),  candidates.data(), progress.data(),
                                     rewards.data(), terminated.data(), truncated.data()};
    const nonet_gpu::Pool pool = {pool_values.data(), pool_candidates.data(), pool_solutions.data(), (uint32_t)puzzles};
    const nonet_gpu::Rules rules = {seed, most_steps, (uint32_t)digits};
    constexpr size_t kPiece = 1024;
    const auto step_piece = [&](size_t piece) {
        const size_t end = piece * kPiece + kPiece < n ? piece * kPiece + kPiece : n;
        for (size_t i = piece * kPiece; i < end; i++)
            nonet_gpu::take_step(all, pool, rules, (uint32_t)i, (uint32_t)actions[i]);
        return true;
    };
    each_unlocked((n + kPiece - 1) / kPiece, threads, 4, [&](const Pulse&) { return step_piece; });
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef episodes_methods[];
PyMethodDef episodes_methods[] = {
    keyword_method<episodes_step>("episodes_step", "One action for each of many 9x9 boards."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
