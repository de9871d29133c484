// What follows from one supposition, step by step, in Sudoku Explainer's order.
#pragma once

#include "explainer/links.h"
#include "explainer/outcome.h"

namespace nonet::explainer {

class Following {
  public:
    Following(Options options, const Pulse* const* pulse);

    void begin(const Board& board);

    // Whether nothing that all of these suppositions lead to takes a candidate off. It may be false even then.
    bool share_nothing(const std::vector<Key>& sources) const {
        return !options_.dynamic && !reach_.any_absurd() && !reach_.all_take_off(sources);
    }

    // Chains of more than `longest` nodes may be left out.
    void follow(Key source, int longest, Outcome& out);

    // The chains that were used as links.
    std::vector<Nested> nested;

  private:
    class Rules;

    const Options options_;
    const Board* board_ = nullptr;
    std::vector<std::unique_ptr<Chaining>> nested_rules_;
    std::vector<Candidate> gone_;
    Links links_;  // of chains that are not dynamic
    Reach reach_;

    void follow_links(Outcome& out);
    void follow_dynamically(Outcome& out);
    bool turn_on(Outcome& out, Board& open, uint16_t node) const;
    bool turn_off(Outcome& out, const Board& now, uint16_t node);
    void note_off(Outcome& out, Board& open, int index) const;
    bool use_rules(Outcome& out, const Board& now, Board& open);
    bool take_off(Outcome& out, Board& open, const std::vector<Removal>& removals,
                  const std::vector<Candidate>& parents, int nested_number) const;
};

}  // namespace nonet::explainer
