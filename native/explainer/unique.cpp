// Rules that hold because a puzzle has one solution: unique rectangles and loops, and the bivalue universal grave.
#include <bitset>

#include "explainer/hint.h"

namespace nonet::explainer {

namespace {

const Geometry& g = kGeometry;
using Cells = std::bitset<kCells>;

Cells peers_of(int cell) {
    static const auto table = [] {
        std::array<Cells, kCells> made;
        for (int each = 0; each < kCells; ++each)
            for (const int peer : kGeometry.peers[each]) made[each].set(peer);
        return made;
    }();
    return table[cell];
}

// Choices of `size` of the numbers below `count`, as masks, ascending.
template <typename Visit> bool each_choice(int count, int size, Visit visit) {
    for (const int mask : combinations(size)) {
        if (mask >> count) break;
        if (!visit(mask)) return false;
    }
    return true;
}

// -- unique rectangles and loops ----------------------------------------------------------------------------------

struct LoopHint {
    Hint hint;
    int type;
    Cells loop;
    int house = -1, set_digits = 0, set_places = 0;  // of type 3: two of them differ if one of these does

    bool same(const LoopHint& other) const {
        return type == other.type && loop == other.loop && house == other.house && set_digits == other.set_digits &&
               set_places == other.set_places;
    }
};

class LoopSearch {
  public:
    explicit LoopSearch(const Board& board) : board_(board) {}

    std::vector<LoopHint> found;

    void from(int start) {
        start_ = start;
        both_ = board_.candidates[start];
        loop_.clear();
        visited_[0] = visited_[1] = 0;
        find_takers();
        if (!(takers_[kGeometry.houses[start][0]] >> kGeometry.place[start][0] & 1)) return;
        walk(start, 2, 0, -1);
    }

  private:
    const Board& board_;
    int start_ = 0;
    unsigned both_ = 0;
    std::vector<int> loop_;
    Cells on_loop_;

    uint16_t takers_[kHouses] = {};  // the places of each house that have both digits
    unsigned visited_[2] = {0, 0};   // the houses of every other cell, and of the rest

    // A loop has two cells of every house that it touches: cells that are alone in a house cannot be part of one.
    void find_takers() {
        const int one = lowest(both_), other = lowest(both_ & ~(1u << one));
        for (int house = 0; house < kHouses; ++house)
            takers_[house] = board_.places[house][one] & board_.places[house][other];
        for (bool any = true; any;) {
            any = false;
            for (int house = 0; house < kHouses; ++house) {
                if (count_bits(takers_[house]) != 1) continue;
                any = true;
                const int cell = kBoard.cells[house][lowest(takers_[house])];
                for (int kind = 0; kind < 3; ++kind)
                    takers_[kGeometry.houses[cell][kind]] &= ~(1u << kGeometry.place[cell][kind]);
            }
        }
    }

    // Closed walks through cells that may take both digits; at most two of them may take others as well, or more if all
    // of those have the same one extra digit.
    void walk(int cell, int extras_left, unsigned extra, int last_kind) {
        unsigned houses = 0;
        for (const int house : kGeometry.houses[cell]) houses |= 1u << house;
        unsigned& visited = visited_[loop_.size() % 2];
        if (visited & houses) return;  // no deadly pattern has the same digit twice in a house
        visited |= houses;
        loop_.push_back(cell);
        on_loop_.set(cell);
        for (int kind = 0; kind < 3; ++kind) {
            if (kind == last_kind) continue;
            const int house = kGeometry.houses[cell][kind];
            for (const int p : Bits{takers_[house]}) {
                const int following = kBoard.cells[house][p];
                if (following == start_ && loop_.size() >= 4) {
                    if (visited_[0] == visited_[1]) conclude();
                } else if (!on_loop_[following]) {
                    const unsigned own = board_.candidates[following], more = (extra | own) & ~both_;
                    const bool is_pure = own == both_;
                    if (is_pure || count_bits(more) == 1 || extras_left > 0)
                        walk(following, extras_left - !is_pure, more, kind);
                }
            }
        }
        on_loop_.reset(cell);
        loop_.pop_back();
        visited_[loop_.size() % 2] &= ~houses;
    }

    double difficulty() const {
        double sum = 4.5;
        if (loop_.size() >= 10) sum += 0.3;
        if (loop_.size() >= 8)
            sum += 0.2;
        else if (loop_.size() >= 6)
            sum += 0.1;
        return sum;
    }

    LoopHint made(int type, double harder = 0.0) const {
        LoopHint each;
        const int first = static_cast<int>(loop_.size() == 4 ? Name::kUniqueRectangle1 : Name::kUniqueLoop1);
        each.hint.name = static_cast<Name>(first + type - 1);
        each.hint.size = static_cast<int>(loop_.size());
        each.hint.difficulty = difficulty() + harder;
        each.type = type;
        each.loop = on_loop_;
        return each;
    }

    void keep(LoopHint&& each) {
        if (each.hint.removals.empty()) return;
        for (const LoopHint& other : found)
            if (other.same(each)) return;
        found.push_back(std::move(each));
    }

    void conclude() {
        std::vector<int> rescue;
        unsigned extra = 0;
        for (const int cell : loop_)
            if (board_.count(cell) > 2) {
                rescue.push_back(cell);
                extra |= board_.candidates[cell] & ~both_;
            }
        if (rescue.size() == 1) {
            LoopHint each = made(1);
            each.hint.remove(rescue[0], both_);
            keep(std::move(each));
        } else if (rescue.size() > 2 || (rescue.size() == 2 && count_bits(extra) == 1)) {
            LoopHint each = made(2);
            const int digit = lowest(board_.candidates[rescue[0]] & ~both_);
            Cells seen = peers_of(rescue[0]);
            for (const int cell : rescue) seen &= peers_of(cell);
            for (int cell = 0; cell < kCells; ++cell)
                if (seen[cell] && board_.has(cell, digit)) each.hint.remove(cell, 1 << digit);
            keep(std::move(each));
        }
        if (rescue.size() == 2) {
            if (count_bits(extra) >= 2) type_3(rescue[0], rescue[1], extra);
            type_4(rescue[0], rescue[1]);
        }
    }

    // The extra digits of two cells, taken as one cell, make a naked or a hidden set with others of a house.
    void type_3(int c1, int c2, unsigned extra) {
        for (int size = 2; size <= 7; ++size)
            for (const int house : kGeometry.houses[c1]) {
                if (!kGeometry.contains(house, c2)) continue;
                if (size * 2 <= board_.empty[house] && size >= count_bits(extra)) naked(c1, c2, extra, house, size);
                if (size * 2 < board_.empty[house]) hidden(c1, c2, extra, house, size);
            }
    }

    void naked(int c1, int c2, unsigned extra, int house, int size) {
        const int p1 = kGeometry.place_in(house, c1), p2 = kGeometry.place_in(house, c2);
        for (const int chosen : combinations(size)) {
            if (!(chosen >> p1 & 1) || chosen >> p2 & 1) continue;
            unsigned all = extra & board_.candidates[c1] & board_.candidates[c2];
            bool is_set = true;
            for (const int p : Bits{static_cast<unsigned>(chosen & ~(1 << p1))}) {
                const int cell = kBoard.cells[house][p];
                is_set &= board_.count(cell) >= 2;
                all |= board_.candidates[cell];
            }
            if (!is_set || count_bits(all) != size || count_bits(all | extra) != size) continue;
            LoopHint each = made(3, (size - 1) * 0.1);
            for (int p = 0; p < 9; ++p) {
                const int cell = kBoard.cells[house][p];
                if (chosen >> p & 1 || p == p2) continue;
                if (board_.candidates[cell] & all) each.hint.remove(cell, board_.candidates[cell] & all);
            }
            each.house = house;
            each.set_digits = all;
            each.set_places = chosen;
            keep(std::move(each));
        }
    }

    void hidden(int c1, int c2, unsigned extra, int house, int size) {
        const int p1 = kGeometry.place_in(house, c1), p2 = kGeometry.place_in(house, c2);
        int rest[7], count = 0;
        for (int digit = 0; digit < kDigits; ++digit)
            if (!((both_ | extra) >> digit & 1)) rest[count++] = digit;
        if (size - 2 > count) return;
        each_choice(count, size - 2, [&](int chosen) {
            unsigned digits = both_;
            for (const int k : Bits{static_cast<unsigned>(chosen)}) digits |= 1u << rest[k];
            unsigned all = 0;
            bool is_set = true;
            for (const int digit : Bits{digits}) {
                const unsigned places = board_.places[house][digit] & ~(1u << p2);
                is_set &= places != 0;
                all |= places;
            }
            if (!is_set || count_bits(all) != size) return true;
            const unsigned others = all & ~(1u << p1);
            LoopHint each = made(3, (count_bits(others) - 1) * 0.1);
            for (const int p : Bits{others}) {
                const int cell = kBoard.cells[house][p];
                if (board_.candidates[cell] & ~digits) each.hint.remove(cell, board_.candidates[cell] & ~digits);
            }
            each.house = house;
            each.set_digits = static_cast<int>(digits) | 1 << 16;  // never the same as a naked set
            each.set_places = static_cast<int>(others);
            keep(std::move(each));
            return true;
        });
    }

    // One of the two digits is locked in the two cells of a house, so the other goes from both.
    void type_4(int c1, int c2) {
        bool locked[kDigits] = {};
        for (const int house : kGeometry.houses[c1]) {
            if (!kGeometry.contains(house, c2)) continue;
            const unsigned pair = 1u << kGeometry.place_in(house, c1) | 1u << kGeometry.place_in(house, c2);
            for (const int digit : Bits{both_}) locked[digit] |= !(board_.places[house][digit] & ~pair);
        }
        for (const int digit : Bits{both_})
            if (locked[digit]) {
                LoopHint each = made(4);
                each.hint.remove(c1, both_ & ~(1u << digit));
                each.hint.remove(c2, both_ & ~(1u << digit));
                keep(std::move(each));
                return;
            }
    }
};

// -- the bivalue universal grave ----------------------------------------------------------------------------------

// Cells with candidates beyond a grave, in the order found, and those candidates.
struct Grave {
    std::vector<int> cells;
    int extras[kCells] = {};
    unsigned all = 0;
    Cells common;

    // False if no rule can follow any more.
    bool add(int cell, int digit) {
        const bool is_first = cells.empty();
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
        extras[cell] |= 1 << digit;
        common = is_first ? peers_of(cell) : common & peers_of(cell);
        for (const int each : cells) common.reset(each);
        return cells.size() < 2 || count_bits(all) < 2 || common.any();
    }
};

// A digit that has neither no place nor two in a house must have one of its places in a cell with three candidates or
// more. Without these extras, every open cell has two candidates and every digit two places in each house.
bool find_grave(const Board& board, Grave& grave) {
    Cells suspects;
    bool any = false, one_digit = true;
    int only = 0;
    for (const int kind : {18, 0, 9})
        for (int house = kind; house < kind + 9; ++house)
            for (int digit = 0; digit < kDigits; ++digit) {
                const unsigned places = board.places[house][digit];
                const int count = count_bits(places);
                if (count == 0 || count == 2) continue;
                Cells larger;
                int last = -1;
                for (const int p : Bits{places})
                    if (board.count(kBoard.cells[house][p]) >= 3) larger.set(last = kBoard.cells[house][p]);
                if (!any) {
                    any = true;
                    suspects = larger;
                    only = digit;
                } else if (one_digit) {
                    if (digit == only)
                        suspects |= larger;
                    else
                        one_digit = false;
                }
                if (larger.count() == 1) {
                    grave.all |= 1u << digit;
                    if (!grave.add(last, digit)) return false;
                }
                if (larger.none()) return false;
            }
    if (one_digit && suspects.count() > grave.cells.size()) {
        for (const int cell : grave.cells) suspects.reset(cell);
        for (int cell = 0; cell < kCells; ++cell)
            if (suspects[cell] && !grave.add(cell, only)) return false;
    }
    Board rest = board;
    for (const int cell : grave.cells)
        for (const int digit : Bits{static_cast<unsigned>(grave.extras[cell])}) rest.remove(cell, digit);
    for (int cell = 0; cell < kCells; ++cell)
        if (!rest.values[cell] && rest.count(cell) != 2) return false;
    for (const auto& house : rest.places)
        for (const unsigned places : house)
            if (places && count_bits(places) != 2) return false;
    return true;
}

bool grave_2(const Board& board, const Grave& grave, Sink& sink) {
    Hint hint;
    const int digit = lowest(grave.all);
    for (int cell = 0; cell < kCells; ++cell)
        if (grave.common[cell] && board.has(cell, digit)) hint.remove(cell, 1 << digit);
    if (hint.removals.empty()) return true;
    hint.name = Name::kBug2;
    hint.difficulty = 5.7;
    return sink.add(std::move(hint));
}

bool is_shared(int house, const std::vector<int>& cells) {
    for (const int cell : cells)
        if (!kGeometry.contains(house, cell)) return false;
    return true;
}

bool grave_3(const Board& board, const Grave& grave, Sink& sink) {
    for (int size = 2; size <= 6; ++size)
        for (const int house : kGeometry.houses[grave.cells[0]]) {
            if (!is_shared(house, grave.cells)) continue;
            int beside[9], count = 0;
            for (int cell = 0; cell < kCells; ++cell)
                if (grave.common[cell] && kGeometry.contains(house, cell)) beside[count++] = cell;
            if (count < size) continue;
            const bool go_on = each_choice(count, size - 1, [&](int chosen) {
                unsigned all = 0;
                bool is_set = count_bits(grave.all) >= 2;
                for (const int k : Bits{static_cast<unsigned>(chosen)}) {
                    is_set &= board.count(beside[k]) >= 2;
                    all |= board.candidates[beside[k]];
                }
                if (!is_set || count_bits(all) != size || count_bits(all | grave.all) != size) return true;
                Hint hint;
                for (int k = 0; k < count; ++k)
                    if (!(chosen >> k & 1) && board.candidates[beside[k]] & all)
                        hint.remove(beside[k], board.candidates[beside[k]] & all);
                if (hint.removals.empty()) return true;
                hint.name = Name::kBug3;
                hint.difficulty = 5.7 + (size - 1) * 0.1;
                return sink.add(std::move(hint));
            });
            if (!go_on) return false;
        }
    return true;
}

bool grave_4(const Board& board, const Grave& grave, Sink& sink) {
    const int c1 = grave.cells[0], c2 = grave.cells[1];
    const unsigned common = board.candidates[c1] & board.candidates[c2] & ~grave.all;
    if (count_bits(common) != 1) return true;
    for (const int house : kGeometry.houses[c1]) {
        if (!kGeometry.contains(house, c2)) continue;
        Hint hint;
        for (const int cell : {c1, c2}) hint.remove(cell, board.candidates[cell] & ~grave.extras[cell] & ~common);
        hint.name = Name::kBug4;
        hint.difficulty = 5.7;
        if (!sink.add(std::move(hint))) return false;
    }
    return true;
}

}  // namespace

bool unique_loops(const Board& board, Sink& sink) {
    LoopSearch search(board);
    for (int cell = 0; cell < kCells; ++cell)
        if (board.count(cell) == 2) search.from(cell);
    std::stable_sort(search.found.begin(), search.found.end(), [](const LoopHint& a, const LoopHint& b) {
        return a.hint.difficulty != b.hint.difficulty ? a.hint.difficulty < b.hint.difficulty : a.type < b.type;
    });
    for (LoopHint& each : search.found)
        if (!sink.add(std::move(each.hint))) return false;
    return true;
}

bool graves(const Board& board, Sink& sink) {
    Grave grave;
    if (!find_grave(board, grave) || grave.cells.empty()) return true;
    if (grave.cells.size() == 1) {
        Hint hint;
        hint.remove(grave.cells[0], board.candidates[grave.cells[0]] & ~grave.all);
        hint.name = Name::kBug1;
        hint.difficulty = 5.6;
        return sink.add(std::move(hint));
    }
    if (count_bits(grave.all) == 1) {
        if (!grave_2(board, grave, sink)) return false;
        return grave.cells.size() != 2 || grave_4(board, grave, sink);
    }
    if (grave.common.none()) return true;
    if (grave.cells.size() == 2 && !grave_4(board, grave, sink)) return false;
    return grave_3(board, grave, sink);
}

}  // namespace nonet::explainer
