// The techniques, in the order of src/nonet/logic/catalog.txt: setup.py makes technique_table.inc of it, with a line
// NONET_TECHNIQUE(name, key, level, score) for each.
#pragma once
#include <stdint.h>

namespace nonet::logic {

enum Level : uint8_t { kEasy = 1, kMedium, kHard, kUnfair, kExtreme };

enum Technique : uint8_t {
#define NONET_TECHNIQUE(name, key, level, score) name,
#include "technique_table.inc"
#undef NONET_TECHNIQUE
    kTechniques,

    // Those of killers follow, in the order of src/nonet/logic/variants.txt.
    kCageLastCell = kTechniques,
    kCageCombinations,
    kRuleConsequence,
    kCageMustHave,
    kRuleOf45,
    kCagePlacements,
    kCageSplitting,
    kInniesOuties,
    kRuleOf45Of2,
    kRuleOf45Of3,
    kKillerPair,
    kInniesOutiesOf2,
    kBlockedCombinations,
    kInniesOutiesOf3,
    kLongRuleForcing,
    kTrial,
};

struct TechniqueInfo {
    const char* key;
    Level level;
    uint16_t score;
};

inline constexpr TechniqueInfo kTechniqueInfo[kTechniques] = {
#define NONET_TECHNIQUE(name, key, level, score) {key, level, score},
#include "technique_table.inc"
#undef NONET_TECHNIQUE
};

// A set of techniques.
struct TechniqueSet {
    bool has_[kTechniques] = {};

    bool has(Technique technique) const { return has_[technique]; }
    void add(Technique technique) { has_[technique] = true; }
};

}  // namespace nonet::logic
