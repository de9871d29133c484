"""What the terminal game says, in Czech; in English it says the keys of this table themselves. Hints and events
have words of their own, in `nonet.explain` and `nonet.play`.
"""

from __future__ import annotations

__all__ = ["CZECH", "say"]

CZECH = {
    # start
    "New game": "Nová hra",
    "  Board": "  Deska",
    "  Level": "  Obtížnost",
    "Go on with the last game": "Pokračovat v poslední hře",
    "Saved games": "Uložené hry",
    "Puzzle of the day": "Sudoku dne",
    "A puzzle of your own": "Vlastní zadání",
    "Statistics": "Statistika",
    "Settings": "Nastavení",
    "Help": "Jak se hraje",
    "Quit": "Konec",
    "choose": "výběr",
    "change": "změna",
    "begin": "začít",
    "quit": "konec",
    "own puzzle": "vlastní",
    "shared puzzle": "sdílené",
    "of {day}": "ze dne {day}",
    "That did not work": "To se nepovedlo",
    "This cannot be read as a puzzle: {message}": "Tohle se nedá přečíst jako sudoku: {message}",
    "The saved games cannot be used: {message}": "Uložené hry se nedají použít: {message}",
    "One moment … (Esc: never mind)": "Okamžik … (Esc: nechat být)",
    # the board of a game
    "Choose a cell with the arrow keys and type a digit.": "Šipkami vyber políčko a napiš číslici.",
    "Paused. The board is hidden; p goes on.": "Pauza. Deska je skrytá; p pokračuje.",
    "The window is too small for the board. Make it larger; the game is kept.": (
        "Okno je na desku příliš malé. Zvětši ho; hra zůstává uložená."
    ),
    "The window is too small for the board.": "Okno je na desku příliš malé.",
    "paused": "pauza",
    "check: rules": "kontrola: pravidla",
    "check: solution": "kontrola: řešení",
    "Arrows": "Šipky",
    "move": "pohyb",
    "digit": "číslice",
    "Colours are 1 to 8; 0 takes a colour away.": "Barvy jsou 1 až 8; 0 barvu smaže.",
    "First the digit, then the cells: Enter or a click puts it.": (
        "Nejdřív číslice, potom políčka: zapíše ji Enter nebo myš."
    ),
    "First the cell, then the digit.": "Nejdřív políčko, potom číslice.",
    "Now choose cells: Enter or a click.": "Teď vyber políčka: Enter nebo myš.",
    "Wrong cells, marked on the board: {n}.": "Chybná políčka, vyznačená na desce: {n}.",
    "No mistake so far.": "Zatím žádná chyba.",
    "There is no mark yet; m sets one.": "Zatím tu není žádná značka; m ji nastaví.",
    "mark {name}": "značka {name}",
    "Go back to": "Zpět na",
    # the panel
    "Thinking …": "Přemýšlím …",
    "Hint, {n} of 4": "Nápověda, {n} ze 4",
    "more": "víc",
    "do it": "provést",
    "close": "zavřít",
    "Mode:": "Režim:",
    "digits": "číslice",
    "corner notes": "poznámky v rozích",
    "centre notes": "poznámky uprostřed",
    "colours of cells": "barvy políček",
    "colours of candidates": "barvy kandidátů",
    "colour for candidate {digit}? 1-8, 0 none": "barva kandidáta {digit}? 1-8, 0 žádná",
    "which candidate? type its digit": "který kandidát? napiš číslici",
    "Digit first:": "Nejdřív číslice:",
    "none yet": "zatím žádná",
    "Candidates are shown automatically.": "Kandidáti se ukazují sami.",
    "Still to place:": "Zbývá doplnit:",
    "{n} cells are selected.": "Vybraná políčka: {n}.",
    "given": "zadáno",
    "revealed": "odkryto",
    "candidates": "kandidáti",
    "corner": "rohy",
    "centre": "střed",
    "empty": "prázdné",
    "colour {letter}": "barva {letter}",
    "Marks: {names} (g goes back)": "Značky: {names} (g se vrátí)",
    "Dead end: some cell or house has nothing left.": "Slepá ulička: některému políčku nebo skupině nic nezbývá.",
    # the menu of a game
    "Menu": "Nabídka",
    "Go on": "Pokračovat",
    "Reveal this cell": "Odkrýt toto políčko",
    "Reveal this cell?": "Odkrýt toto políčko?",
    "Give up: show the solution": "Vzdát: ukázat řešení",
    "Give up and see the solution?": "Vzdát hru a ukázat řešení?",
    "Start this puzzle again": "Začít znovu od zadání",
    "Clear everything and start again?": "Smazat vše a začít znovu?",
    "Show the puzzle as text": "Zadání jako text",
    "The puzzle as text": "Zadání jako text",
    "Another game (this one is kept)": "Jiná hra (tahle zůstane uložená)",
    "Quit (the game is kept)": "Konec (hra zůstane uložená)",
    "No": "Ne",
    "Yes": "Ano",
    # the end
    "Well done!": "Výborně!",
    "Solved in {time}.": "Vyřešeno za {time}.",
    "Your best time on this board and level!": "Tvůj nejlepší čas na této desce a obtížnosti!",
    "Help: hints {hints}, checks {checks}, revealed cells {reveals}.": (
        "Pomoc: nápovědy {hints}, kontroly {checks}, odkrytá políčka {reveals}."
    ),
    "Another one like this": "Ještě jednu takovou",
    "Back to the start": "Zpět na začátek",
    "Look at the board": "Prohlédnout desku",
    # settings
    "Mistakes": "Chyby",
    "not shown": "neukazovat",
    "against the rules": "proti pravidlům",
    "against the solution": "proti řešení",
    "Clean notes after a digit": "Čistit poznámky po zápisu",
    "First": "Nejdřív",
    "the cell": "políčko",
    "the digit": "číslice",
    "Show peers": "Ukazovat sousedy",
    "Show the same digit": "Ukazovat stejné číslice",
    "Show the time": "Ukazovat čas",
    "Colours": "Barvy",
    "as the terminal": "podle terminálu",
    "dark": "tmavé",
    "light": "světlé",
    "strong, for every eye": "výrazné, pro každé oči",
    "Language": "Jazyk",
    "Done": "Hotovo",
    "yes": "ano",
    "no": "ne",
    # one's own puzzle
    "clues: {n}": "zadaných číslic: {n}",
    "Type the digits of your puzzle, 0 or . for an empty cell; or paste it as text.": (
        "Napiš číslice zadání, 0 nebo . pro prázdné políčko; nebo je vlož jako text."
    ),
    "Enter checks it and begins the game.": "Enter zadání zkontroluje a začne hru.",
    "Pasted. Enter checks it and begins the game.": "Vloženo. Enter zadání zkontroluje a začne hru.",
    "another board": "jiná deska",
    "clear": "smazat",
    "back": "zpět",
    "Play it?": "Hrát?",
    # statistics
    "board": "deska",
    "level": "obtížnost",
    "games": "her",
    "solved": "vyřešeno",
    "unaided": "bez pomoci",
    "best": "nejlepší",
    "mean": "průměr",
    "own": "vlastní",
    "No game has been finished yet.": "Zatím není žádná hra dohraná.",
    "Days in a row with a solved game: {now}, at most {most}.": (
        "Dní v řadě s vyřešenou hrou: {now}, nejvíc {most}."
    ),
    "Days in a row with the puzzle of the day: {now}, at most {most}.": (
        "Dní v řadě se sudoku dne: {now}, nejvíc {most}."
    ),
    "All of it stays on this machine: {path}": "Všechno zůstává na tomto počítači: {path}",
    # help
    "Esc closes this.": "Esc zavře.",
    "Every row, column and box (and every other house of the board) holds each digit once.": (
        "Každý řádek, sloupec a čtverec (a každá další skupina desky) má každou číslici právě jednou."
    ),
    "put the digit; again: take it away": "zapsat číslici; znovu: smazat",
    "Signs": "Značky na desce",
    "two of the same digit in a house": "stejná číslice dvakrát ve skupině",
    "wrong; or a candidate that a hint strikes out": "chyba; nebo kandidát, kterého nápověda škrtá",
    "the colour of a cell or a candidate": "barva políčka nebo kandidáta",
    "the cell is on a diagonal, in a window": "políčko na diagonále, v okně",
    "centre notes; other small digits are corner notes": "poznámky uprostřed; ostatní jsou v rozích",
    "a small cell that has notes: they are shown beside the board": (
        "malé políčko s poznámkami: ukazují se vedle desky"
    ),
    "The mouse: click a cell; Shift-click or drag for several; click digits and keys.": (
        "Myš: klikni na políčko; Shift nebo tažení jich vybere víc; klikat lze i na číslice a klávesy."
    ),
    # keys
    "Move": "Pohyb",
    "up": "nahoru",
    "down": "dolů",
    "left": "vlevo",
    "right": "vpravo",
    "to the start of the row": "na začátek řádku",
    "to the end of the row": "na konec řádku",
    "to the next empty cell": "na další prázdné políčko",
    "to the empty cell before": "na předchozí prázdné políčko",
    "select several cells, for notes (or drag the mouse)": "vybrat víc políček, pro poznámky (nebo tažením myši)",
    "Fill": "Zápis",
    "clear the cell": "smazat políčko",
    "digit first": "nejdřív číslice",
    "first the cell, or first the digit (then Enter, click)": (
        "nejdřív políčko, nebo nejdřív číslice (potom Enter, myš)"
    ),
    "put the digit that was chosen first; do what the hint says": (
        "zapsat číslici vybranou napřed; provést, co říká nápověda"
    ),
    "Notes and colours": "Poznámky a barvy",
    "notes": "poznámky",
    "corner notes, and back to digits": "poznámky v rozích, a zpět na číslice",
    "centre notes, and back to digits": "poznámky uprostřed, a zpět na číslice",
    "digits, corner notes, centre notes in turn": "střídá číslice, rohy, střed",
    "colours": "barvy",
    "colour cells 1 to 8; again: a candidate (digit, colour)": (
        "barvit políčka 1 až 8; znovu: kandidáta (číslice, barva)"
    ),
    "auto notes": "kandidáti",
    "show the candidates automatically, or no more": "ukazovat kandidáty samočinně, nebo už ne",
    "write all candidates as corner notes": "zapsat všechny kandidáty do rohů",
    "hint": "nápověda",
    "a hint; again: more of it": "nápověda; znovu: víc",
    "check": "kontrola",
    "check for mistakes now": "zkontrolovat chyby",
    "help": "jak hrát",
    "this page": "tato stránka",
    "scroll a long hint up": "posunout dlouhou nápovědu nahoru",
    "scroll it down": "posunout ji dolů",
    "Back and forth": "Zpět a vpřed",
    "undo": "zpět",
    "redo": "znovu",
    "undo to before the first mistake": "zpět před první chybu",
    "mark": "značka",
    "mark here": "nastavit tu značku",
    "go back to a mark": "vrátit se na značku",
    "Game": "Hra",
    "pause": "pauza",
    "pause, and go on": "pauza, a pokračovat",
    "menu": "nabídka",
    "menu: reveal, restart, give up, settings …; close a hint": (
        "nabídka: odkrýt, znovu, vzdát, nastavení …; zavřít nápovědu"
    ),
    "settings": "nastavení",
    "quit; the game is kept": "konec; hra zůstane uložená",
}


def say(text: str, language: str = "en", **slots: object) -> str:
    """The text in that language, its slots filled.

    >>> say("Solved in {time}.", "cs", time="3:07")
    'Vyřešeno za 3:07.'
    """
    shown = CZECH.get(text, text) if language == "cs" else text
    return shown.format(**slots) if slots else shown
