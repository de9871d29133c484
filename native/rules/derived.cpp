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

#include "rules/cellset.h"
#include "rules/plan.h"

namespace nonet::rules {
namespace {

constexpr int kMostCells = 6;   // of an equation
constexpr int kMostInnies = 9;  // of an equation without outies; killers with few cages need these

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
            is_new(cells, Cells(words_));
            cages_.push_back({std::move(cells), cage->total});
        }
    }

    void find() {
        const int size = plan_.board.size;
        for (const Board::Region& region : plan_.board.regions) {
            const uint64_t* const set = &plan_.board.sets[region.set];
            look_into(set, region.houses * size * (size + 1) / 2);
        }
    }

  private:
    struct Known {
        Cells cells;
        int total;
    };

    int count(const Cells& cells) const { return count_cells(cells.data(), (int)words_); }

    // What is left of a region when the cages in it are taken away: first those inside, then those that cross its border.
    void look_into(const uint64_t* region, int total) {
        const int words = (int)words_;
        inside_.assign(region, region + words_);
        outside_.assign(words_, 0);
        crossing_.clear();
        bool some = false;
        for (const Known& cage : cages_) {
            if (!meet(cage.cells.data(), region, words)) continue;
            if (is_subset(cage.cells.data(), region, words)) {
                remove(inside_, cage.cells.data());
                total -= cage.total;
                some = true;
            } else {
                crossing_.push_back(&cage);
            }
        }
        if (some && count(inside_) <= kMostInnies) add(total);
        if (crossing_.empty()) return;
        for (const Known* cage : crossing_) {
            beyond_ = cage->cells;
            remove(beyond_, region);
            if (2 * count(beyond_) > count(cage->cells)) continue;
            remove(inside_, cage->cells.data());
            for (size_t i = 0; i < words_; i++) outside_[i] |= beyond_[i];
            total -= cage->total;
        }
        if (count(inside_) + count(outside_) <= kMostCells) add(total);
    }

    void remove(Cells& from, const uint64_t* what) const {
        for (size_t i = 0; i < words_; i++) from[i] &= ~what[i];
    }

    // By fingerprints: if two equations should have the same one, the second is missed, which does no harm.
    bool is_new(const Cells& inside, const Cells& outside) {
        uint64_t print = 0;
        for (size_t i = 0; i < words_; i++) print = (print ^ inside[i]) * 0x9E3779B97F4A7C15u + (print >> 29);
        for (size_t i = 0; i < words_; i++) print = (print ^ outside[i]) * 0xD1B54A32D192ED03u + (print >> 31);
        if (std::find(seen_.begin(), seen_.end(), print) != seen_.end()) return false;
        seen_.push_back(print);
        return true;
    }

    void add(int total) {
        if (!is_new(inside_, outside_)) return;
        std::vector<int> cells, weights;
        for_each_cell(inside_.data(), (int)words_, [&](int cell) { cells.push_back(cell); });
        weights.assign(cells.size(), 1);
        for_each_cell(outside_.data(), (int)words_, [&](int cell) { cells.push_back(cell); });
        weights.resize(cells.size(), -1);
        if (cells.empty() && !total) return;
        plan_.add_sum(cells, weights, total);
    }

    Plan& plan_;
    const size_t words_;
    std::vector<Known> cages_;
    std::vector<const Known*> crossing_;
    Cells inside_, outside_, beyond_;
    std::vector<uint64_t> seen_;
};

}  // namespace

void add_derived_sums(Plan& plan, const std::vector<Cage>& cages) {
    if (cages.empty()) return;
    Derived(plan, cages).find();
}

}  // namespace nonet::rules
