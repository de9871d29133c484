// What follows from suppositions, with the reason for everything; as `Net` in src/nonet/logic/suppose.py.
#pragma once
#include "logic/suppose.h"

namespace nonet::logic {

// Why something follows: the truths used, each with what it placed (-1: nothing), causes first; what was supposed.
struct Cone {
    struct Inference {
        int truth, bit;
    };
    std::vector<Inference> inferences;
    std::vector<int> supposed;  // ascending
};

class Net {
  public:
    int fails = -1;  // a truth that has lost all its candidates
    int suppositions = 0;
    bool uses_locks = false;

    explicit Net(const OpenTruths& truths);

    // Supposes a candidate true, or false.
    void suppose(int bit, bool on);

    // Goes on until some truth fails, or the target is placed (or taken out; -1: there is none); says whether that came.
    bool run(int target, bool on, bool locks);

    // What leads to the failure, or else to the target.
    Cone cone(int target, bool on) const;
    // What leads to the loss of the candidates that a truth has lost.
    Cone cone_of_losses(int truth) const;

    bool has(int bit) const { return state_.has(bit); }
    int stage(int bit) const { return stage_[bit]; }

    // The net, inference by inference, as a chain of the step: what takes the other candidates out, and what is left.
    void add_links(const Cone& cone, Step& step) const;
    int count_links(const Cone& cone) const;

  private:
    class Tracer;
    struct Lock {  // all places that a digit has left in a house exclude a candidate
        uint16_t truth, left;
    };
    static constexpr int16_t kNotPlaced = -2, kSupposed = -1;
    static constexpr int16_t kNotGone = -1;

    void place(int bit, int truth);
    void remove(int bit, int cause);
    bool lock();
    template <class Visit> void visit_links(const Cone& cone, Visit visit) const;

    const OpenTruths* truths_;
    State state_;
    Cells boards_[10];
    int false_ = -1;
    int16_t why_[kCandidates];    // the truth by which a candidate was placed
    uint8_t stage_[kCandidates];  // for each placed candidate the number of suppositions made before it
    int16_t
        gone_[kCandidates];  // what took a candidate out: the placed candidate, or kCandidates + the number of a lock
    std::vector<Lock> locks_;
};

}  // namespace nonet::logic
