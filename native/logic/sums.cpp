// The rule of 45: as src/nonet/logic/variants/sums.py. Steps have no evidence here.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

constexpr int kMostCells = 3;  // of an equation that people work with;
constexpr int kMostApart = 5;  // and where all the cells differ and are on one side: then it is a cage

// An equation as it stands: its open cells, with a sign each, and what is left of the total.
struct Standing : OpenCage {
    int signs[9];
    bool one_side;

    Standing(const Equation& equation, const Position& position) {
        total = equation.total;
        for (int cell : equation.cells()) {
            const int sign = equation.plus.has(cell) ? 1 : -1;
            if (position.values[cell]) {
                total -= sign * position.values[cell];
            } else {
                signs[count] = sign;
                add(cell, position.masks[cell]);
            }
        }
        one_side = true;
        for (int k = 1; k < count; ++k) one_side = one_side && signs[k] == signs[0];
    }

    bool all_differ(const Killer& killer) const {
        for (int k = 0; k < count; ++k)
            for (int other = 0; other < k; ++other)
                if (!killer.differ(cells[k], cells[other])) return false;
        return true;
    }
};

// Tries all digits in all cells of an equation; notes for each cell those with which it can hold.
class Filler {
  public:
    Filler(const Standing& equation, const Killer& killer, uint16_t* digits)
        : equation_(equation), killer_(killer), digits_(digits) {}

    bool fill(int place, int rest) {
        if (place == equation_.count) return rest == 0;
        bool any = false;
        for (int digit : Digits{equation_.masks[place]}) {
            if (is_taken(place, digit)) continue;
            chosen_[place] = digit;
            if (!fill(place + 1, rest - equation_.signs[place] * digit)) continue;
            digits_[place] |= (uint16_t)bit_of(digit);
            any = true;
        }
        return any;
    }

  private:
    bool is_taken(int place, int digit) const {
        for (int other = 0; other < place; ++other)
            if (chosen_[other] == digit && killer_.differ(equation_.cells[place], equation_.cells[other])) return true;
        return false;
    }

    const Standing& equation_;
    const Killer& killer_;
    uint16_t* digits_;
    int chosen_[9] = {};
};

// Takes out the candidates with which the equation cannot hold; none if it has too many cells to say.
void eliminate_impossible(Standing equation, const Killer& killer, Step& step) {
    Ways ways = {};
    if (equation.one_side && equation.all_differ(killer)) {
        equation.total *= equation.signs[0];
        ways.compute(equation);
    } else if (equation.count <= kMostCells) {
        Filler(equation, killer, ways.digits).fill(0, equation.total);
    } else {
        return;
    }
    for (int k = 0; k < equation.count; ++k)
        for (int digit : Digits{(unsigned)(equation.masks[k] & ~ways.digits[k])})
            step.eliminate(equation.cells[k], digit);
}

bool is_part_of_cage(const Standing& equation, const Killer& killer) {
    Cells board;
    for (int k = 0; k < equation.count; ++k) board.add(equation.cells[k]);
    for (const Cage& cage : killer.cages())
        if (board.is_inside(cage.board)) return equation.one_side;
    return false;
}

// Equations of several cells, those of the fewest first. One that said nothing is not looked at again until one of its
// candidates has gone.
template <class Suits> bool find_impossible(Search& search, Technique technique, int houses, Suits suits) {
    const Position& position = search.position;
    if (!position.killer) return false;
    const std::vector<Equation>& equations = position.killer->equations(houses);
    std::vector<OpenCage>& silent = search.work.silent_equations[houses];
    silent.resize(equations.size());
    for (int count = 2; count <= kMostApart; ++count)
        for (size_t k = 0; k < equations.size(); ++k) {
            if ((equations[k].cells() & position.unsolved).count() != count) continue;
            const Standing equation(equations[k], position);
            if (equation == silent[k] || !suits(equation)) continue;
            Step& step = search.begin(technique);
            eliminate_impossible(equation, *position.killer, step);
            if (step.eliminations.empty())
                silent[k] = equation;
            else if (search.commit())
                return true;
        }
    return false;
}

}  // namespace

bool find_rule_of_45(Search& search, int houses) {
    static constexpr Technique kTechnique[] = {kRuleOf45, kRuleOf45, kRuleOf45Of2, kRuleOf45Of3};
    const Position& position = search.position;
    if (!position.killer) return false;
    for (const Equation& equation : position.killer->equations(houses)) {
        if (!(equation.cells() & position.unsolved).is_one()) continue;
        const Standing last(equation, position);
        const int digit = last.total * last.signs[0];
        if (digit < 1 || digit > 9 || !position.has(last.cells[0], digit)) continue;
        search.begin(kTechnique[houses]).place(last.cells[0], digit);
        if (search.commit()) return true;
    }
    return false;
}

bool find_cage_splitting(Search& search) {
    return find_impossible(search, kCageSplitting, 1, [&](const Standing& equation) {
        return is_part_of_cage(equation, *search.position.killer);
    });
}

bool find_innies_outies(Search& search, int houses) {
    static constexpr Technique kTechnique[] = {kInniesOuties, kInniesOuties, kInniesOutiesOf2, kInniesOutiesOf3};
    return find_impossible(search, kTechnique[houses], houses, [](const Standing&) { return true; });
}

}  // namespace nonet::logic
