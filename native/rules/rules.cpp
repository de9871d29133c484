// The questions that can be asked about a puzzle with rules.
#include "rules/rules.h"

#include <algorithm>

#include "rules/search.h"

namespace nonet::rules {
namespace {

// A search whose first position is settled: with the simple plan, and if that leaves cells open, with the full one.
std::unique_ptr<Search> begin(const Question& question) {
    auto search = std::make_unique<Search>(question.plans.simple());
    if (!search->set(question.allowed) || search->is_solved()) return search;
    const Plan& full = question.plans.full();
    if (&full == &question.plans.simple()) return search;
    auto thorough = std::make_unique<Search>(full);
    thorough->set(search->candidates());
    return thorough;
}

}  // namespace

// -- solutions one by one ------------------------------------------------------------------------------------------------

Solutions::Solutions(const Question& question) {
    if (const generic::Plan* const plain = question.plans.plain())
        plain_ = std::make_unique<generic::Solutions>(generic::Question{*plain, question.allowed});
    else
        search_ = begin(question);
}

Solutions::~Solutions() = default;

Effort Solutions::effort() const { return {plain_ ? plain_->guesses() : search_->guesses()}; }

Outcome Solutions::next(uint8_t* out, size_t most, size_t* found, const Contact& contact) {
    if (plain_) return plain_->next(out, most, found, contact);
    search_->set_contact(contact);
    for (*found = 0; *found < most; ++*found) {
        const Search::Event event = search_->next();
        if (event == Search::kStopped) return Outcome::stopped;
        if (event == Search::kExhausted) break;
        search_->found++;
        out = search_->write(out);
    }
    return Outcome::done;
}

// -- how many ------------------------------------------------------------------------------------------------------------

Outcome count_solutions(const Question& question, Count limit, const Contact& contact, Count* count) {
    if (const generic::Plan* const plain = question.plans.plain())
        return generic::count_solutions({*plain, question.allowed}, limit, contact, count);
    const std::unique_ptr<Search> search = begin(question);
    search->set_contact(contact);
    Search::Event event = Search::kFound;
    while (!(limit && search->found >= limit)) {
        event = search->next();
        if (event != Search::kFound) break;
        search->found++;
    }
    *count = search->found;
    return event == Search::kStopped ? Outcome::stopped : Outcome::done;
}

// -- what is possible ----------------------------------------------------------------------------------------------------

Outcome possible_digits(const Question& question, uint64_t guesses, const Contact& contact, uint32_t* possible) {
    const int cells = question.plans.board().cells;
    if (question.plans.plain()) {  // nobody asks
        std::copy(question.allowed, question.allowed + cells, possible);
        return Outcome::done;
    }
    std::fill(possible, possible + cells, 0u);
    Search search(question.plans.simple());
    search.set_contact(contact);
    if (!search.set(question.allowed)) return Outcome::done;
    std::vector<uint8_t> solution((size_t)cells);
    for (int cell = 0; cell < cells; cell++) {
        for (uint32_t open = search.candidates(cell); open; open &= open - 1) {
            const uint32_t digit = open & -open;
            if (possible[cell] & digit) continue;
            search.allow(guesses);
            search.begin_question(cell, digit, nullptr);
            const Search::Event event = search.next();
            if (event == Search::kFound) {
                search.write(solution.data());
                for (int other = 0; other < cells; other++) possible[other] |= 1u << (solution[(size_t)other] - 1);
            }
            search.end_question();
            if (event == Search::kStopped) return Outcome::stopped;
            if (event == Search::kTooLong) possible[cell] |= digit;
            if (event != Search::kExhausted) continue;
            search.keep(cell, ~digit);
            if (!search.is_alive()) {  // there is no solution at all
                std::fill(possible, possible + cells, 0u);
                return Outcome::done;
            }
        }
    }
    return Outcome::done;
}

std::vector<Refuted> refuted_at_once(const Question& question) {
    std::vector<Refuted> found;
    if (question.plans.plain()) return found;  // nobody asks
    Search search(question.plans.full());
    search.set(question.allowed);
    for (int cell = 0; cell < question.plans.board().cells; cell++) {
        if (is_single(question.allowed[cell])) continue;
        for (uint32_t open = question.allowed[cell]; open; open &= open - 1) {
            const uint32_t digit = open & -open;
            const uint64_t before = search.runs();
            if (search.is_alive() && search.candidates(cell) & digit) {
                search.begin_question(cell, digit, nullptr);
                const bool stands = search.is_alive();
                search.end_question();
                if (stands) continue;
            }
            found.push_back({cell, __builtin_ctz(digit) + 1, search.runs() - before});
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Refuted& a, const Refuted& b) { return a.runs < b.runs; });
    return found;
}

// -- in a given order ----------------------------------------------------------------------------------------------------

// What plain backtracking finds first is the lexicographically first solution in its order.  It is built cell by cell: the
// first digit with which the puzzle can still be solved.  A solution that agrees with all cells so far, the witness, is
// known; its own digits need no proof.
Outcome first_solution(const Question& question, const uint16_t* cells, const uint8_t* digits, const Contact& contact,
                       uint8_t* out, bool* found) {
    if (const generic::Plan* const plain = question.plans.plain())
        return generic::first_solution({*plain, question.allowed}, cells, digits, contact, out, found);
    const Board& board = question.plans.board();
    const std::unique_ptr<Search> started = begin(question);
    Search& search = *started;
    search.set_contact(contact);
    *found = false;
    if (!search.is_alive()) return Outcome::done;
    const auto ask = [&](int cell, uint32_t wanted) {
        search.begin_question(cell, wanted, *found ? out : nullptr);
        const Search::Event event = search.next();
        if (event == Search::kFound) search.write(out);
        search.end_question();
        return event;
    };
    Search::Event event = ask(cells[0], search.candidates(cells[0]));
    if (event != Search::kFound) return event == Search::kStopped ? Outcome::stopped : Outcome::done;
    *found = true;
    for (int i = 0; i < board.cells; i++) {
        const int cell = cells[i];
        const uint8_t* const order = digits + (size_t)cell * (size_t)board.size;
        for (int k = 0; k < board.size && order[k] != out[cell]; k++) {
            const uint32_t bit = 1u << (order[k] - 1);
            if (!(search.candidates(cell) & bit)) continue;
            event = ask(cell, bit);
            if (event == Search::kStopped) return Outcome::stopped;
            if (event == Search::kFound) break;
            search.keep(cell, ~bit);
        }
        search.keep(cell, 1u << (out[cell] - 1));
    }
    return Outcome::done;
}

}  // namespace nonet::rules
