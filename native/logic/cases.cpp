#include "logic/cases.h"

#include <string.h>

#include "logic/path.h"

namespace nonet::logic {
namespace {

// Steps do not check what they lead to: a digit may be twice in a house, or a cage may have another sum.
bool is_solution(const Position& position) {
    for (const auto& house : kBoard.cells) {
        unsigned digits = 0;
        for (int cell : house) digits |= bit_of(position.values[cell]);
        if (digits != kAll) return false;
    }
    for (const Cage& cage : position.killer->cages()) {
        int sum = 0;
        unsigned digits = 0;
        for (int cell : cage.board) {
            sum += position.values[cell];
            digits |= bit_of(position.values[cell]);
        }
        if (sum != cage.sum || count_bits(digits) != cage.count) return false;
    }
    return true;
}

int narrowest_cell(const Position& position) {
    int narrowest = position.unsolved.first();
    for (int cell : position.unsolved)
        if (count_bits(position.masks[cell]) < count_bits(position.masks[narrowest])) narrowest = cell;
    return narrowest;
}

}  // namespace

Cases::Verdict Cases::look(Position position, const uint8_t* solution) {
    if (tick(pulse_)) return Verdict::kStopped;
    switch (follow(position)) {
        case End::kDead:
            return Verdict::kNoOther;
        case End::kSolved:
            return memcmp(position.values, solution, kCells) && is_solution(position) ? Verdict::kAnother
                                                                                      : Verdict::kNoOther;
        case End::kOpen:
            break;
    }
    const int cell = narrowest_cell(position);
    for (int digit : Digits{position.masks[cell]}) {
        Position supposed = position;
        supposed.place(cell, digit);
        const Verdict verdict = look(supposed, solution);
        if (verdict != Verdict::kNoOther) return verdict;
    }
    return Verdict::kNoOther;
}

Cases::End Cases::follow(Position& position) {
    static constexpr Options kOptions;
    work_.begin(position);
    for (;;) {
        if (is_dead_end(position, work_.cages)) return End::kDead;
        if (position.is_solved()) return End::kSolved;
        position.drop_filled();
        Search search{position, kOptions, work_, pulse_, step_};
        if (!find_trial_step(search, true)) return End::kOpen;
        Solver::apply(step_, position);
    }
}

}  // namespace nonet::logic
