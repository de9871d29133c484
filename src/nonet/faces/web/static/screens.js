// The screens by the first part of their address. A game is part of the first load; the code of the others is loaded when
// they are shown for the first time.

import { api, Failure } from "./api.js";
import { GameScreen } from "./game.js";
import { syncLessons } from "./lesson_progress.js";
import { t } from "./words.js";

/** @import { Host, Screen } from "./screen.js" */

/** The code of a screen is missing: the server is away, or has another version of the page by now. */
export class NotLoaded extends Failure {}

/**
 * @template Module
 * @param {Promise<Module>} module  that is being imported
 */
async function code(module) {
  try {
    return await module;
  } catch (cause) {
    throw new NotLoaded(t("This screen could not be loaded. Check the connection, then reload the page."), { cause });
  }
}

/**
 * The second part of the address is an id, or empty. null: there is no such screen.
 * @type {Record<string, ((page: Host, id: string) => Promise<Screen | null>) | undefined>}
 */
export const SCREENS = {
  game: async (page, id) => (id ? new GameScreen(page, await api.game(id)) : null),
  room: async (page, id) => {
    if (!id) return null;
    const { room, game } = await api.joinRoom(id);
    if (!game) {
      const { LobbyScreen } = await code(import("./lobby.js"));
      return new LobbyScreen(page, room);
    }
    const { Together } = await code(import("./together.js"));
    return new GameScreen(page, game, (screen) => new Together(screen, room));
  },
  replay: async (_, id) => {
    if (!id) return null;
    const { ReplayScreen } = await code(import("./replay.js"));
    return new ReplayScreen(await api.game(id), await api.replay(id));
  },
  own: async (page) => {
    const { CustomPuzzleScreen } = await code(import("./custom_puzzle.js"));
    return new CustomPuzzleScreen(page, (await api.boards()).boards);
  },
  desk: async (page) => {
    const { DeskScreen } = await code(import("./desk.js"));
    return new DeskScreen(page, (await api.boards()).boards, await api.palette());
  },
  watch: async (page) => {
    const { WatchScreen } = await code(import("./watch.js"));
    return new WatchScreen(page);
  },
  stats: async () => {
    const { StatisticsScreen } = await code(import("./statistics.js"));
    return new StatisticsScreen(await api.statistics());
  },
  games: async (page) => {
    const { GamesScreen } = await code(import("./games.js"));
    return new GamesScreen(page, (await api.boards()).boards, await api.games({ limit: 300 }));
  },
  days: async (page) => {
    const { CalendarScreen } = await code(import("./calendar.js"));
    const [{ boards }, month] = await Promise.all([api.boards(), api.days()]);
    return new CalendarScreen(page, boards, month);
  },
  packs: async (page, id) => {
    const { PackScreen, PacksScreen } = await code(import("./packs.js"));
    return id ? new PackScreen(page, await api.pack(id)) : new PacksScreen(page, await api.packs());
  },
  learn: async (page, id) => {
    await syncLessons();
    return id ? lesson(page, id) : lessons(page);
  },
  tour: async (page) => {
    const { TourScreen } = await code(import("./tour.js"));
    return new TourScreen(page, (await api.boards()).boards);
  },
};

/** @param {Host} page */
async function lessons(page) {
  const { LearnScreen } = await code(import("./learn.js"));
  return new LearnScreen(page, await api.techniques());
}

/** @param {Host} page */
async function placement(page) {
  const { PlacementScreen } = await code(import("./placement.js"));
  const techniques = await api.techniques();
  const screen = new PlacementScreen(page, await api.lesson(techniques.placement[0]), techniques);
  await screen.next();
  return screen;
}

/** @param {Host} page @param {string} key */
async function lesson(page, key) {
  if (key === "placement") return placement(page);
  const { LessonScreen } = await code(import("./lesson.js"));
  return new LessonScreen(page, await api.lesson(key));
}
