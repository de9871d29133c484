// Proves that a killer has no solution but one, by cases: where easy steps end, every candidate of a cell is supposed.
#pragma once
#include "logic/trial.h"

namespace nonet::logic {

class Cases {
  public:
    explicit Cases(const Pulse& pulse) : pulse_(pulse) { step_.wants_evidence = false; }

    enum class Verdict : uint8_t { kNoOther, kAnother, kStopped };

    // Does the position have a solution other than this one?
    Verdict look(Position position, const uint8_t* solution);

  private:
    enum class End : uint8_t { kDead, kOpen, kSolved };

    End follow(Position& position);

    const Pulse& pulse_;
    Workspace work_;
    Step step_;
};

}  // namespace nonet::logic
