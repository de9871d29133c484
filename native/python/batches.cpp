// Many 9x9 puzzles for Python.
//
// Batches take and fill buffers (bytes, bytearray, memoryview, array, numpy), release the interpreter lock, use as many
// threads as they are given, answer alike whatever the threads and the instruction set, and can be interrupted.
//
//     solve_batch(puzzles, solutions, status, *, stride=81, threads=1, allowed=None, effort=None, isa=None, numbers=False)
//         solutions: n x 81 bytes, ASCII digits, dots where there is none; the greatest grid of a puzzle with several.
//         status: n bytes: 0 no solution, 1 one, 2 several, 255 the record is not a puzzle.  n is the length of status.
//     solve_bytes(puzzles, n, *, stride=81, ending=b"", gap=0, threads=1)
//         The same, with new bytes objects for solutions and status, which it returns; nothing is copied.  None if a record
//         is not followed by `ending`, which may be missing after the last.  gap: newlines after each solution.
//     unique_batch(puzzles, status, *, …)            status alone
//     unique_bytes(puzzles, n, *, …)                 status alone
//     count_batch(puzzles, counts, limit, *, …)      counts: n x uint64, at most limit; 2**64 - 1 for a record that is
//                                                    no puzzle
//     grade_batch(puzzles, grades, *, …)             n bytes: 0 none or several solutions, 1 singles, 2 locked
//                                                    candidates, 3 beyond; 255 no puzzle
//         numbers: the bytes of puzzles and solutions are values 0 … 9 (0 an empty cell, or no solution), not characters.
//         stride: bytes from one record to the next.  allowed: n x 81 uint16, candidate sets to intersect with (bit d-1:
//         digit d).  effort: n x 2 uint32, receives guesses and rounds per puzzle.  isa: a kernel by name, for tests and
//         measurements.  threads: 1 to 1024.
//
// Outputs must not share memory with any other buffer.  If another thread writes to `puzzles` during the call, the
// answers for the records it touches may belong to any mixture of old and new bytes; nothing worse happens.
#include <algorithm>

#include "lanes/count.h"
#include "python/buffers.h"
#include "python/large_pages.h"
#include "python/nine.h"
#include "python/runner.h"

namespace nonet {
namespace {

// The arguments all batches share.
struct Asked {
    PyObject *puzzles, *allowed = nullptr, *effort = nullptr;
    Py_ssize_t stride = 81;
    int threads = 1, numbers = 0;
    const char* isa = nullptr;
};

// They are checked, and the job is filled in but for its outputs.
struct Batch {
    const Kernel& kernel;
    const Records puzzles;
    const Array<uint16_t> allowed;
    const Array<Effort> effort;
    const int threads;
    int uneven = 0;  // a record does not have its ending: there are no answers
    BatchJob job;

    Batch(const Asked& asked, size_t n, std::initializer_list<const Buffer*> outputs = {})
        : kernel(kernel_named(asked.isa)),
          puzzles(asked.puzzles, asked.stride),
          allowed(asked.allowed, Buffer::kMayRead, "allowed", 81 * n),
          effort(asked.effort, Buffer::kMayWrite, "effort", n),
          threads(asked.threads) {
        puzzles.check(n);
        job.puzzles = puzzles.data();
        job.stride = puzzles.stride;
        job.numbers = asked.numbers;
        job.uneven = &uneven;
        job.n = n;
        job.allowed = allowed.data();
        job.effort = effort.data();
        std::vector<const Buffer*> all(outputs);
        all.insert(all.end(), {&puzzles, &allowed, &effort});
        check_apart(all);
    }

    void run(BatchJob& j) {
        struct alignas(kCacheLine) {
            size_t next = 0;
        } counter;
        j.next = &counter.next;
        j.threads = threads_for(j.n, threads, 256);
        LargePages pages(j.solutions, j.threads == 1 || j.only || !j.solutions ? 0 : j.n * (81 + j.gap));
        run_unlocked(j.n, threads, 256, [&](const Pulse& pulse) {
            pages.touch(pulse);
            return kernel.run(j, pulse);
        });
    }

    const ByteTable& bytes() const { return job.numbers ? kNumberBytes : kBytes; }

    // The candidate sets of a puzzle; false if its record is not one (another thread may have written to it).
    bool sets_of(size_t puzzle, uint16_t* sets) const {
        if (!sets_of_record(job.puzzles + puzzle * job.stride, sets, bytes())) return false;
        for (int c = 0; job.allowed && c < 81; c++) sets[c] &= job.allowed[puzzle * 81 + (size_t)c];
        return true;
    }
};

// For puzzles with several solutions: finds the greatest, where the search has not come across it already.  The lanes try
// first; what they give up on is solved one by one.
void find_greatest(Batch& b, const std::vector<size_t>& several) {
    std::vector<uint8_t> reached(b.job.n);
    BatchJob greatest = b.job;
    greatest.n = several.size();
    greatest.only = several.data();
    greatest.greatest = true;
    greatest.limit = 1;
    greatest.missed = nullptr;
    greatest.n_endings = 0;
    greatest.effort = nullptr;
    greatest.status = reached.data();
    b.run(greatest);
    std::vector<size_t> left;
    for (size_t i : several)
        if (reached[i] != kOne) left.push_back(i);
    const Order order = row_order(false);
    const auto find = [&](size_t i, const Pulse& pulse) {
        uint16_t sets[81];
        First first;
        if (!b.sets_of(i, sets)) return true;
        b.kernel.walk(sets, order, First::keep, &first, pulse);
        if (!first.found) return true;
        for (int c = 0; b.job.numbers && c < 81; c++) first.text[c] -= '0';
        memcpy(b.job.solutions + (81 + b.job.gap) * i, first.text, 81);
        return true;
    };
    each_unlocked(left.size(), b.threads, 16,
                  [&](const Pulse& pulse) { return [&](size_t k) { return find(left[k], pulse); }; });
}

// All but status and solutions is in the job.
void solve(Batch& b, uint8_t* status, uint8_t* solutions) {
    int missed = 0;
    b.job.status = status;
    b.job.solutions = solutions;
    b.job.missed = &missed;
    b.run(b.job);
    if (!missed || b.uneven) return;
    std::vector<size_t> several;
    uint8_t *end = status + b.job.n, *at = status;
    for (; (at = (uint8_t*)memchr(at, kMissed, (size_t)(end - at))); *at++ = kSeveral)
        several.push_back((size_t)(at - status));
    find_greatest(b, several);
}

PyObject* solve_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "solutions", "status", "stride",  "threads",
                                  "allowed", "effort",    "isa",    "numbers", nullptr};
    PyObject *solution_object, *status_object;
    Asked asked;
    parse(args, keywords, "OOO|$niOOzp:solve_batch", names, &asked.puzzles, &solution_object, &status_object,
          &asked.stride, &asked.threads, &asked.allowed, &asked.effort, &asked.isa, &asked.numbers);
    const Bytes status(status_object, Buffer::kWrite, "status");
    const Bytes solutions(solution_object, Buffer::kWrite, "solutions", 81 * status.size());
    Batch b(asked, status.size(), {&status, &solutions});
    solve(b, status.data(), solutions.data());
    Py_RETURN_NONE;
}

// A batch that makes the bytes objects for its answers.
struct BytesBatch {
    struct Arguments : Asked {
        PyObject* ending = nullptr;
        Py_ssize_t n = 0, gap = 0;

        Arguments(PyObject* args, PyObject* keywords) {
            static const char* names[] = {"puzzles", "n", "stride", "ending", "gap", "threads", nullptr};
            parse(args, keywords, "On|$nOni", names, &puzzles, &n, &stride, &ending, &gap, &threads);
            if (n < 0 || gap < 0 || gap > 1 << 20 || n > PY_SSIZE_T_MAX / (81 + gap))
                raise_value_error("%zd records, %zd newlines after each", n, gap);
        }
    };

    const Arguments asked;
    const Bytes ending;
    Batch batch;

    BytesBatch(PyObject* args, PyObject* keywords)
        : asked(args, keywords), ending(asked.ending, Buffer::kMayRead, "ending"), batch(asked, (size_t)asked.n) {
        BatchJob& job = batch.job;
        job.gap = (size_t)asked.gap;
        if (!ending.size()) return;
        if (ending.size() != job.stride - 81)
            raise_value_error("stride is %zu, but an ending has %zu bytes", job.stride, ending.size());
        job.ending = ending.data();
        job.n_endings = batch.puzzles.size() / job.stride;
    }
};

// A new bytes object, dropped unless it is taken.
class NewBytes {
  public:
    explicit NewBytes(Py_ssize_t size) : object_(PyBytes_FromStringAndSize(nullptr, size)) {
        if (!object_) throw Raised();
    }
    NewBytes(const NewBytes&) = delete;
    ~NewBytes() { Py_DECREF(object_); }
    PyObject* object() const { return object_; }
    uint8_t* data() const { return (uint8_t*)PyBytes_AsString(object_); }

  private:
    PyObject* const object_;
};

PyObject* solve_bytes(PyObject*, PyObject* args, PyObject* keywords) {
    BytesBatch b(args, keywords);
    const Py_ssize_t n = b.asked.n, size = (81 + b.asked.gap) * n;
    const NewBytes solutions(size), status(n);
    prefer_large_pages(solutions.data(), (size_t)size);
    solve(b.batch, status.data(), solutions.data());
    return b.batch.uneven ? Py_NewRef(Py_None) : PyTuple_Pack(2, solutions.object(), status.object());
}

PyObject* unique_bytes(PyObject*, PyObject* args, PyObject* keywords) {
    BytesBatch b(args, keywords);
    const NewBytes status(b.asked.n);
    b.batch.job.status = status.data();
    b.batch.run(b.batch.job);
    return Py_NewRef(b.batch.uneven ? Py_None : status.object());
}

// has_endings(text, ending, threads=1, alone=False): whether every record of 81 bytes is followed by this ending; after the
// last one it may be missing.  With `alone`, no record may have a newline in it.
PyObject* has_endings(PyObject*, PyObject* args) {
    PyObject *text_object, *ending_object;
    int threads = 1, alone = 0;
    parse(args, "OO|ip:has_endings", &text_object, &ending_object, &threads, &alone);
    const Bytes text(text_object, Buffer::kRead, "text"), ending(ending_object, Buffer::kRead, "ending");
    const size_t length = ending.size(), stride = 81 + length, n = text.size() / stride;
    const size_t left_over = text.size() % stride;
    if (left_over && left_over != 81) Py_RETURN_FALSE;
    const size_t block = 4096;
    int differs = 0;
    const auto look = [&](size_t k) {
        const size_t stop = std::min(n, (k + 1) * block);
        for (size_t i = k * block; i < stop; i++) {
            const uint8_t* record = text.data() + i * stride;
            if (memcmp(record + 81, ending.data(), length) || (alone && memchr(record, '\n', 81)))
                __atomic_store_n(&differs, 1, __ATOMIC_RELAXED);
        }
        return true;
    };
    each_unlocked((n + block - 1) / block, threads, 16, [&](const Pulse&) { return look; });
    return PyBool_FromLong(!differs);
}

PyObject* unique_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "status", "stride",  "threads", "allowed",
                                  "effort",  "isa",    "numbers", nullptr};
    PyObject* status_object;
    Asked asked;
    parse(args, keywords, "OO|$niOOzp:unique_batch", names, &asked.puzzles, &status_object, &asked.stride,
          &asked.threads, &asked.allowed, &asked.effort, &asked.isa, &asked.numbers);
    const Bytes status(status_object, Buffer::kWrite, "status");
    Batch b(asked, status.size(), {&status});
    b.job.status = status.data();
    b.run(b.job);
    Py_RETURN_NONE;
}

// With a large limit, puzzles in which digits can be exchanged (two or more that no given shows) are counted apart,
// since count.h multiplies; all others go through the lanes.
void divide(const Batch& b, std::vector<size_t>& lanes, std::vector<size_t>& apart) {
    for (size_t i = 0; i < b.job.n; i++) {
        unsigned seen = 0;
        for (int c = 0; c < 81; c++) seen |= 1u << (b.bytes().value[b.job.puzzles[i * b.job.stride + (size_t)c]] & 15);
        (__builtin_popcount(seen >> 1) < 8 ? apart : lanes).push_back(i);
    }
}

PyObject* count_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "counts", "limit", "stride",  "threads",
                                  "allowed", "effort", "isa",   "numbers", nullptr};
    PyObject *count_object, *limit_object;
    Asked asked;
    parse(args, keywords, "OOO|$niOOzp:count_batch", names, &asked.puzzles, &count_object, &limit_object, &asked.stride,
          &asked.threads, &asked.allowed, &asked.effort, &asked.isa, &asked.numbers);
    const Array<uint64_t> counts(count_object, Buffer::kWrite, "counts");
    const size_t n = counts.count();
    Batch b(asked, n, {&counts});
    b.job.limit = limit_of(limit_object);
    b.job.counts = counts.data();
    std::vector<uint8_t> status(n);
    b.job.status = status.data();
    std::vector<size_t> lanes, apart;
    if (b.job.limit > 1000) divide(b, lanes, apart);
    BatchJob job = b.job;
    if (!apart.empty()) {
        job.n = lanes.size();
        job.only = lanes.data();
    }
    if (job.n) b.run(job);
    const auto count_alone = [&](size_t puzzle, const Pulse& pulse) {
        uint16_t sets[81];
        bool memory = true;
        if (b.sets_of(puzzle, sets))
            count_position(b.kernel, sets, b.job.limit, pulse, counts[puzzle], memory);
        else
            status[puzzle] = kBad;
        return memory;
    };
    each_unlocked(apart.size(), b.threads, 1,
                  [&](const Pulse& pulse) { return [&](size_t k) { return count_alone(apart[k], pulse); }; });
    for (size_t i = 0; i < n; i++)
        if (status[i] == kBad) counts[i] = ~0ull;
    Py_RETURN_NONE;
}

PyObject* grade_batch(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"puzzles", "grades", "stride", "threads", "allowed", "isa", nullptr};
    PyObject* grade_object;
    Asked asked;
    parse(args, keywords, "OO|$niOz:grade_batch", names, &asked.puzzles, &grade_object, &asked.stride, &asked.threads,
          &asked.allowed, &asked.isa);
    const Bytes grades(grade_object, Buffer::kWrite, "grades");
    const Batch b(asked, grades.size(), {&grades});
    each_unlocked(b.job.n, b.threads, 256, [&](const Pulse& pulse) {
        return [&](size_t i) {
            uint16_t sets[81];
            grades[i] = b.sets_of(i, sets) ? (uint8_t)b.kernel.grade(sets, pulse) : (uint8_t)kBad;
            return true;
        };
    });
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef batch_methods[];
PyMethodDef batch_methods[] = {
    keyword_method<solve_batch>("solve_batch", "Solve many puzzles; see the head of native/python/batches.cpp."),
    keyword_method<solve_bytes>("solve_bytes", "Solve many puzzles; returns solutions and status as new bytes."),
    keyword_method<unique_bytes>("unique_bytes",
                                 "Do many puzzles have no solution, one, or several?  Returns new bytes."),
    method<has_endings>("has_endings", METH_VARARGS, "Is every record of 81 bytes followed by this ending?"),
    keyword_method<unique_batch>("unique_batch", "Do many puzzles have no solution, one, or several?"),
    keyword_method<count_batch>("count_batch", "Count the solutions of many puzzles, up to a limit."),
    keyword_method<grade_batch>("grade_batch", "Grade many puzzles: singles, locked candidates, beyond."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
