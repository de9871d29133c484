#include "braids/braids.h"

#include <algorithm>

namespace nonet::braids {
namespace {

// A digit in the cells that a line and a box share: what is left of either may be in them alone.
struct Group {
    uint16_t line, box;        // variables
    uint16_t in_line, in_box;  // its candidates in each
};

constexpr int kGroups = 486;
const std::bitset<kCandidates> kNone;

constexpr struct Groups {
    Group all[kGroups];

    constexpr Groups() : all() {
        int n = 0;
        for (int line = 0; line < 18; line++)
            for (int third = 0; third < 3; third++)
                for (int digit = 0; digit < 9; digit++) {
                    const int i = line % 9, box = line < 9 ? i / 3 * 3 + third : third * 3 + i / 3;
                    const int in_box = line < 9 ? 0007 << 3 * (i % 3) : 0111 << i % 3;
                    all[n++] = {(uint16_t)(81 + 9 * line + digit), (uint16_t)(243 + 9 * box + digit),
                                (uint16_t)(0007 << 3 * third), (uint16_t)in_box};
                }
    }
} kGroup;

}  // namespace

// A candidate, or from kCandidates on a group.
struct Term {
    int number;

    bool is_group() const { return number >= kCandidates; }
    const Group& group() const { return kGroup.all[number - kCandidates]; }
    uint64_t key() const {  // to name sets of terms
        uint64_t z = (uint64_t)(number + 1) * 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        return z ^ z >> 27;
    }
};

namespace {

void take(Position& position, Term term) {
    if (!term.is_group()) return position.place(term.number);
    const Group& group = term.group();
    for (auto [variable, own] : {std::pair{group.line, group.in_line}, std::pair{group.box, group.in_box}})
        for (unsigned rest = position.left(variable) & ~(unsigned)own; rest; rest &= rest - 1)
            position.remove(kBoard.members[variable][__builtin_ctz(rest)]);
}

bool is_taken(const Position& position, Term term) {
    if (!term.is_group()) return position.is_placed(term.number);
    const Group& group = term.group();
    return !(position.left(group.line) & ~(unsigned)group.in_line) &&
           !(position.left(group.box) & ~(unsigned)group.in_box);
}

bool is_within(const Position& position, const Group& group) {  // all that is left of a variable
    return !(position.left(group.line) & ~(unsigned)group.in_line) ||
           !(position.left(group.box) & ~(unsigned)group.in_box);
}

// What follows if all singles are taken at once, round by round, without those that are excluded: a variable without
// candidates at last, and then how many singles a way to it needs.
class Rounds {
  public:
    Rounds(const Position& start, const std::bitset<kCandidates>& excluded)
        : start_(start), excluded_(excluded), now_(start) {}

    // So many rounds; no chain with fewer singles is there if they lead to no end.
    bool lead_to_end(int most, bool with_groups) {
        int from = 0;
        while (!now_.is_dead())
            if (most-- == 0 || !take_all(from, with_groups)) return false;
        return true;
    }

    // The singles of a way to the end, in the order in which they are taken.
    std::vector<int> way() const {
        std::vector<int> best;
        for (int variable = 0; variable < kVariables; variable++) {
            if (now_.left(variable)) continue;
            std::vector<int> found = way_to(variable);
            if (best.empty() || found.size() < best.size()) best.swap(found);
        }
        return best;
    }

  private:
    struct Taken {
        int candidate, variable;
    };

    std::vector<int> way_to(int end) const {
        std::vector<bool> is_needed(taken_.size());
        auto need_what_empties = [&](int variable, int but) {
            for (unsigned rest = start_.left(variable); rest; rest &= rest - 1) {
                const int candidate = kBoard.members[variable][__builtin_ctz(rest)];
                if (candidate == but) continue;
                size_t k = 0;
                while (!are_linked(taken_[k].candidate, candidate)) k++;
                is_needed[k] = true;
            }
        };
        need_what_empties(end, -1);
        std::vector<int> found;
        for (size_t k = taken_.size(); k-- > 0;) {
            if (!is_needed[k]) continue;
            need_what_empties(taken_[k].variable, taken_[k].candidate);
            found.insert(found.begin(), taken_[k].candidate);
        }
        return found;
    }

    bool take_all(int& from, bool with_groups) {
        std::vector<Term> groups;
        for (int g = 0; with_groups && g < kGroups; g++)
            if (is_within(now_, kGroup.all[g]) && !is_taken(now_, {kCandidates + g}))
                groups.push_back({kCandidates + g});
        bool is_changed = !groups.empty();
        for (const int end = now_.single_count(); from < end && !now_.is_dead(); from++) {
            const int variable = now_.single_variable(from), candidate = now_.only(variable);
            if (now_.is_placed(candidate) || excluded_[(size_t)candidate]) continue;
            now_.place(candidate);
            taken_.push_back({candidate, variable});
            is_changed = true;
        }
        for (Term each : groups)
            if (!now_.is_dead()) take(now_, each);
        return is_changed;
    }

    const Position& start_;
    const std::bitset<kCandidates>& excluded_;
    Position now_;
    std::vector<Taken> taken_;
};

}  // namespace

// Whether so many singles, without those that are excluded, leave a variable without candidates. In each turn some way to
// the end is found; if it is too long, a shorter one has its first single, or does without it.
bool Rater::braid_ends(const Position& position, int left, Set excluded) {
    if (position.is_dead()) return true;
    while (left > 0 && !is_stopped()) {
        Rounds rounds(position, excluded);
        if (!rounds.lead_to_end(left, false)) return false;
        const std::vector<int> way = rounds.way();
        if ((int)way.size() <= left) return true;
        Position next = position;
        next.place(way[0]);
        if (braid_ends(next, left - 1, excluded)) return true;
        excluded.set((size_t)way[0]);
    }
    return false;
}

bool Rater::whip_ends(const Position& position, Term last, int left, uint64_t name) {
    if (position.is_dead()) return true;
    if (left == 0 || is_stopped()) return false;
    if (left > 1 && !Rounds(position, kNone).lead_to_end(left, with_groups())) return false;
    auto with = [&](Term term) {
        const uint64_t next_name = name ^ term.key();
        if (left > 1 && !seen_.insert(next_name + 3 * term.key()).second) return false;
        Position next = position;
        take(next, term);
        return whip_ends(next, term, left - 1, next_name);
    };
    std::bitset<kVariables> near;  // those with a candidate that is linked to the last term
    auto note = [&](int variable, unsigned own) {
        for (unsigned rest = base_->left(variable) & ~own; rest; rest &= rest - 1)
            for (const Board::Place& place : kBoard.places[kBoard.members[variable][__builtin_ctz(rest)]])
                near.set(place.variable);
    };
    if (last.is_group()) {
        note(last.group().line, last.group().in_line);
        note(last.group().box, last.group().in_box);
    } else {
        for (const Board::Place& place : kBoard.places[last.number]) note(place.variable, place.bit);
    }
    for (int variable = 0; variable < kVariables; variable++) {
        if (!near[(size_t)variable]) continue;
        const unsigned rest = position.left(variable);
        if (!(rest & (rest - 1))) {
            if (!position.is_placed(position.only(variable)) && with({position.only(variable)})) return true;
            continue;
        }
        if (!with_groups() || variable < 81) continue;
        for (int g = 0; g < kGroups; g++) {
            const Group& group = kGroup.all[g];
            const unsigned own = group.line == variable ? group.in_line : group.box == variable ? group.in_box : 0u;
            if (own && !(rest & ~own) && !is_taken(position, {kCandidates + g}) && with({kCandidates + g})) return true;
        }
    }
    return false;
}

// Whether a chain of at most this length eliminates a candidate.
bool Rater::refutes(const Position& position, int candidate, int length) {
    Position supposed = position;
    supposed.place(candidate);
    if (!with_whips()) return braid_ends(supposed, length - 1, {});
    if (!Rounds(supposed, kNone).lead_to_end(length - 1, with_groups())) return false;
    base_ = &position;
    seen_.clear();
    return whip_ends(supposed, {candidate}, length - 1, 0);
}

// The candidates that singles, and groups if chains may have them, refute at all.
std::vector<int> Rater::refutable(const Position& position) {
    std::vector<int> found;
    Set harmless;
    for (int z = 0; z < kCandidates; z++) {
        if (!position.is_open(z) || harmless[(size_t)z]) continue;
        Position supposed = position;
        supposed.place(z);
        if (!supposed.settle() || (with_groups() && Rounds(supposed, kNone).lead_to_end(kCandidates, true)))
            found.push_back(z);
        else
            harmless |= supposed.placed();  // what follows from them follows from z, too
    }
    return found;
}

// Eliminates all that chains of at most the longest length can; false: a contradiction.
bool Rater::close_chains(Position& position) {
    std::vector<int> candidates;
    bool is_changed = true;
    for (int length = 1; length <= longest_ && !position.is_solved();) {
        if (is_changed) candidates = refutable(position);
        if (candidates.empty()) break;
        is_changed = false;
        for (int z : candidates) {
            if (!position.is_open(z) || !refutes(position, z, length)) continue;
            if (is_stopped()) return true;
            position.remove(z);
            if (!position.settle()) return false;
            is_changed = true;
        }
        length = is_changed ? 1 : length + 1;
    }
    return true;
}

bool Rater::close(Position& position, int depth) {
    if (depth == 0) return close_chains(position);
    for (bool is_changed = true; is_changed;) {
        if (!close(position, depth - 1)) return false;
        is_changed = false;
        Set harmless;
        for (int z = 0; z < kCandidates && !position.is_solved(); z++) {
            if (!position.is_open(z) || harmless[(size_t)z]) continue;
            Position supposed = position;
            supposed.place(z);
            if (supposed.settle() && close(supposed, depth - 1)) {
                harmless |= supposed.placed();  // what follows from them follows from z, too
                continue;
            }
            if (is_stopped()) return true;
            position.remove(z);
            if (!position.settle() || !close(position, depth - 1)) return false;
            is_changed = true;
        }
    }
    return true;
}

int Rater::rate(Position position, Scheme scheme) {
    scheme_ = scheme;
    longest_ = 0;
    if (scheme == Scheme::kDepth) {
        int depth = 0;
        while (depth <= kDeepest && !(close(position, depth) && position.is_solved())) depth++;
        return depth;
    }
    const int depth = scheme == Scheme::kBxB ? 1 : scheme == Scheme::kBxBB ? 2 : 0;
    for (; longest_ <= kMost && !is_stopped(); longest_++)
        if (close(position, depth) && position.is_solved()) return longest_;
    return kBeyond;
}

}  // namespace nonet::braids
