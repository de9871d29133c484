// The questions that can be asked about any board.
#include "generic/generic.h"

#include "generic/search.h"

namespace nonet::generic {

// -- solutions one by one -----------------------------------------------------------------------------------------

Solutions::Solutions(const Question& question) : search_(std::make_unique<Search>(question.plan)) {
    search_->set(question);
}

Solutions::~Solutions() = default;

uint64_t Solutions::guesses() const { return search_->nodes(); }

Outcome Solutions::next(uint8_t* out, size_t most, size_t* found, const Contact& contact) {
    search_->set_contact(contact);
    for (*found = 0; *found < most; ++*found) {
        Search::Event event = search_->next();
        if (event == Search::kStopped) return search_->overflowed() ? Outcome::overflow : Outcome::stopped;
        if (event == Search::kExhausted) break;
        size_t cells = search_->position().cells();
        memcpy(out + *found * cells, search_->position().values(), cells);
    }
    return Outcome::done;
}

// -- how many ---------------------------------------------------------------------------------------------------------

// The digits that no given shows and no ban names: they can change places with each other throughout a solution.
static uint32_t interchangeable_digits(const Question& question) {
    uint32_t named = 0;
    for (int cell = 0; cell < question.plan.cells; cell++) {
        const uint32_t allowed = question.allowed[cell] & question.plan.all_digits;
        named |= is_given(allowed) ? allowed : ~allowed;
    }
    return question.plan.all_digits & ~named;
}

constexpr Count kFew = 1000;  // up to this many solutions, searching is faster than a memory

Outcome count_solutions(const Question& question, Count limit, const Contact& contact, Count* count) {
    Search search(question.plan);
    Memory memory;
    search.set_contact(contact);
    search.count_with(interchangeable_digits(question), limit && limit <= kFew ? nullptr : &memory);
    search.set(question);
    Search::Event event;
    do {
        event = search.next();
    } while (event == Search::kFound && !(limit && search.found() >= limit));
    *count = limit && search.found() > limit ? limit : search.found();
    if (event != Search::kStopped) return Outcome::done;
    if (!search.overflowed()) return Outcome::stopped;
    if (limit) *count = limit;
    return limit ? Outcome::done : Outcome::overflow;
}

// -- in a given order -------------------------------------------------------------------------------------------------

// What plain backtracking finds first is the lexicographically first solution in its order.  So it can be built cell by
// cell: the first digit with which the board can still be solved.  Any search can tell whether it can be, and three
// things make the question rare:
//
//     conclusions    most digits are impossible at once, most cells are decided by the ones before
//     a witness      a known solution that agrees with all cells decided so far.  Its digit in a cell needs no proof;
//                    only the digits before that one are tried, and each one that works gives a new witness
//     a leap         one question for the first open digits of several cells together: a yes decides them all, a no is
//                    followed by a shorter leap
//
// And where the witness is the only solution, it is the answer.
class Speller {
  public:
    Speller(const Question& question, const uint16_t* cells, const uint8_t* digits, const Contact& contact)
        : question_(question), plan_(question.plan), cells_(cells), digits_(digits), search_(question.plan) {
        search_.set_contact(contact);
    }

    Outcome run(uint8_t* witness, bool* found) {
        *found = false;
        if (!search_.set(question_)) return Outcome::done;
        search_.begin_question();
        Search::Event event = search_.next();
        if (event == Search::kStopped) return Outcome::stopped;
        if (event == Search::kExhausted) return Outcome::done;
        *found = true;
        memcpy(witness, search_.position().values(), plan_.cells);
        event = search_.run(search_.nodes() + 64);  // is it the only one?
        search_.end_question();
        if (event == Search::kStopped) return Outcome::stopped;
        if (event == Search::kExhausted) return Outcome::done;

        search_.set_hint(witness);
        int leap = 1;
        for (int i = 0; i < plan_.cells;) {
            int cell = cells_[i];
            if (search_.position().values()[cell]) {
                i++;
                continue;
            }
            int digit = first_open(cell);
            if (digit + 1 == witness[cell]) {
                search_.spell(cell, digit);
                continue;
            }
            if (!search_.go_on()) return Outcome::stopped;
            int length;
            event = ask(i, leap, &length);
            if (event == Search::kFound) memcpy(witness, search_.position().values(), plan_.cells);
            search_.end_question();
            if (event == Search::kStopped) return Outcome::stopped;
            if (event == Search::kFound)
                leap = 2 * length;
            else if (length > 1)
                leap = length / 2;
            else
                search_.exclude(cell, digit);
        }
        return Outcome::done;
    }

  private:
    // The first open digit of a cell, in the order asked for.
    int first_open(int cell) const {
        const uint8_t* digits = digits_ + (size_t)cell * plan_.size;
        int k = 0;
        while (k < plan_.size - 1 && !search_.position().is_open(cell, digits[k] - 1)) k++;
        return digits[k] - 1;
    }

    // Can the board be solved with the first open digits of up to `leap` cells from place i on?  `length` says how many.
    // For more than one cell, "no" may also mean that it would take long to know.
    Search::Event ask(int i, int leap, int* length) {
        search_.begin_question();
        *length = 0;
        for (; i < plan_.cells && *length < leap; i++) {
            if (search_.position().values()[cells_[i]]) continue;
            ++*length;
            if (!search_.suppose(cells_[i], first_open(cells_[i]))) return Search::kExhausted;
        }
        return *length == 1 ? search_.next() : search_.run(4 * (uint64_t)plan_.cells);
    }

    const Question& question_;
    const Plan& plan_;
    const uint16_t* const cells_;
    const uint8_t* const digits_;
    Search search_;
};

Outcome first_solution(const Question& question, const uint16_t* cells, const uint8_t* digits, const Contact& contact,
                       uint8_t* out, bool* found) {
    return Speller(question, cells, digits, contact).run(out, found);
}

}  // namespace nonet::generic
