// The finders that are compiled, by their names in src/nonet/logic/catalog.txt and variants.txt.
#pragma once
#include "logic/search.h"

namespace nonet::logic {

struct Finder {
    const char* name;
    bool (*find)(Search&);
};

extern const Finder kFinders[];
extern const int kFinderCount;

// Families, one unit each.
bool find_full_houses(Search&);
bool find_naked_singles(Search&);
bool find_hidden_singles(Search&);

bool find_locked_candidates_1(Search&);
bool find_locked_candidates_2(Search&);

bool find_naked_subsets(Search&, int size, bool locked);
bool find_hidden_subsets(Search&, int size);

bool find_fish(Search&, FishKind kind, int size, bool finned, bool sashimi);

bool find_skyscrapers(Search&);
bool find_kites(Search&);
bool find_turbot_fish(Search&);
bool find_empty_rectangles(Search&);

bool find_xy_wings(Search&);
bool find_xyz_wings(Search&);
bool find_w_wings(Search&);

bool find_uniqueness_1(Search&);
bool find_uniqueness_2(Search&);
bool find_uniqueness_3(Search&);
bool find_uniqueness_4(Search&);
bool find_uniqueness_5(Search&);
bool find_uniqueness_6(Search&);
bool find_hidden_rectangles(Search&);
bool find_avoidable_1(Search&);
bool find_avoidable_2(Search&);
bool find_bug_plus_1(Search&);

bool find_sue_de_coqs(Search&);
bool find_simple_colors(Search&);
bool find_multi_colors(Search&);

bool find_remote_pairs(Search&);
bool find_x_chains(Search&);
bool find_xy_chains(Search&);
bool find_nice_loops(Search&);
bool find_grouped_nice_loops(Search&);

bool find_als_xz(Search&);
bool find_als_xy_wings(Search&);
bool find_als_chains(Search&);

bool find_forcing_chains(Search&);
bool find_forcing_nets(Search&);
bool find_nested_nets(Search&);

bool find_cage_last_cells(Search&);
bool find_cage_combinations(Search&);
bool find_cage_must_have(Search&);
bool find_cage_placements(Search&);

bool find_rule_of_45(Search&, int houses);
bool find_cage_splitting(Search&);
bool find_innies_outies(Search&, int houses);

bool find_killer_pairs(Search&);
bool find_blocked_combinations(Search&);

bool find_long_forcing(Search&);
bool find_trials(Search&);

}  // namespace nonet::logic
