// Wings of four to seven cells, which SukakuExplainer 1.18 added: WXYZ-, VWXYZ-, UVWXYZ- and TUVWXYZ-wings.
//
// Cells that all see each other and have one digit more than they are, and a cell of two candidates beside them.
//
//     the set      r1c1 {1,2}  r1c2 {2,3}  r1c3 {3,4}     three cells, the digits 1, 2, 3, 4
//     the partner  r3c1 {1,4}                             sees r1c1, the one cell of the set with 1
//
// Not both the set and the partner have 1. Without its 1 the set has all of 2, 3, 4; without 1 the partner is 4. So 4 is
// in the set or in the partner, and goes from every cell that sees all its places there. If both digits of the partner
// are linked in that way, the set and the partner hold all digits between them, and each goes from the cells around.
#include <cstring>
#include <string>

#include "explainer/hint.h"

namespace nonet::explainer {

namespace {

// The easiest wing of a size; of equally easy ones that with most eliminations, then that with the last name.
class WingSearch {
  public:
    WingSearch(const Board& board, int size) : board_(board), size_(size) {
        for (int cell = 0; cell < kCells; ++cell) {
            const int count = board.count(cell);
            if (count == 2) pairs_.add(cell);
            if (count >= 2 && count <= size) open_.add(cell);
        }
    }

    bool any = false;
    Hint best;

    void run() { extend(open_, 0); }

  private:
    const Board& board_;
    const int size_;
    Cells pairs_, open_;
    int cells_[6];
    int count_ = 0;
    int best_eliminations_ = 0;
    std::string best_suffix_;

    // Adds cells, in ascending order, that see all the others, until they have one digit more than they are.
    void extend(const Cells& choices, unsigned digits) {
        for (const int cell : choices) {
            const unsigned more = digits | board_.candidates[cell];
            if (count_bits(more) > size_) continue;
            cells_[count_++] = cell;
            if (count_ == size_ - 1) {
                if (count_bits(more) == size_) find_partners(more);
            } else {
                extend((choices & kBoard.peers[cell]).minus(up_to(cell)), more);
            }
            --count_;
        }
    }

    static Cells up_to(int cell) {
        return cell < 64 ? Cells{~0ull >> (63 - cell), 0} : Cells{~0ull, ~0ull >> (127 - cell)};
    }

    // The cells that see all those of the set that may take the digit.
    Cells seeing(int digit) const {
        Cells all = Cells::all();
        for (int k = 0; k < count_; ++k)
            if (board_.has(cells_[k], digit)) all = all & kBoard.peers[cells_[k]];
        return all;
    }

    // The cells of two candidates that turn the set into a wing: one of their digits must not be true in both.
    void find_partners(unsigned digits) {
        Cells seeing_of[kDigits], linked;
        for (const int digit : Bits{digits}) {
            seeing_of[digit] = seeing(digit);
            linked = linked | (seeing_of[digit] & pairs_);
        }
        for (const int partner : linked) {
            const unsigned own = board_.candidates[partner];
            if (own & ~digits || is_member(partner)) continue;
            const int low = lowest(own), high = lowest(own & (own - 1));
            const bool by_low = seeing_of[low].has(partner), by_high = seeing_of[high].has(partner);
            if (by_low && by_high)
                conclude(digits, partner, digits, seeing_of);
            else if (by_low)
                conclude(digits, partner, 1u << high, seeing_of);
            else if (by_high)
                conclude(digits, partner, 1u << low, seeing_of);
        }
    }

    bool is_member(int cell) const {
        for (int k = 0; k < count_; ++k)
            if (cells_[k] == cell) return true;
        return false;
    }

    // `locked`: digits that are true in the set, or in the partner; all of them if the two share both of its digits.
    void conclude(unsigned digits, int partner, unsigned locked, const Cells* seeing_of) {
        const unsigned own = board_.candidates[partner];
        uint16_t gone[kCells] = {};
        int eliminations = 0;
        unsigned with_eliminations = 0;
        for (const int digit : Bits{locked}) {
            Cells victims = seeing_of[digit];
            if (own >> digit & 1) victims = victims & kBoard.peers[partner];
            for (const int cell : victims) {
                if (cell == partner || is_member(cell) || !board_.has(cell, digit)) continue;
                gone[cell] |= 1 << digit;
                ++eliminations;
                with_eliminations |= 1u << digit;
            }
        }
        if (!eliminations) return;
        const bool is_double = locked == digits && ((with_eliminations & ~own) || (with_eliminations & own) == own);
        consider(gone, eliminations, is_double);
    }

    double difficulty(int biggest) const {
        if (size_ == 4) return 5.5 + (1 - std::abs(3 - biggest)) * 0.1;
        if (size_ == 5) return 6.2 + (2 - std::abs(3 - biggest)) * 0.1;
        return size_ == 6 ? 6.6 : 7.5;
    }

    void consider(const uint16_t* gone, int eliminations, bool is_double) {
        int biggest = 0, total = 0;
        for (int k = 0; k < count_; ++k) {
            biggest = std::max(biggest, board_.count(cells_[k]));
            total += board_.count(cells_[k]);
        }
        const double rating = difficulty(biggest);
        if (any && rating > best.difficulty) return;
        const bool is_easier = !any || rating < best.difficulty;
        if (!is_easier && eliminations < best_eliminations_) return;
        const std::string suffix = std::to_string(1 + is_double) + std::to_string(biggest) + std::to_string(total);
        if (!is_easier && eliminations == best_eliminations_ && suffix <= best_suffix_) return;
        any = true;
        best = Hint{};
        best.name = Name::kLargeWing;
        best.size = size_ + 8 * is_double + 16 * biggest + 128 * total;
        best.difficulty = rating;
        for (int cell = 0; cell < kCells; ++cell)
            if (gone[cell]) best.remove(cell, gone[cell]);
        best_eliminations_ = eliminations;
        best_suffix_ = suffix;
    }
};

}  // namespace

bool large_wings(const Board& board, int size, Sink& sink) {
    WingSearch search(board, size);
    search.run();
    return !search.any || sink.add(std::move(search.best));
}

}  // namespace nonet::explainer
