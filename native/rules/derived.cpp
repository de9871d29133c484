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
constexpr int kMostOpen = 4;    // cells: before that, little follows from sums with outies
constexpr int kMostInnies = 9;  // of an equation without outies; killers with few cages need these

class Derived {
  public:
    Derived(Plan& plan, const Cages& cages)
        : plan_(plan), words_(plan.board.words), inside_((size_t)words_), outside_((size_t)words_) {
        std::vector<Cage> sorted = cages.list;
        std::stable_sort(sorted.begin(), sorted.end(), [](const Cage& a, const Cage& b) { return a.count < b.count; });
        std::vector<uint64_t> covered((size_t)words_);
        for (const Cage& cage : sorted) {  // of cages that overlap, the first is used
            const uint64_t* const cells = &cages.sets[cage.set];
            if (meet(cells, covered.data(), words_)) continue;
            for (int i = 0; i < words_; i++) covered[(size_t)i] |= cells[i];
            inside_.assign(cells, cells + words_);
            is_new();
            cages_.push_back({cells, cage.total, cage.count});
        }
    }

    void find(int most_houses) {
        const int size = plan_.board.size;
        for (const Board::Region& region : plan_.board.regions) {
            if (region.houses > most_houses) continue;
            const uint64_t* const set = &plan_.board.sets[region.set];
            const int total = region.houses * size * (size + 1) / 2;
            words_ == 2 ? look_into<2>(set, total) : look_into<0>(set, total);
        }
    }

  private:
    struct Known {
        const uint64_t* cells;
        int total, count;
    };

    // What is left of a region when the cages in it are taken away: first those inside, then those that cross its border.
    // kWords: of a set, or 0 for any number; the classic board has two.
    template <int kWords> void look_into(const uint64_t* region, int total) {
        const int words = kWords ? kWords : words_;
        inside_.assign(region, region + words);
        std::fill(outside_.begin(), outside_.end(), 0);
        crossing_.clear();
        bool some = false;
        for (const Known& cage : cages_) {
            const uint64_t* const cells = cage.cells;
            uint64_t in = 0, out = 0;
            for (int i = 0; i < words; i++) {
                in |= cells[i] & region[i];
                out |= cells[i] & ~region[i];
            }
            if (!in) continue;
            if (!out) {
                take_away(cells);
                total -= cage.total;
                some = true;
            } else {
                crossing_.push_back(&cage);
            }
        }
        int left = count_cells(inside_.data(), words);
        if (some && left <= kMostInnies) add(total);
        int beyond = 0;
        for (const Known* cage : crossing_) {
            const uint64_t* const cells = cage->cells;
            int outies = 0;
            for (int i = 0; i < words; i++) {
                const uint64_t out = cells[i] & ~region[i];
                outies += count_cells(&out, 1);
            }
            if (2 * outies > cage->count) continue;
            beyond += outies;
            left -= cage->count - outies;
            if (beyond > kMostCells) return;
            for (int i = 0; i < words; i++) outside_[(size_t)i] |= cells[i] & ~region[i];
            take_away(cells);
            total -= cage->total;
        }
        if (beyond && left + beyond <= kMostCells) add(total);
    }

    void take_away(const uint64_t* cells) {
        for (int i = 0; i < words_; i++) inside_[(size_t)i] &= ~cells[i];
    }

    // By fingerprints: if two equations should have the same one, the second is missed, which does no harm.
    bool is_new() {
        uint64_t print = 0;
        for (uint64_t word : inside_) print = (print ^ word) * 0x9E3779B97F4A7C15u + (print >> 29);
        for (uint64_t word : outside_) print = (print ^ word) * 0xD1B54A32D192ED03u + (print >> 31);
        if (std::find(seen_.begin(), seen_.end(), print) != seen_.end()) return false;
        seen_.push_back(print);
        return true;
    }

    void add(int total) {
        if (!is_new()) return;
        int cells[kMostInnies + kMostCells], weights[kMostInnies + kMostCells];
        size_t count = 0;
        const auto collect = [&](const std::vector<uint64_t>& set, int weight) {
            for_each_cell(set.data(), words_, [&](int cell) {
                cells[count] = cell;
                weights[count++] = weight;
            });
        };
        collect(inside_, 1);
        collect(outside_, -1);
        if (count || total) plan_.add_sum(cells, weights, count, total, kMostOpen);
    }

    Plan& plan_;
    const int words_;
    std::vector<Known> cages_;
    std::vector<const Known*> crossing_;
    std::vector<uint64_t> inside_, outside_;
    std::vector<uint64_t> seen_;
};

}  // namespace

void add_derived_sums(Plan& plan, const Cages& cages, int most_houses) {
    plan.has_cages = !cages.list.empty();
    if (plan.has_cages) Derived(plan, cages).find(most_houses);
}

}  // namespace nonet::rules
