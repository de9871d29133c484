// Killers whose solution is known, made from the bytes of an input.
//
//     ┌──────┬──────────────────────┬─────────────────┬──────────────────┬──────────────────────┐
//     │ grid │ borders, largest …   │ which cages …   │ which givens …   │ sums that are spoilt │
//     └──────┴──────────────────────┴─────────────────┴──────────────────┴──────────────────────┘
//
// Whether there are other solutions or not, no step may contradict this one.  Where sums are spoilt, only memory is checked.
#include <string.h>

#include <algorithm>

#include "fuzz/input.h"
#include "logic/cases.h"
#include "logic/joining.h"
#include "logic/path.h"

namespace nonet {
namespace {

using namespace nonet::logic;

constexpr int kPatience = 300;

struct SolvedGrid {
    uint8_t values[kCells];

    // A regular grid; its digits, and the rows and columns of each band are shuffled.
    explicit SolvedGrid(Rng rng) {
        int rows[9], columns[9], digits[9];
        for (int i = 0; i < 9; i++) rows[i] = columns[i] = digits[i] = i;
        for (int band = 0; band < 9; band += 3) {
            rng.shuffle(rows + band, 3);
            rng.shuffle(columns + band, 3);
        }
        rng.shuffle(digits, 9);
        for (int row = 0; row < 9; row++)
            for (int column = 0; column < 9; column++)
                values[9 * rows[row] + columns[column]] = (uint8_t)(1 + digits[(3 * (row % 3) + row / 3 + column) % 9]);
    }
};

// Neighbours, with or without the image of a half turn, or any two cells.
std::vector<Border> borders_of(Bytes& bytes) {
    const int kind = bytes.below(4);
    std::vector<Border> borders;
    for (int cell = 0; cell < kCells; cell++)
        for (int step : {1, 9}) {
            if (cell + step >= kCells || (step == 1 && cell % 9 == 8)) continue;
            const int neighbour = kind == 3 ? bytes.below(kCells) : cell + step;
            Border border{{(uint8_t)cell, (uint8_t)neighbour}};
            if (kind == 2) border.push_back({(uint8_t)(80 - cell), (uint8_t)(80 - neighbour)});
            borders.push_back(border);
        }
    return borders;
}

std::vector<Cage> cages_of(Bytes& bytes, const SolvedGrid& grid) {
    const std::vector<Border> borders = borders_of(bytes);
    const int largest = 2 + bytes.below(8);
    Rng rng{bytes.word()};
    const CageMap map =
        joined_cages(grid.values, rng, borders, largest, [&](const CageMap&) { return bytes.below(4) != 0; });
    std::vector<Cage> cages = map.cages();
    int cells = 0;
    for (const Cage& cage : cages) {
        unsigned digits = 0;
        int sum = 0;
        for (int cell : cage.board) {
            digits |= bit_of(grid.values[cell]);
            sum += grid.values[cell];
        }
        demand(cage.count <= largest && count_bits(digits) == cage.count && cage.board.count() == cage.count);
        demand(cage.sum == sum);
        cells += cage.count;
    }
    demand(cells == kCells);
    cages.erase(std::remove_if(cages.begin(), cages.end(), [&](const Cage&) { return bytes.below(16) == 15; }),
                cages.end());
    return cages;
}

// The techniques of killers, and the easy ones of all puzzles.
Plan make_plan() {
    Plan plan;
    plan.options.uniqueness = 0;
    for (int finder = 0; finder < kFinderCount; finder++)
        for (const char* family : {"singles.", "locked.", "subsets.", "variants."})
            if (!strncmp(kFinders[finder].name, family, strlen(family))) plan.finders.push_back((uint8_t)finder);
    return plan;
}

class Checker {
  public:
    // solution: null, if none is known
    Checker(const Position& start, const uint8_t* solution) : start_(start), solution_(solution) {}

    bool walk(const Plan& plan) {
        Position position = start_;
        Solver solver(plan);
        Patience patience{kPatience};
        int steps = 0;
        solver.begin(position);
        solver.walk(position, patience.pulse(), [&](const Step& step) {
            demand(++steps < 2000);  // every step takes something away
            if (!solution_) return true;
            for (const Candidate& each : step.placements) demand(solution_[each.cell] == each.digit);
            for (const Candidate& each : step.eliminations) demand(solution_[each.cell] != each.digit);
            return true;
        });
        return position.is_solved();
    }

    void find_all(const Plan& plan, int finder) {
        Position position = start_;
        Solver solver(plan);
        Patience patience{kPatience};
        std::vector<std::vector<uint8_t>> records;
        solver.begin(position);
        solver.all(position, finder, patience.pulse(), records);
    }

    Cases::Verdict look(const uint8_t* solution) {
        Patience patience{kPatience};
        return Cases(patience.pulse()).look(start_, solution);
    }

  private:
    const Position& start_;
    const uint8_t* solution_;
};

}  // namespace

uint64_t fuzz_killers(const uint8_t* data, size_t size) {
    static const Plan kPlan = make_plan();
    Bytes bytes{data, data + size};
    const SolvedGrid grid(Rng{bytes.word()});
    std::vector<Cage> cages = cages_of(bytes, grid);
    uint8_t givens[kCells];
    for (int cell = 0; cell < kCells; cell++) givens[cell] = bytes.below(16) == 15 ? grid.values[cell] : (uint8_t)0;
    const bool is_spoilt = bytes.below(4) == 3;
    for (Cage& cage : cages)
        if (is_spoilt && bytes.below(8) == 7) cage.sum = bytes.next();
    const int finder = bytes.below(kFinderCount);

    const Killer killer(cages);
    const Position start = Position::of(givens, nullptr, &killer);
    Checker checker(start, is_spoilt ? nullptr : grid.values);
    const bool is_solved = checker.walk(kPlan);
    checker.find_all(kPlan, finder);
    const Cases::Verdict verdict = checker.look(grid.values);
    uint8_t none[kCells] = {};
    const Cases::Verdict other = checker.look(none);
    if (!is_spoilt) {
        demand(!is_solved || verdict != Cases::Verdict::kAnother);
        demand(other != Cases::Verdict::kNoOther);
    }
    return 5;
}

}  // namespace nonet
