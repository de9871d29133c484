"""Steps in words and in pictures. A finder never speaks, and the explainer never searches: all it knows is
in the step.

    explain(step, layout, tier=4, language="en")    sentences that teach
    advise(hint, tier=4, language="en")             the same for a hint
    picture(candidates, step)                       what to show of it: marks, links, a legend
    to_text(picture), to_svg(picture)               on a terminal, and in a file
    to_record(step, layout), from_record(…)         as plain data, and back

A new family of techniques needs a file in `words/` (or nothing: the roles of a step speak for themselves).
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
