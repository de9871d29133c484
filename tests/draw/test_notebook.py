"""Values show themselves in a notebook."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

import nonet

TEXT = ".13.43.2.2.3...."


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (nonet.Puzzle.of("4x4", TEXT), 7),
        (nonet.Grid.of("4x4", TEXT), 7),
        (nonet.Candidates.of(TEXT), 7 + len([*nonet.Candidates.of(TEXT)])),
    ],
)
def test_values_have_pictures(value: nonet.Puzzle | nonet.Grid | nonet.Candidates, texts: int) -> None:
    picture = value._repr_svg_()
    assert picture is not None
    shown = fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    assert len(list(shown)) == texts
