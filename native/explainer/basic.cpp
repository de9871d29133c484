// Singles, locked candidates, sets, fish and wings, each in Sudoku Explainer's order.
//
//     hidden single     a digit with one place left in a house; the last empty cells of houses come first
//     naked single      a cell with one candidate left
//     locking           a digit whose places in one house all lie in another: pointing (box to line), claiming (line to box)
//     direct locking    the same, if it leaves a hidden single in a house beside
//     naked set         cells of a house that share as many candidates as they are
//     hidden set        digits of a house that share as many places as they are
//     direct hidden set the same, if it leaves a hidden single in the house
//     fish              lines whose places for a digit lie in as many crossing lines
//     wing              three cells with xy, xz and yz; or with xyz, xz and yz
//
// A rating takes the first hint of a rule; a chain that builds on the rule takes all.
#include "explainer/hint.h"

namespace nonet::explainer {

namespace {

// Boxes, columns, rows: the order in which Sudoku Explainer scans houses.
constexpr int kScan[3] = {18, 9, 0};

// Nine masks, of which `size` are sought whose union has `size` bits. Those with less than two bits never count.
class Union {
  public:
    template <typename MaskOf> Union(int size, MaskOf mask_of) : size_(size) {
        for (int k = 0; k < 9; ++k) {
            masks_[k] = static_cast<uint16_t>(mask_of(k));
            const int bits = count_bits(masks_[k]);
            if (bits >= 2 && bits <= size) useful_ |= 1u << k;
        }
    }

    bool is_possible() const { return count_bits(useful_) >= size_; }

    // The union of the chosen masks if it has `size` bits, else 0.
    unsigned of(unsigned chosen) const {
        if (chosen & ~useful_) return 0;
        unsigned all = 0;
        for (const int k : Bits{chosen}) all |= masks_[k];
        return count_bits(all) == size_ ? all : 0;
    }

  private:
    const int size_;
    unsigned useful_ = 0;
    uint16_t masks_[9];
};

// The house of that kind (0 rows, 9 columns, 18 boxes) which holds the cell.
int house_of(int cell, int kind) { return kGeometry.houses[cell][kind == 18 ? 0 : kind == 0 ? 1 : 2]; }

// Calls visit(digit, first house, second house, first kind) for every digit whose places in the first all lie in the second.
template <typename Visit> bool crossings(const Board& board, Visit visit) {
    constexpr int kinds[4][2] = {{18, 9}, {18, 0}, {9, 18}, {0, 18}};
    for (const auto& [first_kind, second_kind] : kinds)
        for (int digit = 0; digit < kDigits; ++digit)
            for (int first = first_kind; first < first_kind + 9; ++first) {
                const unsigned places = board.places[first][digit];
                if (count_bits(places) < 2) continue;
                const int second = house_of(kBoard.cells[first][lowest(places)], second_kind);
                const bool is_inside = !(places & ~kGeometry.overlap[first][second]);
                if (is_inside && !visit(digit, first, second, first_kind)) return false;
            }
    return true;
}

}  // namespace

const std::vector<uint16_t>& combinations(int size) {
    static const auto table = [] {
        std::array<std::vector<uint16_t>, 10> made;
        for (int mask = 0; mask < 512; ++mask) made[count_bits(mask)].push_back(mask);
        return made;
    }();
    return table[size];
}

bool hidden_singles(const Board& board, Sink& sink) {
    for (const bool only_last : {true, false})
        for (const int kind : kScan)
            for (int house = kind; house < kind + 9; ++house) {
                const bool is_last = board.empty[house] == 1;
                if (is_last != only_last) continue;
                for (int digit = 0; digit < kDigits; ++digit) {
                    const unsigned places = board.places[house][digit];
                    if (count_bits(places) != 1) continue;
                    const double difficulty = is_last ? 1.0 : kind == 18 ? 1.2 : 1.5;
                    const int cell = kBoard.cells[house][lowest(places)];
                    if (!sink.add(Hint::value(Name::kHiddenSingle, difficulty, cell, digit))) return false;
                }
            }
    return true;
}

bool naked_singles(const Board& board, Sink& sink) {
    for (int cell = 0; cell < kCells; ++cell)
        if (board.count(cell) == 1 &&
            !sink.add(Hint::value(Name::kNakedSingle, 2.3, cell, lowest(board.candidates[cell]))))
            return false;
    return true;
}

bool locking(const Board& board, Sink& sink) {
    return crossings(board, [&](int digit, int first, int second, int first_kind) {
        const unsigned outside = board.places[second][digit] & ~kGeometry.overlap[second][first];
        if (!outside) return true;
        Hint hint;
        for (const int p : Bits{outside}) hint.remove(kBoard.cells[second][p], 1 << digit);
        hint.name = first_kind == 18 ? Name::kPointing : Name::kClaiming;
        hint.difficulty = first_kind == 18 ? 2.6 : 2.8;
        hint.pattern = Pattern::kLines;
        hint.digits = 1 << digit;
        hint.bases[0] = first;
        hint.covers[0] = second;
        return sink.add(std::move(hint));
    });
}

bool direct_locking(const Board& board, Sink& sink) {
    return crossings(board, [&](int digit, int first, int second, int first_kind) {
        for (int third = first_kind; third < first_kind + 9; ++third) {
            const unsigned places = board.places[third][digit];
            if (third == first || count_bits(places) < 2) continue;
            const unsigned crossing = kGeometry.overlap[third][second], left = places & ~crossing;
            if (!crossing || count_bits(left) != 1) continue;
            const int cell = kBoard.cells[third][lowest(left)];
            if (!sink.add(first_kind == 18 ? Hint::value(Name::kDirectPointing, 1.7, cell, digit)
                                           : Hint::value(Name::kDirectClaiming, 1.9, cell, digit)))
                return false;
        }
        return true;
    });
}

bool naked_sets(const Board& board, int size, Sink& sink) {
    for (const int kind : kScan)
        for (int house = kind; house < kind + 9; ++house) {
            if (board.empty[house] < size * 2) continue;
            const uint8_t* cells = kBoard.cells[house];
            const Union sets(size, [&](int p) { return board.candidates[cells[p]]; });
            if (!sets.is_possible()) continue;
            for (const int members : combinations(size)) {
                const int digits = sets.of(members);
                if (!digits) continue;
                Hint hint;
                for (int p = 0; p < 9; ++p)
                    if (!(members >> p & 1) && board.candidates[cells[p]] & digits)
                        hint.remove(cells[p], board.candidates[cells[p]] & digits);
                if (hint.removals.empty()) continue;
                hint.name = size == 2 ? Name::kNakedPair : size == 3 ? Name::kNakedTriplet : Name::kNakedQuad;
                hint.difficulty = size == 2 ? 3.0 : size == 3 ? 3.6 : 5.0;
                hint.pattern = Pattern::kNaked;
                hint.house = house;
                hint.digits = digits;
                hint.members = members;
                if (!sink.add(std::move(hint))) return false;
            }
        }
    return true;
}

namespace {

// Calls visit(house, digits, places) for digits of a house that share as many places as they are.
template <typename Visit> bool hidden(const Board& board, int size, int fewest_empty, Visit visit) {
    for (const int kind : kScan)
        for (int house = kind; house < kind + 9; ++house) {
            if (board.empty[house] < fewest_empty) continue;
            const Union sets(size, [&](int digit) { return board.places[house][digit]; });
            if (!sets.is_possible()) continue;
            for (const int digits : combinations(size)) {
                const int places = sets.of(digits);
                if (places && !visit(house, digits, places)) return false;
            }
        }
    return true;
}

}  // namespace

bool hidden_sets(const Board& board, int size, Sink& sink) {
    return hidden(board, size, size * 2 + 1, [&](int house, int digits, int places) {
        Hint hint;
        for (const int p : Bits{static_cast<unsigned>(places)}) {
            const int cell = kBoard.cells[house][p];
            if (board.candidates[cell] & ~digits) hint.remove(cell, board.candidates[cell] & ~digits);
        }
        if (hint.removals.empty()) return true;
        hint.name = size == 2 ? Name::kHiddenPair : size == 3 ? Name::kHiddenTriplet : Name::kHiddenQuad;
        hint.difficulty = size == 2 ? 3.4 : size == 3 ? 4.0 : 5.4;
        hint.pattern = Pattern::kHidden;
        hint.house = house;
        hint.digits = digits;
        hint.members = places;
        return sink.add(std::move(hint));
    });
}

bool direct_hidden_sets(const Board& board, int size, Sink& sink) {
    return hidden(board, size, size + 1, [&](int house, int digits, int places) {
        for (int digit = 0; digit < kDigits; ++digit) {
            const unsigned all = board.places[house][digit], left = all & ~places;
            if (digits >> digit & 1 || count_bits(all) < 2 || count_bits(left) != 1) continue;
            const int cell = kBoard.cells[house][lowest(left)];
            return sink.add(size == 2 ? Hint::value(Name::kDirectHiddenPair, 2.0, cell, digit)
                                      : Hint::value(Name::kDirectHiddenTriplet, 2.5, cell, digit));
        }
        return true;
    });
}

bool fish(const Board& board, int size, Sink& sink) {
    for (const auto& [lines, crossing] : {std::pair{9, 0}, std::pair{0, 9}}) {
        std::vector<std::pair<int, Union>> possible;
        for (int digit = 0; digit < kDigits; ++digit) {
            if (board.placed[digit] + size * 2 > 9) continue;
            const Union sets(size, [&, first = lines](int k) { return board.places[first + k][digit]; });
            if (sets.is_possible()) possible.emplace_back(digit, sets);
        }
        if (possible.empty()) continue;
        for (const int chosen : combinations(size))
            for (const auto& [digit, sets] : possible) {
                const int places = sets.of(chosen);
                if (!places) continue;
                Hint hint;
                for (const int p : Bits{static_cast<unsigned>(places)})
                    for (const int q : Bits{static_cast<unsigned>(board.places[crossing + p][digit] & ~chosen)})
                        hint.remove(kBoard.cells[crossing + p][q], 1 << digit);
                if (hint.removals.empty()) continue;
                hint.name = size == 2 ? Name::kXWing : size == 3 ? Name::kSwordfish : Name::kJellyfish;
                hint.difficulty = size == 2 ? 3.2 : size == 3 ? 3.8 : 5.2;
                hint.pattern = Pattern::kLines;
                hint.digits = 1 << digit;
                int n = 0;
                for (const int k : Bits{static_cast<unsigned>(chosen)}) hint.bases[n++] = lines + k;
                n = 0;
                for (const int p : Bits{static_cast<unsigned>(places)}) hint.covers[n++] = crossing + p;
                if (!sink.add(std::move(hint))) return false;
            }
    }
    return true;
}

bool wings(const Board& board, int pivot_size, Sink& sink) {
    for (int pivot = 0; pivot < kCells; ++pivot) {
        const unsigned own = board.candidates[pivot];
        if (count_bits(own) != pivot_size) continue;
        for (const int first : kGeometry.peers[pivot]) {
            const unsigned one = board.candidates[first];
            if (count_bits(one) != 2 || count_bits(own & ~one) != 1) continue;
            for (const int second : kGeometry.peers[pivot]) {
                const unsigned other = board.candidates[second];
                if (count_bits(other) != 2 || count_bits(own | one | other) != 3 ||
                    count_bits(own & one & other) != pivot_size - 2)
                    continue;
                const int digit = lowest(one & other);
                Hint hint;
                for (const int cell : kGeometry.peers[first])
                    if (kGeometry.sees[second][cell] && cell != pivot && cell != second &&
                        (pivot_size == 2 || kGeometry.sees[pivot][cell]) && board.has(cell, digit))
                        hint.remove(cell, 1 << digit);
                if (hint.removals.empty()) continue;
                hint.name = pivot_size == 2 ? Name::kXYWing : Name::kXYZWing;
                hint.difficulty = pivot_size == 2 ? 4.2 : 4.4;
                if (!sink.add(std::move(hint))) return false;
            }
        }
    }
    return true;
}

void Hint::parents(const Board& start, const Board& now, std::vector<Candidate>& found) const {
    if (pattern == Pattern::kLines) {
        const int only = lowest(digits);
        for (const int base : bases) {
            if (base < 0) break;
            for (const int from : kBoard.cells[base]) {
                if (!start.has(from, only) || now.has(from, only)) continue;
                bool covered = false;
                for (const int cover : covers) covered |= cover >= 0 && kGeometry.contains(cover, from);
                if (!covered) found.push_back(candidate(from, only));
            }
        }
    } else if (pattern == Pattern::kNaked) {
        for (const int p : Bits{members})
            for (const int each : Bits{static_cast<unsigned>(start.candidates[kBoard.cells[house][p]] & ~digits)})
                found.push_back(candidate(kBoard.cells[house][p], each));
    } else if (pattern == Pattern::kHidden) {
        for (int p = 0; p < 9; ++p)
            if (!(members >> p & 1))
                for (const int each : Bits{static_cast<unsigned>(start.candidates[kBoard.cells[house][p]] & digits)})
                    found.push_back(candidate(kBoard.cells[house][p], each));
    }
}

}  // namespace nonet::explainer
