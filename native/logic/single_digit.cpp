// Skyscraper, 2-string kite, turbot fish, empty rectangle: as src/nonet/logic/single_digit.py.
#include <algorithm>

#include "logic/finders.h"

namespace nonet::logic {
namespace {

enum HouseKind { kRow, kColumn, kBox };

// A house with two places for the digit.
struct Strong {
    uint8_t house, first, second;
};

// Two strong links of a digit, joined: free end, joined end, joined end, free end.
struct Pattern {
    uint8_t digit;
    uint8_t cells[4];
    uint8_t houses[2];  // of the strong links
    Cells gone;
};

struct StrongLinks {
    Strong links[kHouses];
    int count = 0;

    StrongLinks(Cells board, int first_house, int end_house) {
        for (int house = first_house; house < end_house; ++house) {
            const Cells inside = board & kBoard.board[house];
            if (!inside.is_two()) continue;
            links[count++] = {(uint8_t)house, (uint8_t)inside.first(), (uint8_t)inside.last()};
        }
    }
    StrongLinks(Cells board, HouseKind kind) : StrongLinks(board, 9 * kind, 9 * kind + 9) {}
    const Strong* begin() const { return links; }
    const Strong* end() const { return links + count; }
};

bool share(int one, int other, HouseKind kind) { return kBoard.houses[one][kind] == kBoard.houses[other][kind]; }

// Calls use(pattern) for the ways to join two links in a house of this kind so that something is eliminated; true as soon
// as it returns true.
template <class Use>
bool for_joined(Cells board, int digit, const Strong& one, const Strong& other, HouseKind kind, Use use) {
    if (one.first == other.first || one.first == other.second || one.second == other.first ||
        one.second == other.second)
        return false;
    const uint8_t ends[2][2] = {{one.second, one.first}, {one.first, one.second}};
    const uint8_t other_ends[2][2] = {{other.second, other.first}, {other.first, other.second}};
    for (const auto& [free, end] : ends)
        for (const auto& [other_free, other_end] : other_ends) {
            if (!share(end, other_end, kind)) continue;
            const Cells gone = board & kBoard.peers[free] & kBoard.peers[other_free];
            if (gone.any() &&
                use(Pattern{(uint8_t)digit, {free, end, other_end, other_free}, {one.house, other.house}, gone}))
                return true;
        }
    return false;
}

void add_chain(Step& step, const Pattern& pattern, bool is_chain) {
    for (int k = 0; k < 3; ++k) {
        const Node start = Node::at(pattern.digit, pattern.cells[k], k % 2 == 1);
        const Node end = Node::at(pattern.digit, pattern.cells[k + 1], k % 2 == 0);
        if (is_chain)
            step.chain_link(start, end, k != 1);
        else
            step.link(start, end, k != 1);
    }
}

void add_roles(Step& step, const Pattern& pattern) {
    const int digit = pattern.digit;
    step.role(kPincer, {pattern.cells[0], pattern.cells[3]}, {digit});
    step.role(kBase, {pattern.cells[1], pattern.cells[2]}, {digit}, {pattern.houses[0], pattern.houses[1]});
}

bool commit_pattern(Search& search, Technique technique, const Pattern& pattern) {
    Step& step = search.begin(technique);
    step.eliminate(pattern.gone, pattern.digit);
    if (step.wants_evidence) {
        add_roles(step, pattern);
        for (int house : pattern.houses) step.truth_house(house, pattern.digit);
        add_chain(step, pattern, false);
    }
    return search.commit();
}

}  // namespace

bool find_skyscrapers(Search& search) {
    const unsigned digits = search.work.doomed(search.position).digits;
    for (const auto& [along, across] : {std::pair(kRow, kColumn), std::pair(kColumn, kRow)})
        for (int digit : Digits{digits}) {
            const Cells board = search.position.boards[digit];
            const StrongLinks links(board, along);
            for (int one = 0; one < links.count; ++one)
                for (int other = one + 1; other < links.count; ++other) {
                    const HouseKind kind = across;
                    const auto use = [&](const Pattern& pattern) {
                        if (share(pattern.cells[0], pattern.cells[3], kind)) return false;  // an X-wing
                        return commit_pattern(search, kSkyscraper, pattern);
                    };
                    if (for_joined(board, digit, links.links[one], links.links[other], across, use)) return true;
                }
        }
    return false;
}

// -- kites ----------------------------------------------------------------------------------------------------

namespace {

template <class Use> bool for_kites(Search& search, Use use) {
    for (int digit : Digits{search.work.doomed(search.position).digits}) {
        const Cells board = search.position.boards[digit];
        const StrongLinks columns(board, kColumn);
        for (const Strong& row : StrongLinks(board, kRow))
            for (const Strong& column : columns)
                if (for_joined(board, digit, row, column, kBox, use)) return true;
    }
    return false;
}

bool is_joined_alike(const Pattern& one, const Pattern& other) {
    return (one.cells[1] == other.cells[1] && one.cells[2] == other.cells[2]) ||
           (one.cells[1] == other.cells[2] && one.cells[2] == other.cells[1]);
}

bool are_same(const Pattern& one, const Pattern& other) { return one.digit == other.digit && one.gone == other.gone; }

bool commit_dual(Search& search, const Pattern& one, const Pattern& other) {
    Step& step = search.begin(kDualTwoStringKite);
    const bool same_digit = one.digit == other.digit;
    step.eliminate(same_digit ? one.gone | other.gone : one.gone, one.digit);
    if (!same_digit) step.eliminate(other.gone, other.digit);
    if (step.wants_evidence) {
        const bool same_cells = one.cells[1] == other.cells[1] && one.cells[2] == other.cells[2];
        const bool same_houses = one.houses[0] == other.houses[0] && one.houses[1] == other.houses[1];
        const bool same_ends = one.cells[0] == other.cells[0] && one.cells[3] == other.cells[3];
        add_roles(step, one);
        if (!same_digit || !same_ends) step.role(kPincer, {other.cells[0], other.cells[3]}, {other.digit});
        if (!same_digit || !same_cells || !same_houses)
            step.role(kBase, {other.cells[1], other.cells[2]}, {other.digit}, {other.houses[0], other.houses[1]});
        for (int house : one.houses) step.truth_house(house, one.digit);
        for (int house : other.houses)
            if (!same_digit || (house != one.houses[0] && house != one.houses[1])) step.truth_house(house, other.digit);
        add_chain(step, one, false);
        for (const Pattern* each : {&one, &other}) {
            step.begin_chain();
            add_chain(step, *each, true);
        }
    }
    return search.commit();
}

}  // namespace

bool find_kites(Search& search) {
    if (search.options.duals) {
        std::vector<Pattern> found;
        for_kites(search, [&](const Pattern& pattern) {
            found.push_back(pattern);
            return false;
        });
        for (size_t one = 0; one < found.size(); ++one)
            for (size_t other = one + 1; other < found.size(); ++other)
                if (is_joined_alike(found[one], found[other]) && !are_same(found[one], found[other]) &&
                    commit_dual(search, found[one], found[other]))
                    return true;
    }
    return for_kites(search, [&](const Pattern& pattern) { return commit_pattern(search, kTwoStringKite, pattern); });
}

// -- turbot fish ----------------------------------------------------------------------------------------------

namespace {

// The other ends of the strong links of a cell, each once: one in every kind of house at most.
struct Partners {
    uint8_t cell[3], house[3];
    uint8_t count = 0;

    void add(int partner, int through) {
        for (int k = 0; k < count; ++k)
            if (cell[k] == partner) return;
        cell[count] = (uint8_t)partner;
        house[count++] = (uint8_t)through;
    }
};

class Turbots {
  public:
    explicit Turbots(Search& search) : search_(search), position_(search.position) {}

    bool run() {
        const unsigned digits = search_.work.doomed(position_).digits;
        if (!digits) return false;
        for (int digit : Digits{digits})
            for (const Strong& link : StrongLinks(position_.boards[digit], 0, kHouses)) {
                partners_[digit][link.first].add(link.second, link.house);
                partners_[digit][link.second].add(link.first, link.house);
            }
        for (int start : position_.unsolved)
            for (int digit : Digits{digits}) extend(digit, start);
        std::stable_sort(found_.begin(), found_.end(), [](const Ranked& one, const Ranked& other) {
            return one.count != other.count ? one.count > other.count : one.weight < other.weight;
        });
        for (const Ranked& each : found_)
            if (commit_pattern(search_, kTurbotFish, each.pattern)) return true;
        return false;
    }

  private:
    struct Ranked {
        Pattern pattern;
        int count;   // most eliminations first
        int weight;  // then those at the top of the board
    };

    void extend(int digit, int start) {
        const Partners& first = partners_[digit][start];
        for (int k = 0; k < first.count; ++k) {
            const int joined = first.cell[k];
            Cells done = Cells::of(joined);
            for (int house : kBoard.houses[joined]) {
                for (int other : (position_.boards[digit] & kBoard.board[house]).minus(done))
                    if (other != start) extend(digit, start, joined, first.house[k], other);
                done |= kBoard.board[house];
            }
        }
    }

    void extend(int digit, int start, int joined, int house, int other) {
        const Partners& second = partners_[digit][other];
        for (int k = 0; k < second.count; ++k) {
            const int end = second.cell[k];
            if (end == start || end == joined) continue;
            const Cells gone = position_.boards[digit] & kBoard.peers[start] & kBoard.peers[end];
            if (gone.any())
                note({(uint8_t)digit,
                      {(uint8_t)start, (uint8_t)joined, (uint8_t)other, (uint8_t)end},
                      {(uint8_t)house, second.house[k]},
                      gone});
        }
    }

    void note(const Pattern& pattern) {
        for (const Ranked& known : found_)
            if (known.pattern.digit == pattern.digit && known.pattern.gone == pattern.gone) return;
        int weight = 0, index = 0;
        for (int cell : pattern.gone) weight += cell * (1 + 80 * index++) + pattern.digit;
        found_.push_back({pattern, pattern.gone.count(), weight});
    }

    Search& search_;
    const Position& position_;
    Partners partners_[10][kCells];
    std::vector<Ranked> found_;
};

}  // namespace

bool find_turbot_fish(Search& search) { return Turbots(search).run(); }

// -- empty rectangles -----------------------------------------------------------------------------------------

namespace {

struct Rectangle {
    uint8_t digit, box;
    Cells inside;  // the digit's places in the box
    Strong link;   // its first cell in line with the rectangle
    int target;
};

class EmptyRectangles {
  public:
    explicit EmptyRectangles(Search& search) : search_(search), position_(search.position) {}

    bool run() {
        if (search_.options.duals) {
            std::vector<Rectangle> found;
            for_all([&](const Rectangle& each) {
                found.push_back(each);
                return false;
            });
            for (size_t one = 0; one < found.size(); ++one)
                for (size_t other = one + 1; other < found.size(); ++other)
                    if (found[one].digit == found[other].digit && found[one].box == found[other].box &&
                        found[one].target != found[other].target &&
                        commit(kDualEmptyRectangle, found[one], &found[other]))
                        return true;
        }
        return for_all([&](const Rectangle& each) { return commit(kEmptyRectangle, each, nullptr); });
    }

  private:
    template <class Use> bool for_all(Use use) {
        for (int digit : Digits{search_.work.doomed(position_).digits})
            for (int box = kFirstBox; box < kHouses; ++box) {
                const Cells inside = position_.boards[digit] & kBoard.board[box];
                if (!inside.is_several()) continue;
                const int corner = kBoard.cells[box][0];
                for (int k = 8; k >= 0; --k) {  // from the lower right to the upper left
                    const int row = corner / 9 + k / 3, column = kFirstColumn + corner % 9 + k % 3;
                    if (!is_rectangle(inside, row, column)) continue;
                    if (for_hinges(digit, box, inside, row, column, use)) return true;
                    if (for_hinges(digit, box, inside, column, row, use)) return true;
                }
            }
        return false;
    }

    bool is_rectangle(Cells inside, int row, int column) const {
        const Cells in_row = inside & kBoard.board[row], in_column = inside & kBoard.board[column];
        if (!inside.is_inside(in_row | in_column) || in_row == inside || in_column == inside) return false;
        return in_row.is_several() || in_column.is_several() || search_.options.empty_rectangle_pairs;
    }

    // Strong links that begin in one line of the box, outside it, and end level with a place in the other.
    template <class Use> bool for_hinges(int digit, int box, Cells inside, int along, int other, Use use) {
        const Cells board = position_.boards[digit], doomed = search_.work.doomed(position_).of[digit];
        const bool upright = along < kFirstColumn;
        for (int cell : (board & kBoard.board[along]).minus(kBoard.board[box])) {
            const int line = kBoard.houses[cell][upright ? 1 : 0];
            const Cells far = (board & kBoard.board[line]).minus(Cells::of(cell));
            if (!far.is_one()) continue;
            const int end = far.first(), back = kBoard.houses[end][upright ? 0 : 1];
            const Cells target = (doomed & kBoard.board[back] & kBoard.board[other]).minus(kBoard.board[box] | far);
            if (target.any() &&
                use(Rectangle{
                    (uint8_t)digit, (uint8_t)box, inside, {(uint8_t)line, (uint8_t)cell, (uint8_t)end}, target.last()}))
                return true;
        }
        return false;
    }

    bool commit(Technique technique, const Rectangle& one, const Rectangle* other) {
        Step& step = search_.begin(technique);
        const int digit = one.digit;
        step.eliminate(other ? Cells::of(one.target) | Cells::of(other->target) : Cells::of(one.target), digit);
        if (step.wants_evidence) {
            step.role(kBase, one.inside, {digit}, {one.box});
            step.truth_house(one.box, digit);
            for (const Rectangle* each : {&one, other})
                if (each) step.role(kPincer, {each->link.first, each->link.second}, {digit}, {each->link.house});
            step.truth_house(one.link.house, digit);
            if (other && other->link.house != one.link.house) step.truth_house(other->link.house, digit);
        }
        return search_.commit();
    }

    Search& search_;
    const Position& position_;
};

}  // namespace

bool find_empty_rectangles(Search& search) { return EmptyRectangles(search).run(); }

}  // namespace nonet::logic
