// The rarer tools of a game: beside the board where there is room, in a dialog everywhere.

import { button, h } from "./dom.js";
import { confirm, openDialog, openHelp, openShare } from "./dialogs.js";
import { t } from "./words.js";

/** The tools as buttons; `done` is called after each, to close the dialog they stand in. */
export function extraTools(screen, done = () => {}) {
  const { match } = screen;
  const { state } = match;
  const tool = (name, text, icon, press, attributes = {}) =>
    button(text, {
      icon,
      class: "button",
      "data-name": name,
      press: () => {
        done();
        press();
      },
      ...attributes,
    });
  const restart = (enabled) => tool("restart", t("Start over"), "restart", () => startOver(screen), { enabled, "aria-haspopup": "dialog" });
  if (match.over) return [restart(true)];
  return [
    tool("auto", state.auto ? t("Hide candidates") : t("Show candidates"), "pencil", () => screen.act({ type: "auto-notes", on: !state.auto })),
    tool("refresh_notes", t("Fill in notes"), "pencil", () => screen.act({ type: "refresh-notes" })),
    tool("check", t("Check"), "check", () => screen.check()),
    tool("to_mistake", t("Undo to mistake"), "undo", () => screen.act({ type: "undo-to-mistake" }), { enabled: state.can_undo }),
    tool("mark_here", t("Set a mark"), "flag", () => screen.mark()),
    ...state.marks.map((name) => tool(`return ${name}`, t("Back to mark {name}", { name }), "arrow", () => screen.act({ type: "return-to", name }))),
    tool("reveal", t("Reveal cell"), "eye", () => screen.act({ type: "reveal", cells: screen.board.targets })),
    restart(state.can_undo),
    tool("share", t("Share or print"), "share", () => openShare(screen), { "aria-haspopup": "dialog" }),
    tool("give_up", t("Give up"), "flag", () => giveUp(screen), { "aria-haspopup": "dialog" }),
  ];
}

async function startOver(screen) {
  if (await confirm(t("Clear everything and start over?"), t("Start over"))) screen.act({ type: "restart" });
}

async function giveUp(screen) {
  if (await confirm(t("Give up and see the solution?"), t("Give up"))) screen.act({ type: "give-up" });
}

/** All of them in a dialog, with what belongs to the page. */
export function openMenu(screen) {
  const close = () => dialog.close();
  const zoom = button(t("Larger board"), {
    icon: "zoom",
    class: "button",
    press: () => {
      close();
      screen.toggleZoom();
    },
  });
  const help = button(t("Help"), {
    icon: "help",
    class: "button",
    press: () => {
      close();
      openHelp(screen.page);
    },
  });
  const dialog = openDialog(
    t("Menu"),
    h("div", { class: "extra" }, ...extraTools(screen, close), screen.match.shape.size > 9 ? zoom : null, help),
  );
}
