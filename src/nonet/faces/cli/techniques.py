"""`sudoku techniques`: the catalog, and an example of each technique."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from nonet.faces.cli.explain_options import (
    draw_picture,
    language_option,
    print_json,
    print_text,
    svg_option,
    tier_option,
    write_svg,
)
from nonet.faces.cli.options import (
    Command,
    complete,
    given_options,
    json_option,
    refuse_together,
    technique_names,
)
from nonet.faces.cli.status import DONE
from nonet.faces.cli.tally import attributes
from nonet.messages import T

if TYPE_CHECKING:
    from nonet.logic.catalog import Technique


@click.command("techniques", cls=Command)
@click.argument("name", required=False, metavar="[NAME]", shell_complete=complete(technique_names))
@tier_option(4)
@svg_option
@json_option
@language_option
def command(name: str | None, tier: int, svg: str | None, as_json: bool, language: str) -> int:
    """List the solving techniques in the order in which they are tried, or show one by example.

    The list shows the name used by other commands, the usual name, the level, the score of a step (as in
    HoDoKu) and notes: `off` is tried only on request, `unique` assumes a unique solution, `plain` works only on
    boards of rows, columns and boxes.

    For example:
        sudoku techniques  # list them all, easiest first
        sudoku techniques hidden-pair  # draw and explain an example
        sudoku techniques hidden-pair --svg pair.svg --lang cs  # save its picture, with Czech text
        sudoku techniques --json  # the catalogue as JSON
    """
    refuse_together("--json", "--svg")
    refuse_together("--json", "--tier")
    if name is None:
        for option in given_options():
            if option in ("--svg", "--tier"):
                raise click.UsageError(f"{option} needs the name of a technique")
        _print_json(language) if as_json else _print_list(language)
        return DONE
    return _show(name, tier, svg, as_json, language)


def _print_list(language: str) -> None:
    from nonet.explain import FAMILIES, family_name, level_name, technique_name
    from nonet.explain.voice import voice
    from nonet.logic.catalog import techniques, variant_techniques

    all_of_them = (*techniques(), *variant_techniques())
    names = {technique.key: technique_name(technique.key, language) for technique in all_of_them}
    levels = {
        technique.level: level_name(technique.level.name.lower(), language) for technique in all_of_them
    }
    key_width, name_width, level_width = (
        max(map(len, texts)) for texts in (names, names.values(), levels.values())
    )
    sections: list[tuple[str, Sequence[Technique]]] = [
        (family_name(family, language), techniques(family)) for family in FAMILIES
    ]
    of_cages = [each for each in variant_techniques() if each.family in ("cages", "sums", "groups")]
    others = [each for each in variant_techniques() if each not in of_cages]
    say = voice(language).say
    sections += [(say(T("Killer cages")), of_cages), (say(T("Other rules")), others)]
    for title, own in sections:
        print_text(title)
        for technique in own:
            flags = (("off", not technique.on), ("unique", technique.unique), ("plain", technique.plain))
            notes = " ".join(note for note, applies in flags if applies)
            print_text(
                f"  {technique.key:{key_width}}  {names[technique.key]:{name_width}}"
                f"  {levels[technique.level]:{level_width}} {technique.score:6}  {notes}".rstrip()
            )


def _print_json(language: str) -> None:
    from nonet.explain import technique_name
    from nonet.explain.examples import example_case
    from nonet.logic.catalog import techniques

    catalog: list[dict[str, Any]] = []
    for technique in techniques():
        case = example_case(technique.key)
        catalog.append(
            {
                "key": technique.key,
                "name": technique_name(technique.key, language),
                "family": technique.family,
                "level": technique.level.name.lower(),
                **attributes(technique, "score", "on", "unique", "plain"),
                "example": None if case is None else case.text,
            }
        )
    print_json(catalog)


def _show(name: str, tier: int, svg: str | None, as_json: bool, language: str) -> int:
    from nonet.explain import explain, picture, to_record
    from nonet.explain.examples import examples

    shown = examples(name)[0]  # each has one
    layout = shown.position.layout
    if as_json:
        print_json(to_record(shown.step, layout))
        return DONE
    drawn = picture(shown.position, shown.step, givens=shown.givens, language=language, tier=tier)
    if svg is not None:
        click.echo(write_svg(svg, drawn, rules=shown.rules), err=True)
    else:
        draw_picture(drawn)
        click.echo()
    print_text(explain(shown.step, shown.position, tier=tier, language=language))
    return DONE
