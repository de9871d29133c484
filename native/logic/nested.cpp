// Nested nets: as src/nonet/logic/nested.py, which explains them.
#include <string.h>

#include <algorithm>
#include <map>

#include "logic/finders.h"
#include "logic/net.h"

namespace nonet::logic {
namespace {

constexpr int kWidest = 4;      // the most candidates of a truth that a sub-supposition tries one by one
constexpr int kEffort = 4000;   // the most suppositions that may be made on one level of nesting
constexpr int kMost = 100000;   // the same for deeper nesting and for case work: then there is no step
constexpr size_t kChoice = 12;  // the smallest tree is chosen among the proofs of at most this many wrong candidates

// A proof that a state has no solution: it fails at once (no split), or in each branch of a split.
struct Refutation {
    struct Branch {
        int bit, refutation;
    };
    int split = -1;
    std::vector<Branch> branches;
    int leaves = 1;
};

constexpr int kNone = -1, kFails = 0;  // numbers of refutations: there is none; the state fails at once

struct Split {
    int truth = -1;
    std::vector<Refutation::Branch> closed;
    int survivor = -1;  // the candidate that may be true, if there is one
};

struct Stopped {};
struct TooLong {};

class Refuter {
  public:
    Refuter(const OpenTruths& truths, const Search& search) : truths_(truths), search_(search) { all_.emplace_back(); }

    int effort = 0;
    std::vector<bool> solutions = std::vector<bool>(kCandidates);  // candidates of solutions that were met

    const Refutation& get(int number) const { return all_[(size_t)number]; }

    bool settle(State& state, int bit) {
        spend();
        if (++settled_ % 256 == 0 && search_.is_stopped()) throw Stopped();
        return settler_.settle(state, bit, true);
    }

    // A proof that a settled state fails, by sub-suppositions nested this deep at most.
    int refute(State state, int level);
    // The same by cases of the tightest truth; none if the state has a solution.
    int exhaust(const State& state);

  private:
    struct Known {  // by candidate
        int failed[kCandidates];
        Known() { std::fill(failed, failed + kCandidates, kNone); }
    };

    struct Alive {  // candidates that do not fail in a state: they were tried, or one that was tried leads to them
        bool is_tried[kCandidates] = {}, is_implied[kCandidates] = {};
    };

    void spend() {
        if (++effort > kMost) throw TooLong();
    }
    bool next_split(const State& state, int level, Known& known, Split& split);
    int fails(const State& state, int bit, int level, Alive& alive);
    int add(int truth, std::vector<Refutation::Branch> branches) {
        Refutation made;
        made.split = truth;
        made.leaves = 0;
        for (const Refutation::Branch& branch : branches) made.leaves += get(branch.refutation).leaves;
        made.branches = std::move(branches);
        all_.push_back(std::move(made));
        return (int)all_.size() - 1;
    }

    const OpenTruths& truths_;
    const Search& search_;
    Settler settler_;
    unsigned settled_ = 0;
    std::vector<Refutation> all_;
};

int Refuter::refute(State state, int level) {
    std::vector<Split> spine;  // splits with one branch that goes on
    Known known;
    int tree = kFails;
    for (;;) {
        Split split;
        if (!next_split(state, level, known, split)) return kNone;
        if (split.survivor < 0) {
            tree = add(split.truth, std::move(split.closed));
            break;
        }
        const bool is_good = settle(state, split.survivor);
        spine.push_back(std::move(split));
        if (!is_good) break;
    }
    for (size_t k = spine.size(); k--;) {
        spine[k].closed.push_back({spine[k].survivor, tree});
        tree = add(spine[k].truth, std::move(spine[k].closed));
    }
    return tree;
}

int Refuter::fails(const State& state, int bit, int level, Alive& alive) {
    if (alive.is_implied[bit]) {
        spend();  // as if it had been tried
        return kNone;
    }
    State next = state;
    if (!settle(next, bit)) return kFails;
    if (level > 1) return refute(next, level - 1);
    for (int placed : settler_) alive.is_implied[placed] = true;  // they lead no further than this one did
    return kNone;
}

// A truth all of whose candidates fail, or all but one: the tight ones first.
bool Refuter::next_split(const State& state, int level, Known& known, Split& split) {
    Alive alive;
    for (int width = 1; width <= kWidest; ++width)
        for (int truth : truths_.order) {
            const unsigned left = state.left[truth];
            if (count_bits(left) != width || state.is_met(truth)) continue;
            split.truth = truth;
            split.closed.clear();
            split.survivor = -1;
            bool is_open = false;  // two candidates may be true
            for (int bit : TruthBits{truth, left}) {
                if (known.failed[bit] == kNone && !alive.is_tried[bit]) {
                    known.failed[bit] = fails(state, bit, level, alive);
                    alive.is_tried[bit] = known.failed[bit] == kNone;
                }
                if (known.failed[bit] != kNone) {
                    split.closed.push_back({bit, known.failed[bit]});
                } else if (split.survivor < 0) {
                    split.survivor = bit;
                } else {
                    is_open = true;
                    break;
                }
            }
            if (!is_open) return true;
        }
    return false;
}

int Refuter::exhaust(const State& state) {
    int tightest = -1;
    for (int truth : truths_.order)
        if (!state.is_met(truth) &&
            (tightest < 0 || count_bits((unsigned)state.left[truth]) < count_bits((unsigned)state.left[tightest])))
            tightest = truth;
    if (tightest < 0) {
        for (int bit = 0; bit < kCandidates; ++bit)
            if (state.is_placed(bit)) solutions[(size_t)bit] = true;
        return kNone;
    }
    std::vector<Refutation::Branch> branches;
    for (int bit : TruthBits{tightest, state.left[tightest]}) {
        State next = state;
        const int tree = settle(next, bit) ? exhaust(next) : kFails;
        if (tree == kNone) return kNone;
        branches.push_back({bit, tree});
    }
    return add(tightest, std::move(branches));
}

// -- evidence --------------------------------------------------------------------------------------------------------------

using Needs = std::map<int, std::vector<int>>;  // for each number of suppositions made, the truths used then, each once

void add_truths(std::vector<int>& truths, const std::vector<int>& more) {
    for (int truth : more)
        if (std::find(truths.begin(), truths.end(), truth) == truths.end()) truths.push_back(truth);
}

std::vector<int> take(Needs& needs, int stage) {
    std::vector<int> truths = std::move(needs[stage]);
    needs.erase(stage);
    return truths;
}

// A branch of a proof, the truths it needs of the branches it grows from, and its suppositions.
struct Branch {
    int bit = -1;
    std::vector<int> truths;
    int split = -1;
    std::vector<Branch> branches;
    Needs needs;
    std::vector<int> supposed;  // ascending
};

void set_needs(const Net& net, const Cone& cone, Branch& branch) {
    for (const Cone::Inference& each : cone.inferences) {
        const int stage = each.bit < 0 ? net.suppositions : net.stage(each.bit);
        add_truths(branch.needs[stage], {each.truth});
    }
    branch.supposed = cone.supposed;
}

Branch branch_of(const Net& net, const Refuter& refuter, const Refutation& tree) {
    const int here = net.suppositions;
    Branch branch;
    if (net.fails >= 0) {
        set_needs(net, net.cone(-1, true), branch);
        branch.truths = take(branch.needs, here);
        return branch;
    }
    set_needs(net, net.cone_of_losses(tree.split), branch);
    for (const Refutation::Branch& each : tree.branches) {
        if (!net.has(each.bit)) continue;
        Net inner_net = net;
        inner_net.suppose(each.bit, true);
        inner_net.run(-1, true, false);
        Branch inner = branch_of(inner_net, refuter, refuter.get(each.refutation));
        const auto place = std::lower_bound(inner.supposed.begin(), inner.supposed.end(), each.bit);
        if (place == inner.supposed.end() ||
            *place != each.bit) {  // it fails without this supposition: no need to split
            std::vector<int> truths = take(inner.needs, here);
            add_truths(truths, inner.truths);
            inner.truths = std::move(truths);
            return inner;
        }
        inner.supposed.erase(place);
        std::vector<int> both;
        std::set_union(branch.supposed.begin(), branch.supposed.end(), inner.supposed.begin(), inner.supposed.end(),
                       std::back_inserter(both));
        branch.supposed = std::move(both);
        for (const auto& [stage, truths] : inner.needs) add_truths(branch.needs[stage], truths);
        inner.bit = each.bit;
        branch.branches.push_back(std::move(inner));
    }
    branch.truths = take(branch.needs, here);
    branch.split = tree.split;
    return branch;
}

void add_split(Step& step, int split) {
    const Truth truth = truth_of(split);
    if (truth.digit)
        step.case_split_house(truth.number, truth.digit);
    else
        step.case_split_cell(truth.number);
}

void add_case(Step& step, const Branch& branch) {
    if (branch.bit < 0)
        step.begin_case(-1, 0);
    else
        step.begin_case(cell_of_bit(branch.bit), digit_of_bit(branch.bit));
    for (int number : branch.truths) {
        const Truth truth = truth_of(number);
        if (truth.digit)
            step.case_truth_house(truth.number, truth.digit);
        else
            step.case_truth_cell(truth.number);
    }
    if (branch.split >= 0) add_split(step, branch.split);
    for (const Branch& each : branch.branches) add_case(step, each);
    step.end_case();
}

// -- steps -----------------------------------------------------------------------------------------------------------------

struct Wrong {
    int bit, tree;
};

// For each candidate the first truth that has one other candidate, and that one.
struct Pairs {
    int16_t truth[kCandidates], other[kCandidates];

    explicit Pairs(const OpenTruths& truths) {
        std::fill(truth, truth + kCandidates, (int16_t)-1);
        for (int number : truths.order) {
            if (count_bits((unsigned)truths.start.left[number]) != 2) continue;
            int bits[2], count = 0;
            for (int bit : TruthBits{number, truths.start.left[number]}) bits[count++] = bit;
            for (int k = 0; k < 2; ++k)
                if (truth[bits[k]] < 0) {
                    truth[bits[k]] = (int16_t)number;
                    other[bits[k]] = (int16_t)bits[1 - k];
                }
        }
    }
};

bool commit_wrong(Search& search, const OpenTruths& truths, const Refuter& refuter, const Pairs& pairs, Wrong wrong) {
    Step& step = search.begin(kNestedNet);
    step.beyond_hodoku = true;
    const bool is_pair = pairs.truth[wrong.bit] >= 0;
    if (is_pair)
        step.place(cell_of_bit(pairs.other[wrong.bit]), digit_of_bit(pairs.other[wrong.bit]));
    else
        step.eliminate(cell_of_bit(wrong.bit), digit_of_bit(wrong.bit));
    if (step.wants_evidence) {
        Net net(truths);
        net.suppose(wrong.bit, true);
        net.run(-1, true, false);
        Branch branch = branch_of(net, refuter, refuter.get(wrong.tree));
        branch.bit = wrong.bit;
        step.role(kAssumed, {cell_of_bit(wrong.bit)}, {digit_of_bit(wrong.bit)});
        if (is_pair) {
            step.begin_case(-1, 0);
            add_split(step, pairs.truth[wrong.bit]);
        }
        add_case(step, branch);
        if (is_pair) step.end_case();
    }
    return search.commit();
}

// Placements first, then the smaller trees.
bool commit_all(Search& search, const OpenTruths& truths, const Refuter& refuter, const Pairs& pairs,
                std::vector<Wrong> wrong) {
    std::sort(wrong.begin(), wrong.end(), [&](const Wrong& one, const Wrong& other) {
        const bool is_one = pairs.truth[one.bit] < 0, is_other = pairs.truth[other.bit] < 0;
        if (is_one != is_other) return is_other;
        const int leaves = refuter.get(one.tree).leaves, other_leaves = refuter.get(other.tree).leaves;
        return leaves != other_leaves ? leaves < other_leaves : one.bit < other.bit;
    });
    for (const Wrong& each : wrong)
        if (commit_wrong(search, truths, refuter, pairs, each)) return true;
    return false;
}

struct Target {
    int bit;
    bool is_single;  // no truth has one other candidate
    int left;        // candidates left if it is true
    State state;
};

// Candidates in the order in which they are tried; those that fail by singles alone are left to forcing nets.
std::vector<Target> targets_of(Refuter& refuter, const OpenTruths& truths, const Pairs& pairs) {
    std::vector<Target> targets;
    for (int bit = 0; bit < kCandidates; ++bit) {
        if (!truths.start.has(bit) || truths.start.is_placed(bit)) continue;
        Target target{bit, pairs.truth[bit] < 0, 0, truths.start};
        if (!refuter.settle(target.state, bit)) continue;
        target.left = target.state.candidate_count();
        targets.push_back(target);
    }
    std::stable_sort(targets.begin(), targets.end(), [](const Target& one, const Target& other) {
        return one.is_single != other.is_single ? other.is_single : one.left < other.left;
    });
    return targets;
}

bool find_nested(Search& search) {
    const OpenTruths& truths = search.work.open_truths(search.position);
    Refuter refuter(truths, search);
    const Pairs pairs(truths);
    const std::vector<Target> targets = targets_of(refuter, truths, pairs);
    std::vector<Wrong> wrong;
    for (int level : {1, 2}) {
        refuter.effort = 0;
        try {
            for (const Target& target : targets) {
                const int tree = refuter.refute(target.state, level);
                if (tree != kNone) {
                    wrong.push_back({target.bit, tree});
                    if (wrong.size() == kChoice) break;
                }
                if (refuter.effort > kEffort) break;
            }
        } catch (const TooLong&) {}
        if (!wrong.empty()) return commit_all(search, truths, refuter, pairs, std::move(wrong));
    }
    refuter.effort = 0;
    for (const Target& target : targets) {
        if (refuter.solutions[(size_t)target.bit]) continue;
        const int tree = refuter.exhaust(target.state);
        if (tree != kNone && commit_wrong(search, truths, refuter, pairs, {target.bit, tree})) return true;
    }
    return false;
}

}  // namespace

bool find_nested_nets(Search& search) {
    try {
        return find_nested(search);
    } catch (const Stopped&) {
        return true;
    } catch (const TooLong&) {
        return false;
    }
}

}  // namespace nonet::logic
