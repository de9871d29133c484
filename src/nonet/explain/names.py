"""What techniques, levels and families are called, in every language; and which family a technique is told
with.

A family is a page of the documentation and a file of words.
"""

from __future__ import annotations

from nonet.explain.voice import voice
from nonet.messages import TN, T
from nonet.rating import Rating

__all__ = ["FAMILIES", "family_name", "family_of", "level_name", "rating_words", "technique_name"]

_NAMES = {
    "full-house": T("full house"),
    "naked-single": T("naked single"),
    "hidden-single": T("hidden single"),
    "locked-candidates-1": T("locked candidates 1 (pointing)"),
    "locked-candidates-2": T("locked candidates 2 (claiming)"),
    "locked-pair": T("locked pair"),
    "locked-triple": T("locked triple"),
    "naked-pair": T("naked pair"),
    "naked-triple": T("naked triple"),
    "naked-quadruple": T("naked quadruple"),
    "hidden-pair": T("hidden pair"),
    "hidden-triple": T("hidden triple"),
    "hidden-quadruple": T("hidden quadruple"),
    "x-wing": T("X-wing"),
    "swordfish": T("swordfish"),
    "jellyfish": T("jellyfish"),
    "squirmbag": T("squirmbag"),
    "whale": T("whale"),
    "leviathan": T("leviathan"),
    "remote-pair": T("remote pair"),
    "bug-plus-1": T("BUG+1"),
    "bug-type-2": T("BUG type 2"),
    "bug-type-3": T("BUG type 3"),
    "bug-type-4": T("BUG type 4"),
    "skyscraper": T("skyscraper"),
    "two-string-kite": T("2-string kite"),
    "dual-two-string-kite": T("dual 2-string kite"),
    "turbot-fish": T("turbot fish"),
    "empty-rectangle": T("empty rectangle"),
    "dual-empty-rectangle": T("dual empty rectangle"),
    "w-wing": T("W-wing"),
    "xy-wing": T("XY-wing"),
    "xyz-wing": T("XYZ-wing"),
    "wxyz-wing": T("WXYZ-wing"),
    "uniqueness-test-1": T("uniqueness test 1"),
    "uniqueness-test-2": T("uniqueness test 2"),
    "uniqueness-test-3": T("uniqueness test 3"),
    "uniqueness-test-4": T("uniqueness test 4"),
    "uniqueness-test-5": T("uniqueness test 5"),
    "uniqueness-test-6": T("uniqueness test 6"),
    "hidden-rectangle": T("hidden rectangle"),
    "avoidable-rectangle-1": T("avoidable rectangle 1"),
    "avoidable-rectangle-2": T("avoidable rectangle 2"),
    "unique-loop-1": T("unique loop 1"),
    "unique-loop-2": T("unique loop 2"),
    "unique-loop-3": T("unique loop 3"),
    "unique-loop-4": T("unique loop 4"),
    "sue-de-coq": T("Sue de Coq"),
    "simple-colors-trap": T("simple colors (trap)"),
    "simple-colors-wrap": T("simple colors (wrap)"),
    "multi-colors-1": T("multi-colors 1"),
    "multi-colors-2": T("multi-colors 2"),
    "x-chain": T("X-chain"),
    "xy-chain": T("XY-chain"),
    "continuous-nice-loop": T("continuous nice loop"),
    "discontinuous-nice-loop": T("discontinuous nice loop"),
    "aic": T("alternating inference chain (AIC)"),
    "grouped-continuous-nice-loop": T("grouped continuous nice loop"),
    "grouped-discontinuous-nice-loop": T("grouped discontinuous nice loop"),
    "grouped-aic": T("grouped AIC"),
    "als-xz": T("ALS-XZ"),
    "als-xy-wing": T("ALS-XY-wing"),
    "als-chain": T("ALS chain"),
    "death-blossom": T("death blossom"),
    "finned-x-wing": T("finned X-wing"),
    "finned-swordfish": T("finned swordfish"),
    "finned-jellyfish": T("finned jellyfish"),
    "finned-squirmbag": T("finned squirmbag"),
    "finned-whale": T("finned whale"),
    "finned-leviathan": T("finned leviathan"),
    "sashimi-x-wing": T("sashimi X-wing"),
    "sashimi-swordfish": T("sashimi swordfish"),
    "sashimi-jellyfish": T("sashimi jellyfish"),
    "sashimi-squirmbag": T("sashimi squirmbag"),
    "sashimi-whale": T("sashimi whale"),
    "sashimi-leviathan": T("sashimi leviathan"),
    "franken-x-wing": T("franken X-wing"),
    "franken-swordfish": T("franken swordfish"),
    "franken-jellyfish": T("franken jellyfish"),
    "franken-squirmbag": T("franken squirmbag"),
    "franken-whale": T("franken whale"),
    "franken-leviathan": T("franken leviathan"),
    "finned-franken-x-wing": T("finned franken X-wing"),
    "finned-franken-swordfish": T("finned franken swordfish"),
    "finned-franken-jellyfish": T("finned franken jellyfish"),
    "finned-franken-squirmbag": T("finned franken squirmbag"),
    "finned-franken-whale": T("finned franken whale"),
    "finned-franken-leviathan": T("finned franken leviathan"),
    "mutant-x-wing": T("mutant X-wing"),
    "mutant-swordfish": T("mutant swordfish"),
    "mutant-jellyfish": T("mutant jellyfish"),
    "mutant-squirmbag": T("mutant squirmbag"),
    "mutant-whale": T("mutant whale"),
    "mutant-leviathan": T("mutant leviathan"),
    "finned-mutant-x-wing": T("finned mutant X-wing"),
    "finned-mutant-swordfish": T("finned mutant swordfish"),
    "finned-mutant-jellyfish": T("finned mutant jellyfish"),
    "finned-mutant-squirmbag": T("finned mutant squirmbag"),
    "finned-mutant-whale": T("finned mutant whale"),
    "finned-mutant-leviathan": T("finned mutant leviathan"),
    "kraken-fish-1": T("kraken fish 1"),
    "kraken-fish-2": T("kraken fish 2"),
    "forcing-chain-contradiction": T("forcing chain (contradiction)"),
    "forcing-chain-verity": T("forcing chain (verity)"),
    "forcing-net-contradiction": T("forcing net (contradiction)"),
    "forcing-net-verity": T("forcing net (verity)"),
    "template-set": T("template set"),
    "template-delete": T("template delete"),
    "nested-net": T("nested net"),
}

_LEVELS = {
    "easy": T("easy"),
    "medium": T("medium"),
    "hard": T("hard"),
    "unfair": T("unfair"),
    "extreme": T("extreme"),
}

FAMILIES = {
    "singles": T("Singles"),
    "locked": T("Locked candidates"),
    "subsets": T("Subsets"),
    "fish": T("Fish"),
    "single-digit": T("Patterns of one digit"),
    "coloring": T("Colouring"),
    "wings": T("Wings"),
    "uniqueness": T("Uniqueness"),
    "chains": T("Chains and loops"),
    "almost-locked": T("Almost locked sets"),
    "forcing": T("Forcing chains and nets"),
    "templates": T("Templates"),
}
"""A page of docs/techniques each."""

# The family of a key is that of the first of these words that stands in it.
_FAMILY_WORDS = (
    ("singles", ("single", "full-house")),
    ("locked", ("locked-candidates", "locked-pair", "locked-triple")),
    ("almost-locked", ("als-", "death", "sue-de")),
    ("forcing", ("forcing", "nested")),
    ("templates", ("template",)),
    ("coloring", ("colors",)),
    ("uniqueness", ("unique", "bug", "hidden-rectangle", "avoidable")),
    ("chains", ("remote-pair", "chain", "loop", "aic")),
    ("single-digit", ("kite", "skyscraper", "turbot", "empty-rectangle")),
    ("wings", ("xy-wing", "xyz-wing", "w-wing")),
    ("subsets", ("naked", "hidden")),
    ("fish", ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan", "kraken")),
)


def technique_name(key: str, language: str = "en") -> str:
    """What people call a technique; a key that is not known is made readable.

    >>> technique_name("x-wing"), technique_name("swordfish", "cs"), technique_name("brand-new")
    ('X-wing', 'mečoun', 'brand new')
    """
    if key not in _NAMES:
        return key.replace("-", " ")
    return voice(language).say(_NAMES[key])


def level_name(level: str, language: str = "en") -> str:
    """easy, medium, hard, unfair, extreme."""
    return voice(language).say(_LEVELS.get(level, level))


def family_of(key: str) -> str:
    """The family that a technique belongs to; "" for one that nobody has heard of.

    >>> [family_of(key) for key in ("finned-x-wing", "als-xy-wing", "unique-loop-1", "brand-new")]
    ['fish', 'almost-locked', 'uniqueness', '']
    """
    return next((family for family, words in _FAMILY_WORDS if any(word in key for word in words)), "")


def family_name(family: str, language: str = "en") -> str:
    """The name of a family."""
    return voice(language).say(FAMILIES[family])


def rating_words(rating: Rating, language: str = "en") -> str:
    """A rating in a sentence.

    >>> rating_words(Rating("hodoku", "2.2", 284, "hard", "x-wing", 3))
    '3 steps; rating: hard 284 (hodoku 2.2); hardest step: X-wing.'
    """
    return voice(language).count(
        TN(
            "{n} step; rating: {level} {score:g} ({scheme}); hardest step: {name}.",
            "{n} steps; rating: {level} {score:g} ({scheme}); hardest step: {name}.",
        ),
        rating.steps,
        level=level_name(rating.level, language),
        score=rating.score,
        scheme=f"{rating.scheme} {rating.version}",
        name=technique_name(rating.technique, language) if rating.technique else "-",
    )
