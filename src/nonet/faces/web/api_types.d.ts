// The API's JSON, from its OpenAPI description: tools/api_types.py writes this file.

export type Action = {
  type: "place";
  cells: number[];
  digit: number;
  clean?: boolean | null;
} | {
  type: "clear";
  cells: number[];
} | {
  type: "reveal";
  cells: number[];
} | {
  type: "restart";
} | {
  type: "give-up";
} | {
  type: "mark";
  name: string;
} | {
  type: "note";
  cells: number[];
  digit: number;
  kind?: "corner" | "centre";
  on?: boolean;
} | {
  type: "auto-notes";
  on?: boolean;
} | {
  type: "refresh-notes";
} | {
  type: "strike";
  candidates: [number, number][];
  on?: boolean;
} | {
  type: "paint";
  cells: number[];
  colour: number;
} | {
  type: "add-colour";
  cells: number[];
  colour: number;
} | {
  type: "paint-candidate";
  cell: number;
  digit: number;
  colour: number;
} | {
  type: "toggle-note";
  cells: number[];
  digit: number;
  kind?: "corner" | "centre";
} | {
  type: "undo";
} | {
  type: "redo";
} | {
  type: "undo-to-mistake";
} | {
  type: "return-to";
  name: string;
} | {
  type: "pause";
} | {
  type: "resume";
};

export type Boards = {
  boards: ({
    name: string;
    title: string;
    size: number;
    layout: string;
    variant: boolean;
    shape: Shape;
    example: {
      shape: Shape;
      drawing: Drawing | null;
    };
    levels: {
      name: string;
      title: string;
    }[];
  })[];
  daily: {
    date: string;
    level: string;
    title: string;
    game: string | null;
    status: "playing" | "finished" | "given-up" | null;
  };
  languages: string[];
  version: string;
  today: string;
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

export type Days = {
  first: string;
  today: string;
  days: ({
    date: string;
    level: string;
    title: string;
    game: string | null;
    status: "playing" | "finished" | "given-up" | null;
    seconds: number | null;
  })[];
  streak: {
    current: number;
    longest: number;
  };
};

export type DeskCandidates = {
  known: boolean;
  candidates: number[];
};

export type DeskCheck = {
  words: string[];
  drawing: Drawing | null;
  troubles: ({
    text: string;
    rule: number | null;
    cells: number[];
  })[];
};

export type DeskContradiction = {
  known: boolean;
  clues: ({
    text: string;
    rule: number | null;
    cells: number[];
  })[];
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
};

export type DeskSolutions = {
  kind: "none" | "one" | "several" | "unknown";
  count: number;
  complete: boolean;
  solution: string | null;
};

export type DeskTexts = {
  texts: ({
    format: string;
    text: string | null;
    reason: string;
  })[];
};

export type Drawing = {
  cell: number;
  under: DrawnElement[];
  over: DrawnElement[];
  around: DrawnElement[];
  margins: [number, number, number, number];
  labelled: number[];
};

export type DrawnElement = {
  tag: "rect" | "circle" | "path" | "text";
  attributes: { [name: string]: never };
  text: string;
};

export type Error = {
  error: {
    code: string;
    message: string;
    where?: string;
  };
  row?: number | null;
  column?: number | null;
  cells?: number[];
  last?: number;
};

export type Game = {
  id: string;
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
  created: string;
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
  can_undo: boolean;
  can_redo: boolean;
  filled: number;
  total: number;
  progress: number;
  seconds: number;
  paused: boolean;
  aids: {
    hints: number;
    checks: number;
    reveals: number;
  };
  revision: number;
  best: boolean | null;
  cages: {
    cells: number[];
    sum: number;
    possible: number[][];
    ruled_out: number[][];
    text: string;
  }[];
};

export type Games = {
  games: ({
    id: string;
    layout: string;
    board: string;
    board_title: string;
    level: string | null;
    level_title: string | null;
    source: string;
    status: "playing" | "finished" | "given-up";
    filled: number;
    total: number;
    progress: number;
    seconds: number;
    created: string;
    shape: Shape;
    changed: string;
    drawing: Drawing | null;
    givens: string;
    cells: string;
  })[];
  count: number;
  damaged: {
    id: string;
    reason: string;
  }[];
};

export type Help = {
  kind: "conflict" | "broken" | "mistake" | "lost" | "impossible" | "several" | "solved" | "step" | "reveal";
  tier: number;
  text: string;
  short: string;
  lines: {
    text: string;
    depth: number;
    cells: number[];
    houses: number[];
    digits: number[];
  }[];
  technique: string | null;
  technique_name: string | null;
  lesson: boolean;
  lights: ({
    cell: number;
    digit: number | null;
    role: string;
    label: string;
    shape: string;
    colour: string;
  })[];
  houses: number[];
  links: {
    start: [number, number][];
    end: [number, number][];
    strong: boolean;
    text: string;
  }[];
  legend: {
    role: string;
    label: string;
    shape: string;
    colour: string;
    text: string;
  }[];
  digit: number | null;
  cases: ({
    title: string;
    lights: ({
      cell: number;
      digit: number | null;
      role: string;
      label: string;
      shape: string;
      colour: string;
    })[];
    houses: number[];
    links: {
      start: [number, number][];
      end: [number, number][];
      strong: boolean;
      text: string;
    }[];
    legend: {
      role: string;
      label: string;
      shape: string;
      colour: string;
      text: string;
    }[];
  })[];
  moves: Action[];
};

export type Lesson = {
  key: string;
  name: string;
  level: string;
  level_title: string;
  killer: boolean;
  about: string;
  practice: boolean;
  example: {
    shape: Shape;
    givens: string;
    values: string;
    candidates: number[];
    rules: Rules | null;
    help: Help;
  };
};

export type Lessons = {
  lessons: {
    technique: string;
    row: number;
    passed: boolean;
  }[];
};

export type Nothing = { [name: string]: never };

export type Outcomes = {
  last: number;
  outcomes: ({
    number: number;
    refused: string | null;
    events: {
      type: string;
      text: string;
      [other: string]: unknown;
    }[];
    text: string;
  })[];
  game: Game;
};

export type Palette = {
  families: {
    name: string;
    title: string;
  }[];
  tools: ({
    kind: string;
    title: string;
    text: string;
    family: string;
    gesture: "switch" | "cells" | "marks" | "line" | "arrow" | "parts" | "groups" | "edge" | "corner" | "outside" | "diagonal" | "form";
    cells: ({
      name: string;
      type: "cell" | "path" | "set" | "groups";
    })[];
    least: number;
    fields: ({
      name: string;
      title: string;
      type: "number" | "numbers" | "number_pairs" | "digit" | "digits" | "text" | "flag" | "choice" | "circle";
      required: boolean;
      default: number | boolean | string | number[] | null;
      choices: {
        value: string;
        title: string;
      }[];
    })[];
  })[];
};

export type PhotoReading = {
  puzzle: Puzzle;
  doubts: {
    cell: number;
    digit: number;
    probability: number;
    others: number[];
  }[];
  settled: {
    cell: number;
    digit: number;
    probability: number;
    others: number[];
  }[];
  corners: [[number, number], [number, number], [number, number], [number, number]];
};

export type Practice = {
  shape: Shape;
  givens: string;
  values: string;
  candidates: number[];
  rules: Rules | null;
  help: Help;
  answers: {
    placements: [number, number][];
    eliminations: [number, number][];
  }[];
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
  givens: string;
  clues: number;
  share: string;
  text: string;
  rules: Rules | null;
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
  game: {
    id: string;
    layout: string;
    givens: string;
    board: string;
    level: string | null;
    score: number | null;
    source: string;
    seed: number | null;
    created: string;
    ruled_out?: number[];
    rules?: { [name: string]: never }[];
  };
  moves: Action[];
  cursor: number;
  seconds: number;
  aids: {
    hints: number;
    checks: number;
    reveals: number;
  };
  result?: {
    status: "finished" | "given-up";
    seconds: number;
    hints: number;
    checks: number;
    reveals: number;
    day: string;
    finished: string;
  };
};

export type Replay = {
  shape: Shape;
  drawing: Drawing | null;
  givens: string;
  frames: {
    text: string;
    cells: [number, number, number, number, number][];
  }[];
};

export type Result = {
  seconds: number;
  help: {
    hints: number;
    checks: number;
    reveals: number;
    candidates: boolean;
    mistakes_shown: boolean;
  };
  earlier: number;
  mean: number | null;
  best: number | null;
  streak: {
    current: number;
    longest: number;
  };
  daily_streak: {
    current: number;
    longest: number;
  };
  techniques: {
    key: string;
    name: string;
    count: number;
    lesson: boolean;
  }[];
};

export type Rules = {
  title: string;
  words: string[];
  clues: {
    name: string;
    cells: number[];
    outside: boolean;
    text: string;
  }[];
  drawing: Drawing;
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
};

export type Shape = {
  size: number;
  symbols: string;
  regions: number[];
  extras: number[][];
  houses: {
    kind: string;
    name: string;
    cells: number[];
  }[];
  note_shape: [number, number];
};

export type Share = {
  fragment: string;
  base: string;
  links: {
    site: string;
    link: string;
  }[];
  svg: string;
};

export type Solutions = {
  kind: "none" | "one" | "several";
  count: number;
  more: boolean;
  solutions: string[];
};

export type Statistics = {
  lines: ({
    board: string;
    board_title: string;
    level: string;
    level_title: string;
    games: number;
    finished: number;
    unaided: number;
    best: number | null;
    mean: number | null;
    times: number[];
  })[];
  streak: {
    current: number;
    longest: number;
  };
  daily_streak: {
    current: number;
    longest: number;
  };
  games: number;
  finished: number;
  days: number[];
};

export type Techniques = {
  techniques: {
    key: string;
    name: string;
    level: string;
    level_title: string;
    killer: boolean;
  }[];
  glossary: {
    term: string;
    meaning: string;
  }[];
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
  events: ({
    type: "choose" | "place" | "deduce" | "conflict" | "ruled_out" | "step_back" | "solution";
    cell: number | null;
    digit: number | null;
    clash: number | null;
    text: string;
  })[];
  more: boolean;
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
    board?: string;
    level?: string;
    seed?: number;
    language?: "en" | "cs" | "de";
  }; answer: Puzzle };
  "POST /api/parse": { body: {
    text?: string;
    values?: number[];
    layout?: string;
    language?: "en" | "cs" | "de";
  }; answer: Verdict };
  "POST /api/read": { body: Blob; answer: PhotoReading };
  "POST /api/rules": { body: {
    puzzle: string;
    layout?: string;
    language?: "en" | "cs" | "de";
  }; answer: Rules };
  "POST /api/solve": { body: {
    puzzle: string;
    layout?: string;
    limit?: number;
  }; answer: Solutions };
  "POST /api/rate": { body: {
    puzzle: string;
    layout?: string;
    language?: "en" | "cs" | "de";
  }; answer: Rating };
  "POST /api/check": { body: {
    puzzle: string;
    layout?: string;
    language?: "en" | "cs" | "de";
    values?: number[];
  }; answer: Check };
  "POST /api/hint": { body: {
    puzzle: string;
    layout?: string;
    language?: "en" | "cs" | "de";
    values?: number[];
    candidates?: number[];
    tier?: number;
  }; answer: Help };
  "POST /api/ready": { body: {
    board?: string;
    level?: string;
    seed?: number;
    daily?: string;
  }; answer: Ready };
  "GET /api/games": { body: undefined; answer: Games };
  "POST /api/games": { body: {
    board?: string;
    level?: string;
    seed?: number;
    daily?: string;
    shared?: boolean;
    record?: Record;
    keep_id?: boolean;
    puzzle?: string;
    values?: number[];
    layout?: string;
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
  }; answer: Help };
  "POST /api/games/{id}/check": { body: { [name: string]: never }; answer: Wrong };
  "GET /api/games/{id}/replay": { body: undefined; answer: Replay };
  "GET /api/games/{id}/result": { body: undefined; answer: Result };
  "GET /api/games/{id}/download": { body: undefined; answer: Record };
  "GET /api/games/{id}/share": { body: undefined; answer: Share };
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
  }; answer: Settings };
  "GET /api/statistics": { body: undefined; answer: Statistics };
  "GET /api/lessons": { body: undefined; answer: Lessons };
  "POST /api/lessons": { body: {
    exercises: {
      technique: string;
      clean: boolean;
    }[];
    client?: string;
    first?: number;
  }; answer: Lessons };
  "GET /api/techniques": { body: undefined; answer: Techniques };
  "GET /api/techniques/{key}": { body: undefined; answer: Lesson };
  "GET /api/techniques/{key}/practice": { body: undefined; answer: Practice };
  "GET /api/palette": { body: undefined; answer: Palette };
  "POST /api/desk/open": { body: {
    text: string;
  }; answer: DeskDraft };
  "POST /api/desk/check": { body: {
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
    language?: "en" | "cs" | "de";
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
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
    language?: "en" | "cs" | "de";
  }; answer: DeskContradiction };
  "POST /api/desk/export": { body: {
    values: number[];
    layout?: string;
    rules?: {
      kind: string;
      [other: string]: unknown;
    }[];
    ruled_out?: number[];
  }; answer: DeskTexts };
  "POST /api/trace": { body: {
    puzzle: string;
    layout?: string;
    engine?: "backtracking" | "propagation" | "dlx";
    start?: number;
    count?: number;
    language?: "en" | "cs" | "de";
  }; answer: Trace };
}
