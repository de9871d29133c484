// Sue de Coq: as src/nonet/logic/sue_de_coq.py.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

// The crossing of a line and a box, or an outer set: cells, and digits.
struct Part {
    Cells cells;
    unsigned digits;
    int taken;  // of an outer set: how many digits it takes out of the crossing
};

class SueDeCoq {
  public:
    explicit SueDeCoq(Search& search)
        : search_(search),
          position_(search.position),
          narrow_(search.work.narrow(search.position)),
          settled_(search.work.sue_de_coqs) {}

    bool run() {
        for (int line = 0; line < kFirstBox; ++line)
            for (int third = 0; third < 3; ++third) {
                const int box = kBoard.houses[kBoard.cells[line][3 * third]][2];
                const int crossing = 3 * line + third;
                if (settled_.has(crossing, position_, line) && settled_.has(crossing, position_, box) && !search_.all)
                    continue;
                if (narrow_.of[line].empty() || narrow_.of[box].empty()) continue;
                if (search_crossing(line, box)) return true;
                settled_.add(crossing, position_);
            }
        return false;
    }

  private:
    bool search_crossing(int line, int box) {
        line_ = line;
        box_ = box;
        in_line_ = kBoard.board[line] & position_.unsolved;
        in_box_ = kBoard.board[box] & position_.unsolved;
        int cells[3], count = 0;
        for (int cell : in_line_& in_box_) cells[count++] = cell;
        if (count < 2) return false;
        if (count == 2) return search_middle({cells[0], cells[1]});
        return search_middle({cells[0], cells[1]}) || search_middle({cells[0], cells[1], cells[2]}) ||
               search_middle({cells[0], cells[2]}) || search_middle({cells[1], cells[2]});
    }

    bool search_middle(std::initializer_list<int> cells) {
        Part middle{{}, 0, 0};
        for (int cell : cells) {
            middle.cells.add(cell);
            middle.digits |= position_.masks[cell];
        }
        const int spare = count_bits(middle.digits) - (int)cells.size();
        if (spare < 2) return false;
        collect(narrow_.of[line_], middle, spare, of_line_);
        if (of_line_.empty()) return false;
        collect(narrow_.of[box_], middle, spare, of_box_);
        for (const Part& part : of_line_)
            for (const Part& other : of_box_)
                if (part.taken + other.taken == spare && !part.cells.meets(other.cells) &&
                    !(part.digits & other.digits & middle.digits) && found(middle, part, other))
                    return true;
        return false;
    }

    // The sets outside the crossing that take some of its digits, and leave some to the other set.
    static void collect(const std::vector<NarrowSet>& sets, const Part& middle, int spare, std::vector<Part>& parts) {
        parts.clear();
        for (const NarrowSet& each : sets) {
            if (each.cells.meets(middle.cells) || !(each.digits & middle.digits)) continue;
            const int taken = each.count - count_bits(each.digits & ~middle.digits);
            if (0 < taken && taken < spare) parts.push_back({each.cells, each.digits, taken});
        }
    }

    bool found(const Part& middle, const Part& part, const Part& other) {
        Step& step = search_.begin(kSueDeCoq);
        const unsigned both = part.digits & other.digits;
        const unsigned of_box = ((middle.digits | other.digits) & ~part.digits) | both;
        const unsigned of_line = ((middle.digits | part.digits) & ~other.digits) | both;
        const Cells around_box = in_box_.minus(other.cells | middle.cells);
        for (int cell : around_box)
            for (int digit : Digits{position_.masks[cell] & of_box}) step.eliminate(cell, digit);
        for (int cell : in_line_.minus(part.cells | middle.cells)) {
            const unsigned known = around_box.has(cell) ? of_box : 0;
            for (int digit : Digits{position_.masks[cell] & of_line & ~known}) step.eliminate(cell, digit);
        }
        if (step.eliminations.empty()) return false;
        if (step.wants_evidence) {
            step.role(kBase, middle.cells, Digits{middle.digits}, {line_, box_});
            step.role(kSet, part.cells, Digits{part.digits}, {line_}, "A");
            step.role(kSet, other.cells, Digits{other.digits}, {box_}, "B");
            for (int cell : middle.cells | part.cells | other.cells) step.truth_cell(cell);
        }
        return search_.commit();
    }

    Search& search_;
    const Position& position_;
    const NarrowSets& narrow_;
    Settled<3 * kFirstBox>& settled_;
    int line_ = 0, box_ = 0;
    Cells in_line_, in_box_;
    std::vector<Part> of_line_, of_box_;
};

}  // namespace

bool find_sue_de_coqs(Search& search) { return SueDeCoq(search).run(); }

}  // namespace nonet::logic
