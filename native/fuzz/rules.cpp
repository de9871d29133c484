// Programs of primitives, as native/rules reads them, made from the bytes of an input.
//
//     ┌───────┬──────────┬─────────────────────────────┬──────────────────┬──────────────────┐
//     │ board │ how many │ primitives, well-formed …   │ what is spoilt … │ candidates …     │
//     └───────┴──────────┴─────────────────────────────┴──────────────────┴──────────────────┘
//
// Most programs are accepted, and searched for a limited time; all answers must agree
// with each other and with the houses of the board.  That solutions obey the primitives is checked by native/fuzz/rules.py.
#include <algorithm>
#include <vector>

#include "fuzz/input.h"
#include "rules/rules.h"

namespace nonet {
namespace {

using namespace nonet::rules;

// Most digits, so that a few primitives leave solutions.
uint32_t digits_of(Bytes& bytes) {
    const int kind = bytes.next();
    return kind < 96 ? ~0u : kind < 160 ? 1u << (kind & 31) : kind < 224 ? bytes.word() | bytes.word() : bytes.word();
}

// -- boards --------------------------------------------------------------------------------------------------------------

struct Houses {
    int size, cells;
    std::vector<uint16_t> list;  // `size` cells for each house
    int count() const { return (int)list.size() / size; }
};

constexpr struct {
    int height, width;
} kBoxes[] = {{2, 2}, {3, 3}, {2, 3}, {4, 4}, {5, 5}, {1, 2}, {1, 1}, {3, 4}};

// Rows, columns and boxes.
Houses plain(int height, int width) {
    const int size = height * width;
    Houses houses{size, size * size, {}};
    for (int kind = 0; kind < 3; kind++)
        for (int house = 0; house < size; house++)
            for (int i = 0; i < size; i++) {
                const int row = house / height * height + i / width, column = house % height * width + i % width;
                const int cell = kind == 0 ? house * size + i : kind == 1 ? i * size + house : row * size + column;
                houses.list.push_back((uint16_t)cell);
            }
    return houses;
}

// A plain board, no houses, or houses of any cells.
struct Layout {
    explicit Layout(Bytes& bytes) {
        const int choice = bytes.next(), shape = choice % 8;
        const int size = kBoxes[shape].height * kBoxes[shape].width;
        if (choice < 224) {  // made once, as in Python
            static std::unique_ptr<const Board> made[8];
            houses = plain(kBoxes[shape].height, kBoxes[shape].width);
            if (!made[shape]) made[shape] = Board::make(size, houses.cells, houses.list.data(), houses.count());
            board = made[shape].get();
            return;
        }
        houses = {size, choice < 232 ? size * size : 1 + 5 * bytes.next(), {}};
        if (choice >= 240)
            for (int left = size * bytes.below(20); left; left--) houses.list.push_back((uint16_t)bytes.next());
        own = Board::make(size, houses.cells, houses.list.data(), houses.count());
        board = own.get();
    }

    Houses houses;
    const Board* board;  // null: refused

  private:
    std::unique_ptr<const Board> own;
};

// -- programs ------------------------------------------------------------------------------------------------------------

class Program {
  public:
    Program(Bytes& bytes, const Houses& houses) : bytes_(bytes), size_(houses.size), cells_(houses.cells) {
        for (int left = bytes.below(bytes.next() < 192 ? 3 : 12); left; left--) primitive(0);
        if (bytes.next() >= 192)
            for (int left = 1 + bytes.below(4); left && !numbers.empty(); left--) spoil();
    }

    std::vector<int64_t> numbers;

  private:
    void put(int64_t number) { numbers.push_back(number); }

    // Cells at equal distances, as in a row or on a diagonal, or any cells.
    void cells(int count) {
        const int first = bytes_.next(), step = bytes_.next();
        for (int i = 0; i < count; i++) put((step < 240 ? first + i * step : bytes_.next()) % cells_);
    }
    int group() {
        const int choice = bytes_.next(), count = choice < 200 ? choice % (size_ + 1) : choice % (2 * size_ + 20);
        put(count);
        cells(count);
        return count;
    }
    void groups(int count) {
        put(count);
        for (; count; count--) group();
    }
    void equal_groups(int count, int length) {
        put(count);
        for (; count; count--) {
            put(length);
            cells(length);
        }
    }
    void digits() { put((int32_t)digits_of(bytes_)); }

    void primitive(int depth) {
        const int code = 1 + bytes_.below(depth == 0 ? 12 : depth < 4 ? 11 : 10);
        put(code);
        const size_t start = numbers.size();
        put(0);
        body(code, depth);
        numbers[start] = (int64_t)(numbers.size() - start - 1);
    }

    void body(int code, int depth) {
        if (code == 1) cells(1), digits();
        if (code == 2) digits(), group();
        if (code == 3) {
            put(size_);
            for (int i = 0; i < size_; i++) digits();
            cells(2 * bytes_.below(4));
        }
        if (code == 4) {
            group();
            const int sets = bytes_.below(20);
            put(sets);
            for (int i = 0; i < sets; i++) digits();
        }
        if (code == 5) linear();
        if (code == 6) groups(bytes_.below(5));
        if (code == 7) {
            digits(), group();
            const int allowed = bytes_.below(5);
            put(allowed);
            for (int i = 0; i < allowed; i++) put(bytes_.below(size_ + 2));
        }
        if (code == 8) equal_groups(bytes_.below(5), bytes_.below(size_ + 1));
        if (code == 9) word();
        if (code == 10) {
            const int length = bytes_.below(size_ + 1);
            put(1 + bytes_.below(4 * size_)), put(bytes_.below(3)), put(length), cells(length);
            equal_groups(bytes_.below(8), length);
        }
        if (code == 11) either(depth);
        if (code == 12) put(bytes_.next()), group();
    }

    void linear() {
        const int choice = bytes_.next();
        put(choice < 240 ? choice : (int64_t)((int32_t)bytes_.word() >> 1));
        const int count = group(), weighted = bytes_.next();
        for (int i = 0; i < count; i++)
            put(weighted < 160 ? 1 : weighted < 240 ? bytes_.below(7) - 3 : (int32_t)bytes_.word() >> 11);
    }

    void word() {
        group();
        const int states = 1 + bytes_.below(bytes_.next() < 240 ? 6 : 200);
        put(states), put(size_);
        for (int i = 0; i < states; i++) put(bytes_.below(8) < 6);
        for (int i = 0; i < states * size_; i++) put(bytes_.next() < 224 ? bytes_.below(states) : -1);
    }

    void either(int depth) {
        const int branches = bytes_.below(4);
        put(branches);
        for (int i = 0; i < branches; i++) {
            const size_t start = numbers.size();
            put(0);
            for (int left = bytes_.below(4); left; left--) primitive(depth + 1);
            numbers[start] = (int64_t)(numbers.size() - start - 1);
        }
    }

    // One number is changed, or the end cut off.
    void spoil() {
        static const int64_t kNumbers[] = {-1,        0,         1,         2,        12,      25,
                                           26,        1024,      65535,     1 << 20,  1 << 24, (1 << 24) + 1,
                                           INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN};
        const size_t place = (size_t)(bytes_.next() << 8 | bytes_.next()) % numbers.size();
        const int choice = bytes_.next();
        if (choice >= 250)
            numbers.resize(place);
        else if (choice >= 128)
            numbers[place] = (int64_t)((uint64_t)numbers[place] + (uint64_t)(choice - 188));  // may wrap around
        else if (choice >= 64)
            numbers[place] = cells_ + choice % 3 - 1;
        else
            numbers[place] = kNumbers[choice % 16];
    }

    Bytes& bytes_;
    const int size_, cells_;
};

// -- questions -----------------------------------------------------------------------------------------------------------

bool once(void* calls, Count) { return ++*(int*)calls < 1; }

typedef std::vector<uint8_t> Grid;

void judge(const Houses& houses, const std::vector<uint32_t>& allowed, const uint8_t* grid) {
    for (size_t cell = 0; cell < allowed.size(); cell++) {
        demand(grid[cell] >= 1 && grid[cell] <= houses.size);
        demand(allowed[cell] >> (grid[cell] - 1) & 1);
    }
    for (int house = 0; house < houses.count(); house++) {
        uint32_t seen = 0;
        for (int i = 0; i < houses.size; i++) seen |= 1u << grid[houses.list[(size_t)(house * houses.size + i)]];
        demand(seen == (1u << (houses.size + 1)) - 2);
    }
}

uint64_t ask(const Houses& houses, const Plans& plans, const std::vector<uint32_t>& allowed) {
    const size_t cells = allowed.size();
    const Question question{plans, allowed.data()};
    int calls = 0;
    const Contact contact{once, &calls};
    Grid grids(3 * cells);
    size_t found = 0;
    Solutions solutions(question);
    if (solutions.next(grids.data(), 3, &found, contact) != Outcome::done) return 1;
    for (size_t k = 0; k < found; k++) {
        judge(houses, allowed, &grids[k * cells]);
        for (size_t j = 0; j < k; j++)
            demand(!std::equal(&grids[j * cells], &grids[j * cells] + cells, &grids[k * cells]));
    }
    Count count = 0;
    if (count_solutions(question, 3, contact, &count) != Outcome::done) return 2;
    demand(count == found);
    std::vector<uint16_t> order(cells);
    Grid digits(cells * (size_t)houses.size), first(cells);
    for (size_t i = 0; i < cells; i++) order[i] = (uint16_t)(cells - 1 - i);
    for (size_t i = 0; i < digits.size(); i++) digits[i] = (uint8_t)(1 + i % (size_t)houses.size);
    bool is_found = false;
    if (first_solution(question, order.data(), digits.data(), contact, first.data(), &is_found) != Outcome::done)
        return 3;
    demand(is_found == (found > 0));
    if (!is_found) return 3;
    judge(houses, allowed, first.data());
    for (size_t k = 0; k < found; k++)  // none of them comes before the first, read from the last cell to the first
        demand(!std::lexicographical_compare(grids.rend() - (ptrdiff_t)((k + 1) * cells),
                                             grids.rend() - (ptrdiff_t)(k * cells), first.rbegin(), first.rend()));
    return 3;
}

}  // namespace

uint64_t fuzz_rules(const uint8_t* data, size_t size) {
    Bytes bytes{data, data + size};
    const Layout layout(bytes);
    const Houses& houses = layout.houses;
    if (!layout.board) return 1;
    const Program program(bytes, houses);
    std::vector<int64_t> numbers(program.numbers);  // exactly as large as it must be
    const char* reason = nullptr;
    const auto plans = Plans::make(*layout.board, std::move(numbers), &reason);
    demand((plans == nullptr) == (reason != nullptr));
    if (!plans) return 2;
    std::vector<uint32_t> allowed((size_t)houses.cells, layout.board->all_digits);
    for (int left = bytes.below(8); left; left--) {
        const size_t cell = (size_t)(bytes.next() << 2 | bytes.below(4));
        allowed[cell % allowed.size()] &= digits_of(bytes);
    }
    return 2 + ask(houses, *plans, allowed);
}

}  // namespace nonet
