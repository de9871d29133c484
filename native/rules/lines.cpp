// What follows from words of automata, and from the order of lines.
#include <algorithm>

#include "rules/position.h"

namespace nonet::rules {

// The digits of a line are a word that an automaton accepts.  Forwards: the states that each prefix may lead to.
// Backwards: those of them from which the rest leads to an accepting state; on the way, which digits do.
namespace {

bool plain_word(Position& position, const Propagator& line) {
    const Plan& plan = position.plan();
    const int32_t* const cells = plan.cells_of(line);
    const int32_t* const data = plan.data_of(line);
    const int states = data[1], words = (states + 63) / 64;
    const int32_t* const accepts = data + 2;
    const int32_t* const starts = accepts + states;
    const Edge* const edges = (const Edge*)(starts + states + 1);
    std::vector<uint64_t>& sets = position.scratch.words;
    sets.assign((size_t)(line.count + 1) * (size_t)words, 0);
    add_cell(sets.data(), 0);
    for (int i = 0; i < line.count; i++) {
        uint64_t* const after = &sets[(size_t)(i + 1) * (size_t)words];
        const uint32_t mask = position[cells[i]];
        for_each_cell(&sets[(size_t)i * (size_t)words], words, [&](int state) {
            for (int k = starts[state]; k < starts[state + 1]; k++)
                if (edges[k].digits & mask) add_cell(after, edges[k].next);
        });
    }
    uint64_t* const last = &sets[(size_t)line.count * (size_t)words];
    bool alive = false;
    for_each_cell(last, words, [&](int state) {
        if (accepts[state])
            alive = true;
        else
            last[state >> 6] &= ~(uint64_t(1) << (state & 63));
    });
    if (!alive) return false;
    if (!data[0]) position.conclude_exactly();
    for (int i = line.count - 1; i >= 0; i--) {
        uint64_t* const before = &sets[(size_t)i * (size_t)words];
        const uint64_t* const after = before + words;
        const uint32_t mask = position[cells[i]];
        uint32_t support = 0;
        for_each_cell(before, words, [&](int state) {
            uint32_t leads = 0;
            for (int k = starts[state]; k < starts[state + 1]; k++)
                if (edges[k].digits & mask && has_cell(after, edges[k].next)) leads |= edges[k].digits;
            support |= leads;
            if (!leads) before[state >> 6] &= ~(uint64_t(1) << (state & 63));
        });
        if (!position.narrow(cells[i], support)) return false;
    }
    return true;
}

// The same for long lines and few states: a set of states is one number, and unions has for each five digits, each set of
// them and each state the next states.
class LongWord {
  public:
    LongWord(Position& position, const Propagator& line)
        : position_(position),
          cells_(position.plan().cells_of(line)),
          data_(position.plan().data_of(line)),
          count_(line.count),
          states_(data_[1]),
          unions_((const uint32_t*)(data_ + 2 + states_)) {}

    bool narrow() {
        std::vector<int>& sets = position_.scratch.layers;  // of states before each cell
        sets.resize((size_t)count_);
        uint32_t states = 1;
        for (int i = 0; i < count_; i++) {
            sets[(size_t)i] = (int)states;
            find_next(position_[cells_[i]]);
            uint32_t after = 0;
            for (; states; states &= states - 1) after |= next_[lowest(states)];
            states = after;
        }
        for (int state = 0; state < states_; state++)
            if (!data_[2 + state]) states &= ~(1u << state);
        if (!states) return false;
        if (!(data_[0] & kRepeated)) position_.conclude_exactly();
        for (int i = count_ - 1; i >= 0; i--) {
            const uint32_t mask = position_[cells_[i]], after = states;
            find_next(mask);
            states = leading(next_, (uint32_t)sets[(size_t)i], after);
            uint32_t support = 0;
            for (uint32_t rest = mask; rest; rest &= rest - 1) {
                const int digit = lowest(rest);
                const bool leads = leading(row(digit / kUnited, 1u << digit % kUnited), states, after);
                support |= leads ? rest & -rest : 0;
            }
            if (!position_.narrow(cells_[i], support)) return false;
        }
        return true;
    }

  private:
    const uint32_t* row(int part, uint32_t digits) const {
        return unions_ + (((uint32_t)part << kUnited) + digits) * (uint32_t)states_;
    }
    void find_next(uint32_t mask) {
        std::fill_n(next_, states_, 0);
        for (int part = 0; mask; part++, mask >>= kUnited) {
            const uint32_t* const more = row(part, mask & ((1u << kUnited) - 1));
            for (int state = 0; state < states_; state++) next_[state] |= more[state];
        }
    }
    // Those of the states from which one of `after` is next.
    static uint32_t leading(const uint32_t* next, uint32_t states, uint32_t after) {
        uint32_t found = 0;
        for (uint32_t rest = states; rest; rest &= rest - 1) found |= next[lowest(rest)] & after ? rest & -rest : 0;
        return found;
    }

    Position& position_;
    const int32_t* const cells_;
    const int32_t* const data_;
    const int count_, states_;
    const uint32_t* const unions_;
    uint32_t next_[kMostAtOnce];  // for each state the next ones, with the digits of a cell
};

// The same for digits that all differ: each state has the sets of digits on the way there.  A set of such sets has a bit for
// each: the set with the mask m is bit m.

// Bit m is set if m, the mask of up to six digits, is without digit d.
constexpr uint64_t kWithout[6] = {0x5555555555555555u, 0x3333333333333333u, 0x0F0F0F0F0F0F0F0Fu,
                                  0x00FF00FF00FF00FFu, 0x0000FFFF0000FFFFu, 0x00000000FFFFFFFFu};

template <int kDigits> struct SetsOf {
    static constexpr int kWords = kDigits > 6 ? 1 << (kDigits - 6) : 1;

    // Adds to `to` the sets that do not have the digit, with the digit; false if there are none.
    static bool add(const uint64_t* sets, int digit, uint64_t* to) {
        uint64_t some = 0;
        if (digit < 6) {
            for (int i = 0; i < kWords; i++) {
                const uint64_t without = sets[i] & kWithout[digit];
                some |= without;
                to[i] |= without << (1 << digit);
            }
        } else {
            const int with = 1 << (digit - 6);
            for (int i = 0; i < kWords; i++) {
                if (i & with) continue;
                some |= sets[i];
                to[i | with] |= sets[i];
            }
        }
        return some;
    }

    // Adds to `to` those sets that are wanted when the digit is added; false if there are none.
    static bool keep(const uint64_t* sets, int digit, const uint64_t* wanted, uint64_t* to) {
        uint64_t some = 0;
        if (digit < 6) {
            for (int i = 0; i < kWords; i++) {
                const uint64_t kept = sets[i] & kWithout[digit] & wanted[i] >> (1 << digit);
                some |= kept;
                to[i] |= kept;
            }
        } else {
            const int with = 1 << (digit - 6);
            for (int i = 0; i < kWords; i++) {
                if (i & with) continue;
                some |= sets[i] & wanted[i | with];
                to[i] |= sets[i] & wanted[i | with];
            }
        }
        return some;
    }
};

template <int kDigits> class DistinctWord {
  public:
    DistinctWord(Position& position, const Propagator& line)
        : position_(position),
          cells_(position.plan().cells_of(line)),
          count_(line.count),
          states_(position.plan().data_of(line)[1]),
          size_(position.plan().board.size),
          accepts_(position.plan().data_of(line) + 2),
          table_(accepts_ + states_),
          sets_(position.scratch.words),
          layers_(position.scratch.layers),
          place_(position.scratch.places) {
        if ((int)place_.size() < states_) place_.resize((size_t)states_, -1);
    }

    bool narrow() {
        forwards();
        if (!end()) return false;
        position_.conclude_exactly();
        for (int i = count_ - 1; i >= 0; i--)
            if (!position_.narrow(cells_[i], backwards(i))) return false;
        return true;
    }

  private:
    typedef SetsOf<kDigits> Sets;
    static constexpr size_t kWords = Sets::kWords;

    // A layer is a list of states, those before it are those of shorter prefixes; sets_ has the sets of each.
    void forwards() {
        layers_.clear();
        sets_.assign(kWords, 0);
        sets_[0] = 1;  // the empty set
        layers_.push_back(0);
        starts_[0] = 0;
        starts_[1] = 1;
        for (int i = 0; i < count_; i++) {
            const uint32_t mask = position_[cells_[i]];
            for (size_t from = starts_[i]; from < starts_[i + 1]; from++)
                for (uint32_t rest = mask; rest; rest &= rest - 1) {
                    const int digit = __builtin_ctz(rest), next = table_[layers_[from] * size_ + digit];
                    if (next < 0) continue;
                    const bool is_new = place_[(size_t)next] < 0;
                    const size_t to = is_new ? layers_.size() : (size_t)place_[(size_t)next];
                    if (is_new) sets_.resize((to + 1) * kWords, 0);
                    if (!Sets::add(&sets_[from * kWords], digit, &sets_[to * kWords]) || !is_new) continue;
                    place_[(size_t)next] = (int)to;
                    layers_.push_back(next);
                }
            starts_[i + 2] = layers_.size();
            for (size_t k = starts_[i + 1]; k < starts_[i + 2]; k++) place_[(size_t)layers_[k]] = -1;
        }
    }

    // Of the last layer, only accepting states are kept; false if there is none.
    bool end() {
        bool alive = false;
        for (size_t k = starts_[count_]; k < starts_[count_ + 1]; k++) {
            if (accepts_[layers_[k]])
                alive = true;
            else
                std::fill_n(&sets_[k * kWords], kWords, 0);
        }
        return alive;
    }

    // Which digits of a cell lead on; its layer keeps only the sets with which they do.
    uint32_t backwards(int i) {
        uint32_t support = 0;
        for (size_t k = starts_[i + 1]; k < starts_[i + 2]; k++) place_[(size_t)layers_[k]] = (int)k;
        for (size_t from = starts_[i]; from < starts_[i + 1]; from++) {
            uint64_t kept[kWords] = {};
            for (uint32_t rest = position_[cells_[i]]; rest; rest &= rest - 1) {
                const int digit = __builtin_ctz(rest), next = table_[layers_[from] * size_ + digit];
                if (next < 0 || place_[(size_t)next] < 0) continue;
                const uint64_t* const wanted = &sets_[(size_t)place_[(size_t)next] * kWords];
                if (Sets::keep(&sets_[from * kWords], digit, wanted, kept)) support |= rest & -rest;
            }
            std::copy(kept, kept + kWords, &sets_[from * kWords]);
        }
        for (size_t k = starts_[i + 1]; k < starts_[i + 2]; k++) place_[(size_t)layers_[k]] = -1;
        return support;
    }

    Position& position_;
    const int32_t* const cells_;
    const int count_, states_, size_;
    const int32_t* const accepts_;
    const int32_t* const table_;
    std::vector<uint64_t>& sets_;
    std::vector<int>& layers_;
    std::vector<int>& place_;      // of a state in the layer that is looked at, or -1
    size_t starts_[kMaxSize + 2];  // of the layers
};

}  // namespace

bool accepted_word(Position& position, const Propagator& line) {
    switch (position.plan().data_of(line)[0]) {
        case kLong:
        case kLong | kRepeated:
            return LongWord(position, line).narrow();
        case 6:
            return DistinctWord<6>(position, line).narrow();
        case 7:
            return DistinctWord<7>(position, line).narrow();
        case 8:
            return DistinctWord<8>(position, line).narrow();
        case 9:
            return DistinctWord<9>(position, line).narrow();
        case 10:
            return DistinctWord<10>(position, line).narrow();
    }
    return plain_word(position, line);
}

// -- lines read as numbers -----------------------------------------------------------------------------------------------

namespace {

// The first line is smaller than the second one.
bool put_in_order(Position& position, const int32_t* smaller, const int32_t* larger, int length) {
    for (int i = 0; i < length; i++) {
        const int a = smaller[i], b = larger[i];
        if (a == b) continue;
        const uint32_t least = position[a] & -position[a];
        if (!position.narrow(b, ~(least - 1))) return false;
        const uint32_t greatest = 1u << highest(position[b]);
        if (!position.narrow(a, greatest | (greatest - 1))) return false;
        if (position[a] != position[b] || !is_single(position[a])) return true;
    }
    return false;
}

// How a line may compare with another one.
struct Comparison {
    bool smaller = false, greater = false, equal = false;
};

// A line, its place among the four that begin with the same digit, and all other lines, side by side.
class Ranking {
  public:
    Ranking(Position& position, const Propagator& rank)
        : position_(position),
          line_(position.plan().cells_of(rank)),
          data_(position.plan().data_of(rank)),
          length_(rank.count / (data_[2] + 1)),
          place_((data_[0] - 1) % 4),
          may_tie_(data_[1] == 1),
          first_(1u << (data_[0] - 1) / 4) {}

    bool narrow() {
        if (!position_.narrow(line_[0], first_)) return false;
        if (length_ < 2) return true;
        for (uint32_t rest = position_[line_[1]]; rest; rest &= rest - 1) {
            second_ = rest & -rest;
            if (!fits() && !position_.narrow(line_[1], ~second_)) return false;
        }
        second_ = position_[line_[1]];
        return fits() && narrow_sides() && (data_[1] != 2 || all_differ());
    }

  private:
    struct Side {
        int begin, end;      // its lines, by number
        Comparison compare;  // those of them that may begin with the digit
    };

    const int32_t* other(int number) const { return line_ + (number + 1) * length_; }
    bool can_begin(int number) const { return position_[other(number)[0]] & first_; }

    // How another line compares with the line, if it begins with the same digit.
    Comparison compare(int number) const {
        const int32_t* const cells = other(number);
        Comparison found;
        for (int i = 1; i < length_; i++) {
            if (line_[i] == cells[i]) continue;
            const uint32_t own = i == 1 ? second_ : position_[line_[i]], theirs = position_[cells[i]] & ~first_;
            if (!theirs) return found;
            found.smaller |= lowest(theirs) < highest(own);
            found.greater |= highest(theirs) > lowest(own);
            if (!(own & theirs) || (found.smaller && found.greater)) return found;
        }
        found.equal = true;
        if (may_tie_) found.smaller = found.greater = true;
        return found;
    }

    // Whether enough sides can have a smaller line, and not too many must.  Each has one line that begins with the digit.
    bool fits() {
        least_ = most_ = side_count_ = 0;
        const int32_t* const ends = data_ + 4;
        for (int number = ends[0], k = 1; k < data_[3]; k++) {  // without the side of the line itself
            Side side = {number, ends[k], {}};
            for (; number < ends[k]; number++) {
                if (!can_begin(number)) continue;
                const Comparison one = compare(number);
                side.compare.smaller |= one.smaller;
                side.compare.greater |= one.greater;
            }
            if (!side.compare.smaller && !side.compare.greater) return false;
            least_ += !side.compare.greater;
            most_ += side.compare.smaller;
            if (side_count_ < kMostSides) sides_[side_count_++] = side;
        }
        return least_ <= place_ && place_ <= most_;
    }

    // After fits(): where it is known that the line of a side is smaller, or greater, others do not begin with the digit.
    bool narrow_sides() {
        for (int k = 0; k < side_count_; k++) {
            const Comparison& all = sides_[k].compare;
            const bool smaller = !all.greater || (all.smaller && most_ == place_);
            const bool greater = !all.smaller || (all.greater && least_ == place_);
            if (!smaller && !greater) continue;
            int found = -1, count = 0;
            for (int number = sides_[k].begin; number < sides_[k].end; number++) {
                if (!can_begin(number)) continue;
                const Comparison one = compare(number);
                if (smaller ? !one.smaller : !one.greater) {
                    if (!position_.narrow(other(number)[0], ~first_)) return false;
                } else {
                    found = number;
                    count++;
                }
            }
            if (count == 1 && !may_tie_) {
                const bool ordered = smaller ? put_in_order(position_, other(found), line_, length_)
                                             : put_in_order(position_, line_, other(found), length_);
                if (!ordered) return false;
            }
        }
        return true;
    }

    bool all_differ() const {
        for (int i = -1; i < data_[2]; i++)
            for (int j = i + 1; j < data_[2]; j++)
                if (are_equal(other(i), other(j))) return false;
        return true;
    }
    bool are_equal(const int32_t* a, const int32_t* b) const {
        for (int i = 0; i < length_; i++)
            if (!is_single(position_[a[i]]) || position_[a[i]] != position_[b[i]]) return false;
        return true;
    }

    static constexpr int kMostSides = 4;

    Position& position_;
    const int32_t* const line_;
    const int32_t* const data_;
    const int length_, place_;
    const bool may_tie_;
    const uint32_t first_;  // the digit that the line begins with
    uint32_t second_ = 0;   // what its second cell is supposed to hold
    int least_ = 0, most_ = 0, side_count_ = 0;
    Side sides_[kMostSides];
};

}  // namespace

// The place of a line among all rows and columns, read in both directions.  Each digit begins four lines, one on each side
// of the board, so the place tells the first digit of the line; only lines with the same first digit are compared.
bool line_rank(Position& position, const Propagator& rank) { return Ranking(position, rank).narrow(); }

bool line_order(Position& position, const Propagator& order) {
    const int32_t* const cells = position.plan().cells_of(order);
    return put_in_order(position, cells, cells + order.count / 2, order.count / 2);
}

}  // namespace nonet::rules
