"""What techniques, families, levels and ratings are called, in every language."""

from __future__ import annotations

from nonet.explain.marks import STYLES
from nonet.explain.voice import voice
from nonet.logic.catalog import is_technique, technique
from nonet.messages import TN, T
from nonet.rating import Rating

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
    "single-digit": T("Single-digit patterns"),
    "coloring": T("Colouring"),
    "wings": T("Wings"),
    "uniqueness": T("Uniqueness"),
    "chains": T("Chains and loops"),
    "almost-locked": T("Almost locked sets"),
    "forcing": T("Forcing chains and nets"),
    "templates": T("Templates"),
    "experts": T("Patterns of the experts"),
}
"""In the order of the documentation, which has a page for each: docs/techniques/KEY.md."""


_PARTS = {mark.value: style.name for mark, style in STYLES.items()} | {
    "extra": T("extra candidate"),
    "end": T("end of the chain"),
    "guardian": T("guardian"),
    "target": T("target"),
    "cross-line": T("cross-line"),
}


def part_name(part: str, label: str = "", language: str = "en") -> str:
    """What a part of a pattern is called, with its letter: `base`, `set A`.

    >>> part_name("set", "A"), part_name("fin", language="cs")
    ('set A', 'ploutev')
    """
    name = voice(language).say(_PARTS[part])
    return f"{name} {label}" if label else name


def technique_name(key: str, language: str = "en") -> str:
    """What people call a technique. An unknown key (a plug-in's) is made readable.

    >>> technique_name("x-wing"), technique_name("swordfish", "cs"), technique_name("brand-new")
    ('X-wing', 'mečoun', 'brand new')
    """
    if not is_technique(key):
        return key.replace("-", " ")
    return voice(language).say(technique(key).name)


def level_name(level: str, language: str = "en") -> str:
    """easy, medium, hard, unfair, extreme."""
    return voice(language).say(_LEVELS.get(level, level))


def family_of(key: str) -> str:
    """The family of a technique; "" for an unknown key.

    >>> [family_of(key) for key in ("finned-x-wing", "als-xy-wing", "unique-loop-1", "brand-new")]
    ['fish', 'almost-locked', 'uniqueness', '']
    """
    return technique(key).family if is_technique(key) else ""


def family_name(family: str, language: str = "en") -> str:
    """The name of a family."""
    return voice(language).say(FAMILIES.get(family, family))


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
