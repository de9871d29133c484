"""The path of lessons, from singles to chains and then killers, with what was passed; and the glossary."""

from __future__ import annotations

from textual.content import Content

from nonet.explain import technique_name
from nonet.explain.names import level_name
from nonet.explain.voice import capital
from nonet.faces.tui.dialogs import TextScreen
from nonet.faces.tui.list_screen import ListScreen
from nonet.faces.tui.menu import Menu, Row
from nonet.logic import technique
from nonet.messages import TN
from nonet.play.glossary import glossary
from nonet.play.lessons import KILLER_PATH, PATH
from nonet.play.saved.lesson_progress import PASS, LessonProgress, lesson_progress

__all__ = ["LearnScreen"]

GLOSSARY = "glossary"
LESSONS = (*PATH, *KILLER_PATH)


class LearnScreen(ListScreen[None]):
    """The lessons in the order in which to learn them; the cursor is on the first that is not passed."""

    def on_mount(self) -> None:
        super().on_mount()
        menu = self.query_one(Menu)
        if menu.rows:
            known = lesson_progress(self.play_app.store)
            menu.go_to(
                next((key for key in LESSONS if not known.get(key, LessonProgress()).passed), GLOSSARY)
            )
            menu.show_row()

    def title_text(self) -> str:
        return self.say("Learn")

    def text(self) -> Content:
        known = lesson_progress(self.play_app.store)
        passed = sum(known.get(key, LessonProgress()).passed for key in LESSONS)
        forms = TN("{n} of {all} lessons passed", "{n} of {all} lessons passed")
        done = round(20 * passed / len(LESSONS))
        full, empty = ("#", ".") if self.play_app.plain else ("█", "░")
        about = self.say(
            "From the first single to chains: read what a technique is about, watch an example, then practise. "
            "Three exercises in a row pass a lesson."
        )
        counted = self.play_app.count(forms, passed, all=len(LESSONS))
        return Content.assemble(about, "\n\n", f"{full * done}{empty * (20 - done)}  {counted}")

    def rows(self) -> list[Row]:
        known = lesson_progress(self.play_app.store)
        lessons = [Row(key, self._title(key), note=self._state(key, known)) for key in LESSONS]
        return [Row(GLOSSARY, self.say("Glossary")), *lessons]

    def _title(self, key: str) -> str:
        return capital(technique_name(key, self.play_app.settings.language))

    def _state(self, key: str, known: dict[str, LessonProgress]) -> str:
        progress = known.get(key, LessonProgress())
        if progress.passed:
            return f"{'+' if self.play_app.plain else '✓'} {self.say('passed')}"
        if progress.row:
            return self.play_app.count(
                TN("{n} of {all} in a row", "{n} of {all} in a row"), progress.row, all=PASS
            )
        return level_name(technique(key).level.name.lower(), self.play_app.settings.language)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        if message.name == GLOSSARY:
            self.app.push_screen(TextScreen(self.say("Glossary"), self._glossary()))
        else:
            self.play_app.open_lesson(message.name)

    def _glossary(self) -> Content:
        entries = glossary(language=self.play_app.settings.language)
        return Content("\n\n").join(
            [Content.assemble((term, "bold"), "\n", meaning) for term, meaning in entries]
        )
