#include "logic/fish.h"

#include <algorithm>

#include "logic/finders.h"
#include "logic/templates.h"

namespace nonet::logic {
namespace {

int kind_of_house(int house) { return house / 9; }  // 0 row, 1 column, 2 box

class Catcher {
  public:
    Catcher(Cells board, Cells doomed, const FishShape& shape, int direction, const Options& options,
            const Pulse& pulse)
        : pulse_(pulse),
          doomed_(doomed),
          kind_(shape.kind),
          size_(shape.size),
          max_fins_(shape.finned ? options.max_fins : 0),
          max_endo_(shape.finned ? options.max_endo_fins : 0),
          most_(shape.kind == FishKind::kBasic ? 1 : 3) {
        for (int house = 0; house < kHouses; ++house) inside_[house] = board & kBoard.board[house];
        const int least = max_fins_ ? 1 : 2;
        for (int house = 0; house < kHouses; ++house) {
            if (may_be(house, direction) && inside_[house].count() >= least) bases_.push_back((uint8_t)house);
            if (may_be(house, 1 - direction) && inside_[house].any()) covers_.push_back((uint8_t)house);
        }
    }

    // False: the search was stopped.
    bool run(std::vector<Fish>& found) {
        found.clear();
        if ((int)bases_.size() >= size_ && (int)covers_.size() >= size_) {
            if (max_fins_)
                begin_at_targets();
            else
                begin(-1, Cells::all());
        }
        if (is_stopped_) return false;
        drop_repeated();
        for (const Key& key : keys_) {
            Fish fish;
            if (make(key.bases, key.covers, fish)) found.push_back(fish);
        }
        return true;
    }

  private:
    struct Key {
        HouseList bases, covers;
        uint64_t base_key, cover_key;
        bool operator<(const Key& other) const {
            return base_key != other.base_key ? base_key < other.base_key : cover_key < other.cover_key;
        }
        bool operator==(const Key& other) const { return base_key == other.base_key && cover_key == other.cover_key; }
    };
    // A base house, and those of its candidates that are not covered yet.
    struct Base {
        uint8_t house;
        Cells left;
    };
    // Houses that can be bases, in ascending order.
    struct Net {
        Base bases[kHouses];
        int count = 0;

        void add(int house, Cells left) { bases[count++] = {(uint8_t)house, left}; }
        const Base* begin() const { return bases; }
        const Base* end() const { return bases + count; }
    };

    // Whether a house may be a base of this direction (a cover, of the other one).
    bool may_be(int house, int direction) const {
        const int kind = kind_of_house(house);
        if (kind_ == FishKind::kMutant) return true;
        return kind == direction || (kind == 2 && kind_ == FishKind::kFranken);
    }

    // With fins: at each target a cover house through it; what the target sees may be a fin.
    void begin_at_targets() {
        for (int target : doomed_)
            for (int first : kBoard.houses[target])
                if (std::find(covers_.begin(), covers_.end(), first) != covers_.end())
                    begin(first, Cells::all().minus(kBoard.peers[target] | inside_[first]));
    }

    // `first` is a cover house, or -1; the others still have to cover what is in `loose`.
    void begin(int first, Cells loose) {
        first_ = first;
        loose_ = loose;
        const int wanted = first < 0 ? size_ : size_ - 1;
        Net net;
        for (int house : bases_) {
            const Cells left = inside_[house] & loose;
            if (house != first && left.any() && left.count() <= most_ * wanted) net.add(house, left);
        }
        if (net.count < size_) return;
        chosen_ = {};
        cover(net, 0, wanted);
    }

    // Every choice of `wanted` more covers, from this one on, that contain all of `size` bases or more.
    void cover(const Net& net, size_t from, int wanted) {
        if (++work_ % kWorkPerTick == 0 && tick(pulse_)) is_stopped_ = true;
        if (is_stopped_) return;
        Cells all_left;
        for (const Base& base : net) all_left |= base.left;
        Net smaller;
        for (size_t k = from; k < covers_.size(); ++k) {
            const int house = covers_[k];
            if (house == first_ || !all_left.meets(inside_[house])) continue;
            const int room = most_ * (wanted - 1);
            smaller.count = 0;
            for (const Base& base : net) {
                const Cells left = base.left.minus(inside_[house]);
                if (base.house != house && (room ? left.count() <= room : left.none())) smaller.add(base.house, left);
            }
            if (smaller.count < size_) continue;
            chosen_.add(house);
            if (wanted == 1)
                combine(smaller, 0, {}, {});
            else
                cover(smaller, k + 1, wanted - 1);
            --chosen_.count;
        }
    }

    // Any `size` of these bases.
    void combine(const Net& kept, int from, HouseList bases, Cells base) {
        if (bases.count == size_) {
            if (needs_all(base)) note(bases);
            return;
        }
        for (int k = from; k + size_ - bases.count <= kept.count; ++k) {
            const int house = kept.bases[k].house;
            HouseList longer = bases;
            longer.add(house);
            combine(kept, k + 1, longer, base | inside_[house]);
        }
    }

    // Whether each of the covers chosen contains something that no other does.
    bool needs_all(Cells base) const {
        const Cells left = base & loose_;
        for (int house : chosen_) {
            Cells others;
            for (int other : chosen_)
                if (other != house) others |= inside_[other];
            if (left.minus(others).none()) return false;
        }
        return true;
    }

    void note(const HouseList& bases) {
        Key key;
        key.bases = bases;
        bool is_waiting = first_ >= 0;
        for (int house : chosen_) {
            if (is_waiting && first_ < house) {
                key.covers.add(first_);
                is_waiting = false;
            }
            key.covers.add(house);
        }
        if (is_waiting) key.covers.add(first_);
        if (!is_of_kind(key.bases, key.covers)) return;
        key.base_key = key.bases.key();
        key.cover_key = key.covers.key();
        keys_.push_back(key);
        if (keys_.size() < most_keys_) return;
        drop_repeated();
        most_keys_ = std::max(most_keys_, 2 * keys_.size());
    }

    void drop_repeated() {
        std::sort(keys_.begin(), keys_.end());
        keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    }

    // Whether these houses make a fish of this kind and not a simpler one.
    bool is_of_kind(const HouseList& bases, const HouseList& covers) const {
        if (kind_ == FishKind::kBasic) return true;
        unsigned base = 0, cover = 0;
        for (int house : bases) base |= 1u << kind_of_house(house);
        for (int house : covers) cover |= 1u << kind_of_house(house);
        const bool ordinary = ((base & 3) == 1 && (cover & 3) == 2) || ((base & 3) == 2 && (cover & 3) == 1);
        if (kind_ == FishKind::kFranken) return ordinary && ((base | cover) & 4);
        return !ordinary;
    }

    // The fish that these houses make, if they make one within the bounds that eliminates something.
    bool make(const HouseList& bases, const HouseList& covers, Fish& fish) const {
        Cells base, endo, cover, twice;
        int endo_count = 0;
        for (int house : bases) {
            const Cells shared = base & inside_[house];
            endo_count += shared.count();
            endo |= shared;
            base |= inside_[house];
        }
        for (int house : covers) {
            if (!base.meets(inside_[house])) return false;
            twice |= cover & inside_[house];
            cover |= inside_[house];
        }
        const Cells fins = base.minus(cover) | endo;
        if (endo_count > max_endo_ || fins.count() > max_fins_ || (max_fins_ != 0) != fins.any()) return false;
        const Cells gone = (cover.minus(base) | twice) & seen_by_all(fins);
        if (gone.none()) return false;
        bool sashimi = false;
        for (int house : bases) sashimi = sashimi || !inside_[house].minus(fins).is_several();
        fish = {bases, covers, base, fins, endo, gone, sashimi};
        return true;
    }

    static constexpr unsigned kWorkPerTick = 256;

    const Pulse& pulse_;
    unsigned work_ = 0;
    bool is_stopped_ = false;
    const Cells doomed_;
    const FishKind kind_;
    const int size_, max_fins_, max_endo_;
    const int most_;  // candidates of a base house in a cover house
    Cells inside_[kHouses];
    std::vector<uint8_t> bases_, covers_;
    int first_ = -1;
    Cells loose_;
    HouseList chosen_;
    std::vector<Key> keys_;
    size_t most_keys_ = 10000;  // the same fish is met from many targets
};

List list_of(const HouseList& houses) {
    List list;
    for (int house : houses) list.add(house);
    return list;
}

constexpr Technique kBasicFish[3][6] = {
    {kXWing, kSwordfish, kJellyfish, kSquirmbag, kWhale, kLeviathan},
    {kFinnedXWing, kFinnedSwordfish, kFinnedJellyfish, kFinnedSquirmbag, kFinnedWhale, kFinnedLeviathan},
    {kSashimiXWing, kSashimiSwordfish, kSashimiJellyfish, kSashimiSquirmbag, kSashimiWhale, kSashimiLeviathan},
};
constexpr Technique kComplexFish[4][6] = {
    {kFrankenXWing, kFrankenSwordfish, kFrankenJellyfish, kFrankenSquirmbag, kFrankenWhale, kFrankenLeviathan},
    {kFinnedFrankenXWing, kFinnedFrankenSwordfish, kFinnedFrankenJellyfish, kFinnedFrankenSquirmbag,
     kFinnedFrankenWhale, kFinnedFrankenLeviathan},
    {kMutantXWing, kMutantSwordfish, kMutantJellyfish, kMutantSquirmbag, kMutantWhale, kMutantLeviathan},
    {kFinnedMutantXWing, kFinnedMutantSwordfish, kFinnedMutantJellyfish, kFinnedMutantSquirmbag, kFinnedMutantWhale,
     kFinnedMutantLeviathan},
};

Technique technique_of(const FishShape& shape, bool sashimi) {
    if (shape.kind == FishKind::kBasic) return kBasicFish[shape.finned ? 1 + sashimi : 0][shape.size - 2];
    return kComplexFish[(shape.kind == FishKind::kMutant ? 2 : 0) + shape.finned][shape.size - 2];
}

// One fish, or two that make a step together.
bool commit_fish(Search& search, Technique technique, int digit, const Fish& fish, const Fish* twin = nullptr) {
    Step& step = search.begin(technique);
    step.eliminate(twin ? fish.gone | twin->gone : fish.gone, digit);
    if (step.wants_evidence) {
        step.role(kBase, fish.base.minus(fish.fins), {digit}, list_of(fish.bases));
        for (const Fish* each : {&fish, twin}) {
            if (!each) continue;
            step.role(kCover, {}, {digit}, list_of(each->covers));
            if (each->fins.minus(each->endo).any()) step.role(kFin, each->fins.minus(each->endo), {digit});
            if (each->endo.any()) step.role(kFin, each->endo, {digit}, {}, "endo");
        }
        for (int house : fish.bases) step.truth_house(house, digit);
    }
    return search.commit();
}

// Two fish on the same base houses, each of which eliminates what the other does not.
bool are_siamese(const Fish& one, const Fish& other) {
    return one.bases.key() == other.bases.key() && one.gone.minus(other.gone).any() && other.gone.minus(one.gone).any();
}

}  // namespace

bool fish_of(Cells board, Cells doomed, const FishShape& shape, int direction, const Options& options,
             const Pulse& pulse, std::vector<Fish>& found) {
    return Catcher(board, doomed, shape, direction, options, pulse).run(found);
}

bool find_fish(Search& search, FishKind kind, int size, bool finned, bool sashimi) {
    const FishShape shape{kind, size, finned};
    const bool is_any = !finned || kind != FishKind::kBasic;  // whether sashimi fish are no technique of their own
    const Technique technique = technique_of(shape, sashimi);
    const DoomedPlaces& doomed = search.work.doomed(search.position);
    for (int digit : Digits{doomed.digits})
        for (int direction = 0; direction < directions_of(kind); ++direction) {
            const std::vector<Fish>* caught = search.work.fish.get(
                digit, search.position.boards[digit], doomed.of[digit], shape, direction, search.options, search.pulse);
            if (!caught) return true;
            const std::vector<Fish>& found = *caught;
            if (search.options.siamese && finned)
                for (size_t one = 0; one < found.size(); ++one)
                    for (size_t other = one + 1; other < found.size(); ++other)
                        if ((is_any || found[one].sashimi == sashimi) && are_siamese(found[one], found[other]) &&
                            commit_fish(search, technique, digit, found[one], &found[other]))
                            return true;
            for (const Fish& each : found)
                if ((is_any || each.sashimi == sashimi) && commit_fish(search, technique, digit, each)) return true;
        }
    return false;
}

}  // namespace nonet::logic
