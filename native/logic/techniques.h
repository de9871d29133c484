// The techniques, in the order of src/nonet/logic/catalog.txt; tests/test_native_logic.py compares the two.
#pragma once
#include <stdint.h>

namespace nonet::logic {

enum Level : uint8_t { kEasy = 1, kMedium, kHard, kUnfair, kExtreme };

// technique, key, level, score
#define NONET_TECHNIQUES(X)                                                           \
    X(kFullHouse, "full-house", kEasy, 4)                                             \
    X(kNakedSingle, "naked-single", kEasy, 4)                                         \
    X(kHiddenSingle, "hidden-single", kEasy, 14)                                      \
    X(kLockedPair, "locked-pair", kMedium, 40)                                        \
    X(kLockedTriple, "locked-triple", kMedium, 60)                                    \
    X(kLockedCandidates1, "locked-candidates-1", kMedium, 50)                         \
    X(kLockedCandidates2, "locked-candidates-2", kMedium, 50)                         \
    X(kNakedPair, "naked-pair", kMedium, 60)                                          \
    X(kNakedTriple, "naked-triple", kMedium, 80)                                      \
    X(kHiddenPair, "hidden-pair", kMedium, 70)                                        \
    X(kHiddenTriple, "hidden-triple", kMedium, 100)                                   \
    X(kNakedQuadruple, "naked-quadruple", kHard, 120)                                 \
    X(kHiddenQuadruple, "hidden-quadruple", kHard, 150)                               \
    X(kXWing, "x-wing", kHard, 140)                                                   \
    X(kSwordfish, "swordfish", kHard, 150)                                            \
    X(kJellyfish, "jellyfish", kHard, 160)                                            \
    X(kSquirmbag, "squirmbag", kUnfair, 470)                                          \
    X(kWhale, "whale", kUnfair, 470)                                                  \
    X(kLeviathan, "leviathan", kUnfair, 470)                                          \
    X(kRemotePair, "remote-pair", kHard, 110)                                         \
    X(kBugPlus1, "bug-plus-1", kHard, 100)                                            \
    X(kSkyscraper, "skyscraper", kHard, 130)                                          \
    X(kTwoStringKite, "two-string-kite", kHard, 150)                                  \
    X(kDualTwoStringKite, "dual-two-string-kite", kHard, 150)                         \
    X(kTurbotFish, "turbot-fish", kHard, 120)                                         \
    X(kEmptyRectangle, "empty-rectangle", kHard, 120)                                 \
    X(kDualEmptyRectangle, "dual-empty-rectangle", kHard, 120)                        \
    X(kWWing, "w-wing", kHard, 150)                                                   \
    X(kXyWing, "xy-wing", kHard, 160)                                                 \
    X(kXyzWing, "xyz-wing", kHard, 180)                                               \
    X(kWxyzWing, "wxyz-wing", kUnfair, 240)                                           \
    X(kUniquenessTest1, "uniqueness-test-1", kHard, 100)                              \
    X(kUniquenessTest2, "uniqueness-test-2", kHard, 100)                              \
    X(kUniquenessTest3, "uniqueness-test-3", kHard, 100)                              \
    X(kUniquenessTest4, "uniqueness-test-4", kHard, 100)                              \
    X(kUniquenessTest5, "uniqueness-test-5", kHard, 100)                              \
    X(kUniquenessTest6, "uniqueness-test-6", kHard, 100)                              \
    X(kHiddenRectangle, "hidden-rectangle", kHard, 100)                               \
    X(kAvoidableRectangle1, "avoidable-rectangle-1", kHard, 100)                      \
    X(kAvoidableRectangle2, "avoidable-rectangle-2", kHard, 100)                      \
    X(kUniqueLoop1, "unique-loop-1", kHard, 150)                                      \
    X(kUniqueLoop2, "unique-loop-2", kHard, 150)                                      \
    X(kUniqueLoop3, "unique-loop-3", kHard, 150)                                      \
    X(kUniqueLoop4, "unique-loop-4", kHard, 150)                                      \
    X(kBugType2, "bug-type-2", kUnfair, 200)                                          \
    X(kBugType3, "bug-type-3", kUnfair, 200)                                          \
    X(kBugType4, "bug-type-4", kUnfair, 200)                                          \
    X(kFinnedXWing, "finned-x-wing", kHard, 130)                                      \
    X(kSashimiXWing, "sashimi-x-wing", kHard, 150)                                    \
    X(kFinnedSwordfish, "finned-swordfish", kUnfair, 200)                             \
    X(kSashimiSwordfish, "sashimi-swordfish", kUnfair, 240)                           \
    X(kFinnedJellyfish, "finned-jellyfish", kUnfair, 250)                             \
    X(kSashimiJellyfish, "sashimi-jellyfish", kUnfair, 260)                           \
    X(kFinnedSquirmbag, "finned-squirmbag", kUnfair, 470)                             \
    X(kSashimiSquirmbag, "sashimi-squirmbag", kUnfair, 470)                           \
    X(kFinnedWhale, "finned-whale", kUnfair, 470)                                     \
    X(kSashimiWhale, "sashimi-whale", kUnfair, 470)                                   \
    X(kFinnedLeviathan, "finned-leviathan", kUnfair, 470)                             \
    X(kSashimiLeviathan, "sashimi-leviathan", kUnfair, 470)                           \
    X(kSueDeCoq, "sue-de-coq", kUnfair, 250)                                          \
    X(kSimpleColorsTrap, "simple-colors-trap", kHard, 150)                            \
    X(kSimpleColorsWrap, "simple-colors-wrap", kHard, 150)                            \
    X(kMultiColors1, "multi-colors-1", kHard, 200)                                    \
    X(kMultiColors2, "multi-colors-2", kHard, 200)                                    \
    X(kXChain, "x-chain", kUnfair, 260)                                               \
    X(kXyChain, "xy-chain", kUnfair, 260)                                             \
    X(kContinuousNiceLoop, "continuous-nice-loop", kUnfair, 280)                      \
    X(kDiscontinuousNiceLoop, "discontinuous-nice-loop", kUnfair, 280)                \
    X(kAic, "aic", kUnfair, 280)                                                      \
    X(kGroupedContinuousNiceLoop, "grouped-continuous-nice-loop", kUnfair, 300)       \
    X(kGroupedDiscontinuousNiceLoop, "grouped-discontinuous-nice-loop", kUnfair, 300) \
    X(kGroupedAic, "grouped-aic", kUnfair, 300)                                       \
    X(kAlsXz, "als-xz", kUnfair, 300)                                                 \
    X(kAlsXyWing, "als-xy-wing", kUnfair, 320)                                        \
    X(kAlsChain, "als-chain", kUnfair, 340)                                           \
    X(kDeathBlossom, "death-blossom", kUnfair, 360)                                   \
    X(kFrankenXWing, "franken-x-wing", kUnfair, 300)                                  \
    X(kFrankenSwordfish, "franken-swordfish", kUnfair, 350)                           \
    X(kFrankenJellyfish, "franken-jellyfish", kUnfair, 370)                           \
    X(kFrankenSquirmbag, "franken-squirmbag", kExtreme, 470)                          \
    X(kFrankenWhale, "franken-whale", kExtreme, 470)                                  \
    X(kFrankenLeviathan, "franken-leviathan", kExtreme, 470)                          \
    X(kFinnedFrankenXWing, "finned-franken-x-wing", kUnfair, 390)                     \
    X(kFinnedFrankenSwordfish, "finned-franken-swordfish", kUnfair, 410)              \
    X(kFinnedFrankenJellyfish, "finned-franken-jellyfish", kUnfair, 430)              \
    X(kFinnedFrankenSquirmbag, "finned-franken-squirmbag", kExtreme, 470)             \
    X(kFinnedFrankenWhale, "finned-franken-whale", kExtreme, 470)                     \
    X(kFinnedFrankenLeviathan, "finned-franken-leviathan", kExtreme, 470)             \
    X(kMutantXWing, "mutant-x-wing", kExtreme, 450)                                   \
    X(kMutantSwordfish, "mutant-swordfish", kExtreme, 450)                            \
    X(kMutantJellyfish, "mutant-jellyfish", kExtreme, 450)                            \
    X(kMutantSquirmbag, "mutant-squirmbag", kExtreme, 470)                            \
    X(kMutantWhale, "mutant-whale", kExtreme, 470)                                    \
    X(kMutantLeviathan, "mutant-leviathan", kExtreme, 470)                            \
    X(kFinnedMutantXWing, "finned-mutant-x-wing", kExtreme, 470)                      \
    X(kFinnedMutantSwordfish, "finned-mutant-swordfish", kExtreme, 470)               \
    X(kFinnedMutantJellyfish, "finned-mutant-jellyfish", kExtreme, 470)               \
    X(kFinnedMutantSquirmbag, "finned-mutant-squirmbag", kExtreme, 470)               \
    X(kFinnedMutantWhale, "finned-mutant-whale", kExtreme, 470)                       \
    X(kFinnedMutantLeviathan, "finned-mutant-leviathan", kExtreme, 470)               \
    X(kKrakenFish1, "kraken-fish-1", kExtreme, 500)                                   \
    X(kKrakenFish2, "kraken-fish-2", kExtreme, 500)                                   \
    X(kForcingChainContradiction, "forcing-chain-contradiction", kExtreme, 500)       \
    X(kForcingChainVerity, "forcing-chain-verity", kExtreme, 500)                     \
    X(kForcingNetContradiction, "forcing-net-contradiction", kExtreme, 700)           \
    X(kForcingNetVerity, "forcing-net-verity", kExtreme, 700)                         \
    X(kTemplateSet, "template-set", kExtreme, 10000)                                  \
    X(kTemplateDelete, "template-delete", kExtreme, 10000)                            \
    X(kNestedNet, "nested-net", kExtreme, 10000)

#define NONET_NAME(name, key, level, score) name,
enum Technique : uint8_t {
    NONET_TECHNIQUES(NONET_NAME) kTechniques,

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
    kTrial,
};
#undef NONET_NAME

struct TechniqueInfo {
    const char* key;
    Level level;
    uint16_t score;
};

#define NONET_INFO(name, key, level, score) {key, level, score},
inline constexpr TechniqueInfo kTechniqueInfo[kTechniques] = {NONET_TECHNIQUES(NONET_INFO)};
#undef NONET_INFO

// A set of techniques.
struct TechniqueSet {
    bool has_[kTechniques] = {};

    bool has(Technique technique) const { return has_[technique]; }
    void add(Technique technique) { has_[technique] = true; }
};

}  // namespace nonet::logic
