#include "logic/finders.h"

namespace nonet::logic {

namespace {

template <FishKind kind, int size, bool finned = false, bool sashimi = false> bool fish(Search& search) {
    return find_fish(search, kind, size, finned, sashimi);
}

}  // namespace

// The finders of the fish of a size, with and without fins.
#define NONET_BASIC_FISH(size)                                                  \
    {"fish.fish " #size, fish<FishKind::kBasic, size>},                         \
        {"fish.fish " #size " finned", fish<FishKind::kBasic, size, true>}, {   \
        "fish.fish " #size " sashimi", fish<FishKind::kBasic, size, true, true> \
    }
#define NONET_LARGE_FISH(size, name, kind)                                      \
    {"fish.fish " #size " " name, fish<FishKind::kind, size>}, {                \
        "fish.fish " #size " " name " finned", fish<FishKind::kind, size, true> \
    }

const Finder kFinders[] = {
    {"singles.full_houses", find_full_houses},
    {"singles.naked_singles", find_naked_singles},
    {"singles.hidden_singles", find_hidden_singles},
    {"locked.locked_pairs", [](Search& search) { return find_naked_subsets(search, 2, true); }},
    {"locked.locked_triples", [](Search& search) { return find_naked_subsets(search, 3, true); }},
    {"locked.pointing", find_locked_candidates_1},
    {"locked.claiming", find_locked_candidates_2},
    {"subsets.naked_pairs", [](Search& search) { return find_naked_subsets(search, 2, false); }},
    {"subsets.naked_triples", [](Search& search) { return find_naked_subsets(search, 3, false); }},
    {"subsets.naked_quads", [](Search& search) { return find_naked_subsets(search, 4, false); }},
    {"subsets.hidden_pairs", [](Search& search) { return find_hidden_subsets(search, 2); }},
    {"subsets.hidden_triples", [](Search& search) { return find_hidden_subsets(search, 3); }},
    {"subsets.hidden_quads", [](Search& search) { return find_hidden_subsets(search, 4); }},
    NONET_BASIC_FISH(2),
    NONET_BASIC_FISH(3),
    NONET_BASIC_FISH(4),
    NONET_BASIC_FISH(5),
    NONET_BASIC_FISH(6),
    NONET_BASIC_FISH(7),
    NONET_LARGE_FISH(2, "franken", kFranken),
    NONET_LARGE_FISH(3, "franken", kFranken),
    NONET_LARGE_FISH(4, "franken", kFranken),
    NONET_LARGE_FISH(5, "franken", kFranken),
    NONET_LARGE_FISH(6, "franken", kFranken),
    NONET_LARGE_FISH(7, "franken", kFranken),
    NONET_LARGE_FISH(2, "mutant", kMutant),
    NONET_LARGE_FISH(3, "mutant", kMutant),
    NONET_LARGE_FISH(4, "mutant", kMutant),
    NONET_LARGE_FISH(5, "mutant", kMutant),
    NONET_LARGE_FISH(6, "mutant", kMutant),
    NONET_LARGE_FISH(7, "mutant", kMutant),
    {"single_digit.skyscrapers", find_skyscrapers},
    {"single_digit.kites", find_kites},
    {"single_digit.turbot_fish", find_turbot_fish},
    {"single_digit.empty_rectangles", find_empty_rectangles},
    {"wings.w_wings", find_w_wings},
    {"wings.xy_wings", find_xy_wings},
    {"wings.xyz_wings", find_xyz_wings},
    {"uniqueness.test_1", find_uniqueness_1},
    {"uniqueness.test_2", find_uniqueness_2},
    {"uniqueness.test_3", find_uniqueness_3},
    {"uniqueness.test_4", find_uniqueness_4},
    {"uniqueness.test_5", find_uniqueness_5},
    {"uniqueness.test_6", find_uniqueness_6},
    {"uniqueness.hidden_rectangles", find_hidden_rectangles},
    {"uniqueness.avoidable_1", find_avoidable_1},
    {"uniqueness.avoidable_2", find_avoidable_2},
    {"bug.bug_plus_1", find_bug_plus_1},
    {"sue_de_coq.sue_de_coqs", find_sue_de_coqs},
    {"coloring.simple_colors", find_simple_colors},
    {"coloring.multi_colors", find_multi_colors},
    {"chains.remote_pairs", find_remote_pairs},
    {"chains.x_chains", find_x_chains},
    {"chains.xy_chains", find_xy_chains},
    {"loops.nice_loops", find_nice_loops},
    {"loops.grouped_nice_loops", find_grouped_nice_loops},
    {"als.als_xz", find_als_xz},
    {"als.als_xy_wings", find_als_xy_wings},
    {"als.als_chains", find_als_chains},
    {"forcing.forcing_chains", find_forcing_chains},
    {"nets.forcing_nets", find_forcing_nets},
    {"nested.nested_nets", find_nested_nets},
    {"variants.cages.last_cells", find_cage_last_cells},
    {"variants.cages.combinations", find_cage_combinations},
    {"variants.implied.consequences", [](Search&) { return false; }},  // of cages there are none
    {"variants.cages.must_have", find_cage_must_have},
    {"variants.cages.placements", find_cage_placements},
    {"variants.sums.one_cell 1", [](Search& search) { return find_rule_of_45(search, 1); }},
    {"variants.sums.one_cell 2", [](Search& search) { return find_rule_of_45(search, 2); }},
    {"variants.sums.one_cell 3", [](Search& search) { return find_rule_of_45(search, 3); }},
    {"variants.sums.split_cages", find_cage_splitting},
    {"variants.sums.innies_outies 1", [](Search& search) { return find_innies_outies(search, 1); }},
    {"variants.sums.innies_outies 2", [](Search& search) { return find_innies_outies(search, 2); }},
    {"variants.sums.innies_outies 3", [](Search& search) { return find_innies_outies(search, 3); }},
    {"variants.groups.killer_pairs", find_killer_pairs},
    {"variants.groups.blocked", find_blocked_combinations},
    {"variants.trial.forcing long", find_long_forcing},
    {"variants.trial.trials", find_trials},
};
const int kFinderCount = sizeof kFinders / sizeof *kFinders;

}  // namespace nonet::logic
