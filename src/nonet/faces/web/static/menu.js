// The rarer tools of a game: beside the board where there is room, in a dialog everywhere.

import { button, h } from "./dom.js";
import { confirm, openDialog, openHelp, openShare } from "./dialogs.js";
import { t } from "./words.js";

/** The tools as buttons; `done` is called after each, to close the dialog they stand in. */
export function extraTools(screen, done = () => {}) {
  const { match } = screen;
  const { state } = match;
  const tool = (name, icon, press, { text = t(name), ...attributes } = {}) =>
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
  const restart = (enabled) => tool("restart", "restart", () => startOver(screen), { enabled, "aria-haspopup": "dialog" });
  if (match.over) return [restart(true)];
  return [
    tool(state.auto ? "auto_off" : "auto_on", "pencil", () => screen.act({ type: "auto-notes", on: !state.auto })),
    tool("refresh_notes", "pencil", () => screen.act({ type: "refresh-notes" })),
    tool("check", "check", () => screen.check()),
    tool("to_mistake", "undo", () => screen.act({ type: "undo-to-mistake" }), { enabled: state.can_undo }),
    tool("mark_here", "flag", () => screen.mark()),
    ...state.marks.map((name) => tool(`return ${name}`, "arrow", () => screen.act({ type: "return-to", name }), { text: t("return_to", { name }) })),
    tool("reveal", "eye", () => screen.act({ type: "reveal", cells: screen.board.targets })),
    restart(state.can_undo),
    tool("share", "share", () => openShare(screen), { "aria-haspopup": "dialog" }),
    tool("give_up", "flag", () => giveUp(screen), { "aria-haspopup": "dialog" }),
  ];
}

async function startOver(screen) {
  if (await confirm(t("restart_sure"), t("restart"))) screen.act({ type: "restart" });
}

async function giveUp(screen) {
  if (await confirm(t("give_up_sure"), t("give_up"))) screen.act({ type: "give-up" });
}

/** All of them in a dialog, with what belongs to the page. */
export function openMenu(screen) {
  const close = () => dialog.close();
  const zoom = button(t("zoom"), {
    icon: "zoom",
    class: "button",
    press: () => {
      close();
      screen.toggleZoom();
    },
  });
  const help = button(t("help"), {
    icon: "help",
    class: "button",
    press: () => {
      close();
      openHelp(screen.page);
    },
  });
  const dialog = openDialog(
    t("game"),
    h("div", { class: "extra" }, ...extraTools(screen, close), screen.match.shape.size > 9 ? zoom : null, help),
  );
}
