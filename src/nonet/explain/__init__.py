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

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
