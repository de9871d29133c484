// The API's JSON, from its OpenAPI description: tools/api_types.py writes this file.

export type About = {
  title: string;
  author: string;
  description: string;
  source: string;
  level: string;
  date: string;
  url: string;
  rating: string;
};

export type Action = {
  type: "place";
  by?: number;
  cells: number[];
  digit: number;
  clean?: boolean;
} | {
  type: "clear";
  by?: number;
  cells: number[];
} | {
  type: "reveal";
  by?: number;
  cells: number[];
} | {
  type: "restart";
  by?: number;
} | {
  type: "give-up";
  by?: number;
} | {
  type: "mark";
  by?: number;
  name: string;
} | {
  type: "note";
  by?: number;
  cells: number[];
  digit: number;
  kind?: "corner" | "centre";
  on?: boolean;
} | {
  type: "auto-notes";
  by?: number;
  on?: boolean;
} | {
  type: "refresh-notes";
  by?: number;
} | {
  type: "strike";
  by?: number;
  candidates: [number, number][];
  on?: boolean;
} | {
  type: "paint";
  by?: number;
  cells: number[];
  colour: number;
} | {
  type: "add-colour";
  by?: number;
  cells: number[];
  colour: number;
} | {
  type: "paint-candidate";
  by?: number;
  cell: number;
  digit: number;
  colour: number;
} | {
  type: "toggle-note";
  by?: number;
  cells: number[];
  digit: number;
  kind?: "corner" | "centre";
} | {
  type: "undo";
  by?: number;
} | {
  type: "redo";
  by?: number;
} | {
  type: "undo-to-mistake";
  by?: number;
} | {
  type: "return-to";
  by?: number;
  name: string;
} | {
  type: "pause";
  by?: number;
} | {
  type: "resume";
  by?: number;
};

export type Aids = {
  hints: number;
  checks: number;
  reveals: number;
};

export type AskedFor = {
  technique: string;
  hints: number;
};

export type Board = {
  name: string;
  title: string;
  size: number;
  layout: string;
  variant: boolean;
  shape: Shape;
  example: BoardExample;
  levels: Level[];
};

export type BoardExample = {
  shape: Shape;
  drawing: Drawing | null;
};

export type Boards = {
  boards: Board[];
  daily: Daily;
  languages: string[];
  version: string;
  today: string;
};

export type Cage = {
  cells: number[];
  sum: number;
  possible: number[][];
  ruled_out: number[][];
  text: string;
};

export type Check = {
  kind: string;
  text: string;
  cells: number[];
  clues: number;
  conflicts: number[];
  mistakes: number[];
  complete: boolean;
};

export type Code = {
  code: string;
  seconds: number;
};

export type Daily = {
  date: string;
  level: string;
  title: string;
  game: string | null;
  status: "playing" | "finished" | "given-up" | null;
};

export type DailyTime = {
  name: string;
  seconds: number;
  aided: boolean;
  own: boolean;
};

export type DamagedGame = {
  id: string;
  reason: string;
};

export type Day = {
  date: string;
  level: string;
  title: string;
  game: string | null;
  status: "playing" | "finished" | "given-up" | null;
  seconds: number | null;
};

export type Days = {
  first: string;
  today: string;
  days: Day[];
  streak: Streak;
};

export type DeskCandidates = {
  known: boolean;
  candidates: number[];
};

export type DeskCheck = {
  words: string[];
  drawing: Drawing | null;
  troubles: Trouble[];
};

export type DeskContradiction = {
  known: boolean;
  clues: Trouble[];
};

export type DeskDraft = {
  layout: string;
  board: string;
  shape: Shape;
  values: number[];
  rules: {
    kind: string;
    [other: string]: unknown;
  }[];
  ruled_out: number[];
  about: About;
};

export type DeskPath = {
  level: string;
  text: string;
  techniques: TechniqueUse[];
};

export type DeskSolutions = {
  kind: "none" | "one" | "several" | "unknown";
  count: number;
  complete: boolean;
  solution: string | null;
};

export type DeskTexts = {
  texts: Export[];
};

export type Doubt = {
  cell: number;
  digit: number;
  probability: number;
  others: number[];
};

export type Drawing = {
  cell: number;
  under: DrawnElement[];
  over: DrawnElement[];
  around: DrawnElement[];
  margins: [number, number, number, number];
  insets: [number, number, number, number][];
};

export type DrawnClue = {
  name: string;
  cells: number[];
  outside: boolean;
  text: string;
};

export type DrawnElement = {
  tag: "rect" | "circle" | "path" | "text";
  attributes: { [name: string]: string };
  text: string;
};

export type DrawnField = {
  name: string;
  type: "cell" | "path" | "set" | "groups";
};

export type Error = {
  error: ErrorReason;
  row?: number | null;
  column?: number | null;
  cells?: number[];
  last?: number;
};

export type ErrorReason = {
  code: string;
  message: string;
  where?: string;
};

export type Export = {
  format: string;
  text: string | null;
  reason: string;
};

export type Family = {
  name: string;
  title: string;
};

export type Frame = {
  text: string;
  cells: [number, number, number, number, number][];
};

export type Game = {
  givens: number[];
  values: number[];
  corner: number[];
  centre: number[];
  candidates: number[];
  auto: boolean;
  colours: number[];
  candidate_colours: [number, number, number][];
  more_colours: [number, number][];
  revealed: number[];
  conflicts: number[];
  mistakes: number[];
  left: number[];
  marks: string[];
  status: "playing" | "finished" | "given-up";
  dead_end: boolean;
  hidden: number[];
  can_undo: boolean;
  can_redo: boolean;
  layout: string;
  board: string;
  board_title: string;
  level: string | null;
  level_title: string | null;
  source: string;
  seed: number | null;
  shape: Shape;
  share: string;
  text: string;
  rules: Rules | null;
  about: About;
  id: string;
  filled: number;
  total: number;
  progress: number;
  seconds: number;
  created: string;
  paused: boolean;
  aids: Aids;
  revision: number;
  best: boolean | null;
  cages: Cage[];
};

export type Games = {
  games: SavedGame[];
  count: number;
  damaged: DamagedGame[];
};

export type Help = {
  drawn: number[];
  cleared: number[];
  kind: "conflict" | "broken" | "mistake" | "lost" | "impossible" | "several" | "solved" | "step" | "reveal";
  tier: number;
  text: string;
  short: string;
  lines: HintLine[];
  proof: HintLine[];
  technique: string | null;
  technique_name: string | null;
  lesson: boolean;
  digit: number | null;
  cell: number;
  legend: Legend[];
  cases: HelpCase[];
  walk: HelpStep[];
  elements: DrawnElement[];
  moves: Action[];
};

export type HelpCase = {
  drawn: number[];
  cleared: number[];
  title: string;
  legend: Legend[];
};

export type HelpStep = {
  drawn: number[];
  cleared: number[];
  text: string;
};

export type HintLine = {
  text: string;
  depth: number;
  cells: number[];
  houses: number[];
  digits: number[];
};

export type House = {
  kind: string;
  name: string;
  cells: number[];
};

export type Household = {
  open: boolean;
  times: DailyTime[];
};

export type Legend = {
  sign: DrawnElement[];
  text: string;
};

export type Lesson = {
  key: string;
  name: string;
  level: string;
  level_title: string;
  part: string;
  about: string;
  why: string;
  next: Technique | null;
  practice: boolean;
  examples: Position[];
  near_miss: Position | null;
};

export type Lessons = {
  lessons: Practised[];
  asked: AskedFor[];
  start: string | null;
};

export type Level = {
  name: string;
  title: string;
};

export type Nothing = { [name: string]: never };

export type Outcome = {
  number: number;
  refused: string | null;
  events: {
    type: string;
    text: string;
    [other: string]: unknown;
  }[];
  text: string;
};

export type Outcomes = {
  last: number;
  outcomes: Outcome[];
  game: Game;
};

export type Pack = {
  name: string;
  title: string;
  count: number;
  solved: number;
  next: number | null;
  own: boolean;
  author: string;
  puzzles: PackPuzzle[];
};

export type PackPuzzle = {
  number: number;
  title: string;
  level: string | null;
  level_title: string | null;
  game: string | null;
  status: "playing" | "finished" | "given-up" | null;
};

export type PackSummary = {
  name: string;
  title: string;
  count: number;
  solved: number;
  next: number | null;
  own: boolean;
};

export type Packs = {
  packs: PackSummary[];
};

export type Palette = {
  families: Family[];
  tools: Tool[];
};

export type PhotoReading = {
  puzzle: Puzzle;
  doubts: Doubt[];
  settled: Doubt[];
  corners: [[number, number], [number, number], [number, number], [number, number]];
};

export type Position = {
  shape: Shape;
  givens: string;
  values: string;
  candidates: number[];
  rules: Rules | null;
  help: Help;
};

export type Practice = {
  shape: Shape;
  givens: string;
  values: string;
  candidates: number[];
  rules: Rules | null;
  help: Help;
  answers: StepAnswer[];
};

export type Practised = {
  technique: string;
  row: number;
  passed: boolean;
};

export type Puzzle = {
  layout: string;
  board: string;
  board_title: string;
  level: string | null;
  level_title: string | null;
  source: string;
  seed: number | null;
  shape: Shape;
  share: string;
  text: string;
  rules: Rules | null;
  about: About;
  givens: string;
  clues: number;
};

export type Rating = {
  scheme: string;
  version: string;
  score: number;
  level: string;
  level_title: string;
  technique: string;
  technique_name: string;
  steps: number;
  text: string;
};

export type Ready = {
  record: Record;
  game: Game;
};

export type Record = {
  format: "nonet-game-1";
  game: RecordedGame;
  moves: Action[];
  cursor: number;
  seconds: number;
  aids: Aids;
  result?: RecordedResult;
};

export type RecordedGame = {
  id: string;
  board: string;
  level: "easy" | "medium" | "hard" | "unfair" | "extreme" | null;
  score: number | null;
  source: string;
  seed: number | null;
  created: string;
  layout: string;
  givens: string;
  ruled_out?: number[];
  rules?: { [name: string]: unknown }[];
  about?: About;
};

export type RecordedResult = {
  status: "finished" | "given-up";
  hints: number;
  checks: number;
  reveals: number;
  finished: string;
  seconds: number;
  day: string;
};

export type Replay = {
  shape: Shape;
  drawing: Drawing | null;
  givens: string;
  frames: Frame[];
};

export type Result = {
  earlier: number;
  mean: number | null;
  best: number | null;
  streak: Streak;
  daily_streak: Streak;
  seconds: number;
  help: UsedHelp;
  techniques: UsedTechnique[];
};

export type Room = {
  id: string;
  mode: string;
  link: string;
  qr: string;
  starts_in: number | null;
};

export type RoomEvent = {
  type: string;
  by: number;
  mode?: string;
  members?: RoomMember[];
  paused?: boolean;
  starts_in?: number | null;
  actions?: Action[];
  tier?: number;
  cursors?: [number, number[]][];
  game?: Game;
};

export type RoomGame = {
  room: Room;
  game: Game | null;
};

export type RoomMember = {
  name: string;
  filled: number;
  total: number;
  status: "playing" | "finished" | "given-up";
  seconds: number;
  is_paused: boolean;
  here: boolean;
  opened: boolean;
};

export type Rules = {
  title: string;
  words: string[];
  clues: DrawnClue[];
  drawing: Drawing;
};

export type SavedGame = {
  id: string;
  layout: string;
  board: string;
  board_title: string;
  level: string | null;
  level_title: string | null;
  source: string;
  status: "playing" | "finished" | "given-up";
  progress: number;
  filled: number;
  total: number;
  seconds: number;
  created: string;
  changed: string;
  shape: Shape;
  drawing: Drawing | null;
  about: About;
  givens: string;
  cells: string;
};

export type Settings = {
  check: "off" | "rules" | "solution";
  clean_notes: boolean;
  language: "en" | "cs" | "de";
  theme: "auto" | "light" | "dark" | "contrast";
  input: "cell" | "digit";
  highlight_peers: boolean;
  highlight_same: boolean;
  show_timer: boolean;
  digits: "numbers" | "letters";
  labels: boolean;
  terminal_labels: boolean;
  accent: "blue" | "green" | "plum" | "rust" | "slate";
  sound: boolean;
  haptics: boolean;
  name: string;
};

export type Shape = {
  rows: number;
  columns: number;
  size: number;
  most_of_each: number;
  symbols: string;
  places: number[] | null;
  names: string[];
  regions: number[];
  extras: number[][];
  houses: House[];
  note_shape: [number, number];
};

export type Share = {
  fragment: string;
  base: string;
  links: ShareLink[];
  svg: string;
};

export type ShareLink = {
  site: string;
  link: string;
};

export type Solutions = {
  kind: "none" | "one" | "several";
  count: number;
  more: boolean;
  solutions: string[];
};

export type SolvedExercise = {
  technique: string;
  clean: boolean;
};

export type Statistics = {
  lines: StatisticsLine[];
  streak: Streak;
  daily_streak: Streak;
  games: number;
  finished: number;
  days: number[];
};

export type StatisticsLine = {
  board: string;
  level: string;
  games: number;
  finished: number;
  unaided: number;
  best: number | null;
  mean: number | null;
  times: number[];
  board_title: string;
  level_title: string;
};

export type StepAnswer = {
  placements: [number, number][];
  eliminations: [number, number][];
};

export type Streak = {
  current: number;
  longest: number;
};

export type Technique = {
  key: string;
  name: string;
  level: string;
  level_title: string;
  part: string;
};

export type TechniqueUse = {
  name: string;
  steps: number[];
};

export type Techniques = {
  techniques: Technique[];
  placement: string[];
  glossary: Term[];
};

export type Term = {
  term: string;
  meaning: string;
};

export type Tool = {
  kind: string;
  title: string;
  text: string;
  family: string;
  gesture: "switch" | "cells" | "marks" | "line" | "arrow" | "parts" | "groups" | "edge" | "corner" | "outside" | "diagonal" | "form";
  cells: DrawnField[];
  least: number;
  fields: ToolField[];
};

export type ToolChoice = {
  value: string;
  title: string;
};

export type ToolField = {
  name: string;
  title: string;
  type: "number" | "numbers" | "number_pairs" | "digit" | "digits" | "text" | "flag" | "choice" | "circle";
  required: boolean;
  default: number | boolean | string | number[] | null;
  choices: ToolChoice[];
};

export type Trace = {
  shape: Shape;
  givens: string;
  start: number;
  levels: [number, number][][];
  counts: {
    choose: number;
    place: number;
    deduce: number;
    conflict: number;
    ruled_out: number;
    step_back: number;
    solution: number;
  };
  events: TraceEvent[];
  more: boolean;
};

export type TraceEvent = {
  type: "choose" | "place" | "deduce" | "conflict" | "ruled_out" | "step_back" | "solution";
  cell: number | null;
  digit: number | null;
  clash: number | null;
  text: string;
};

export type Trouble = {
  text: string;
  rule: number | null;
  cells: number[];
};

export type UsedHelp = {
  hints: number;
  checks: number;
  reveals: number;
  candidates: boolean;
  mistakes_shown: boolean;
};

export type UsedTechnique = {
  key: string;
  name: string;
  count: number;
  lesson: boolean;
};

export type Verdict = {
  kind: "one" | "none" | "several" | "conflict" | "full";
  playable: boolean;
  text: string;
  cells: number[];
  clues: number;
  puzzle: Puzzle | null;
};

export type Wrong = {
  wrong: number[];
  text: string;
  checks: number;
};

export interface Operations {
  "GET /api/boards": { body: undefined; answer: Boards };
  "GET /api/daily": { body: undefined; answer: Puzzle };
  "GET /api/days": { body: undefined; answer: Days };
  "POST /api/puzzles": { body: {
    language?: "en" | "cs" | "de";
    board?: string;
    level?: string;
    seed?: number;
  }; answer: Puzzle };
  "POST /api/ready": { body: {
    daily?: string;
    board?: string;
    level?: string;
    seed?: number;
  }; answer: Ready };
  "POST /api/parse": { body: {
    language?: "en" | "cs" | "de";
    text?: string;
    values?: number[];
    layout?: string;
  }; answer: Verdict };
  "POST /api/read": { body: Blob; answer: PhotoReading };
  "POST /api/rules": { body: {
    language?: "en" | "cs" | "de";
    puzzle: string;
    layout?: string;
  }; answer: Rules };
  "POST /api/solve": { body: {
    puzzle: string;
    layout?: string;
    limit?: number;
  }; answer: Solutions };
  "POST /api/rate": { body: {
    language?: "en" | "cs" | "de";
    puzzle: string;
    layout?: string;
  }; answer: Rating };
  "POST /api/check": { body: {
    language?: "en" | "cs" | "de";
    puzzle: string;
    layout?: string;
    values?: number[];
  }; answer: Check };
  "POST /api/hint": { body: {
    language?: "en" | "cs" | "de";
    puzzle: string;
    layout?: string;
    values?: number[];
    candidates?: number[];
    tier?: number;
  }; answer: Help };
  "GET /api/games": { body: undefined; answer: Games };
  "POST /api/games": { body: {
    record?: Record;
    keep_id?: boolean;
    daily?: string;
    board?: string;
    pack?: string;
    number?: number;
    after?: number;
    puzzle?: string;
    layout?: string;
    shared?: boolean;
    id?: string;
    preview?: boolean;
    values?: number[];
    level?: string;
    seed?: number;
  }; answer: Game };
  "GET /api/games/{id}": { body: undefined; answer: Game };
  "DELETE /api/games/{id}": { body: { [name: string]: never }; answer: Nothing };
  "POST /api/games/{id}/actions": { body: {
    client: string;
    first: number;
    actions: Action[];
    seconds?: number;
  }; answer: Outcomes };
  "POST /api/games/{id}/hint": { body: {
    tier?: number;
    echo?: boolean;
  }; answer: Help };
  "POST /api/games/{id}/check": { body: { [name: string]: never }; answer: Wrong };
  "GET /api/games/{id}/result": { body: undefined; answer: Result };
  "GET /api/games/{id}/replay": { body: undefined; answer: Replay };
  "GET /api/games/{id}/download": { body: undefined; answer: Record };
  "GET /api/games/{id}/share": { body: undefined; answer: Share };
  "GET /api/household": { body: undefined; answer: Household };
  "POST /api/household/code": { body: { [name: string]: never }; answer: Code };
  "POST /api/household/player": { body: {
    code: string;
  }; answer: Settings };
  "POST /api/rooms": { body: {
    game: string;
    mode?: "with" | "against";
  }; answer: Room };
  "POST /api/rooms/{id}": { body: { [name: string]: never }; answer: RoomGame };
  "GET /api/rooms/{id}/events": { body: undefined; answer: RoomEvent };
  "POST /api/rooms/{id}/events": { body: {
    cells?: number[];
    paused?: boolean;
    start?: boolean;
  }; answer: Nothing };
  "GET /api/packs": { body: undefined; answer: Packs };
  "POST /api/packs": { body: {
    texts: string[];
    file?: string;
  }; answer: Pack };
  "GET /api/packs/{key}": { body: undefined; answer: Pack };
  "DELETE /api/packs/{key}": { body: { [name: string]: never }; answer: Nothing };
  "GET /api/lessons": { body: undefined; answer: Lessons };
  "POST /api/lessons": { body: {
    exercises: SolvedExercise[];
    client: string;
    first?: number;
    start?: string;
  }; answer: Lessons };
  "GET /api/techniques": { body: undefined; answer: Techniques };
  "GET /api/techniques/{key}": { body: undefined; answer: Lesson };
  "GET /api/techniques/{key}/practice": { body: undefined; answer: Practice };
  "GET /api/settings": { body: undefined; answer: Settings };
  "PATCH /api/settings": { body: {
    check?: "off" | "rules" | "solution";
    clean_notes?: boolean;
    language?: "en" | "cs" | "de";
    theme?: "auto" | "light" | "dark" | "contrast";
    input?: "cell" | "digit";
    highlight_peers?: boolean;
    highlight_same?: boolean;
    show_timer?: boolean;
    digits?: "numbers" | "letters";
    labels?: boolean;
    terminal_labels?: boolean;
    accent?: "blue" | "green" | "plum" | "rust" | "slate";
    sound?: boolean;
    haptics?: boolean;
    name?: string;
  }; answer: Settings };
  "GET /api/statistics": { body: undefined; answer: Statistics };
  "GET /api/palette": { body: undefined; answer: Palette };
  "POST /api/desk/open": { body: {
    text: string;
  }; answer: DeskDraft };
  "POST /api/desk/check": { body: {
    language?: "en" | "cs" | "de";
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
  }; answer: DeskCheck };
  "POST /api/desk/solutions": { body: {
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
    limit?: number;
  }; answer: DeskSolutions };
  "POST /api/desk/candidates": { body: {
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
  }; answer: DeskCandidates };
  "POST /api/desk/contradiction": { body: {
    language?: "en" | "cs" | "de";
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
  }; answer: DeskContradiction };
  "POST /api/desk/path": { body: {
    language?: "en" | "cs" | "de";
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
  }; answer: DeskPath };
  "POST /api/desk/step": { body: {
    language?: "en" | "cs" | "de";
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
    step?: number;
  }; answer: Position };
  "POST /api/desk/export": { body: {
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
    about?: {
      title?: string;
      author?: string;
      description?: string;
      source?: string;
      level?: string;
      date?: string;
      url?: string;
      rating?: string;
    };
  }; answer: DeskTexts };
  "POST /api/trace": { body: {
    language?: "en" | "cs" | "de";
    puzzle: string;
    layout?: string;
    engine?: "backtracking" | "propagation" | "dlx";
    start?: number;
    count?: number;
  }; answer: Trace };
}
