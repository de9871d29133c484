"""A whole path as one HTML page: a picture for each step, its facts beside it, long proofs folded.

The page needs nothing else: no scripts, no fonts, no other files. It follows the reader's light or dark setting, and
prints with everything unfolded. Folds are <details>, so that they open without a script and can be searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from nonet.draw.steps import step_svg
from nonet.draw.svg import colour_style
from nonet.draw.themes import theme_named
from nonet.explain.folding import SHORT, Fold, folds
from nonet.explain.grammar import Folded
from nonet.explain.look import look_at
from nonet.explain.names import technique_name
from nonet.explain.notation import conclusions
from nonet.explain.step_picture import pictures_of
from nonet.explain.voice import Voice, capital, voice
from nonet.explain.wording import sentences_of
from nonet.layout import Layout
from nonet.messages import T
from nonet.step import Step


def to_html(
    steps: Sequence[Step],
    *,
    language: str = "en",
    detail: str = "short",
    rating: str = "",
) -> str:
    """The page of some steps of a path. `detail` is short (long proofs are folded) or full (unfolded); `rating` is a
    line below the title.
    """
    speaker = voice(language)
    title = speaker.say(T("A Sudoku, step by step"))
    style = _STYLE + colour_style(theme_named("light").colours)
    parts = [
        "<!doctype html>",
        f'<html lang="{language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{style}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(rating)}</p>" if rating else "",
        *_contents(steps, language),
    ]
    for step in steps:
        parts += _section(step, speaker, unfolded=detail == "full")
    return "\n".join([*filter(None, parts), "</body></html>"]) + "\n"


def _name(step: Step, language: str) -> str:
    return capital(technique_name(step.technique, language))


def _result(step: Step) -> str:
    return ", ".join(conclusions(step.on_path.position.layout, step.placements, step.eliminations))


def _contents(steps: Sequence[Step], language: str) -> Iterator[str]:
    if len(steps) < 2:
        return
    yield "<ol>"
    for step in steps:
        text, number = escape(f"{_name(step, language)}: {_result(step)}"), step.on_path.number
        yield f'<li value="{number}"><a href="#s{number}">{text}</a></li>'
    yield "</ol>"


def _section(step: Step, speaker: Voice, *, unfolded: bool) -> Iterator[str]:
    """One step: its heading, its facts, its pictures."""
    found = step.on_path
    look = look_at(step, found.position)
    name = _name(step, speaker.language)
    yield f'<section id="s{found.number}"><h2>{found.number}. {escape(name)}</h2>'
    yield '<div class="text">'
    layout, stated = found.position.layout, look.told or look.facts
    yield from _facts(folds(stated[1:]), layout, speaker, unfolded)  # without the heading
    if look.proof:
        yield f"<details{' open' if unfolded else ''}><summary>{escape(speaker.say(T('In detail')))}</summary>"
        yield from _facts(folds(look.proof), layout, speaker, unfolded)
        yield "</details>"
    yield '</div><div class="pictures">'
    for drawn in pictures_of(found.position, look, givens=found.givens, language=speaker.language):
        yield f"<figure>{step_svg(drawn, rules=found.rules, styled=False).strip()}</figure>"
    yield "</div></section>"


def _facts(tree: Iterable[Fold], layout: Layout, speaker: Voice, unfolded: bool) -> Iterator[str]:
    """Sentences of the text run together; deeper ones are lines of a list."""
    running: list[str] = []
    for fold in tree:
        text = escape(_said([fold], layout, speaker))
        if not fold.fact.depth:
            running.append(text)
            continue
        if running:
            yield f"<p>{' '.join(running)}</p>"
            running = []
        yield f"<ul>{_line(fold, text, layout, speaker, unfolded)}</ul>"
    if running:
        yield f"<p>{' '.join(running)}</p>"


def _line(fold: Fold, text: str, layout: Layout, speaker: Voice, unfolded: bool) -> str:
    if not fold.inner:
        return f"<li>{text}</li>"
    inner = "".join(
        _line(each, escape(_said([each], layout, speaker)), layout, speaker, unfolded) for each in fold.inner
    )
    if fold.lines <= SHORT:
        return f"<li>{text}<ul>{inner}</ul></li>"
    left_out = sentences_of([Folded(fold.lines)], layout, language=speaker.language)[0]
    end = escape(_said([fold.inner[-1]], layout, speaker))
    head = f'{text} <span class="folded">{escape(left_out)} {end}</span>'
    return (
        f"<li><details{' open' if unfolded else ''}><summary>{head}</summary><ul>{inner}</ul></details></li>"
    )


def _said(tree: Iterable[Fold], layout: Layout, speaker: Voice) -> str:
    facts = [fold.fact for fold in tree]
    return " ".join(text.strip() for text in sentences_of(facts, layout, language=speaker.language))


_STYLE = """
:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,'DejaVu Sans',Arial,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem}
section{display:flex;flex-wrap:wrap;gap:0 2rem;border-top:1px solid #8886;padding:1rem 0}
h2{flex:1 0 100%;margin:.3rem 0}
.text{flex:1 1 24rem;min-width:0;overflow-wrap:anywhere}
.pictures{flex:1 1 30rem;display:grid;gap:1rem}
figure{margin:0}figure svg{max-width:100%;height:auto}
ul{margin:.3rem 0;padding-left:1.2rem}
summary{cursor:pointer}
details[open]>summary .folded{display:none}
.folded{opacity:.75}
@media print{section{break-inside:avoid}details:not([open])::details-content{content-visibility:visible}}
""".replace("\n", "")
