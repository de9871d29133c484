"""Colours have enough contrast, can be distinguished, and are never the only sign."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rich.color import Color, ColorSystem

from nonet.faces.tui.palette import MONO, PALETTES, Background, Ink, Palette, Pen, style

DIGITS = (Ink.GIVEN, Ink.VALUE, Ink.WRONG, Ink.REVEALED, Ink.SAME_NOTE, Ink.MARK, Ink.GONE, Ink.PLACED)
SMALL = (Ink.NOTE, Ink.CENTRE, Ink.SIGN)
everyone = pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)


def luminance(colour: str) -> float:
    """https://www.w3.org/TR/WCAG21/#dfn-relative-luminance"""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@everyone
def test_text_has_contrast_on_every_background(palette: Palette) -> None:
    for ground in Background:
        for ink in (*DIGITS, *SMALL):
            for colour in range(1, 9) if ground is Background.COLOUR else (0,):
                written, under = palette.colours_of(Pen(ground, ink, colour))
                assert contrast(written, under) >= 4.5, (ground, ink, colour, contrast(written, under))
    for text in (palette.text, palette.muted, palette.accent, palette.warning):
        assert contrast(text, palette.background) >= 4.5
        assert contrast(text, palette.surface) >= 4.5


@everyone
def test_backgrounds_differ_in_256_colours(palette: Palette) -> None:
    def seen(colour: str) -> int | None:
        return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number

    plain = seen(palette.background)
    grounds = {ground: seen(under) for ground, (under, _) in palette.grounds.items()}
    assert plain not in grounds.values()
    cursor = grounds.pop(Background.CURSOR)
    assert cursor not in grounds.values()


def test_the_accessible_palette_differs_in_lightness() -> None:
    """The most important backgrounds: cursor, conflict, same digit, peer, plain."""
    palette = PALETTES["contrast"]
    order = (Background.CURSOR, Background.CONFLICT, Background.SAME, Background.PEER)
    shades = [luminance(palette.grounds[ground][0]) for ground in order] + [luminance(palette.background)]
    assert shades == sorted(shades, reverse=True)
    for lighter, darker in pairwise(shades):
        assert (lighter + 0.05) / (darker + 0.05) >= 1.3


def test_without_colour_everything_still_differs() -> None:
    for ground in Background:
        for ink in Ink:
            found = style(MONO, Pen(ground, ink, close=True))
            assert found.color is None
            assert found.bgcolor is None
    plain = style(MONO, Pen(Background.PLAIN, Ink.VALUE, close=True))
    for ground in (
        Background.CURSOR,
        Background.SELECTED,
        Background.TARGET,
        Background.PATTERN,
        Background.SAME,
        Background.PEER,
    ):
        assert style(MONO, Pen(ground, Ink.VALUE, close=True)) != plain
    assert style(MONO, Pen(ink=Ink.GIVEN)) != style(MONO, Pen(ink=Ink.VALUE))


@everyone
def test_givens_and_own_digits_differ_by_more_than_colour(palette: Palette) -> None:
    assert style(palette.name, Pen(ink=Ink.GIVEN)).bold
    assert not style(palette.name, Pen(ink=Ink.VALUE)).bold
