// A layout: who must differ from whom, and the regions that derived sums are looked for in.
#include <string.h>

#include <algorithm>

#include "rules/cellset.h"
#include "rules/rules.h"

namespace nonet::rules {
namespace {

typedef std::vector<uint64_t> Cells;

constexpr int kMostLines = 4;        // regions of up to this many adjacent lines
constexpr size_t kMostHouses = 128;  // boards with more houses (none has) get single houses only

class Regions {
  public:
    explicit Regions(Board& board) : board_(board) {
        for (int house = 0; house < board.houses; house++) {
            Cells cells((size_t)board.words);
            for (int i = 0; i < board.size; i++) add_cell(cells.data(), board.house_cells[house * board.size + i]);
            houses_.push_back(cells);
        }
    }

    void find() {
        for (const Cells& house : houses_) add(house, 1);
        if (houses_.size() > kMostHouses) return;
        for (int first = 0; first < board_.houses; first++) extend(houses_[first], first, 1);
        boxes();
    }

  private:
    // Rows one after the other, or columns: each house follows the one before it in the list.
    void extend(Cells region, int last, int count) {
        while (++last < board_.houses && ++count <= kMostLines) {
            if (meet(region.data(), houses_[last].data(), board_.words)) return;
            unite(region, houses_[last]);
            add(region, count);
        }
    }

    // Two and three houses that do not meet and touch each other, the rows and columns left out.
    void boxes() {
        const int lines = 2 * board_.size;
        for (int a = lines; a < board_.houses; a++)
            for (int b = lines; b < board_.houses; b++) {
                if (!joins(houses_[a], houses_[b])) continue;
                Cells pair = houses_[a];
                unite(pair, houses_[b]);
                add(pair, 2);
                for (int c = lines; c < board_.houses; c++) {
                    if (!joins(pair, houses_[c])) continue;
                    Cells three = pair;
                    unite(three, houses_[c]);
                    add(three, 3);
                }
            }
    }

    bool joins(const Cells& a, const Cells& b) const {
        if (meet(a.data(), b.data(), board_.words)) return false;
        bool found = false;
        for_each_cell(a.data(), board_.words, [&](int cell) {
            const int column = cell % board_.size;
            const int near[] = {cell - board_.size, cell + board_.size, column ? cell - 1 : -1,
                                column + 1 < board_.size ? cell + 1 : -1};
            for (int other : near) found |= other >= 0 && other < board_.cells && has_cell(b.data(), other);
        });
        return found;
    }

    static void unite(Cells& to, const Cells& from) {
        for (size_t i = 0; i < to.size(); i++) to[i] |= from[i];
    }

    void add(const Cells& cells, int houses) {
        if (!seen_.insert(cells).second) return;
        board_.regions.push_back({houses, (uint32_t)board_.sets.size()});
        board_.sets.insert(board_.sets.end(), cells.begin(), cells.end());
    }

    Board& board_;
    std::vector<Cells> houses_;
    std::set<Cells> seen_;
};

bool is_board(int size, int cells, const uint16_t* house_cells, int houses) {
    if (size < 1 || size > kMaxSize || cells < 1 || cells > kMaxCells || houses < 0) return false;
    for (int house = 0; house < houses; house++) {
        std::vector<bool> seen((size_t)cells);
        for (int i = 0; i < size; i++) {
            const int cell = house_cells[house * size + i];
            if (cell >= cells || seen[(size_t)cell]) return false;
            seen[(size_t)cell] = true;
        }
    }
    return true;
}

}  // namespace

std::unique_ptr<Board> Board::make(int size, int cells, const uint16_t* house_cells, int houses) {
    if (!is_board(size, cells, house_cells, houses)) return nullptr;
    auto board = std::make_unique<Board>();
    board->size = size;
    board->cells = cells;
    board->houses = houses;
    board->words = (cells + 63) / 64;
    board->all_digits = (uint32_t)((uint64_t(1) << size) - 1);
    board->house_cells.assign(house_cells, house_cells + (size_t)houses * size);
    board->peers.assign((size_t)cells * board->words, 0);
    for (int house = 0; house < houses; house++)
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                if (i != j)
                    add_cell(&board->peers[(size_t)house_cells[house * size + i] * board->words],
                             house_cells[house * size + j]);
    for (int house = 0; house < houses; house++) {
        const uint16_t* const first = house_cells + (size_t)house * size;
        std::vector<int> sorted(first, first + size);
        std::sort(sorted.begin(), sorted.end());
        board->distinct_houses.insert(sorted);
    }
    Regions(*board).find();
    if (cells == size * size) board->plain = generic::Plan::make(size, house_cells, houses);
    return board;
}

}  // namespace nonet::rules
