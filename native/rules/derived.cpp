// Sums that follow from cages and houses together: innies, outies and hidden cages.
//
// A house of the classic board sums to 45.  Where cages cover most of some houses, little is left:
//
//     row 1   A A A B B . . C C        the sums of A and B are known, C leaves the row:
//     row 2   . . . . . . . . C        r1c6 + r1c7 - r2c9 = 45 - A - B - C
//
// The cells inside that no cage covers are innies, those of a cage outside are outies.  A cage that crosses the border
// is used if it has no more cells outside than inside.
#include <algorithm>
#include <set>

#include "rules/cellset.h"
#include "rules/plan.h"

namespace nonet::rules {
namespace {

constexpr int kMostCells = 10;  // of an equation
constexpr int kMostInnies = 9;  // of an equation without outies

typedef std::vector<uint64_t> Cells;

class Derived {
  public:
    Derived(Plan& plan, const std::vector<Cage>& cages) : plan_(plan), words_((size_t)plan.board.words) {
        std::vector<const Cage*> sorted;
        for (const Cage& cage : cages) sorted.push_back(&cage);
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const Cage* a, const Cage* b) { return a->cells.size() < b->cells.size(); });
        Cells covered(words_);
        for (const Cage* cage : sorted) {  // of cages that overlap, the first is used
            Cells cells(words_);
            for (int cell : cage->cells) add_cell(cells.data(), cell);
            if (count(cells) != (int)cage->cells.size() || meet(cells.data(), covered.data(), (int)words_)) continue;
            for (size_t i = 0; i < words_; i++) covered[i] |= cells[i];
            seen_.insert({cells, Cells(words_)});
            cages_.push_back({std::move(cells), cage->total});
        }
    }

    void find() {
        const int size = plan_.board.size;
        for (const Board::Region& region : plan_.board.regions) {
            const uint64_t* const set = &plan_.board.sets[region.set];
            look_into(Cells(set, set + words_), region.houses * size * (size + 1) / 2);
        }
    }

  private:
    struct Known {
        Cells cells;
        int total;
    };

    int count(const Cells& cells) const { return count_cells(cells.data(), (int)words_); }

    // What is left of a region when the cages in it are taken away: first those inside, then those that cross its border.
    void look_into(const Cells& region, int total) {
        Cells inside = region, outside(words_);
        bool some = false;
        crossing_.clear();
        for (const Known& cage : cages_) {
            if (!meet(cage.cells.data(), region.data(), (int)words_)) continue;
            if (is_subset(cage.cells.data(), region.data(), (int)words_)) {
                remove(inside, cage.cells);
                total -= cage.total;
                some = true;
            } else {
                crossing_.push_back(&cage);
            }
        }
        if (some && count(inside) <= kMostInnies) add(inside, outside, total);
        if (crossing_.empty()) return;
        for (const Known* cage : crossing_) {
            Cells beyond = cage->cells;
            remove(beyond, region);
            if (2 * count(beyond) > count(cage->cells)) continue;
            remove(inside, cage->cells);
            for (size_t i = 0; i < words_; i++) outside[i] |= beyond[i];
            total -= cage->total;
        }
        if (count(inside) + count(outside) <= kMostCells) add(inside, outside, total);
    }

    void remove(Cells& from, const Cells& what) const {
        for (size_t i = 0; i < words_; i++) from[i] &= ~what[i];
    }

    void add(const Cells& inside, const Cells& outside, int total) {
        if (!seen_.insert({inside, outside}).second) return;
        std::vector<int> cells, weights;
        for_each_cell(inside.data(), (int)words_, [&](int cell) { cells.push_back(cell); });
        weights.assign(cells.size(), 1);
        for_each_cell(outside.data(), (int)words_, [&](int cell) { cells.push_back(cell); });
        weights.resize(cells.size(), -1);
        if (cells.empty() && !total) return;
        plan_.add_sum(cells, weights, total);
    }

    Plan& plan_;
    const size_t words_;
    std::vector<Known> cages_;
    std::vector<const Known*> crossing_;
    std::set<std::pair<Cells, Cells>> seen_;
};

}  // namespace

void add_derived_sums(Plan& plan, const std::vector<Cage>& cages) {
    if (cages.empty()) return;
    Derived(plan, cages).find();
}

}  // namespace nonet::rules
