// The solving loop: the easiest step first, again and again, always the same steps for the same puzzle.
#pragma once
#include "logic/finders.h"

namespace nonet::logic {

// What is tried, in order: numbers of kFinders, or kUnknown where only Python has the finder.
struct Plan {
    static constexpr uint8_t kUnknown = 255;

    std::vector<uint8_t> finders;
    Options options;
    TechniqueSet only;    // the techniques that count,
    bool has_all = true;  // unless all do
};

enum class Outcome : uint8_t {
    kFound,
    kNothing,  // no finder knows anything
    kUnknown,  // a finder that is not compiled has its turn
    kStopped,
};

class Solver {
  public:
    explicit Solver(const Plan& plan) : plan_(plan) {}

    Step step;      // the one found last
    int place = 0;  // in the plan: where the step was found, or where the unknown finder is

    // Before the first step of every position that did not come from the last one by moves.
    void begin(Position& position) { work_.begin(position); }

    // The easiest step, from this place of the plan on.
    Outcome next(Position& position, int first, const Pulse& pulse);

    // All steps of one finder, as records.
    void all(Position& position, int finder, const Pulse& pulse, std::vector<std::vector<uint8_t>>& records);

    static void apply(const Step& step, Position& position);

    // Calls visit(step) for every step until the position is solved, or until visit returns false.
    template <class Visit> Outcome walk(Position& position, const Pulse& pulse, Visit visit) {
        while (!position.is_solved()) {
            const Outcome outcome = next(position, 0, pulse);
            if (outcome != Outcome::kFound) return outcome;
            if (!visit(step)) return Outcome::kFound;
            apply(step, position);
        }
        return Outcome::kFound;
    }

  private:
    const Plan& plan_;
    Workspace work_;
};

// HoDoKu's rating, as src/nonet/rating/hodoku.py without the level, which follows from the other numbers.
struct Score {
    uint32_t sum = 0;
    uint16_t steps = 0;
    Technique hardest = kTechniques;  // none yet
    bool differs = false;             // HoDoKu would not find some step

    void add(const Step& step) {
        const TechniqueInfo& info = kTechniqueInfo[step.technique];
        sum += info.score;
        ++steps;
        if (hardest == kTechniques || is_harder(info, kTechniqueInfo[hardest])) hardest = step.technique;
        differs = differs || step.beyond_hodoku;
    }

  private:
    static bool is_harder(const TechniqueInfo& one, const TechniqueInfo& other) {
        return one.level != other.level ? one.level > other.level : one.score > other.score;
    }
};

}  // namespace nonet::logic
