"""The path of lessons with what was passed, and a lesson: what a technique is about, an example that is walked through
on the board, and exercises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual import events
from textual.content import Content

from nonet.bitsets import digits_in
from nonet.errors import NonetError
from nonet.explain import technique_name
from nonet.explain.names import level_name
from nonet.explain.voice import capital, voice
from nonet.faces.tui.board_screen import BoardScreen, BoardView
from nonet.faces.tui.content import BoardContent, rule_signs, with_hint
from nonet.faces.tui.game_view import legend
from nonet.faces.tui.keys import STEPS, action_of, digit_of
from nonet.faces.tui.screens import ListScreen, Menu, PlayScreen, Row
from nonet.faces.tui.selection import Selection
from nonet.logic import technique
from nonet.messages import TN, T
from nonet.play.hint_view import HintView, hint_view
from nonet.play.lessons import (
    LESSONS,
    PATH,
    PLACEMENT,
    Attempt,
    Exercise,
    Judgement,
    LessonPosition,
    about,
    exercise,
    first_lesson,
    glossary,
    has_exercises,
    has_lesson,
    lesson_examples,
    lesson_order,
    near_miss,
    next_lesson,
    walked,
    why,
)
from nonet.play.saved.lesson_progress import (
    PASS,
    LessonProgress,
    asked_for,
    lesson_progress,
    lesson_start,
    record_exercise,
    record_start,
)
from nonet.rng import fresh_seed

IN_A_ROW = TN("{n} of {all} in a row", "{n} of {all} in a row")
GLOSSARY = "glossary"
TEST = "placement"
ASKED = "asked "
MOST_ASKED = 3
"""Lessons that are offered for the hints that were asked for."""
_EXAMPLE_KEYS = {
    **dict.fromkeys(("left", "h"), "back"),
    **dict.fromkeys(("right", "l", "space"), "on"),
    **{"enter": "practise", "p": "practise"},
}


class LearnScreen(ListScreen[None]):
    """The lessons in the order in which to learn them; the cursor is on the first that is not passed."""

    HEADING = T("Learn")

    def on_mount(self) -> None:
        self.show()
        menu = self.query_one(Menu)
        if menu.rows:
            known = lesson_progress(self.play_app.store)
            order = lesson_order(lesson_start(self.play_app.store))
            menu.go_to(next((key for key in order if not known.get(key, LessonProgress()).passed), GLOSSARY))
            menu.show_row()

    def text(self) -> Content:
        known = lesson_progress(self.play_app.store)
        passed = sum(known.get(key, LessonProgress()).passed for key in LESSONS)
        forms = TN("{n} of {all} lessons passed", "{n} of {all} lessons passed")
        bar = self.play_app.bar(round(20 * passed / len(LESSONS)), 20)
        about = self.say(
            "From the first single to chains: read what a technique is about, watch an example, then practise. "
            "Solve three exercises in a row to pass a lesson."
        )
        counted = self.play_app.count(forms, passed, all=len(LESSONS))
        return Content.assemble(about, "\n\n", f"{bar}  {counted}")

    def rows(self) -> list[Row]:
        known = lesson_progress(self.play_app.store)
        lessons = [Row(key, self._title(key), note=self._state(key, known)) for key in LESSONS]
        tools = [Row(GLOSSARY, self.say("Glossary")), Row(TEST, self.say("Where do I begin?"))]
        return [*tools, *self._from_games(), *lessons]

    def _from_games(self) -> list[Row]:
        """The lessons of the techniques that the player asked hints for most often."""
        forms = TN("{n} hint in your games", "{n} hints in your games")
        asked = [(key, n) for key, n in asked_for(self.play_app.store).items() if has_lesson(key)]
        return [
            Row(f"{ASKED}{key}", self._title(key), note=self.play_app.count(forms, count))
            for key, count in asked[:MOST_ASKED]
        ]

    def _title(self, key: str) -> str:
        return capital(technique_name(key, self.play_app.settings.language))

    def _state(self, key: str, known: dict[str, LessonProgress]) -> str:
        progress = known.get(key, LessonProgress())
        if progress.passed:
            return f"{'+' if self.play_app.plain else '✓'} {self.say('passed')}"
        if progress.row:
            return self.play_app.count(IN_A_ROW, progress.row, all=PASS)
        return level_name(technique(key).level.name.lower(), self.play_app.settings.language)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        if message.name == GLOSSARY:
            self.tell(self.say("Glossary"), self._glossary())
        elif message.name == TEST:
            self.play_app.push_screen(
                PlacementScreen(self.play_app.settings.voice), lambda _: self.on_mount()
            )
        else:
            open_lesson(self, message.name.removeprefix(ASKED))

    def _glossary(self) -> Content:
        entries = glossary(language=self.play_app.settings.language)
        return Content("\n\n").join(
            [Content.assemble((term, "bold"), "\n", meaning) for term, meaning in entries]
        )


def open_lesson(screen: PlayScreen[Any], technique: str, then: Callable[[], None] = lambda: None) -> None:
    """Opens the lesson of a technique; `then` is called when it is closed."""
    app = screen.play_app
    try:
        progress = lesson_progress(app.store).get(technique, LessonProgress())
        lesson = LessonScreen(technique, progress, language=app.settings.voice)
    except NonetError as error:
        screen.complain(error)
        return
    app.push_screen(lesson, lambda _: then())


class LessonScreen(BoardScreen[None]):
    """First the example, step by step; then exercises, of which every move is checked at once."""

    others: tuple[str, ...] = ()
    """Techniques whose steps are right in exercises, too."""

    def __init__(self, technique: str, progress: LessonProgress, *, language: str) -> None:
        super().__init__()
        self.language = language
        self._teach(technique, progress)

    def _teach(self, technique: str, progress: LessonProgress) -> None:
        """Begins a lesson."""
        self.technique = technique
        self.progress = progress
        self.examples = lesson_examples(technique)
        self.walks = [walked(each, language=self.language) for each in self.examples]
        if (miss := near_miss(technique)) is not None:
            self.walks.append(walked(miss, language=self.language))
            self.examples.append(miss)
        self.has_exercises = has_exercises(technique)
        self.which = self.at = 0
        self.exercise: Exercise | None = None
        self.attempt = Attempt([])
        self.over = self.helped = False
        self.news = ""
        layout = self.examples[0].hint.position.layout
        self.selection = Selection(layout)
        self.seed = fresh_seed() % (1 << 31)

    # -- what is shown ---------------------------------------------------------------------------------------

    @property
    def position(self) -> LessonPosition:
        return self.examples[self.which] if self.exercise is None else self.exercise.position

    @property
    def shown(self) -> HintView | None:
        """What is highlighted: a step of the example, or the solution of an exercise."""
        if self.exercise is None:
            return self.walks[self.which][self.at]
        return hint_view(self.exercise.position.hint, tier=4, language=self.language) if self.over else None

    def show(self) -> None:
        name = capital(technique_name(self.technique, self.language))
        part = self._example_title() if self.exercise is None else self.say("Exercise")
        text = self._example_text() if self.exercise is None else self._exercise_text()
        self.display_board(self._content(), head=f"{name}: {part}", text=text, foot=self.chips(self._keys()))

    def _example_title(self) -> str:
        if self.position.spoiler is not None:
            return self.say("Looks right, but is wrong")
        all_examples = sum(each.spoiler is None for each in self.examples)
        return f"{self.say('Example')} {self.say('{at} of {last}', at=self.which + 1, last=all_examples)}"

    def _content(self) -> BoardContent:
        hint = self.position.hint
        values, masks = bytearray(hint.position.grid.entries), list(hint.position.masks)
        for cell, digit in self.attempt.made if self.exercise is not None else ():
            if self.attempt.placing:
                values[cell] = digit
            else:
                masks[cell] &= ~(1 << (digit - 1))
        content = self.board_content(
            hint.position.layout,
            bytes(values),
            hint.givens.entries,
            corner=masks,
            cursor=self.selection.cursor if self.exercise is not None else None,
            rules=rule_signs(self.position.puzzle, plain=self.play_app.plain),
        )
        plan = self.plan_for(content)
        tall = plan.scale is not None and plan.scale.holds_notes
        return with_hint(content, self.shown, tall=tall)

    def _example_text(self) -> Content:
        step = self.walks[self.which][self.at]
        reason = why(self.technique, language=self.language)
        count = self.say("{at} of {last}", at=self.at + 1, last=len(self.walks[self.which]))
        parts = [
            *map(Content, filter(None, (about(self.technique, language=self.language), reason))),
            Content.assemble((count, "bold reverse"), "\n", step.text),
        ]
        if signs := legend(step, plain=self.play_app.plain):
            parts.append(Content("\n").join(signs))
        if not self.has_exercises:
            parts.append(Content(self.say("This technique is so rare that there are no exercises for it.")))
        return Content("\n\n").join(parts)

    def _exercise_text(self) -> Content:
        progress = self.progress
        full, empty = ("*", ".") if self.play_app.plain else ("●", "○")
        counted = self.play_app.count(IN_A_ROW, progress.row, all=PASS)
        parts = [Content(f"{full * progress.row}{empty * (PASS - progress.row)}  {counted}")]
        if progress.passed:
            parts.append(Content.styled(self.say("Lesson passed."), "bold"))
        parts.append(Content(self.news))
        if not self.over:
            parts.append(self._cell_text())
        if self.over and self.shown is not None:
            parts.append(Content(self.shown.text))
        return Content("\n\n").join(parts)

    def _cell_text(self) -> Content:
        """The selected cell and its candidates, which a small board has no room for."""
        cell, content, speaker = self.selection.cursor, self._content(), voice(self.language)
        name = capital(speaker.cells_in_words(content.layout, [cell]))
        if content.values[cell]:
            return Content.assemble(f"{name}: ", (content.symbol(content.values[cell]), "bold"))
        listed = " ".join(map(content.symbol, digits_in(content.corner[cell])))
        return Content.assemble(f"{name}\n{self.say('candidates')}: ", (listed, "bold"))

    def _keys(self) -> list[tuple[str, str, str]]:
        say, plain = self.say, self.play_app.plain
        after = [] if next_lesson(self.technique) is None else [("n", say("Next lesson"), "next")]
        closing = ("Esc", say("back"), "close")
        if self.exercise is None:
            keys = [
                ("Left" if plain else "←", say("One step back"), "back"),
                ("Right" if plain else "→", say("Next step"), "on"),
            ]
            keys += [("Enter", say("Practise"), "practise")] if self.has_exercises else []
            return [*keys, *after, closing]
        if self.over:
            return [
                ("Enter", say("Next exercise"), "practise"),
                ("e", say("Example"), "example"),
                *after,
                closing,
            ]
        return [
            ("Arrows" if plain else "←↑↓→", say("move"), ""),
            ("1-9", say("digit"), ""),
            ("t", say("Show me"), "solution"),
            ("e", say("Example"), "example"),
            closing,
        ]

    # -- input -----------------------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        digit = digit_of(event.character, self.position.hint.position.layout)
        action = action_of(event.key)
        if self.exercise is None and event.key in _EXAMPLE_KEYS:
            self.act(_EXAMPLE_KEYS[event.key])
        elif self.exercise is not None and digit is not None:
            self._write(digit)
        elif self.exercise is not None and action in STEPS:
            self.selection.move(*STEPS[action])
        elif event.key == "n" and (self.exercise is None or self.over):
            self.act("next")
        elif self.exercise is not None and event.key in ("enter", "t", "e"):
            self.act({"enter": "practise", "t": "solution", "e": "example"}[event.key])
        else:
            return super().take_key(event)
        self.show()
        return True

    def on_board_view_picked(self, message: BoardView.Picked) -> None:
        self.selection.go(message.cell)
        self.show()

    def act(self, name: str) -> None:
        match name:
            case "close":
                self.close()
            case "back" | "on":
                self._walk(1 if name == "on" else -1)
            case "practise" if self.has_exercises and (self.exercise is None or self.over):
                self.in_background(lambda: self._exercise(), self._begin)
            case "next" if (after := next_lesson(self.technique)) is not None:
                self._teach(after, lesson_progress(self.play_app.store).get(after, LessonProgress()))
            case "example":
                self.exercise, self.which, self.at = None, 0, 0
            case "solution" if self.exercise is not None and not self.over:
                self.over = self.helped = True
                self.news = ""
                self._record(clean=False)
        self.show()

    def _walk(self, by: int) -> None:
        """One step on or back, over the end of an example to the next one."""
        places = [(which, at) for which, steps in enumerate(self.walks) for at in range(len(steps))]
        place = places.index((self.which, self.at)) + by
        self.which, self.at = places[min(max(0, place), len(places) - 1)]

    def _exercise(self) -> Exercise:
        return exercise(self.technique, self.seed, others=self.others)

    def _begin(self, new: Exercise | str) -> None:
        if isinstance(new, str):
            self.complain(new)
            return
        self._set(new)
        self.show()

    def _set(self, new: Exercise) -> None:
        self.seed += 1
        self.exercise, self.attempt = new, Attempt(new.answers)
        self.over = self.helped = False
        self.selection = Selection(new.position.hint.position.layout)
        self.selection.next_empty(new.position.hint.position.grid.entries, 1)
        self.news = self._task_text()

    def _task_text(self) -> str:
        name = capital(technique_name(self.technique, self.language))
        if self.attempt.placing:
            return self.say("{name}: find it, select the cell and press the digit.", name=name)
        return self.say(
            "{name}: find it, select a cell and press each candidate that can be eliminated.", name=name
        )

    def _record(self, *, clean: bool) -> None:
        """Counts the exercise; if that cannot be saved, it says so."""
        try:
            self.progress = record_exercise(self.play_app.store, self.technique, clean=clean)
        except NonetError as error:
            self.complain(error)

    def _write(self, digit: int) -> None:
        if self.over or self.exercise is None:
            return
        cell = self.selection.cursor
        if not self.attempt.placing and digit not in self.position.hint.position.digits(cell):
            return  # nothing to strike out
        judgement = self.attempt.move(cell, digit)
        if judgement is Judgement.WRONG:
            self._record(clean=False)
            place = capital(voice(self.language).cells_in_words(self.position.hint.position.layout, [cell]))
            message = (
                self.say("{place}: {digit} does not follow from this technique.", place=place, digit=digit)
                if self.attempt.placing
                else self.say("{place}: {digit} cannot be ruled out this way.", place=place, digit=digit)
            )
            self.news = message
        elif not self.attempt.solved:
            self.news = self.say("Right. There is more to find.")
        else:
            clean = not self.attempt.mistakes and not self.helped
            self._record(clean=clean)
            self.over = True
            self.news = (
                self.say("Right!") if clean else self.say("Right, but after a mistake it does not count.")
            )


class PlacementScreen(LessonScreen):
    """The placement test: boards of rising level. The first mistake ends it, and decides the lesson to begin with."""

    others = PATH

    def __init__(self, language: str) -> None:
        super().__init__(PLACEMENT[0], LessonProgress(), language=language)
        self.solved = 0
        self._set(self._exercise())

    @property
    def ended(self) -> bool:
        return self.over and (self.technique != PLACEMENT[self.solved - 1] or self.solved == len(PLACEMENT))

    def show(self) -> None:
        at = self.say("Board {n} of {all}", n=PLACEMENT.index(self.technique) + 1, all=len(PLACEMENT))
        head = f"{self.say('Where do I begin?')} {at}"
        foot = self.chips(self._keys())
        self.display_board(self._content(), head=head, text=self._exercise_text(), foot=foot)

    def _exercise_text(self) -> Content:
        about = self.say(
            "Five boards, each harder than the one before. The small digits are the candidates of a cell: what it "
            "can still take. The test ends with the first mistake, and says which lesson to begin with."
        )
        parts = [about, self.news, self.shown.text if self.shown is not None else self._cell_text()]
        if self.ended:
            name = technique_name(first_lesson(self.solved), self.language)
            parts.append(self.say("Begin with this lesson: {name}", name=name))
        return Content("\n\n").join([part if isinstance(part, Content) else Content(part) for part in parts])

    def _task_text(self) -> str:
        if self.attempt.placing:
            return self.say("Which digit can you be sure of? Select its cell and press the digit.")
        return self.say("Which candidates can you rule out? Select a cell and press them, one after another.")

    def _keys(self) -> list[tuple[str, str, str]]:
        say, plain = self.say, self.play_app.plain
        closing = ("Esc", say("back"), "close")
        if self.over:
            return [("Enter", say("Begin") if self.ended else say("Next board"), "practise"), closing]
        moves = [("Arrows" if plain else "←↑↓→", say("move"), ""), ("1-9", say("digit"), "")]
        return [*moves, ("t", say("I don't know"), "solution"), closing]

    def act(self, name: str) -> None:
        if name == "practise" and self.ended:
            open_lesson(self, first_lesson(self.solved), self.close)
        elif name == "practise" and self.over:
            self.technique = PLACEMENT[self.solved]
            super().act(name)
        elif name in ("close", "solution"):
            super().act(name)

    def _record(self, *, clean: bool) -> None:
        self.solved += clean
        self.over = True  # a mistake ends the test, too
        if self.ended:
            record_start(self.play_app.store, first_lesson(self.solved))
