"""XML from strangers: a small tree. Documents with a DOCTYPE are refused, so there are no entities to expand."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from nonet.errors import FormatError
from nonet.formats.codecs.decoding import decoding
from nonet.limits import check, check_time

DEEPEST = 60
"""Levels of nesting; the deepest of the formats has twelve."""


@dataclass
class Element:
    """An element: its name, attributes, children, and the text directly inside it."""

    name: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> list[Element]:
        """The children of that name."""
        return [child for child in self.children if child.name == name]

    def text_of(self, name: str) -> str:
        """The text of the first child of that name."""
        return next((child.text.strip() for child in self.all(name)), "")


def loads(text: str) -> Element:
    """The root element.

    >>> loads('<game data="12"><note>x</note></game>').text_of("note")
    'x'
    >>> loads('<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>')
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 1, column 1: XML with a DOCTYPE is not accepted
    """
    parser = expat.ParserCreate("utf-8")  # whatever encoding the document names: the text is decoded already
    parser.buffer_text = True
    document = Element("", {})
    open_elements = [document]
    texts: list[list[str]] = [[]]  # of the open elements, in pieces
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(open_elements) > DEEPEST:
            raise FormatError(f"XML nested more than {DEEPEST} levels deep", row=parser.CurrentLineNumber)
        nonlocal count
        count += 1
        check("values", count)
        check_time()
        element = Element(name, attributes)
        open_elements[-1].children.append(element)
        open_elements.append(element)
        texts.append([])

    def end(name: str) -> None:
        element = open_elements.pop()
        element.text = "".join(texts.pop())

    def characters(data: str) -> None:
        texts[-1].append(data)

    def doctype(*_: object) -> None:
        raise FormatError("XML with a DOCTYPE is not accepted", row=1, column=1)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    with decoding("not valid XML"):
        try:
            parser.Parse(text.encode("utf-8", "surrogatepass"), True)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code)
            raise FormatError(f"not valid XML: {what}", row=error.lineno, column=error.offset + 1) from None
    return document.children[0]


def tag(name: str, attributes: dict[str, str], inside: str | None = None, *, text: str = "") -> str:
    """An element as text; `inside` is XML already, `text` is not.

    >>> tag("game", {"data": "1 < 2"}), tag("note", {}, text="a & b")
    ('<game data="1 &lt; 2" />', '<note>a &amp; b</note>')
    """
    start = "".join(
        f" {key}={quoteattr(value, {chr(10): '&#10;', chr(13): '&#13;', chr(9): '&#9;'})}"
        for key, value in attributes.items()
    )
    content = escape(text) if inside is None else inside
    return f"<{name}{start}>{content}</{name}>" if content else f"<{name}{start} />"
