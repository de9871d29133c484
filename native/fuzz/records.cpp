// Coverage-guided fuzzing of every way into the kernel: libFuzzer makes the bytes, the sanitizers watch, and what can be told
// without solving is checked.  native/fuzz.sh builds and runs it; it is no part of the module.
//
//     byte 0         1            2            3 …
//     ┌────────────┬────────────┬────────────┬───────────────────────────────┐
//     │ which call │ the kernel │ the stride │ records; the last may be short│
//     └────────────┴────────────┴────────────┴───────────────────────────────┘
#include <stdlib.h>
#include <string.h>

#include <memory>
#include <vector>

#include "canonical/canonical.h"
#include "generic/generic.h"
#include "lanes/count.h"
#include "lanes/dispatch.h"

using namespace nonet;

namespace {

void demand(bool holds) {
    if (!holds) abort();
}

bool is_digit(uint8_t c) { return c >= '1' && c <= '9'; }

bool is_puzzle(const uint8_t* record) {
    for (int i = 0; i < 81; i++)
        if (!is_digit(record[i]) && !(record[i] && strchr("0._*-xX", record[i]))) return false;
    return true;
}

// Every row, column and box holds every digit once, and every given is where it was.
bool solves(const uint8_t* record, const uint8_t* grid) {
    int rows[9] = {}, columns[9] = {}, boxes[9] = {};
    for (int i = 0; i < 81; i++) {
        if (!is_digit(grid[i]) || (is_digit(record[i]) && record[i] != grid[i])) return false;
        const int r = i / 9, c = i % 9, bit = 1 << (grid[i] - '1');
        rows[r] |= bit, columns[c] |= bit, boxes[r / 3 * 3 + c / 3] |= bit;
    }
    for (int i = 0; i < 9; i++)
        if ((rows[i] & columns[i] & boxes[i]) != 0x1ff) return false;
    return true;
}

// Memory of exactly this size on the heap: one byte too far is caught.
std::unique_ptr<uint8_t[]> exactly(const uint8_t* data, size_t size) {
    std::unique_ptr<uint8_t[]> copy(new uint8_t[size]);
    memcpy(copy.get(), data, size);
    return copy;
}

struct Records {
    std::unique_ptr<uint8_t[]> bytes;
    size_t n, stride;
    const uint8_t* operator[](size_t i) const { return bytes.get() + i * stride; }
};

void batch(const Kernel& kernel, const Records& records) {
    const size_t n = records.n;
    std::vector<uint8_t> status(n), solutions(81 * n), greatest(n), alone(n);
    std::vector<uint64_t> counts(n);
    std::vector<Effort> effort(n);
    size_t next = 0;
    BatchJob job;
    job.puzzles = records.bytes.get();
    job.stride = records.stride;
    job.n = n;
    job.next = &next;
    job.status = status.data();
    job.solutions = solutions.data();
    job.is_greatest = greatest.data();
    job.counts = counts.data();
    job.effort = effort.data();
    demand(kernel.run(job, Pulse{}));
    BatchJob bare;
    bare.puzzles = records.bytes.get();
    bare.stride = records.stride;
    bare.n = n;
    bare.next = &next;
    bare.status = alone.data();
    next = 0;
    demand(kernel.run(bare, Pulse{}));
    for (size_t i = 0; i < n; i++) {
        demand((status[i] == kBad) == !is_puzzle(records[i]));
        demand(status[i] == alone[i]);
        if (status[i] != kBad) demand(counts[i] == status[i]);
        if (status[i] == kOne || status[i] == kSeveral) demand(solves(records[i], &solutions[81 * i]));
    }
}

void single(const Kernel& kernel, const Records& records) {
    for (size_t i = 0; i < records.n; i++) {
        auto text = exactly(records[i], 81);
        std::unique_ptr<uint8_t[]> out(new uint8_t[81]);
        Effort effort;
        const int status = kernel.solve(text.get(), out.get(), false, effort, Pulse{});
        demand((status == kBad) == !is_puzzle(text.get()));
        if (status == kOne || status == kSeveral) demand(solves(text.get(), out.get()));
        if (status == kBad) continue;
        uint16_t sets[81];
        for (int c = 0; c < 81; c++) sets[c] = is_digit(text[c]) ? (uint16_t)(1 << (text[c] - '1')) : (uint16_t)kAll;
        uint64_t count = 0;
        bool memory = true;
        demand(count_position(kernel, sets, 3, Pulse{}, count, memory) && memory);
        demand((count < 2 ? (int)count : (int)kSeveral) == status);
        demand((kernel.grade(sets, Pulse{}) > 0) == (status == kOne));
    }
}

void canonical(const Records& records) {
    const size_t n = records.n;
    std::vector<uint8_t> status(n), forms(81 * n), cells(81 * n), digits(9 * n);
    std::vector<uint64_t> automorphisms(n);
    size_t next = 0;
    CanonicalJob job;
    job.puzzles = records.bytes.get();
    job.stride = records.stride;
    job.n = n;
    job.status = status.data();
    job.forms = forms.data();
    job.cells = cells.data();
    job.digits = digits.data();
    job.automorphisms = automorphisms.data();
    job.next = &next;
    demand(run_canonical(job, Pulse{}));
    for (size_t i = 0; i < n; i++) {
        demand((status[i] == kBad) == !is_puzzle(records[i]));
        if (status[i] != 1) continue;
        demand(automorphisms[i] >= 1);
        for (int c = 0; c < 81; c++) {  // the form is what the transformation makes of the record
            const uint8_t was = records[i][c], is = forms[81 * i + cells[81 * i + c]];
            demand(is_digit(was) ? is == '0' + digits[9 * i + was - '1'] : is == '.');
        }
    }
}

// A board of any size whose houses the bytes choose; most are refused, the rest is searched for a while.
bool briefly(void* calls, generic::Count) { return ++*(int*)calls < 2; }

void any_board(const uint8_t* data, size_t size) {
    if (size < 2) return;
    const int side = data[0] % 27, houses = data[1] % 40;
    data += 2, size -= 2;
    const size_t wanted = (size_t)side * houses;
    if (size < wanted) return;
    std::unique_ptr<uint16_t[]> cells(new uint16_t[wanted]);
    for (size_t i = 0; i < wanted; i++) cells[i] = data[i];
    data += wanted, size -= wanted;
    auto plan = generic::Plan::make(side, cells.get(), houses);
    if (!plan || size < (size_t)plan->cells) return;
    std::unique_ptr<uint8_t[]> values(new uint8_t[plan->cells]);
    for (int c = 0; c < plan->cells; c++) values[c] = data[c] % (side + 1);
    int calls = 0;
    generic::Solutions solutions(generic::Question{*plan, values.get(), nullptr});
    std::vector<uint8_t> out((size_t)plan->cells * 3);
    size_t found = 0;
    solutions.next(out.data(), 3, &found, generic::Contact{briefly, &calls});
    demand(found <= 3);
    for (size_t k = 0; k < found; k++)
        for (int h = 0; h < houses; h++) {
            uint32_t seen = 0;
            for (int i = 0; i < side; i++) seen |= 1u << (out[k * plan->cells + cells[(size_t)h * side + i]] - 1);
            demand(seen == plan->all_digits);
        }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 3) return 0;
    const int call = data[0] % 4;
    if (call == 3) {
        any_board(data + 1, size - 1);
        return 0;
    }
    const Kernel* const* kernels = usable_kernels();
    int usable = 0;
    while (kernels[usable]) usable++;
    Records records;
    records.stride = 81 + data[2] % 16;
    data += 3, size -= 3;
    records.n = size < 81 ? 0 : 1 + (size - 81) / records.stride;
    if (records.n == 0) return 0;
    records.bytes = exactly(data, (records.n - 1) * records.stride + 81);
    const Kernel& kernel = *kernels[(data[-2]) % usable];
    if (call == 0) batch(kernel, records);
    if (call == 1) single(kernel, records);
    if (call == 2) canonical(records);
    return 0;
}
