"""Steps and hints explained, in words and in pictures. Nothing is searched here: all that is said is in the step.

    explain(step, position, tier=4, language="en")  a step in words; the position is the board before it
    advise(hint, tier=4, language="en")             a hint in words
    facts(step, position, tier=4)                   what is said of a step, as values in no language
    look_at(step, position), look_of(hint)          the facts, and what to point at
    picture(position, step)                         a position with marks, links and a legend
    pictures(position, step)                        the same; one for each case of a proof by cases
    to_text(picture)                                the same on a terminal; `nonet.draw` draws it
    to_record(step, layout), from_record(…)         a step as plain data, and back

                ┌─ facts ── sentences in a language (wording)
    step ── Look┤
                └─ parts ── Picture ── terminal, drawings, the page

The facts are a proof, in the grammar of `grammar/`: every one follows from the position and from those before it. A
new family of techniques may have a file in `words/`; without one, its steps are explained by their roles and by the
proof that their evidence makes (`proof.py`).
"""

from nonet.explain.advice import advise, look_of
from nonet.explain.explaining import DETAILS, TIERS, explain, fact_records, facts, sentences
from nonet.explain.look import Look, look_at
from nonet.explain.marks import Mark
from nonet.explain.names import FAMILIES, family_name, family_of, level_name, rating_words, technique_name
from nonet.explain.picture import Picture, picture, picture_of, pictures, pictures_of
from nonet.explain.record import from_record, to_record
from nonet.explain.terminal import plain_text, to_text
from nonet.messages import LANGUAGES

__all__ = [
    "DETAILS",
    "FAMILIES",
    "LANGUAGES",
    "TIERS",
    "Look",
    "Mark",
    "Picture",
    "advise",
    "explain",
    "fact_records",
    "facts",
    "family_name",
    "family_of",
    "from_record",
    "level_name",
    "look_at",
    "look_of",
    "picture",
    "picture_of",
    "pictures",
    "pictures_of",
    "plain_text",
    "rating_words",
    "sentences",
    "technique_name",
    "to_record",
    "to_text",
]
