// Reads primitives: for each its code, how many numbers follow, and the numbers (see nonet.rules.primitives.encoded).
//
//      1 Among       cell, digits
//      2 Different   digits, k, cells …
//      3 Pair        n, table …, a, b for each pair with this table
//      4 Sets        k, cells …, m, sets …
//      5 Linear      total, k, cells …, weights …
//      6 EqualSums   g, for each: what is added to its sum, k, cells …
//      7 Count       digits, k, cells …, m, allowed counts …
//      8 Same        g, for each: k, cells …
//      9 Word        k, cells …, states, n, accepting …, table …
//     10 Rank        place, ties, k, line …, g, for each: k, cells …
//     11 Either      b, for each: how many numbers, primitives …
//     12 a cage      total, k, cells …: Different and Linear in one
//     13 Labelled    labels that count, k, cells …, labels …
//     14 Connected   size, k, digits …, k, cells …, s, two cells for each step …
//     15 Alike       what is added, whether in a row, cell, first label, g, for each: k, labels …
//     16 Recurring   times, g, for each: k, cells …
//
// Every number is checked: what does not fit makes no plan.
#include <algorithm>
#include <map>
#include <set>

#include "rules/cellset.h"
#include "rules/masks.h"
#include "rules/numbers.h"
#include "rules/plan.h"

namespace nonet::rules {
namespace {

constexpr int kMostCode = 16;
constexpr int kMostWeight = 1 << 20;
constexpr int kMostTotal = kMostWeight * kMaxCells;
constexpr int kMostDepth = 20;                      // branches within branches
constexpr int kMostInSets = 10, kMostStates = 512;  // digits and states, where words are read with their sets of digits
constexpr int kManyEdges = 3;                       // of each state

class Reader {
  public:
    Reader(Plan& plan, int most_houses) : plan_(plan), board_(plan.board), most_houses_(most_houses) {}

    // First the cells that must differ: other primitives are narrower where their cells do.
    void read(Numbers all) {
        for (Numbers rest = all; !rest.done();) {
            const int code = rest.between(1, kMostCode);
            Numbers own = rest.part();
            if (code == 2) different(own);
            if (code == 12) own.between(-kMostTotal, kMostTotal);
            if (code == 4 || code == 12) differ(cells(own));
        }
        houses();
        for (Numbers rest = all; !rest.done();) {
            const int code = rest.between(1, kMostCode);
            Numbers own = rest.part();
            if (code == 1) {
                const int cell = one_cell(own);
                plan_.start[(size_t)cell] &= digits(own);
            } else if (code != 2) {
                primitive(code, own, 0);
            }
        }
        counts_together();
        orders();
        add_derived_sums(plan_, cages_, most_houses_);
        plan_.finish(inner_);
    }

  private:
    // -- numbers -----------------------------------------------------------------------------------------------------

    int one_cell(Numbers& from) { return from.between(0, board_.cells - 1); }
    uint32_t digits(Numbers& from) { return (uint32_t)from.between(INT32_MIN, INT32_MAX) & board_.all_digits; }
    std::vector<int> cells(Numbers& from) {
        std::vector<int> found((size_t)from.count(kMaxCells));
        for (int& cell : found) cell = one_cell(from);
        return found;
    }
    std::vector<int> some_digits(Numbers& from, int count) {
        std::vector<int> found((size_t)count);
        for (int& mask : found) mask = (int)digits(from);
        return found;
    }
    std::vector<std::vector<int>> groups(Numbers& from) {
        std::vector<std::vector<int>> found((size_t)from.count(kMaxCells));
        for (std::vector<int>& group : found) group = cells(from);
        return found;
    }

    // -- who must differ ---------------------------------------------------------------------------------------------

    void different(Numbers own) {
        const uint32_t which = digits(own);
        const std::vector<int> group = cells(own);
        if (which == board_.all_digits) {
            if (2 * (int)group.size() > board_.size) add_group(group);
            return differ(group);
        }
        for (int a : group)
            for (int b : group)
                if (a != b) plan_.exclusions.push_back({(uint16_t)a, (uint16_t)b, which});
    }
    void differ(const std::vector<int>& group) {
        for (int a : group)
            for (int b : group)
                if (a != b) add_cell(&plan_.peers[(size_t)a * (size_t)board_.words], b);
        if ((int)group.size() == board_.size) add_group(group);
    }
    void add_group(std::vector<int> group) {
        std::sort(group.begin(), group.end());
        const bool repeats = std::adjacent_find(group.begin(), group.end()) != group.end();
        if (!repeats && (int)group.size() <= board_.size) groups_.insert(group);
    }

    bool all_differ(const std::vector<int>& group) const {
        return std::all_of(group.begin(), group.end(), [&](int a) {
            return std::all_of(group.begin(), group.end(),
                               [&](int b) { return a == b || has_cell(plan_.peers_of(a), b); });
        });
    }

    void houses() {
        const auto add = [&](const std::vector<int>& house) { plan_.add(kHouse, kCostOfHouse, house, {}); };
        for (const std::vector<int>& house : board_.distinct_houses) add(house);
        for (const std::vector<int>& group : groups_)
            if (!board_.distinct_houses.count(group)) add(group);
    }

    // -- primitives --------------------------------------------------------------------------------------------------

    // Adds the propagators of a primitive and returns the number of the first one; those of its branches come before it.
    uint32_t primitive(int code, Numbers& own, int depth) {
        switch (code) {
            case 2: {
                const int which = (int)digits(own);
                return plan_.add(kRepeats, kCheap, cells(own), {which});
            }
            case 3:
                return pairs(own, depth);
            case 4: {
                const std::vector<int> group = cells(own);
                const int count = own.count(kMostNumbers);
                std::vector<int> data = some_digits(own, count);
                data.insert(data.begin(), count);
                return plan_.add(kSets, kCostOfCage, group, data);
            }
            case 5:
                return linear(own, depth, false);
            case 6:
                return equal_sums(own);
            case 7:
                return count(own, depth);
            case 8:
                return same(own);
            case 9:
                return word(own);
            case 10:
                return rank_line(own, depth);
            case 11:
                return either(own, depth);
            case 12:
                if (depth) throw BadNumbers{"a cage is no part of a branch"};
                return linear(own, depth, true);
            case 13:
                return labelled(own);
            case 14:
                return connected(own);
            case 15:
                return alike(own);
            case 16:
                return recurring(own);
        }
        throw BadNumbers{"there is no such primitive"};
    }

    // Several groups of cells, one after the other.
    uint32_t add_together(Kind kind, int cost, const std::vector<int>& cells, const std::vector<int>& data) {
        if (cells.size() > kMostTogether) throw BadNumbers{"a primitive has too many cells"};
        return plan_.add(kind, cost, cells, data);
    }

    uint32_t pairs(Numbers& own, int depth) {
        const uint32_t first = (uint32_t)plan_.propagators.size();
        bool equal = false;
        const std::vector<int> data = {(int)table(own, &equal)};
        for (std::vector<int> pair(2); !own.done();) {
            for (int& cell : pair) cell = one_cell(own);
            plan_.add(kPair, kCheap, pair, data);
            if (equal && !depth) plan_.equal.emplace_back(pair[0], pair[1]);
        }
        return first;
    }

    // Where in the arena the table of pairs is, followed by its reverse; each is there once.
    uint32_t table(Numbers& own, bool* equal) {
        const int size = own.between(board_.size, board_.size);
        const std::vector<int> rows = some_digits(own, size);
        *equal = true;
        for (int i = 0; i < size; i++) *equal &= rows[(size_t)i] == 1 << i;
        const auto [known, is_new] = tables_.emplace(rows, (uint32_t)plan_.arena.size());
        if (!is_new) return known->second;
        std::vector<int> reverse(rows.size(), 0);
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                if (rows[(size_t)i] >> j & 1) reverse[(size_t)j] |= 1 << i;
        add_unions(rows);
        add_unions(reverse);
        return known->second;
    }
    void add_unions(const std::vector<int>& rows) {
        for (size_t first = 0; first < rows.size(); first += kUnited)
            for (uint32_t set = 0; set < 1u << kUnited; set++) {
                int all = 0;
                for (size_t i = first; i < std::min(first + kUnited, rows.size()); i++)
                    if (set >> (i - first) & 1) all |= rows[i];
                plan_.arena.push_back(all);
            }
    }

    // A cell that occurs several times gets the sum of its weights.
    static void merge_repeated(std::vector<int>& group, std::vector<int>& weights) {
        size_t kept = 0;
        for (size_t i = 0; i < group.size(); i++) {
            const size_t known =
                (size_t)(std::find(group.begin(), group.begin() + (ptrdiff_t)kept, group[i]) - group.begin());
            group[known] = group[i];
            weights[known] = known == kept ? weights[i] : weights[known] + weights[i];
            kept += known == kept;
        }
        group.resize(kept);
        weights.resize(kept);
    }

    // A cage has no weights: they are all 1.
    uint32_t linear(Numbers& own, int depth, bool cage) {
        const int total = own.between(-kMostTotal, kMostTotal);
        std::vector<int> group = cells(own), weights(group.size(), 1);
        for (size_t i = 0; i < group.size() && !cage; i++) weights[i] = own.between(-kMostWeight, kMostWeight);
        merge_repeated(group, weights);
        const bool plain = std::all_of(weights.begin(), weights.end(), [](int weight) { return weight == 1; });
        if (plain && !depth) remember_cage(group, total);
        const uint32_t number = plan_.add_sum(group.data(), weights.data(), group.size(), total);
        if ((int)group.size() > board_.size) {  // once more, with other groups of cells that differ
            sort_by_houses(group, weights);
            plan_.add_sum(group.data(), weights.data(), group.size(), total);
        }
        return number;
    }

    // The cells of a long sum in another order: those that one house has come together, for their digits differ.  The
    // house with the most cells is the first, then the one with the most of the others.
    void sort_by_houses(std::vector<int>& group, std::vector<int>& weights) const {
        std::set<std::vector<int>> houses = board_.distinct_houses;
        houses.insert(groups_.begin(), groups_.end());
        for (size_t sorted = 0; sorted < group.size();) {
            size_t most = 0;
            const std::vector<int>* best = nullptr;
            for (const std::vector<int>& house : houses) {
                const size_t count = (size_t)std::count_if(
                    group.begin() + (ptrdiff_t)sorted, group.end(),
                    [&](int cell) { return std::binary_search(house.begin(), house.end(), cell); });
                if (count > most) {
                    most = count;
                    best = &house;
                }
            }
            if (!best) return;
            for (size_t i = sorted; i < group.size(); i++) {
                if (!std::binary_search(best->begin(), best->end(), group[i])) continue;
                std::swap(group[i], group[sorted]);
                std::swap(weights[i], weights[sorted++]);
            }
        }
    }

    uint32_t equal_sums(Numbers& own) {
        std::vector<int> all, data = {own.count(kMaxCells)};
        for (int left = data[0]; left; left--) {
            data.push_back(own.between(0, kMaxCells));
            const std::vector<int> sum = cells(own);
            const uint32_t number = plan_.add_sum(sum.data(), std::vector<int>(sum.size(), 1).data(), sum.size(), 0);
            const Propagator split = plan_.propagators[number];  // only made to divide the cells into groups
            all.insert(all.end(), plan_.cells_of(split), plan_.cells_of(split) + split.count);
            const int32_t* parts = plan_.data_of(split);
            const int count = split.kind == kCage ? 1 : parts[2];
            data.push_back(count);
            for (int g = 0; g < count; g++) data.push_back(split.kind == kCage ? split.count : parts[4 + 2 * g]);
            plan_.propagators.pop_back();
            plan_.arena.resize(split.cells);
        }
        return add_together(kEqual, kCostOfSum, all, data);
    }

    uint32_t count(Numbers& own, int depth) {
        const uint32_t which = digits(own);
        const std::vector<int> group = cells(own);
        std::vector<int> allowed(group.size() + 1, 0);
        for (int left = own.count(kMaxCells + 1); left; left--) {
            const int number = own.between(0, kMaxCells);
            if ((size_t)number <= group.size()) allowed[(size_t)number] = 1;
        }
        if (!depth && is_single(which) && (int)group.size() > board_.size) count_by_houses(which, group, allowed);
        std::vector<int> data = {(int)which};
        data.insert(data.end(), allowed.begin(), allowed.end());
        if (!depth && group.size() <= kMostCounted) {
            uint64_t counts = 0;
            for (size_t number = 0; number <= group.size(); number++)
                counts |= uint64_t(allowed[number] != 0) << number;
            uint64_t& known = counts_[group].emplace(which, ~uint64_t(0)).first->second;
            known &= counts;
        }
        return plan_.add(kCount, kCheap, group, data);
    }

    // The counts of all digits in a group add up to its cells.  `counts_` has what is known; other digits are free.
    void counts_together() {
        for (const auto& [group, counts] : counts_) {
            uint32_t left = board_.all_digits;
            std::vector<int> data = {0};
            const auto add = [&](uint32_t which, uint64_t allowed) {
                left &= ~which;
                data[0]++;
                data.insert(data.end(), {(int)which, (int)(uint32_t)allowed, (int)(uint32_t)(allowed >> 32)});
            };
            for (const auto& [which, allowed] : counts)
                if (which && !(which & ~left)) add(which, allowed);
            if (data[0] < 2) continue;
            add(left, ~uint64_t(0));
            plan_.add(kCounts, kCostOfCage, group, data);
        }
    }

    // The same house by house: in rows, in columns and in boxes, where each cell of the group is in one of them.
    void count_by_houses(uint32_t digit, const std::vector<int>& group, const std::vector<int>& allowed) {
        const int size = board_.size;
        std::vector<int> sorted = group;
        std::sort(sorted.begin(), sorted.end());
        const auto in_group = [&](int cell) { return std::binary_search(sorted.begin(), sorted.end(), cell); };
        for (int first = 0; first < 3 * size && first + size <= board_.houses; first += size) {
            std::vector<int> all, covered, data = {(int)digit, size};
            for (int house = first; house < first + size; house++) {
                const uint16_t* const listed = &board_.house_cells[(size_t)(house * size)];
                const auto inside = all.insert(all.end(), listed, listed + size);
                const auto outside = std::stable_partition(inside, all.end(), in_group);
                covered.insert(covered.end(), inside, outside);
                data.push_back((int)(outside - inside));
            }
            std::sort(covered.begin(), covered.end());
            if (covered != sorted) continue;
            data.insert(data.end(), allowed.begin(), allowed.end());
            plan_.add(kCountByHouses, kExpensive, all, data);
        }
    }

    uint32_t same(Numbers& own) {
        std::vector<int> all;
        const std::vector<std::vector<int>> found = groups(own);
        for (const std::vector<int>& group : found) {
            if (group.size() != found[0].size()) throw BadNumbers{"groups with the same digits have different lengths"};
            all.insert(all.end(), group.begin(), group.end());
        }
        return add_together(kSame, kCostOfCage, all, {(int)found.size()});
    }

    uint32_t recurring(Numbers& own) {
        std::vector<int> all, data = {own.between(0, kMaxCells), 0};
        for (const std::vector<int>& house : groups(own)) {
            all.insert(all.end(), house.begin(), house.end());
            data[1]++;
            data.push_back((int)house.size());
        }
        return add_together(kRecurring, kExpensive, all, data);
    }

    uint32_t labelled(Numbers& own) {
        const int among = (int)digits(own);
        std::vector<int> all = cells(own);
        for (size_t count = all.size(); count; count--) all.push_back(one_cell(own));
        return add_together(kLabelled, kExpensive, all, {among});
    }

    uint32_t alike(Numbers& own) {
        std::vector<int> data = {own.between(0, board_.size), own.between(0, 1)};
        std::vector<int> all = {one_cell(own), one_cell(own)};
        const std::vector<std::vector<int>> arms = groups(own);
        if (arms.empty() || (int)arms.size() > kMostArms) throw BadNumbers{"a count of labels has too many arms"};
        data.push_back((int)arms.size());
        for (const std::vector<int>& arm : arms) {
            all.insert(all.end(), arm.begin(), arm.end());
            data.push_back((int)all.size() - 2);
        }
        if (all.size() > kMostCounted) throw BadNumbers{"a primitive has too many cells"};
        return plan_.add(kAlike, kCostOfSum, all, data);
    }

    uint32_t connected(Numbers& own) {
        const int size = own.between(0, board_.cells);
        const std::vector<int> sets = some_digits(own, own.count(kMostNumbers));
        const std::vector<int> graph = cells(own);
        std::vector<std::vector<int>> near(graph.size());
        const auto place = [&] {
            const auto found = std::find(graph.begin(), graph.end(), one_cell(own));
            if (found == graph.end()) throw BadNumbers{"a step leads to a cell that is not listed"};
            return (int)(found - graph.begin());
        };
        for (int left = own.count(kMostNumbers); left; left--) {
            const int one = place(), other = place();
            near[(size_t)one].push_back(other);
            near[(size_t)other].push_back(one);
        }
        std::vector<int> starts = {0}, all;
        for (const std::vector<int>& own_near : near) {
            all.insert(all.end(), own_near.begin(), own_near.end());
            starts.push_back((int)all.size());
        }
        starts.insert(starts.end(), all.begin(), all.end());
        const uint32_t first = (uint32_t)plan_.propagators.size();
        for (int which : sets) {
            std::vector<int> data = {size, which};
            data.insert(data.end(), starts.begin(), starts.end());
            plan_.add(kConnected, kExpensive, graph, data);
        }
        return first;
    }

    uint32_t word(Numbers& own) {
        const std::vector<int> line = cells(own);
        const int states = own.between(1, 1 << 20), size = own.between(board_.size, board_.size);
        const bool repeats = std::set<int>(line.begin(), line.end()).size() < line.size();
        const bool by_sets =
            !repeats && size <= kMostInSets && (int)line.size() <= size && states <= kMostStates && all_differ(line);
        std::vector<int> data = {by_sets ? std::max(size, 6) : repeats ? kRepeated : 0, states}, table;
        for (int i = 0; i < states; i++) data.push_back(own.between(0, 1));
        for (int64_t i = 0; i < (int64_t)states * size; i++) table.push_back(own.between(-1, states - 1));
        if (!by_sets) {
            const std::vector<int> edges = edges_of(table, states);
            const bool many_edges = edges[(size_t)states] > kManyEdges * states;
            const bool is_long = many_edges && states <= kMostAtOnce && (int)line.size() > 2 * size;
            if (is_long) data[0] |= kLong;
            table = is_long ? unions_of(table, states) : edges;
        }
        data.insert(data.end(), table.begin(), table.end());
        return plan_.add(kWord, kExpensive, line, data);
    }

    // For each five digits, each set of them and each state the set of its next states.
    std::vector<int> unions_of(const std::vector<int>& table, int states) const {
        std::vector<int> found;
        for (int first = 0; first < board_.size; first += kUnited)
            for (uint32_t set = 0; set < 1u << kUnited; set++)
                for (int state = 0; state < states; state++) {
                    uint32_t all = 0;
                    for (int digit = first; digit < std::min(first + kUnited, board_.size); digit++) {
                        const int next = table[(size_t)(state * board_.size + digit)];
                        if (set >> (digit - first) & 1 && next >= 0) all |= 1u << next;
                    }
                    found.push_back((int)all);
                }
        return found;
    }

    // For each state where its edges begin, where the last ones end, and the edges.
    std::vector<int> edges_of(const std::vector<int>& table, int states) const {
        std::vector<int> starts = {0}, edges;
        auto next = table.begin();
        for (int state = 0; state < states; state++) {
            const size_t first = edges.size();
            for (int digit = 0; digit < board_.size; digit++, next++) {
                if (*next < 0) continue;
                size_t edge = first;
                while (edge < edges.size() && edges[edge + 1] != *next) edge += 2;
                if (edge == edges.size()) edges.insert(edges.end(), {0, *next});
                edges[edge] |= 1 << digit;
            }
            starts.push_back((int)edges.size() / 2);
        }
        starts.insert(starts.end(), edges.begin(), edges.end());
        return starts;
    }

    uint32_t rank_line(Numbers& own, int depth) {
        const int place = own.between(1, 4 * kMaxSize), ties = own.between(0, 2);
        const std::vector<int> line = cells(own);
        if (line.empty()) throw BadNumbers{"the line of a primitive has no cells"};
        const auto direction = [](const std::vector<int>& one) { return one.size() > 1 ? one[1] - one[0] : 0; };
        std::map<int, std::vector<int>> sides;  // the lines of each, one after the other
        for (const std::vector<int>& other : groups(own)) {
            if (other.size() != line.size()) throw BadNumbers{"the lines of a primitive differ in length"};
            std::vector<int>& side = sides[direction(other) - direction(line)];
            if (other != line) side.insert(side.end(), other.begin(), other.end());
        }
        std::vector<int> all = line, data = {place, ties, 0, 0};
        const auto add = [&](const std::vector<int>& side) {
            all.insert(all.end(), side.begin(), side.end());
            data.push_back((int)(all.size() / line.size()) - 1);
        };
        add(sides[0]);  // that of the line itself
        for (const auto& [turn, side] : sides)
            if (turn) add(side);
        data[2] = data.back();
        data[3] = (int)sides.size();
        if (!depth) ranks_.push_back({place, ties, line});
        return add_together(kRank, kExpensive, all, data);
    }

    uint32_t either(Numbers& own, int depth) {
        if (depth > kMostDepth) throw BadNumbers{"too many branches within branches"};
        std::vector<int> used, data = {own.count(kMostNumbers)};
        for (int left = data[0]; left; left--) {
            std::vector<int> bounds, numbers;
            for (Numbers branch = own.part(); !branch.done();) {
                const int code = branch.between(1, kMostCode);
                Numbers inner = branch.part();
                if (code == 1) {
                    bounds.push_back(one_cell(inner));
                    bounds.push_back((int)digits(inner));
                    used.push_back(bounds[bounds.size() - 2]);
                    continue;
                }
                for (uint32_t number = primitive(code, inner, depth + 1); number < plan_.propagators.size(); number++) {
                    const Propagator& made = plan_.propagators[number];
                    used.insert(used.end(), plan_.cells_of(made), plan_.cells_of(made) + made.count);
                    numbers.push_back((int)number);
                    inner_.push_back(number);
                }
            }
            data.push_back((int)bounds.size() / 2);
            data.insert(data.end(), bounds.begin(), bounds.end());
            data.push_back((int)numbers.size());
            data.insert(data.end(), numbers.begin(), numbers.end());
        }
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        return plan_.add(kEither, kExpensive, used, data);
    }

    // -- what follows from several -----------------------------------------------------------------------------------

    struct Place {
        int place, ties;
        std::vector<int> line;
    };

    void remember_cage(const std::vector<int>& group, int total) {
        const int count = (int)group.size();
        if (!count || count > board_.size || total < count || total > count * board_.size) return;
        cages_.list.push_back({(uint32_t)cages_.sets.size(), total, count});
        cages_.sets.resize(cages_.sets.size() + (size_t)board_.words);
        for (int cell : group) add_cell(&cages_.sets[cages_.list.back().set], cell);
    }

    // Each digit begins four lines, so lines whose places begin with the same digit are in the order of their places.
    void orders() {
        std::stable_sort(ranks_.begin(), ranks_.end(),
                         [](const Place& a, const Place& b) { return a.place < b.place; });
        for (size_t i = 1; i < ranks_.size(); i++) {
            const Place &first = ranks_[i - 1], &second = ranks_[i];
            if ((first.place - 1) / 4 != (second.place - 1) / 4 || first.place == second.place) continue;
            if (first.ties == 1 || second.ties == 1 || first.line.size() != second.line.size()) continue;
            std::vector<int> both = first.line;
            both.insert(both.end(), second.line.begin(), second.line.end());
            plan_.add(kOrder, kCheap, both, {});
        }
    }

    Plan& plan_;
    const Board& board_;
    const int most_houses_;
    std::vector<uint32_t> inner_;                  // propagators of branches
    std::set<std::vector<int>> groups_;            // cells that all differ: as many as digits, or not much fewer
    std::map<std::vector<int>, uint32_t> tables_;  // of pairs: where they are in the arena
    Cages cages_;
    std::vector<Place> ranks_;
    std::map<std::vector<int>, std::map<uint32_t, uint64_t>>
        counts_;  // of groups: how many cells hold some digits, as bits
};

}  // namespace

void add_primitives(Plan& plan, const std::vector<int64_t>& numbers, int most_houses) {
    Reader(plan, most_houses).read(Numbers(numbers.data(), numbers.data() + numbers.size()));
}

}  // namespace nonet::rules
