"""The layout of the screens; colours come from the themes of `palette`."""

from __future__ import annotations

__all__ = ["STYLE"]

STYLE = """
Screen {
    background: $background;
    color: $foreground;
    layers: base;
}
#head {
    height: 1;
    width: 100%;
    background: $footer;
    color: $foreground;
    text-style: bold;
    text-wrap: nowrap;
    text-overflow: ellipsis;
}
#foot {
    height: auto;
    width: 100%;
    background: $footer;
    color: $foreground;
    text-wrap: nowrap;
    text-overflow: clip;
    dock: bottom;
}
#middle {
    height: 1fr;
    width: 100%;
    layout: horizontal;
}
#stage {
    width: 1fr;
    height: 1fr;
    align: center middle;
}
#panel {
    padding: 0 1 0 2;
    scrollbar-size-vertical: 1;
}
#facts {
    width: 100%;
    height: auto;
}
#small {
    display: none;
    width: 100%;
    height: 100%;
}
#board {
    background: $background;
}

#start {
    height: 1fr;
    align: center middle;
}
#logo {
    width: 13;
    height: 5;
    margin: 0 0 1 0;
    color: $accent;
}
#start Menu {
    width: auto;
    min-width: 44;
    max-width: 100%;
}

.list {
    height: 1fr;
    padding: 1 2;
    scrollbar-size-vertical: 1;
}
.list Menu {
    width: 100%;
}
.list Static {
    width: 100%;
    max-width: 100;
}

Dialog {
    align: center middle;
    background: $background 60%;
}
.dialog {
    width: auto;
    min-width: 30;
    max-width: 90%;
    height: auto;
    max-height: 90%;
    padding: 1 2;
    background: $surface;
    border: round $accent;
}
.wide {
    width: 78;
    max-width: 100%;
    max-height: 100%;
}
.title {
    width: auto;
    height: auto;
    margin: 0 0 1 0;
    color: $accent;
}
.words {
    width: auto;
    height: auto;
    margin: 0 0 1 0;
}
.dialog Menu {
    width: auto;
}
.dialog Static {
    width: auto;
    max-width: 100%;
}
.wide Static {
    width: 100%;
}
.closing {
    margin: 1 0 0 0;
    color: $muted;
}

#verdict {
    height: auto;
    min-height: 2;
    padding: 0 1;
}
"""
