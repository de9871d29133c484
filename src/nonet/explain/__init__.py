"""Steps and hints explained, in words and in pictures. Nothing is searched here: all that is told is in the step.

    explain(step, layout, tier=4, language="en")    a step in words
    advise(hint, tier=4, language="en")             a hint in words
    facts(step, layout, tier=4)                     what is told of a step, as values in no language
    look_at(step, layout), look_of(hint)            the facts, and what to point at
    picture(candidates, step)                       a position with marks, links and a legend
    to_text(picture), to_svg(picture)               the same on a terminal, and as a file
    to_record(step, layout), from_record(…)         a step as plain data, and back

                ┌─ facts ── sentences in a language (wording)
    step ── Look┤
                └─ parts ── Picture ── terminal, SVG, the page

A new family of techniques needs a file in `words/`; without one, its steps are explained by their roles.
"""

from nonet.explain.advice import advise, look_of
from nonet.explain.look import Look, Mark, look_at
from nonet.explain.names import FAMILIES, family_name, family_of, level_name, rating_words, technique_name
from nonet.explain.picture import Picture, picture, picture_of
from nonet.explain.record import from_record, to_record
from nonet.explain.svg import to_svg
from nonet.explain.telling import TIERS, explain, facts, sentences
from nonet.explain.terminal import plain_text, to_text
from nonet.messages import LANGUAGES

__all__ = [
    "FAMILIES",
    "LANGUAGES",
    "TIERS",
    "Look",
    "Mark",
    "Picture",
    "advise",
    "explain",
    "facts",
    "family_name",
    "family_of",
    "from_record",
    "level_name",
    "look_at",
    "look_of",
    "picture",
    "picture_of",
    "plain_text",
    "rating_words",
    "sentences",
    "technique_name",
    "to_record",
    "to_svg",
    "to_text",
]
