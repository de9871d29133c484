#include "logic/net.h"

#include <string.h>

#include <algorithm>

namespace nonet::logic {

Net::Net(const OpenTruths& truths) : truths_(&truths), state_(truths.start) {
    for (int cell = 0; cell < kCells; ++cell)
        for (int digit : Digits{state_.left[cell]}) boards_[digit].add(cell);
    std::fill(why_, why_ + kCandidates, kNotPlaced);
    std::fill(gone_, gone_ + kCandidates, kNotGone);
    memset(stage_, 0, sizeof stage_);
}

void Net::suppose(int bit, bool on) {
    ++suppositions;
    if (on) {
        place(bit, kSupposed);
    } else {
        false_ = bit;
        remove(bit, kNotGone);
    }
}

void Net::remove(int bit, int cause) {
    for (int k = 0; k < 4; ++k) state_.left[kTables.truth[bit][k]] &= (uint16_t)~kTables.mask[bit][k];
    boards_[digit_of_bit(bit)].remove(cell_of_bit(bit));
    gone_[bit] = (int16_t)cause;
}

void Net::place(int bit, int truth) {
    const int cell = cell_of_bit(bit), digit = digit_of_bit(bit);
    why_[bit] = (int16_t)truth;
    stage_[bit] = (uint8_t)suppositions;
    set_bit(state_.placed, bit);
    for (int other : Digits{state_.left[cell] & ~bit_of(digit)}) remove(bit_at(cell, other), bit);
    for (int other : boards_[digit] & kBoard.peers[cell]) remove(bit_at(other, digit), bit);
}

bool Net::run(int target, bool on, bool locks) {
    std::vector<Cone::Inference> fresh;
    bool is_fresh[kCandidates] = {};
    for (;;) {
        if (target >= 0 && (on ? state_.is_placed(target) : !state_.has(target))) return true;
        fresh.clear();
        for (int truth : truths_->order) {
            const unsigned left = state_.left[truth];
            if (left & (left - 1)) continue;
            if (!left) {
                fails = truth;
                return true;
            }
            const int bit = bit_of_truth(truth, __builtin_ctz(left));
            if (state_.is_placed(bit) || is_fresh[bit]) continue;
            is_fresh[bit] = true;
            fresh.push_back({truth, bit});
        }
        for (const Cone::Inference& each : fresh) {
            is_fresh[each.bit] = false;
            if (state_.has(each.bit)) place(each.bit, each.truth);
        }
        if (fresh.empty() && !(locks && lock())) return false;
    }
}

// Takes out what every place that a digit has left in a house excludes.
bool Net::lock() {
    for (int truth : truths_->order) {
        if (truth < kCells || state_.is_met(truth)) continue;  // the candidates of a cell exclude nothing together
        const unsigned left = state_.left[truth];
        const int digit = truth_of(truth).digit;
        Cells out = boards_[digit];
        for (int bit : TruthBits{truth, left}) out &= kBoard.peers[cell_of_bit(bit)];
        if (out.none()) continue;
        uses_locks = true;
        for (int cell : out) remove(bit_at(cell, digit), kCandidates + (int)locks_.size());
        locks_.push_back({(uint16_t)truth, (uint16_t)left});
        return true;
    }
    return false;
}

// -- reasons ---------------------------------------------------------------------------------------------------------------

// Follows reasons back to the suppositions.
class Net::Tracer {
  public:
    Cone cone;

    explicit Tracer(const Net& net) : net_(net), is_lock_seen_(net.locks_.size()) {}

    // Why a candidate is gone.
    void out(int bit) {
        if (bit == net_.false_) {
            suppose(bit);
            return;
        }
        const int cause = net_.gone_[bit];
        if (cause == kNotGone) return;
        if (cause < kCandidates) {
            placed(cause);
            return;
        }
        const size_t number = (size_t)(cause - kCandidates);
        if (is_lock_seen_[number]) return;
        is_lock_seen_[number] = true;
        const Lock& lock = net_.locks_[number];
        spent(lock.truth, lock.left);
        cone.inferences.push_back({lock.truth, -1});
    }

    // Why a candidate is placed.
    void placed(int bit) {
        if (is_seen_[bit]) return;
        is_seen_[bit] = true;
        const int truth = net_.why_[bit];
        if (truth < 0) {
            suppose(bit);
            return;
        }
        for (int k = 0; k < 4; ++k)
            if (kTables.truth[bit][k] == truth) spent(truth, kTables.mask[bit][k]);
        cone.inferences.push_back({truth, bit});
    }

    // Why nothing else is left of a truth.
    void spent(int truth, unsigned left) {
        for (int bit : TruthBits{truth, net_.truths_->start.left[truth] & ~left}) out(bit);
    }

  private:
    void suppose(int bit) {
        auto place = std::lower_bound(cone.supposed.begin(), cone.supposed.end(), bit);
        if (place == cone.supposed.end() || *place != bit) cone.supposed.insert(place, bit);
    }

    const Net& net_;
    bool is_seen_[kCandidates] = {};
    std::vector<bool> is_lock_seen_;
};

Cone Net::cone(int target, bool on) const {
    Tracer tracer(*this);
    if (fails >= 0) {
        tracer.spent(fails, 0);
        tracer.cone.inferences.push_back({fails, -1});
    } else if (target >= 0) {
        if (on)
            tracer.placed(target);
        else
            tracer.out(target);
    }
    return std::move(tracer.cone);
}

Cone Net::cone_of_losses(int truth) const {
    Tracer tracer(*this);
    tracer.spent(truth, state_.left[truth]);
    return std::move(tracer.cone);
}

// -- links -----------------------------------------------------------------------------------------------------------------

// Calls visit(bit, placed): bit is gone; placed is what that helps to place, or -1 for the link by which bit goes. Each once.
template <class Visit> void Net::visit_links(const Cone& cone, Visit visit) const {
    bool is_told[kCandidates] = {};
    for (const Cone::Inference& each : cone.inferences)
        for (int bit : TruthBits{each.truth, truths_->start.left[each.truth]}) {
            if (bit == each.bit || gone_[bit] == kNotGone) continue;
            if (!is_told[bit]) visit(bit, -1);
            is_told[bit] = true;
            if (each.bit >= 0) visit(bit, each.bit);
        }
}

int Net::count_links(const Cone& cone) const {
    int count = 0;
    visit_links(cone, [&](int, int) { ++count; });
    return count;
}

void Net::add_links(const Cone& cone, Step& step) const {
    const auto node = [](int bit, bool on) { return Node::at(digit_of_bit(bit), cell_of_bit(bit), on); };
    step.begin_chain();
    visit_links(cone, [&](int bit, int placed) {
        if (placed >= 0) {
            step.chain_link(node(bit, false), node(placed, true), true);
        } else if (gone_[bit] < kCandidates) {
            step.chain_link(node(gone_[bit], true), node(bit, false), false);
        } else {
            const Lock& lock = locks_[(size_t)(gone_[bit] - kCandidates)];
            Node group{(uint8_t)truth_of(lock.truth).digit, true, {}, {}};
            for (int place : TruthBits{lock.truth, lock.left}) group.cells.add(cell_of_bit(place));
            step.chain_link(group, node(bit, false), false);
        }
    });
}

}  // namespace nonet::logic
