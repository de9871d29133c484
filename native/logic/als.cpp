// Almost locked sets, alone and by twos and threes: as src/nonet/logic/almost_locked.py and als.py.
#include "logic/als.h"

#include <string.h>

#include <algorithm>

#include "logic/finders.h"

namespace nonet::logic {
namespace {

bool is_in_earlier_house(Cells cells, int house) {
    for (int other : kBoard.houses[cells.first()])
        if (other < house && cells.is_inside(kBoard.board[other])) return true;
    return false;
}

}  // namespace

// -- the sets --------------------------------------------------------------------------------------------------------------

void LockedSets::compute(const Position& position, const NarrowSets& narrow) {
    sets.clear();
    for (int house = 0; house < kHouses; ++house)
        for (const NarrowSet& each : narrow.of[house])
            if (each.excess == 1 && !is_in_earlier_house(each.cells, house)) add_set(position, each);
    has_seeing_ = false;
    has_meeting_.assign(sets.size(), 0);
    meeting_.reset(count(), count());
    find_touching();
    find_keys();
    find_ties();
}

void LockedSets::add_set(const Position& position, const NarrowSet& narrow) {
    AlmostLocked set{narrow.cells, narrow.digits, narrow.count, {}, {}};
    for (int digit : Digits{narrow.digits}) {
        set.places[digit] = position.boards[digit] & narrow.cells;
        set.seen[digit] = position.boards[digit] & seen_by_all(set.places[digit]);
    }
    sets.push_back(set);
}

void LockedSets::find_touching() {
    BitRows at;
    at.reset(kCells, count());
    for (int set = 0; set < count(); ++set)
        for (int cell : sets[(size_t)set].cells) set_bit(at[cell], set);
    touching_.reset(count(), count());
    for (int set = 0; set < count(); ++set)
        for (int cell : sets[(size_t)set].cells) touching_.add(set, at[cell]);
}

// Many sets have a digit in the same places: what that ties them to is found once.
void LockedSets::find_keys() {
    for (auto& keys : keys_at_) keys.clear();
    keys_.clear();
    key_of_.assign(sets.size() * 10, 0);
    for (size_t set = 0; set < sets.size(); ++set)
        for (int digit : Digits{sets[set].digits}) {
            const Cells places = sets[set].places[digit];
            auto& near = keys_at_[(digit - 1) * kCells + places.first()];
            auto known =
                std::find_if(near.begin(), near.end(), [&](uint16_t key) { return keys_[key].places == places; });
            if (known == near.end()) {
                near.push_back((uint16_t)keys_.size());
                keys_.push_back({places, sets[set].seen[digit], digit});
                known = near.end() - 1;
            }
            key_of_[set * 10 + (size_t)digit] = *known;
        }
    having_.reset((int)keys_.size(), count());
    for (size_t set = 0; set < sets.size(); ++set)
        for (int digit : Digits{sets[set].digits}) set_bit(having_[key_of_[set * 10 + (size_t)digit]], (int)set);
    partners_.reset((int)keys_.size(), count());
    for (int key = 0; key < (int)keys_.size(); ++key) {
        const Key& own = keys_[(size_t)key];
        for (int first : own.seen)
            for (int other : keys_at_[(own.digit - 1) * kCells + first])
                if (keys_[(size_t)other].places.is_inside(own.seen)) partners_.add(key, having_[other]);
    }
}

void LockedSets::find_ties() {
    ties_.clear();
    first_tie_.clear();
    std::vector<uint64_t> able((size_t)words());
    for (int set = 0; set < count(); ++set) {
        first_tie_.push_back((uint32_t)ties_.size());
        const unsigned digits = sets[(size_t)set].digits;
        const uint64_t* rows[10];
        for (int digit : Digits{digits}) rows[digit] = partners_[key_of_[(size_t)set * 10 + (size_t)digit]];
        const int first = (set + 1) / 64;
        for (int word = first; word < words(); ++word) {
            uint64_t any = 0;
            for (int digit : Digits{digits}) any |= rows[digit][word];
            any &= ~touching_[set][word];
            if (word == first) any &= ~0ull << ((set + 1) & 63);
            for (; any; any &= any - 1) {
                const int bit = __builtin_ctzll(any);
                unsigned commons = 0;
                for (int digit : Digits{digits})
                    if (rows[digit][word] >> bit & 1) commons |= bit_of(digit);
                ties_.push_back({(uint16_t)(word * 64 + bit), (uint16_t)commons});
            }
        }
    }
    first_tie_.push_back((uint32_t)ties_.size());
}

unsigned LockedSets::commons(int one, int other) const {
    if (one > other) std::swap(one, other);
    const Tie* found =
        std::lower_bound(begin(one), end(one), other, [](const Tie& tie, int wanted) { return tie.other < wanted; });
    return found != end(one) && found->other == other ? found->digits : 0;
}

const uint64_t* LockedSets::meeting(int set) {
    if (!has_seeing_) {
        seeing_.reset(729, count());
        for (int each = 0; each < count(); ++each)
            for (int digit : Digits{sets[(size_t)each].digits})
                for (int cell : sets[(size_t)each].seen[digit]) set_bit(seeing_[(digit - 1) * kCells + cell], each);
        has_seeing_ = true;
    }
    if (!has_meeting_[(size_t)set]) {
        for (int digit : Digits{sets[(size_t)set].digits})
            for (int cell : sets[(size_t)set].seen[digit]) meeting_.add(set, seeing_[(digit - 1) * kCells + cell]);
        uint64_t* row = meeting_[set];
        for (int word = 0; word < words(); ++word) row[word] &= ~touching_[set][word];
        has_meeting_[(size_t)set] = 1;
    }
    return meeting_[set];
}

bool LockedSets::shared_sight(int one, int other, unsigned without, Sight& sight) const {
    const AlmostLocked &a = sets[(size_t)one], &b = sets[(size_t)other];
    sight.clear();
    for (int digit : Digits{a.digits & b.digits & ~without}) sight.add(digit, a.seen[digit] & b.seen[digit]);
    return !sight.is_empty;
}

// -- steps -----------------------------------------------------------------------------------------------------------------

namespace {

void add_set_role(Step& step, const AlmostLocked& set, const char* label) {
    step.role(kSet, set.cells, Digits{set.digits}, {}, label);
}

void add_cell_truths(Step& step, Cells cells) {
    for (int cell : cells) step.truth_cell(cell);
}

// Sets in the order A, B, C; each common ties one of the first sets to the last.
bool commit_sets(Search& search, Technique technique, const Sight& gone, const AlmostLocked* const* sets, int count,
                 const unsigned* commons, int common_count) {
    static const char* const kLabels[] = {"A", "B", "C"};
    Step& step = search.begin(technique);
    for (int digit = 1; digit <= 9; ++digit) step.eliminate(gone.of[digit], digit);
    if (step.wants_evidence) {
        Cells all;
        for (int k = 0; k < count; ++k) {
            add_set_role(step, *sets[k], kLabels[k]);
            all |= sets[k]->cells;
        }
        for (int k = 0; k < common_count; ++k)
            for (int digit : Digits{commons[k]})
                step.role(kCommon, sets[k]->places[digit] | sets[count - 1]->places[digit], {digit});
        for (int digit : Digits{sets[0]->digits & sets[1]->digits})
            if (gone.of[digit].any()) step.role(kPincer, sets[0]->places[digit] | sets[1]->places[digit], {digit});
        add_cell_truths(step, all);
    }
    return search.commit();
}

// What goes if two sets are tied by two digits: both are locked then.
void lock_both(const AlmostLocked& first, const AlmostLocked& second, unsigned commons, Sight& gone) {
    for (int digit : Digits{first.digits & second.digits}) gone.add(digit, first.seen[digit] & second.seen[digit]);
    for (int digit : Digits{first.digits & ~commons}) gone.add(digit, first.seen[digit].minus(second.cells));
    for (int digit : Digits{second.digits & ~commons}) gone.add(digit, second.seen[digit].minus(first.cells));
}

// The wings whose first tie (in the order of its sets) is this one: an end, the hinge and the other end.
class Wings {
  public:
    Wings(Search& search, LockedSets& found) : search_(search), found_(found) {
        later_.reset(found.count(), found.count());
        earlier_.reset(found.count(), found.count());
        for (int set = 0; set < found.count(); ++set)
            for (const Tie* tie = found.begin(set); tie != found.end(set); ++tie) {
                set_bit(later_[set], tie->other);
                set_bit(earlier_[tie->other], set);
            }
    }

    bool find() {
        for (int a = 0; a < found_.count(); ++a)
            for (const Tie* tie = found_.begin(a); tie != found_.end(a); ++tie) {
                const int b = tie->other;
                if (find_far(b, a, tie->digits, later_[a], b + 1) || find_far(a, b, tie->digits, earlier_[b], a + 1) ||
                    find_far(a, b, tie->digits, later_[b], 0))
                    return true;
            }
        return false;
    }

  private:
    bool find_far(int end, int hinge, unsigned one, const uint64_t* able, int first) {
        const uint64_t* meeting = found_.meeting(end);
        for (int word = first / 64; word < found_.words(); ++word) {
            uint64_t far = able[word] & meeting[word];
            if (word == first / 64) far &= ~0ull << (first & 63);
            for (; far; far &= far - 1)
                if (try_wing(end, hinge, word * 64 + __builtin_ctzll(far), one)) return true;
        }
        return false;
    }

    bool try_wing(int end, int hinge, int far, unsigned one) {
        const AlmostLocked &first = found_.sets[(size_t)end], &second = found_.sets[(size_t)far];
        const unsigned two = found_.commons(hinge, far);
        if (one == two && is_one(one)) return false;
        if (first.cells.is_inside(second.cells) || second.cells.is_inside(first.cells)) return false;
        Sight gone;
        if (!found_.shared_sight(end, far, one | two, gone)) return false;
        const AlmostLocked* sets[3] = {&first, &second, &found_.sets[(size_t)hinge]};
        const unsigned commons[2] = {one, two};
        return commit_sets(search_, kAlsXyWing, gone, sets, 3, commons, 2);
    }

    Search& search_;
    LockedSets& found_;
    BitRows later_, earlier_;
};

}  // namespace

bool find_als_xz(Search& search) {
    const LockedSets& found = search.work.locked_sets(search.position);
    Sight gone;
    for (int set = 0; set < found.count(); ++set) {
        const AlmostLocked& first = found.sets[(size_t)set];
        for (const Tie* tie = found.begin(set); tie != found.end(set); ++tie) {
            const AlmostLocked& second = found.sets[tie->other];
            if (is_one(tie->digits)) {
                if (!found.shared_sight(set, tie->other, tie->digits, gone)) continue;
            } else {
                gone.clear();
                lock_both(first, second, tie->digits, gone);
                if (gone.is_empty) continue;
            }
            const AlmostLocked* sets[2] = {&first, &second};
            const unsigned commons[1] = {tie->digits};
            if (commit_sets(search, kAlsXz, gone, sets, 2, commons, 1)) return true;
        }
    }
    return false;
}

bool find_als_xy_wings(Search& search) {
    LockedSets& found = search.work.locked_sets(search.position);
    return Wings(search, found).find();
}

}  // namespace nonet::logic
