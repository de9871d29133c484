// Two, three or four strong links of one digit, joined by houses, which SukakuExplainer 1.18 added.
//
// A strong link: the digit's places in a house fall into two groups of cells, and one of the groups has it.
//
//     two places                               A | B
//     a line, in two of its three boxes        A A . | . . . | B B B
//     a box, in a row and a column of it       . A .        the places in the row are A, those in the column B;
//                                              A . A        the cell where they cross counts for both
//                                              . B .
//
// If the last group of a link and the first one of the next link lie in one house, not both have the digit. So along a
// row of such links the first group or the last one has it: the digit goes from all cells that see both entirely. Two
// links of parallel lines are a skyscraper, those of a row and a column a two-string kite. If the first and the last
// group lie in one house too, the links make a loop, and the digit also goes from the other cells of the joining houses.
//
// Sudoku Explainer sorts what it finds: the easiest first, then the most eliminations, then the first name.
#include <string>

#include "explainer/hint.h"

namespace nonet::explainer {

namespace {

// Boxes, rows, columns: the order of the kinds of houses in names.
constexpr int kFirstHouse[3] = {18, 0, 9};

// Two groups of cells of a house: one of them has the digit.
struct StrongLink {
    int kind;  // of the house: 0 box, 1 row, 2 column
    int house;
    bool is_grouped;
    Cells ends[2];
    Cells places;  // all of the digit in the house
};

constexpr uint16_t kColumnOfBox[3] = {0b001001001, 0b010010010, 0b100100100};
constexpr uint16_t kRowOfBox[3] = {0b000000111, 0b000111000, 0b111000000};

Cells cells_of(int house, unsigned places) {
    Cells found;
    for (const int p : Bits{places}) found.add(kBoard.cells[house][p]);
    return found;
}

// The links of a house for a digit: none, one, or two that share their cells.
class LinksOfHouse {
  public:
    LinksOfHouse(const Board& board, int kind, int house, int digit, std::vector<StrongLink>& found)
        : kind_(kind), house_(house), places_(board.places[house][digit]), found_(found) {
        const int count = count_bits(places_);
        if (count == 2)
            plain();
        else if (count > 2 && count <= 6)
            kind == 0 ? in_box(count) : in_line();
    }

  private:
    const int kind_, house_;
    const unsigned places_;
    std::vector<StrongLink>& found_;

    void add(unsigned one, unsigned other, bool is_grouped) {
        found_.push_back(
            {kind_, house_, is_grouped, {cells_of(house_, one), cells_of(house_, other)}, cells_of(house_, places_)});
    }

    static bool are_in_line(unsigned places) {
        for (int k = 0; k < 3; ++k)
            if (!(places & ~kColumnOfBox[k]) || !(places & ~kRowOfBox[k])) return true;
        return false;
    }

    void plain() {
        const unsigned first = places_ & (~places_ + 1);
        if (kind_ == 0 && are_in_line(places_)) return;  // the link of that line
        add(first, places_ & ~first, false);
    }

    // Two of the three boxes that the line crosses.
    void in_line() {
        for (int empty = 0; empty < 3; ++empty) {
            if (places_ & kRowOfBox[empty]) continue;
            const unsigned one = places_ & kRowOfBox[empty == 0 ? 1 : 0];
            const unsigned other = places_ & kRowOfBox[empty == 2 ? 1 : 2];
            if (one && other)
                count_bits(one) == 1 || count_bits(other) > 1 ? add(one, other, true) : add(other, one, true);
            return;
        }
    }

    // A row and a column of the box, or two rows or columns of it.
    void in_box(int count) {
        for (int heart = 0; heart < 9; ++heart) {
            const unsigned column = kColumnOfBox[heart % 3], row = kRowOfBox[heart / 3];
            if (places_ & ~(column | row)) continue;
            cross(1u << heart, places_ & column & ~row, places_ & row & ~column);
            return;
        }
        if (count < 4) return;
        for (const auto& lines : {kRowOfBox, kColumnOfBox})
            for (int empty = 2; empty >= 0; --empty) {
                if (places_ & lines[empty]) continue;
                const unsigned one = places_ & lines[empty == 0 ? 1 : 0], other = places_ & lines[empty == 2 ? 1 : 2];
                parallel(one, other, count);
                return;
            }
    }

    void cross(unsigned heart, unsigned in_column, unsigned in_row) {
        if (!in_column || !in_row) return;
        if (count_bits(in_row) == 1)
            add(in_row, in_column | heart, true);
        else if (count_bits(in_column) == 1)
            add(in_column, in_row | heart, true);
        else
            add(in_column | (places_ & heart), in_row | (places_ & heart), true);
    }

    void parallel(unsigned one, unsigned other, int count) {
        add(one, other, true);
        if (count != 4) return;
        const unsigned first = one & (~one + 1), second = other & (~other + 1);
        if (are_in_line(first | second) && are_in_line(places_ & ~(first | second)))
            add(first | second, places_ & ~(first | second), true);
    }
};

// The house that holds all cells of both, or -1.
int shared_house(const Cells& one, const Cells& other) {
    const Cells both = one | other;
    const int cell = *both.begin();
    for (const int kind : {2, 1, 0}) {  // column, row, box
        const int house = kGeometry.houses[cell][kind];
        if (both.is_inside(kBoard.board[house])) return house;
    }
    return -1;
}

Cells seeing_all(const Cells& one, const Cells& other) {
    Cells all = Cells::all();
    for (const int cell : one | other) all = all & kBoard.peers[cell];
    return all;
}

// The name of an arrangement: the number of grouped links, and the kinds of houses, the same however the board is turned.
std::string suffix_of(const std::string& kinds, int grouped) {
    const std::string reversed(kinds.rbegin(), kinds.rend());
    const std::string given = std::min(kinds, reversed);
    std::string swapped = given, lines = given;
    bool has_row = false;
    for (size_t k = 0; k < given.size(); ++k) {
        has_row |= given[k] == '1';
        swapped[k] = given[k] == '1' ? '2' : given[k] == '2' ? '1' : '0';
        if (given[k] == '2') lines[k] = '1';
    }
    if (has_row) lines = std::min({given, swapped, std::string(swapped.rbegin(), swapped.rend())});
    return std::to_string(grouped) + lines;
}

class LinkSearch {
  public:
    LinkSearch(const Board& board, int size) : board_(board), size_(size) {}

    bool any = false;
    Hint best;

    void run() {
        for (int digit = 0; digit < kDigits; ++digit) {
            for (int kind = 0; kind < 3; ++kind) {
                links_of_[digit][kind].clear();
                for (int k = 0; k < 9; ++k)
                    LinksOfHouse(board_, kind, kFirstHouse[kind] + k, digit, links_of_[digit][kind]);
            }
        }
        // All choices of kinds, the last changing slowest.
        kinds_.assign(size_, 0);
        choose_kinds(size_ - 1, 2);
    }

  private:
    const Board& board_;
    const int size_;
    std::vector<StrongLink> links_of_[kDigits][3];
    std::vector<int> kinds_;
    std::vector<const StrongLink*> chosen_;
    int digit_ = 0;
    int best_eliminations_ = 0;
    std::string best_suffix_;

    void choose_kinds(int position, int most) {
        if (position < 0) {
            for (digit_ = 0; digit_ < kDigits; ++digit_) choose_links(Cells());
            return;
        }
        for (kinds_[position] = 0; kinds_[position] <= most; ++kinds_[position])
            choose_kinds(position - 1, kinds_[position]);
    }

    void choose_links(const Cells& taken) {
        const size_t depth = chosen_.size();
        if (depth == static_cast<size_t>(size_)) {
            arrange();
            return;
        }
        const bool repeats = depth > 0 && kinds_[depth - 1] == kinds_[depth];
        for (const StrongLink& link : links_of_[digit_][kinds_[depth]]) {
            if (repeats && link.house <= chosen_.back()->house) continue;
            if (link.places.meets(taken)) continue;
            chosen_.push_back(&link);
            choose_links(taken | link.places);
            chosen_.pop_back();
        }
    }

    // Every order of the links, and every direction of each.
    void arrange() {
        if (!is_connected()) return;
        static const std::vector<std::vector<int>> orders[3] = {orders_of(2), orders_of(3), orders_of(4)};
        for (const std::vector<int>& order : orders[size_ - 2]) join(order, 0, {});
    }

    // Whether every link can be next to some other one.
    bool is_connected() const {
        for (const StrongLink* one : chosen_) {
            bool any_next = false;
            for (const StrongLink* other : chosen_)
                for (int k = 0; k < 4 && one != other && !any_next; ++k)
                    any_next = shared_house(one->ends[k & 1], other->ends[k >> 1]) >= 0;
            if (!any_next) return false;
        }
        return true;
    }

    // The orders in which Sudoku Explainer tries them, of two that are each other's reverse the one that is less.
    static std::vector<std::vector<int>> orders_of(int size) {
        std::vector<std::vector<int>> found;
        std::vector<int> order(size), weight(size + 1);
        for (int k = 0; k < size; ++k) order[k] = weight[k] = k;
        weight[size] = size;
        found.push_back(order);
        for (int upper = 1; upper < size;) {
            --weight[upper];
            const int lower = upper % 2 * weight[upper];
            std::swap(order[lower], order[upper]);
            if (order <= std::vector<int>(order.rbegin(), order.rend())) found.push_back(order);
            for (upper = 1; weight[upper] == 0; ++upper) weight[upper] = upper;
        }
        return found;
    }

    using Directions = std::array<int, 4>;

    void join(const std::vector<int>& order, int position, Directions directions) {
        if (position == size_) {
            conclude(order, directions);
            return;
        }
        for (const int direction : {0, 1}) {
            directions[position] = direction;
            if (position > 0 &&
                shared_house(exit(order, directions, position - 1), entry(order, directions, position)) < 0)
                continue;
            join(order, position + 1, directions);
        }
    }

    const Cells& entry(const std::vector<int>& order, const Directions& directions, int position) const {
        return chosen_[order[position]]->ends[directions[position]];
    }
    const Cells& exit(const std::vector<int>& order, const Directions& directions, int position) const {
        return chosen_[order[position]]->ends[1 - directions[position]];
    }

    void conclude(const std::vector<int>& order, const Directions& directions) {
        const Cells &start = entry(order, directions, 0), &end = exit(order, directions, size_ - 1);
        const bool is_loop = shared_house(start, end) >= 0;
        if (is_loop && (directions[0] != 0 || !begins_with_first(order))) return;
        Cells victims = seeing_all(start, end), kept;
        for (const StrongLink* link : chosen_) kept = kept | kBoard.board[link->house];
        Cells gone;
        int eliminations = 0;
        const auto take = [&](const Cells& from) {
            for (const int cell : from.minus(kept))
                if (board_.has(cell, digit_)) {
                    gone.add(cell);
                    ++eliminations;
                }
        };
        for (int k = 0; k + 1 < size_; ++k) {
            const Cells &one = exit(order, directions, k), &other = entry(order, directions, k + 1);
            if (is_loop)
                take(seeing_all(one, other));
            else
                victims = victims.minus(kBoard.board[shared_house(one, other)]);
        }
        take(victims);
        if (eliminations) consider(order, gone, eliminations, is_loop);
    }

    // Boxes before rows before columns.
    bool begins_with_first(const std::vector<int>& order) const {
        const StrongLink& first = *chosen_[order[0]];
        for (const StrongLink* link : chosen_)
            if (std::make_pair(link->kind, link->house) < std::make_pair(first.kind, first.house)) return false;
        return true;
    }

    double difficulty(const std::string& suffix, int grouped) const {
        const double base = size_ == 2 ? 4.0 : size_ == 3 ? 5.4 : 5.8;
        if (grouped) return base + 0.3;
        const bool has_box = suffix.find('0', 1) != std::string::npos,
                   is_mixed = suffix.find('2', 1) != std::string::npos;
        return has_box && is_mixed ? base + 0.2 : has_box || is_mixed ? base + 0.1 : base;
    }

    void consider(const std::vector<int>& order, const Cells& gone, int eliminations, bool is_loop) {
        std::string kinds;
        int grouped = 0;
        for (const int k : order) {
            kinds += static_cast<char>('0' + chosen_[k]->kind);
            grouped += chosen_[k]->is_grouped;
        }
        const std::string suffix = suffix_of(kinds, grouped);
        const double rating = difficulty(suffix, grouped);
        const auto is_better = [&] {
            if (rating != best.difficulty) return rating < best.difficulty;
            if (eliminations != best_eliminations_) return eliminations > best_eliminations_;
            return suffix < best_suffix_;
        };
        if (any && !is_better()) return;
        any = true;
        int lines = 0;
        for (size_t k = 1; k < suffix.size(); ++k) lines = lines * 3 + suffix[k] - '0';
        best = Hint{};
        best.name = Name::kStrongLinks;
        best.size = size_ + 8 * (is_loop + 2 * (grouped + 5 * lines));
        best.difficulty = rating;
        for (const int cell : gone) best.remove(cell, 1 << digit_);
        best_eliminations_ = eliminations;
        best_suffix_ = suffix;
    }
};

}  // namespace

bool strong_links(const Board& board, int size, Sink& sink) {
    LinkSearch search(board, size);
    search.run();
    return !search.any || sink.add(std::move(search.best));
}

}  // namespace nonet::explainer
