"""The packs: a list of them, and the puzzles of one, with how far the player got."""

from __future__ import annotations

from textual import events
from textual.content import Content

from nonet.errors import NonetError
from nonet.faces.tui.screens import ListScreen, Menu, Row
from nonet.messages import T
from nonet.play.new_game import level_title
from nonet.play.packs import OURS
from nonet.play.saved.pack_progress import forget_pack, pack_named, packs, play_pack, progress_of
from nonet.play.words import clock


class PacksScreen(ListScreen[None]):
    """Enter opens a pack, `d` removes one of the player's own."""

    HEADING = T("Packs")

    def text(self) -> Content:
        return Content(
            self.say("A file or a folder of puzzles becomes a pack with “sudoku play --pack FILE”.")
        )

    def rows(self) -> list[Row]:
        found = packs(self.play_app.store, self.play_app.settings.language)
        return [Row(each.name, each.title, note=self.solved(each.solved, each.count)) for each in found]

    def solved(self, solved: int, count: int) -> str:
        bar = self.play_app.bar(10 * solved // max(1, count), 10)
        return f"{bar} {self.say('{solved} of {count} solved', solved=solved, count=count)}"

    def keys(self) -> list[tuple[str, str]]:
        *keys, back = super().keys()
        return [*keys, ("d", self.say("delete")), back]

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.app.push_screen(PackScreen(message.name))

    def take_key(self, event: events.Key) -> bool:
        menu = self.query_one(Menu)
        row = menu.rows[menu.at] if menu.rows else Row("", "")
        if event.key not in ("d", "delete") or not row.name or row.name in OURS:
            return super().take_key(event)

        def remove() -> None:
            try:
                forget_pack(self.play_app.store, row.name)
            except NonetError as error:
                self.complain(error)
            self.show()

        self.ask(self.say("Remove the pack “{title}”? Its games stay.", title=row.label), remove)
        return True


class PackScreen(ListScreen[None]):
    """The puzzles of a pack; the list begins at the next one."""

    HEADING = T("Packs")

    def __init__(self, name: str) -> None:
        super().__init__()
        self.pack_name = name

    def show(self) -> None:
        store, language = self.play_app.store, self.play_app.settings.language
        try:
            self.pack = pack_named(store, self.pack_name)
            self.progress = progress_of(store, self.pack)
        except NonetError as error:
            self.update("text", self.play_app.trouble(error))
            return
        super().show()
        ours = OURS.get(self.pack_name)
        self.update("head", f" {ours.title(language) if ours else self.pack.title}")
        menu = self.query_one(Menu)
        menu.go_to(str(self.progress.next()))
        self.call_after_refresh(menu.show_row)

    def text(self) -> Content:
        progress = self.progress
        solved = self.say("{solved} of {count} solved", solved=progress.solved, count=progress.count)
        return Content(" · ".join(filter(None, (self.pack.author, solved))))

    def rows(self) -> list[Row]:
        return [self._row(number) for number in range(1, self.pack.count + 1)]

    def _row(self, number: int) -> Row:
        level, game = self.pack.level(number), self.progress.games.get(number)
        notes = [level_title(level, language=self.play_app.settings.language)] if level else []
        if game is not None:
            states = {"given-up": self.say("given up"), "playing": self.say("in progress")}
            notes.append(states.get(game.status) or self.say("Solved in {time}.", time=clock(game.seconds)))
        title = " ".join(self.pack.about(number).title.split())
        return Row(str(number), f"{number:>3}  {title}".rstrip(), note=", ".join(notes))

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        app, pack, number = self.play_app, self.pack, int(message.name)
        app.begin(lambda: play_pack(app.store, pack, number, settings=app.settings))
