// Naked and hidden subsets: as src/nonet/logic/subsets.py.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

constexpr Technique kLocked[] = {kTechniques, kTechniques, kLockedPair, kLockedTriple};
constexpr Technique kNaked[] = {kTechniques, kTechniques, kNakedPair, kNakedTriple, kNakedQuadruple};
constexpr Technique kHidden[] = {kTechniques, kTechniques, kHiddenPair, kHiddenTriple, kHiddenQuadruple};

// Boxes are looked at first, then rows and columns.
int house_in_order(int place) { return place < 9 ? kFirstBox + place : place - 9; }

class NakedSubsets {
  public:
    NakedSubsets(Search& search, int size, bool locked)
        : search_(search),
          position_(search.position),
          settled_(search.work.naked_subsets[locked][size]),
          size_(size),
          locked_(locked) {}

    bool run() {
        for (int place = 0; place < (locked_ ? 9 : kHouses); ++place) {
            house_ = house_in_order(place);
            if (settled_.has(house_, position_, house_) && !search_.all) continue;
            passed_over_ = false;
            able_ = 0;
            for (int cell : kBoard.cells[house_])
                if (position_.masks[cell] && count_bits(position_.masks[cell]) <= size_) cells_[able_++] = cell;
            if (able_ >= size_ && extend(0, 0, {}, 0)) return true;
            if (!passed_over_) settled_.add(house_, position_);
        }
        return false;
    }

  private:
    // All subsets that begin with these cells, in dictionary order.
    bool extend(int start, int count, Cells subset, unsigned digits) {
        if (count == size_) return count_bits(digits) == size_ && found(subset, digits);
        for (int k = start; k <= able_ - (size_ - count); ++k) {
            const unsigned both = digits | position_.masks[cells_[k]];
            if (count_bits(both) <= size_ && extend(k + 1, count + 1, subset | Cells::of(cells_[k]), both)) return true;
        }
        return false;
    }

    bool found(Cells subset, unsigned digits) {
        const int box = kBoard.houses[subset.first()][2];
        if (house_ < kFirstBox && subset.is_inside(kBoard.board[box])) return false;  // met in the box already
        List houses;
        for (int house : kBoard.houses[subset.first()])
            if (subset.is_inside(kBoard.board[house])) houses.add(house);
        Step& step = search_.begin(locked_ ? kLocked[size_] : kNaked[size_]);
        Cells beside;
        for (int k = 0; k < houses.count; ++k) {
            for (int cell : kBoard.cells[houses.items[k]]) {
                if (subset.has(cell) || beside.has(cell)) continue;
                for (int digit : Digits{position_.masks[cell] & digits}) step.eliminate(cell, digit);
            }
            beside |= kBoard.board[houses.items[k]];
        }
        if (step.eliminations.empty()) return false;
        passed_over_ = true;  // it may become a step of the other kind when candidates outside the house go
        if (locked_ != is_locked(step, houses)) return false;
        if (step.wants_evidence) {
            step.role(kBase, subset, Digits{digits}, houses);
            for (int cell : subset) step.truth_cell(cell);
        }
        return search_.commit();
    }

    // Whether something goes from a box, and something from a line outside that box; a quad is never called locked.
    bool is_locked(const Step& step, const List& houses) const {
        if (size_ == 4 || houses.count < 2) return false;
        const Cells box = kBoard.board[houses.items[houses.count - 1]];
        size_t inside = 0;
        for (const Candidate& each : step.eliminations) inside += box.has(each.cell);
        return 0 < inside && inside < step.eliminations.size();
    }

    Search& search_;
    const Position& position_;
    Settled<kHouses>& settled_;
    const int size_;
    const bool locked_;
    bool passed_over_ = false;  // whether a subset of this house eliminates something, but was not taken
    int cells_[9];
    int able_ = 0;
    int house_ = 0;
};

class HiddenSubsets {
  public:
    HiddenSubsets(Search& search, int size)
        : search_(search), position_(search.position), settled_(search.work.hidden_subsets[size]), size_(size) {}

    bool run() {
        for (int place = 0; place < kHouses; ++place) {
            house_ = house_in_order(place);
            if (settled_.has(house_, position_, house_) && !search_.all) continue;
            if ((position_.unsolved & kBoard.board[house_]).count() <= size_) continue;
            able_ = 0;
            for (int digit = 1; digit <= 9; ++digit) {
                const Cells places = position_.boards[digit] & kBoard.board[house_];
                if (places.none() || places.count() > size_) continue;
                digits_[able_] = digit;
                places_[able_++] = places;
            }
            if (able_ >= size_ && extend(0, 0, 0, {})) return true;
            settled_.add(house_, position_);
        }
        return false;
    }

  private:
    bool extend(int start, int count, unsigned digits, Cells cells) {
        if (count == size_) return cells.count() == size_ && found(digits, cells);
        for (int k = start; k <= able_ - (size_ - count); ++k) {
            const Cells both = cells | places_[k];
            if (both.count() <= size_ && extend(k + 1, count + 1, digits | bit_of(digits_[k]), both)) return true;
        }
        return false;
    }

    bool found(unsigned digits, Cells cells) {
        Step& step = search_.begin(kHidden[size_]);
        for (int cell : cells)
            for (int digit : Digits{position_.masks[cell] & ~digits}) step.eliminate(cell, digit);
        if (step.eliminations.empty()) return false;
        for (const std::vector<Candidate>& known : done_)
            if (known == step.eliminations) return false;
        if (search_.all) done_.push_back(step.eliminations);
        if (step.wants_evidence) {
            step.role(kBase, cells, Digits{digits}, {house_});
            for (int digit : Digits{digits}) step.truth_house(house_, digit);
        }
        return search_.commit();
    }

    Search& search_;
    const Position& position_;
    Settled<kHouses>& settled_;
    const int size_;
    int house_ = 0;
    int digits_[9];
    Cells places_[9];
    int able_ = 0;
    std::vector<std::vector<Candidate>> done_;
};

}  // namespace

bool find_naked_subsets(Search& search, int size, bool locked) { return NakedSubsets(search, size, locked).run(); }

bool find_hidden_subsets(Search& search, int size) { return HiddenSubsets(search, size).run(); }

}  // namespace nonet::logic
