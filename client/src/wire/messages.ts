// Made by `python3 dev.py describe` from the types and constants of src/sixes; edit those.

/** Letters, digits and hyphens. */
export type Nonce = string;

/** A die by its colour: the rows of a sheet or a board from the top. */
export type Die = "a" | "b" | "c" | "d" | "e" | "f";

/** 16 to 32 random bytes, in lower-case hex. */
export type Addition = string;

/** The numbers of a sheet: six rows of twelve, each from 1 to 6. */
export type SheetRows = readonly (readonly number[])[];

/** One of the twelve sheets of Sixto. */
export type SheetLetter = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L";

/** All that can be said at a table. */
export type Reaction = "hello" | "bravo" | "wow" | "lucky" | "oops" | "hurry" | "thanks" | "again";

/** What a cross brings, in points: in its row and in its column. */
export type Gains = readonly [number, number];

/** What is agreed when a table is made. */
export interface Options {
  /** Which game. */
  game: "sixto" | "sixem" | "sixto_pad" | "sixem_pad";
  /** How many; Sixem needs two. */
  seats?: number;
  /** In the lobby for everybody; otherwise only who has the link finds it. */
  open?: boolean;
  /** Others may watch. */
  spectators?: boolean;
  /** Seconds for each step; 0: no timer. Unless it is set, Sixto has none and marking in Sixem has 30. */
  timer?: number | null;
  /** Sixto, over days: how many for each step; 0: no timer. Nobody need be present meanwhile. */
  days?: number | null;
  /** Sixto for two: the same dice twice, then with exchanged seats and sheets; the sum decides. */
  duel?: boolean;
  /** Sixem: milliseconds from a throw until its dice land; more is calmer. */
  throw_time?: number;
  /** Sixem: the table calls STOP for whoever has 1 to 6. */
  auto_stop?: boolean;
  /** Sixem: make up for slow connections when two call STOP at about the same time. */
  fair_stop?: boolean;
  /** Sixto alone, or Sixem against a bot that waits, with the dice of the lesson: the same for everybody. */
  lesson?: boolean;
  /** Sixto: players may ask the coach. Unless it is set, only who plays alone or against bots may. */
  hints?: boolean | null;
  /** Sixem: the variant in which Xs can be given. */
  sweet?: boolean;
  /** The challenge of this day; such a table is made by `POST /api/daily`. */
  daily?: number | null;
  /** A daily challenge that does not count. */
  practice?: boolean;
  /** The result changes ratings: no hints, only bots whose rating is known, and who leaves stays away. */
  rated?: boolean;
}

export const OPTIONS_DEFAULTS = {
  "seats": 2,
  "open": false,
  "spectators": true,
  "timer": null,
  "days": null,
  "duel": false,
  "throw_time": 450,
  "auto_stop": false,
  "fair_stop": false,
  "lesson": false,
  "hints": null,
  "sweet": false,
  "daily": null,
  "practice": false,
  "rated": false
} as const satisfies Partial<Options>;

/** Who sits there: a person, a bot, or a bot standing in for a person. */
export interface Seat {
  /** As people see it; of a bot, its level. */
  name: string;
  /** The person's public name for programs; empty for a bot. */
  player?: string;
  /** The level of the bot that plays; empty for a person who plays. */
  bot?: string;
  /** What the person's device added to the dice. */
  add?: Addition | "";
  /** The sheet chosen before the start. */
  sheet?: SheetLetter | SheetRows | null;
  /** The person has asked the coach for a hint in this game. */
  hinted?: boolean;
  /** A bot has played for the person in this game, though they may be back. */
  helped?: boolean;
  /** Of a rated game, who sat here and left: what the bot makes of it counts for them. */
  left?: string;
}

export const SEAT_DEFAULTS = {
  "player": "",
  "bot": "",
  "add": "",
  "sheet": null,
  "hinted": false,
  "helped": false,
  "left": ""
} as const satisfies Partial<Seat>;

/** The finished game from which a table begins. */
export interface Source {
  /** Its code. */
  table: string;
  /** Whose place one takes. */
  seat?: number;
  /** How many turns are taken over. */
  turns?: number;
  /** One plays alone with the dice of that game; otherwise against bots, with new ones. */
  same_dice?: boolean;
}

export const SOURCE_DEFAULTS = {
  "seat": 0,
  "turns": 0,
  "same_dice": false
} as const satisfies Partial<Source>;

/** The dice of another game, whose seed this table has, too. */
export interface SharedDice {
  /** What that game is called in their labels. */
  game: string;
  /** What each of its seats added. */
  additions: readonly (string | null)[];
}

/** What a table takes over from a finished game. */
export interface Beginning {
  /** Which game. */
  source: Source;
  /** Of each seat. */
  sheets: readonly SheetRows[];
  /** As records have them. */
  turns?: readonly (Readonly<Record<string, unknown>>)[];
  /** Its dice, if they are used again. */
  dice?: SharedDice | null;
  /** The second game of a duel: what the player of each seat made in the first. */
  head_starts?: readonly number[];
  /** The second game of a duel: the record of the first. */
  first?: Readonly<Record<string, unknown>> | null;
}

export const BEGINNING_DEFAULTS = {
  "turns": [],
  "dice": null,
  "head_starts": [],
  "first": null
} as const satisfies Partial<Beginning>;

/** What is proposed to somebody. */
export interface HeadStart {
  /** Who, by the public id that also stands in their seat. */
  player: string;
  /** How many they have before their first cross. */
  points: number;
  /** Their points on average in those games, rounded. */
  average: number;
  /** The number of games that counted, the last ones. */
  games: number;
  /** They have agreed. */
  agreed?: boolean;
}

export const HEAD_START_DEFAULTS = {
  "agreed": false
} as const satisfies Partial<HeadStart>;

/** A die with which the marker can mark, and whose X it may erase, or to whom it may give one. */
export interface Choice {
  /** Its letter. */
  die: string;
  /** The cell that it marks, from `a1` to `f6`. */
  cell: string;
  /** Seats of which one may be told to erase their X. */
  erase?: readonly number[];
  /** Seats of which one may be given an X. */
  give?: readonly number[];
}

export const CHOICE_DEFAULTS = {
  "erase": [],
  "give": []
} as const satisfies Partial<Choice>;

/** A game of Sixto as it stands. Lists with an entry for each seat are in the order of the seats. */
export interface SixtoSnapshot {
  game: "sixto";
  /** Which turn is under way, from 1. */
  turn: number;
  /** Whose turn it is: the seat that rolls. */
  active: number;
  /** What all wait for: the roll, a second one or none, crosses. */
  phase: "rolling" | "deciding" | "crossing" | "over";
  /** For each seat, the numbers of its sheet. */
  sheets: readonly SheetRows[];
  /** For each seat, the boxes crossed for good. */
  crosses: readonly (readonly string[])[];
  /** For each seat, its half crosses of this turn. */
  half: readonly (readonly string[])[];
  /** The colours that are closed, by their letters. */
  closed: readonly string[];
  /** For each seat, the points of its crosses as they stand; half crosses do not count. */
  scores: readonly number[];
  /** Six numbers by colour; 0 for a die out of the game, all 0 before the roll. */
  dice: readonly number[];
  /** For each seat, the boxes that these dice may cross, with what they bring. */
  legal?: readonly (Readonly<Record<string, Gains>>)[];
  /** Seats that cross nothing more in this turn. */
  done?: readonly number[];
  /** For each seat, the colours for which it was asked again in this turn. */
  asked?: readonly (readonly string[])[];
  /** Seats that have covered their sheets. */
  covered?: readonly number[];
  /** Why the game is over, as records tell it: `dice`, `player`, `solo`. */
  ends?: readonly string[];
  /** Seats that have won, once the game is over. */
  winners?: readonly number[];
  /** Until when there is time, if there is a timer. */
  due?: number;
  /** The points that each seat had before its first cross; they count for who wins, and not in `scores`. */
  head_starts?: readonly number[];
}

export const SIXTO_SNAPSHOT_DEFAULTS = {
  "legal": [],
  "done": [],
  "asked": [],
  "covered": [],
  "ends": [],
  "winners": [],
  "due": 0,
  "head_starts": []
} as const satisfies Partial<SixtoSnapshot>;

/** A game of Sixem as it stands. Lists with an entry for each seat are in the order of the seats. */
export interface SixemSnapshot {
  game: "sixem";
  /** Which round is under way, from 1. */
  round: number;
  /** What all wait for. */
  phase: "starting" | "spinning" | "rolling" | "last_throws" | "marking" | "over";
  /** When the last move was made. */
  now: number;
  /** For each seat, its starting roll; 0 before it. */
  starts: readonly number[];
  /** How many lines of each kind are asked for: `horizontal`, `vertical`, `diagonal`, `any`. */
  pattern: Readonly<Record<string, number>>;
  /** Six strings a seat, an X or a dot a cell. */
  boards: readonly (readonly string[])[];
  /** For each seat, how many lines it has. */
  lines: readonly number[];
  /** For each seat, its six dice by colour; 0 for one in hand. */
  dice: readonly (readonly number[])[];
  /** For each seat and die, when it lands; 0 for one that is not in the air. */
  lands: readonly (readonly number[])[];
  /** How often all had to make their starting roll again. */
  again?: number;
  /** Whoever spins for the pattern. */
  spins?: number | null;
  /** For each seat, until when a false STOP keeps it from throwing and calling. */
  pauses?: readonly number[];
  /** When the 3-2-1 is over: nobody throws or calls before. */
  go?: number;
  /** Whoever called STOP in this round. */
  stop?: number | null;
  /** Whoever marks now. */
  marker?: number | null;
  /** How they can. */
  choices?: readonly Choice[];
  /** The numbers that the marker has still to mark. */
  to_mark?: readonly number[];
  /** Those who play on alone after a tie. */
  tied?: readonly number[];
  /** Whoever has won. */
  winner?: number | null;
  /** Until when there is time, if there is a timer. */
  due?: number;
}

export const SIXEM_SNAPSHOT_DEFAULTS = {
  "again": 0,
  "spins": null,
  "pauses": [],
  "go": 0,
  "stop": null,
  "marker": null,
  "choices": [],
  "to_mark": [],
  "tied": [],
  "winner": null,
  "due": 0
} as const satisfies Partial<SixemSnapshot>;

/** All that changes on a score pad of Sixto. Lists with an entry for each seat are in their order. */
export interface SixtoPadBoard {
  game: "sixto";
  /** Which turn is under way, from 1. */
  turn: number;
  /** Whose turn it is: the seat that throws the dice. */
  active: number;
  /** For each seat, the boxes crossed in the turns before. */
  crosses: readonly (readonly string[])[];
  /** For each seat, the boxes crossed in this turn. */
  half: readonly (readonly string[])[];
  /** For each seat, the points of its crosses, without those of this turn. */
  scores: readonly number[];
  /** For each seat and row the places that may be crossed, as the bits of a number: place 1 is bit 1. */
  legal: readonly (readonly number[])[];
  /** Six numbers by colour; 0 for a die that was not typed or is out of the game. */
  dice: readonly number[];
  /** The colours that are closed, by their letters. */
  closed?: readonly string[];
  /** For each seat, the boxes of turns before that were crossed against a rule. */
  forced?: readonly (readonly string[])[];
  /** Why the game is over by the rules, if all should say so or play on: `dice`, `player`, `solo`. */
  ends?: readonly string[];
  /** Ends after which they played on. */
  declined?: readonly string[];
  /** How many entries can be taken back. */
  entries?: number;
}

export const SIXTO_PAD_BOARD_DEFAULTS = {
  "closed": [],
  "forced": [],
  "ends": [],
  "declined": [],
  "entries": 0
} as const satisfies Partial<SixtoPadBoard>;

/** The cells of a board on a score pad of Sixem that may be marked, whatever the dice are. */
export interface PadCells {
  /** For each row the numbers of these cells, as the bits of a number: number 1 is bit 1. */
  legal: readonly number[];
  /** Where there is an X already: the seats whose X in this cell may be erased. */
  erase?: Readonly<Record<string, readonly number[]>>;
  /** The same: the seats to whom an X may be given. */
  give?: Readonly<Record<string, readonly number[]>>;
}

export const PAD_CELLS_DEFAULTS = {
  "erase": {},
  "give": {}
} as const satisfies Partial<PadCells>;

/** All that changes on a score pad of Sixem. Lists with an entry for each seat are in their order. */
export interface SixemPadBoard {
  game: "sixem";
  /** Which round is under way, from 1. */
  round: number;
  /** How many lines of each kind are asked for; empty before it was chosen. */
  pattern: Readonly<Record<string, number>>;
  /** Six strings a seat, an X or a dot a cell. */
  boards: readonly (readonly string[])[];
  /** For each seat, how many lines it has. */
  lines: readonly number[];
  /** For each seat, the cells of the dice that it used in this round. */
  marked: readonly (readonly string[])[];
  /** For each seat, the cells that it may mark. */
  cells: readonly PadCells[];
  /** Those who play on alone after a tie. */
  tied?: readonly number[];
  /** Whoever has won by the rules, if all should say so or play on. */
  winner?: number | null;
  /** They played on though somebody had won. */
  declined?: boolean;
  /** How many entries can be taken back. */
  entries?: number;
}

export const SIXEM_PAD_BOARD_DEFAULTS = {
  "tied": [],
  "winner": null,
  "declined": false,
  "entries": 0
} as const satisfies Partial<SixemPadBoard>;

/** A score pad of Sixto as it stands. */
export interface SixtoPadSnapshot {
  game: "sixto_pad";
  /** For each seat, the numbers of its sheet. */
  sheets: readonly SheetRows[];
  /** All that changes. */
  board: SixtoPadBoard;
  /** They have said that the game is over. */
  over?: boolean;
  /** Seats that have won, once it is. */
  winners?: readonly number[];
}

export const SIXTO_PAD_SNAPSHOT_DEFAULTS = {
  "over": false,
  "winners": []
} as const satisfies Partial<SixtoPadSnapshot>;

/** A score pad of Sixem as it stands. */
export interface SixemPadSnapshot {
  game: "sixem_pad";
  /** All that changes. */
  board: SixemPadBoard;
  /** They have said that the game is over. */
  over?: boolean;
  /** Seats that have won, once it is. */
  winners?: readonly number[];
}

export const SIXEM_PAD_SNAPSHOT_DEFAULTS = {
  "over": false,
  "winners": []
} as const satisfies Partial<SixemPadSnapshot>;

/** A table as it stands. */
export interface TableSnapshot {
  /** What its game is called in the labels of its dice. */
  id: string;
  /** What people type to come here. */
  code: string;
  /** What is agreed. */
  options: Options;
  /** `closed`: nothing can happen here any more, see the event of that name. */
  phase: "gathering" | "playing" | "over" | "closed";
  /** The player who may start, set bots and send players away. */
  host: string;
  /** The SHA-256 of the seed of the dice. */
  promise: string;
  /** Who sits where; null: free. */
  seats: readonly (Seat | null)[];
  /** The game, once it has begun. */
  match?: SixtoSnapshot | SixemSnapshot | SixtoPadSnapshot | SixemPadSnapshot | null;
  /** Of the dice, once the game is over; not while others can play with the same dice. */
  seed?: string;
  /** The code of the table to which all are asked, once somebody wants a rematch. */
  rematch?: string;
  /** A rematch: for each seat the player for whom it is kept; empty where nobody is awaited. */
  reserved?: readonly string[];
  /** Until when these seats are kept; of a daily challenge, until when it can be played. */
  due?: number;
  /** The finished game from which this one begins. */
  source?: Source | null;
  /** Head starts, to which all must agree before the game begins. */
  proposed?: readonly HeadStart[];
}

export const TABLE_SNAPSHOT_DEFAULTS = {
  "match": null,
  "seed": "",
  "rematch": "",
  "reserved": [],
  "due": 0,
  "source": null,
  "proposed": []
} as const satisfies Partial<TableSnapshot>;

/** All are done: crosses are final. */
export interface TurnEnd {
  /** The colours closed in this turn. */
  closed: readonly string[];
  /** Who rolls next. */
  active: number;
  /** The points of each seat. */
  scores: readonly number[];
}

/** Everybody has marked. */
export interface RoundEnd {
  /** How many lines each seat has. */
  lines: readonly number[];
  /** Those who play on alone after a tie. */
  tied?: readonly number[];
  /** When the 3-2-1 of the next round is over. */
  go?: number;
}

export const ROUND_END_DEFAULTS = {
  "tied": [],
  "go": 0
} as const satisfies Partial<RoundEnd>;

/** Who wrote on a score pad: anybody who is there. */
export interface Writer {
  /** By the public id. */
  player: string;
  /** As it was then. */
  name: string;
}

/** Take a free seat, or move to it; any free seat if none is named. Adds randomness to the dice. */
export interface SitCommand {
  t: "sit";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** What this device adds to the dice. */
  add: Addition;
  /** Which one, from 0; without it the first that is free. */
  seat?: number | null;
}

/** Get up, or decline the seat that a rematch keeps. In a game a bot plays on, until one takes it back. */
export interface LeaveCommand {
  t: "leave";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
}

/** Choose a sheet of Sixto before the start: a letter, one's own numbers, or none to be dealt one. */
export interface ChooseSheetCommand {
  t: "sheet";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** Without it, one is dealt at the start. */
  sheet?: SheetLetter | SheetRows | null;
}

/** The host sets a bot on a free seat. */
export interface AddBotCommand {
  t: "bot";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** Which one, from 0. */
  seat: number;
  /** One of the levels that `GET /api/levels` names. */
  level: string;
}

/** The host sends a player or a bot away. In a game a bot plays on for a player. */
export interface RemoveCommand {
  t: "remove";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** Which one, from 0. */
  seat: number;
}

/** The host starts the game; free seats are taken away. */
export interface StartCommand {
  t: "start";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
}

/** Somebody seated lets a bot play for a seat that has been away for 60 seconds. */
export interface HandOverCommand {
  t: "hand";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** Which one, from 0. */
  seat: number;
  /** Ignored: rivals do not choose how well somebody is played for. It is always the same bot. */
  level?: string;
}

/** Take one's seat back from the bot that stood in. */
export interface BackCommand {
  t: "back";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
}

/** A quick reaction, one of a fixed set. */
export interface ReactCommand {
  t: "react";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** Which one. */
  reaction: Reaction;
}

/** Say that one asks the coach for a hint, the first time in a game; everybody sees it. */
export interface AskHintCommand {
  t: "hint";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
}

/** After the game: a new table with the same options and seats, to which all are asked. */
export interface RequestRematchCommand {
  t: "rematch";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
}

/** The host asks for head starts in Sixto, which the table proposes from past games; or for none. */
export interface ProposeHeadStartsCommand {
  t: "propose";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** Propose them; otherwise what was proposed is withdrawn. */
  on?: boolean;
}

/** Agree to the head starts that were proposed; the game begins only when all have. */
export interface AgreeCommand {
  t: "agree";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
}

/** Roll all dice still in the game; while deciding, roll all of them once more. */
export interface RollCommand {
  t: "roll";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn under way, from 1; for another one the message is stale. */
  turn: number;
  /** It is meant as the second roll: so a second click on "roll" does nothing. */
  second?: boolean;
}

/** Keep the first roll. */
export interface KeepCommand {
  t: "keep";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn under way, from 1; for another one the message is stale. */
  turn: number;
}

/** Make a half cross, or move the one in this row here. */
export interface CrossCommand {
  t: "cross";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn under way, from 1; for another one the message is stale. */
  turn: number;
  /** From `a1` to `f12`. */
  box: string;
}

/** Take a half cross back. */
export interface UncrossCommand {
  t: "uncross";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn under way, from 1; for another one the message is stale. */
  turn: number;
  /** From `a1` to `f12`. */
  box: string;
}

/** Cross nothing more in this turn. */
export interface SayDoneCommand {
  t: "done";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn under way, from 1; for another one the message is stale. */
  turn: number;
}

/** Withdraw a done. */
export interface WithdrawDoneCommand {
  t: "undone";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn under way, from 1; for another one the message is stale. */
  turn: number;
}

/** Cover one's sheet, or uncover it, while the active player decides: a sign to others, no more. */
export interface CoverCommand {
  t: "cover";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn under way, from 1; for another one the message is stale. */
  turn: number;
  /** Cover it. */
  on: boolean;
}

/** Make one's starting roll; if all had to roll again, `again` is how often already. */
export interface FirstCommand {
  t: "first";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** How often all had to roll again so far; for another number the message is stale. */
  again?: number;
}

/** Spin for the pattern. */
export interface SpinCommand {
  t: "spin";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
}

/** Throw some of one's dice: `"acf"`. */
export interface ThrowCommand {
  t: "throw";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The round under way, from 1; for another one the message is stale. */
  round: number;
  /** Their letters, each once. */
  dice: string;
}

/** Call STOP. */
export interface StopCommand {
  t: "stop";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The round under way, from 1; for another one the message is stale. */
  round: number;
}

/** Use a die to mark its cell; with an X there already, have another player erase theirs, or give one. */
export interface MarkCommand {
  t: "mark";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The round under way, from 1; for another one the message is stale. */
  round: number;
  /** One that shows a number not marked yet. */
  die: Die;
  /** Whose X in this cell goes. */
  erase?: number | null;
  /** Who gets an X in this cell: in the sweet variant, and not together with `erase`. */
  give?: number | null;
}

/** Sixto: type the dice of this turn, as far as they are known. */
export interface PadDiceCommand {
  t: "pad_dice";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn or round under way, from 1; for another one the message is stale. */
  step: number;
  /** Six numbers by colour; 0 for a die that was not typed or is out of the game. */
  dice: readonly number[];
}

/** Sixto: cross a box of any seat, or move the cross that this row got in this turn. */
export interface PadCrossCommand {
  t: "pad_cross";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn or round under way, from 1; for another one the message is stale. */
  step: number;
  /** Whose sheet or board. */
  seat: number;
  /** From `a1` to `f12`. */
  box: string;
  /** Do it though a rule forbids it: "we play it so". */
  force?: boolean;
}

/** Sixto: take a cross of this turn back. */
export interface PadUncrossCommand {
  t: "pad_uncross";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn or round under way, from 1; for another one the message is stale. */
  step: number;
  /** Whose sheet or board. */
  seat: number;
  /** From `a1` to `f12`. */
  box: string;
}

/** Sixem: choose the pattern that the spinner gave. */
export interface PadPatternCommand {
  t: "pad_pattern";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn or round under way, from 1; for another one the message is stale. */
  step: number;
  /** How many lines of each kind are asked for; one line at least. */
  pattern: Readonly<Record<"horizontal" | "vertical" | "diagonal" | "any", number>>;
}

/** Sixem: use a die of a seat; where its X is already, perhaps erase another's or give one. */
export interface PadMarkCommand {
  t: "pad_mark";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn or round under way, from 1; for another one the message is stale. */
  step: number;
  /** Whose sheet or board. */
  seat: number;
  /** From `a1` to `f6`: colour and number of the die. */
  cell: string;
  /** Whose X in this cell goes. */
  erase?: number | null;
  /** Who gets an X in this cell: in the sweet variant, and not together with `erase`. */
  give?: number | null;
  /** Do it though a rule forbids it: "we play it so". */
  force?: boolean;
}

/** The turn or round is over: its crosses are final. */
export interface PadNextCommand {
  t: "pad_next";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn or round under way, from 1; for another one the message is stale. */
  step: number;
}

/** Go on, though the game is over by the rules. */
export interface PadPlayOnCommand {
  t: "pad_play_on";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn or round under way, from 1; for another one the message is stale. */
  step: number;
}

/** The game is over; what was crossed in this turn counts. */
export interface PadEndCommand {
  t: "pad_end";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** The turn or round under way, from 1; for another one the message is stale. */
  step: number;
}

/** Take the last entry back, also if it ended a turn. */
export interface PadUndoCommand {
  t: "pad_undo";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** How many there are; for another number the message is stale. */
  entries: number;
}

/** Write another name on a sheet or board. */
export interface PadNameCommand {
  t: "pad_name";
  /** Which message this is: another one for each message of this player at this table. */
  n: Nonce;
  /** Whose sheet or board. */
  seat: number;
  /** As names of players are. */
  name: string;
}

/** The first event of a table. It stands in the log only: whoever comes hears a `welcome`. */
export interface CreatedEvent {
  t: "created";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** What its game is called in the labels of its dice. */
  id: string;
  /** What people type to come here. */
  code: string;
  /** What is agreed. */
  options: Options;
  /** The player who made it. */
  host: string;
  /** The SHA-256 of the seed of its dice. */
  promise: string;
  /** Bots sit already; null: free. */
  seats: readonly (Seat | null)[];
  /** A rematch: for each seat the player for whom it is kept until `due`; empty for a bot's. */
  reserved?: readonly string[];
  /** What is taken over from a finished game. */
  beginning?: Beginning | null;
}

/** Somebody, or a bot, took a seat; a player who sat elsewhere has moved. */
export interface SatEvent {
  t: "sat";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
  /** Who sits there now. */
  who: Seat;
}

/** A seat is free again, before the start; in a rematch perhaps one whose player did not come. */
export interface LeftEvent {
  t: "left";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
  /** Its player was removed and cannot come back. */
  gone?: boolean;
}

/** A player chose a sheet. */
export interface ChoseEvent {
  t: "chose";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
  /** None: one will be dealt. */
  sheet?: SheetLetter | SheetRows | null;
}

/** Somebody else is host now. */
export interface HostsEvent {
  t: "hosts";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who, by the public id that also stands in their seat. */
  player: string;
}

/** A player has another name. */
export interface NamedEvent {
  t: "named";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
  /** The new one. */
  name: string;
}

/** The game begins, and seats are numbered anew. */
export interface StartedEvent {
  t: "started";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** As they are from now on, without free ones. */
  seats: readonly Seat[];
  /** Sixto: where the first active player, who is seat 0 now, sat before. */
  lot?: number;
  /** Sixto: the numbers of each seat's sheet. */
  sheets?: readonly SheetRows[];
  /** Sixto: the turns that are taken over from a finished game, as records have them. */
  turns?: readonly (Readonly<Record<string, unknown>>)[];
  /** The game as these turns left it. */
  board?: SixtoSnapshot | null;
  /** Sixto: the points that each seat has before its first cross, if some have any. */
  head_starts?: readonly number[];
}

/** A bot plays for a seat. */
export interface HandedEvent {
  t: "handed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
  /** Of the bot. */
  level: string;
  /** Its player was removed and cannot come back. */
  gone?: boolean;
}

/** The owner of a seat plays again. */
export interface ReturnedEvent {
  t: "returned";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
}

/** Somebody seated says something. */
export interface ReactedEvent {
  t: "reacted";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
  /** What. */
  reaction: Reaction;
}

/** The table goes on after nobody was there, or the server was down. */
export interface ResumedEvent {
  t: "resumed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** When the 3-2-1 is over: nobody throws or calls before. */
  go?: number;
}

/** The game is over. */
export interface EndedEvent {
  t: "ended";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Seats. */
  winners: readonly number[];
  /** What came of it, as the replay of a record tells it. */
  result: Readonly<Record<string, unknown>>;
  /** Of the dice, with which anyone can check them; empty while others can play with them. */
  seed: string;
}

/** Somebody asked the coach for a hint, for the first time in this game. */
export interface HintedEvent {
  t: "hinted";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
}

/** Head starts as they are proposed now, with who has agreed; none: they are withdrawn. */
export interface ProposedEvent {
  t: "proposed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** For each person who sits there. */
  head_starts: readonly HeadStart[];
}

/** Nobody came back to this table for a day (over days, for 14), its log is full, the time for a daily challenge is up, or somebody did not want the second game of a duel. */
export interface ClosedEvent {
  t: "closed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Of the dice, if a game had begun and nobody else can play with them. */
  seed?: string;
}

/** A new table keeps a seat for each of those who played; it starts when all have sat down or declined. */
export interface RematchedEvent {
  t: "rematched";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Where. */
  code: string;
}

/** The active player rolled. */
export interface RolledEvent {
  t: "rolled";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which turn, from 1. */
  turn: number;
  /** Six numbers by colour; 0 for a die out of the game. */
  dice: readonly number[];
  /** For each seat, the boxes that these dice may cross, with what they bring. */
  legal: readonly (Readonly<Record<string, Gains>>)[];
  /** It was the second roll, so the dice stay as they are. */
  second?: boolean;
  /** It happened because time was up. */
  timed?: boolean;
}

/** The active player keeps the roll. */
export interface KeptEvent {
  t: "kept";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which turn, from 1. */
  turn: number;
  /** It happened because time was up. */
  timed?: boolean;
}

/** A half cross, perhaps moved within its row. */
export interface CrossedEvent {
  t: "crossed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which turn, from 1. */
  turn: number;
  /** Which one, from 0. */
  seat: number;
  /** From `a1` to `f12`. */
  box: string;
  /** It would close its colour. */
  closes?: boolean;
  /** Seats that are asked again: they were done and could still use that die. */
  asked?: readonly number[];
}

/** A half cross was taken back. */
export interface UncrossedEvent {
  t: "uncrossed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which turn, from 1. */
  turn: number;
  /** Which one, from 0. */
  seat: number;
  /** From `a1` to `f12`. */
  box: string;
}

/** A player crosses nothing more in this turn. */
export interface SaidDoneEvent {
  t: "done";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which turn, from 1. */
  turn: number;
  /** Which one, from 0. */
  seat: number;
  /** With the last one: how the turn ended. */
  end?: TurnEnd | null;
  /** It happened because time was up. */
  timed?: boolean;
}

/** A player has withdrawn their done. */
export interface WithdrewDoneEvent {
  t: "undone";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which turn, from 1. */
  turn: number;
  /** Which one, from 0. */
  seat: number;
}

/** A player covered their sheet, or uncovered it. */
export interface CoveredEvent {
  t: "covered";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which turn, from 1. */
  turn: number;
  /** Which one, from 0. */
  seat: number;
  /** Covered. */
  on: boolean;
}

/** A starting roll. */
export interface RolledFirstEvent {
  t: "first";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
  /** The number it shows. */
  face: number;
  /** The highest is not alone: all roll once more. */
  again?: boolean;
  /** With the last roll: the seat that spins. */
  spins?: number | null;
  /** It happened because time was up. */
  timed?: boolean;
}

/** The spinner came to rest. */
export interface SpunEvent {
  t: "spun";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which one, from 0. */
  seat: number;
  /** At which of its eleven places, from 0. */
  place: number;
  /** How many lines of each kind are asked for: `horizontal`, `vertical`, `diagonal`, `any`. */
  pattern: Readonly<Record<string, number>>;
  /** When the 3-2-1 is over: nobody throws or calls before. */
  go: number;
  /** It happened because time was up. */
  timed?: boolean;
}

/** Dice are in the air. */
export interface ThrownEvent {
  t: "thrown";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which round, from 1. */
  round: number;
  /** Which one, from 0. */
  seat: number;
  /** Their letters. */
  dice: string;
  /** When they land. */
  lands: number;
}

/** Dice of a seat came down. */
export interface LandedEvent {
  t: "landed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which round, from 1. */
  round: number;
  /** Which one, from 0. */
  seat: number;
  /** By colour, the number of each die that came down; 0 for the others. */
  faces: readonly number[];
  /** Who marks now, once all dice stand. */
  marker?: number | null;
  /** How they can. */
  choices?: readonly Choice[];
}

/** The rolling is over; dice in hand land now. */
export interface StoppedEvent {
  t: "stopped";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which round, from 1. */
  round: number;
  /** Which one, from 0. */
  seat: number;
  /** The table called for that seat. */
  auto?: boolean;
  /** Who marks now, once all dice stand. */
  marker?: number | null;
  /** How they can. */
  choices?: readonly Choice[];
}

/** A call without 1 to 6 on the table. */
export interface FalseStopEvent {
  t: "falsestop";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which round, from 1. */
  round: number;
  /** Which one, from 0. */
  seat: number;
  /** Until when that seat neither throws nor calls. */
  until: number;
}

/** A die was used. */
export interface MarkedEvent {
  t: "marked";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Which round, from 1. */
  round: number;
  /** Which one, from 0. */
  seat: number;
  /** Its letter. */
  die: string;
  /** The cell that it marked, from `a1` to `f6`. */
  cell: string;
  /** Whose X in this cell is gone. */
  erase?: number | null;
  /** Who was given an X in this cell. */
  give?: number | null;
  /** Who marks next, perhaps once more the same. */
  marker?: number | null;
  /** How they can. */
  choices?: readonly Choice[];
  /** With the last one: how the round ended. */
  end?: RoundEnd | null;
  /** It happened because time was up. */
  timed?: boolean;
}

/** The dice of this turn were typed, or corrected. */
export interface PadDicedEvent {
  t: "pad_diced";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** Six numbers by colour; 0 for a die that was not typed or is out of the game. */
  dice: readonly number[];
  /** For each seat and row the places that may be crossed, as the bits of a number: place 1 is bit 1. */
  legal: readonly (readonly number[])[];
}

/** A box was crossed, perhaps instead of another one of its row. */
export interface PadCrossedEvent {
  t: "pad_crossed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** On whose sheet or board. */
  seat: number;
  /** From `a1` to `f12`. */
  box: string;
  /** They play it so: the code of the refusal that it would have been. */
  forced?: string;
  /** It closes its colour when the turn ends. */
  closes?: boolean;
}

/** A cross of this turn was taken back. */
export interface PadUncrossedEvent {
  t: "pad_uncrossed";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** On whose sheet or board. */
  seat: number;
  /** From `a1` to `f12`. */
  box: string;
}

/** The pattern was chosen, or corrected. */
export interface PadPatternedEvent {
  t: "pad_patterned";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** How many lines of each kind are asked for: `horizontal`, `vertical`, `diagonal`, `any`. */
  pattern: Readonly<Record<string, number>>;
}

/** A die of a seat was used on its board. */
export interface PadMarkedEvent {
  t: "pad_marked";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** On whose sheet or board. */
  seat: number;
  /** The cell that it marked, from `a1` to `f6`. */
  cell: string;
  /** For each seat, how many lines it has now. */
  lines: readonly number[];
  /** For each seat, the cells that it may mark now. */
  cells: readonly PadCells[];
  /** Whose X in this cell is gone. */
  erase?: number | null;
  /** Who was given an X in this cell. */
  give?: number | null;
  /** They play it so: the code of the refusal that it would have been. */
  forced?: string;
}

/** A turn or round ended. */
export interface PadTurnedEvent {
  t: "pad_turned";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** The pad after it. */
  board: SixtoPadBoard | SixemPadBoard;
}

/** They go on, though the game is over by the rules. */
export interface PadPlayedOnEvent {
  t: "pad_played_on";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** The pad after it. */
  board: SixtoPadBoard | SixemPadBoard;
}

/** They say that the game is over. */
export interface PadEndedEvent {
  t: "pad_ended";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** The pad after it. */
  board: SixtoPadBoard | SixemPadBoard;
}

/** The last entry was taken back. */
export interface PadUndoneEvent {
  t: "pad_undone";
  /** The version of the table after it. */
  v?: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** The nonce of the message that brought it about. */
  n?: string;
  /** Until when players have time for what comes next, if there is a timer and it was set anew. */
  due?: number;
  /** The version of the format of this event. */
  f?: number;
  /** Who wrote it. */
  by: Writer;
  /** Which turn or round, from 1. */
  step: number;
  /** What kind of entry it was. */
  what: "dice" | "cross" | "uncross" | "pattern" | "mark" | "next" | "play_on";
  /** The pad after it. */
  board: SixtoPadBoard | SixemPadBoard;
  /** On whose sheet or board it was, if on one. */
  seat?: number | null;
  /** The box or cell. */
  box?: string;
}

/** The first message on a socket, and whenever you have fallen behind. */
export interface Welcome {
  t: "welcome";
  /** Who you are: your public id, as it stands in your seat. */
  player: string;
  /** Your name. */
  name: string;
  /** The version of the table. */
  v: number;
  /** The time by the server's clock. */
  at: number;
  /** As it stands at `v`. Without it, the events that you missed follow. */
  table?: TableSnapshot | null;
  /** Which life of the server this is: give it back together with `since`. */
  boot?: string;
}

/** Your message changed nothing. */
export interface Refusal {
  t: "refused";
  /** Why; all of them have a sentence for people. */
  code: string;
  /** The nonce of that message, where it could be read. */
  n?: string;
}

/** Who is connected; told when that changes, at most twice a second. */
export interface Here {
  t: "here";
  /** Those whose players are here. */
  seats: readonly number[];
  /** How many others are. */
  watching?: number;
  /** For how many seconds the players of other seats have been away; keys are seats, as text. */
  away?: Readonly<Record<number, number>>;
}

/** A table as the lobby shows it. */
export interface TableSummary {
  code: string;
  options: Options;
  phase: string;
  seats: readonly (Seat | null)[];
  host?: string;
  /** The code of the table of the next game, if somebody has asked for one. */
  rematch?: string;
  /** Over days: the players who have something to do, by their public ids. */
  waiting?: readonly string[];
  /** Over days: until when they have time, in milliseconds since 1970; 0 without a timer. */
  due?: number;
}

/** Who you are: your public id, your name, and the tables you sit at. */
export interface Me {
  player: string;
  name: string;
  tables: readonly TableSummary[];
}

export interface NewName {
  name: string;
}

/** A code typed on another device. */
export interface CarryCode {
  code: string;
}

/** A code for another device, good once until `expires` (milliseconds since 1970). */
export interface NewCarryCode {
  code: string;
  expires: number;
}

/** Names and sheets of a new score pad, by seat; the first seat is that of whoever makes it. */
export interface PadSetup {
  /** As names of players are; empty: not written yet. */
  names?: readonly string[];
  /** Sixto: a letter, one's own numbers, or null for one that nobody has. */
  sheets?: readonly (SheetLetter | SheetRows | null)[];
}

/** A table to be made; `bots` are levels, and sit on its last seats. */
export interface NewTable {
  options: Options;
  bots?: readonly string[];
  /** A finished game to go on with. */
  source?: Source | null;
  /** The names and sheets of a score pad. */
  pad?: PadSetup | null;
}

export interface TableMade {
  code: string;
  link: string;
}

export interface Lobby {
  tables: readonly TableSummary[];
}

/** A device on which you are known. Times are milliseconds since 1970, `seen` only to the day. */
export interface Device {
  id: string;
  /** phone, tablet or computer; empty if that is not known. */
  kind: string;
  added: number;
  seen: number;
  /** The one that asks. */
  current: boolean;
}

/** Your devices, newest first. */
export interface Devices {
  devices: readonly Device[];
}

/** The bots there are, weakest first. */
export interface Levels {
  sixto: readonly string[];
  sixem: readonly string[];
}

/** Where other devices in the same network find this server. */
export interface Addresses {
  addresses: readonly string[];
}

/** What a refused request is answered with. */
export interface Fault {
  code: string;
  message: string;
}

/** Days finished in a row; two days of each month may be missed. */
export interface DailyStreak {
  current: number;
  longest: number;
  /** Days that can still be missed in this month. */
  rests: number;
}

/** Your try that counts. */
export interface DailyTry {
  day: number;
  /** Of its table. */
  code: string;
  /** `playing`, `finished`, or `late`: its 24 hours were over first. */
  state: "playing" | "finished" | "late";
  /** Milliseconds until its time is up, by the server's clock. */
  left: number;
  points?: number | null;
}

/** The challenge of today. */
export interface DailyToday {
  day: number;
  sheet: string;
  /** Milliseconds until the next one, by the server's clock. */
  left: number;
  mine: DailyTry | null;
  /** Your try of yesterday, if it is still under way. */
  earlier: DailyTry | null;
  streak: DailyStreak;
  /** Who have finished it. */
  people: number;
}

/** Which challenge to play: today's, unless another day is named. */
export interface NewTry {
  day?: number | null;
  /** It shall not count. */
  practice?: boolean;
}

export interface TryTable {
  /** Of its table. */
  code: string;
  day: number;
  /** It shall not count. */
  practice: boolean;
}

/** How points are spread: how many games are in each step of ten points. */
export interface Spread {
  /** `people` of this day, or games of the `expert` on its sheet while there are few people. */
  of: "people" | "expert";
  /** The points at which the first step begins. */
  first: number;
  counts: readonly number[];
}

export interface BotScore {
  level: string;
  points: number;
}

/** A friend's finished try, as far as you have played yourself. */
export interface FriendSheet {
  player: string;
  name: string;
  /** The boxes crossed in each turn. */
  turns: readonly (readonly string[])[];
  /** Once you have finished. */
  points?: number | null;
  /** Of its table, once you have finished. */
  code?: string;
}

/** Finished tries of your friends, best first. */
export interface FriendSheets {
  friends: readonly FriendSheet[];
}

/** A day, and what came of your try. Times are milliseconds since 1970. */
export interface DailyResult {
  day: number;
  begins: number;
  sheet: string;
  promise: string;
  link: string;
  /** When the promise was stored. */
  published: number;
  /** Milliseconds until the seed is published, by the server's clock; 0 if it is. */
  left: number;
  /** Once it is published. */
  seed: string;
  mine: DailyTry | null;
  /** Who have finished it. */
  people: number;
  /** Of a hundred others, how many have fewer points than you; null while there is nobody else. */
  better?: number | null;
  /** Of a hundred games of the expert on this sheet, how many have fewer points than you. */
  expert?: number | null;
  spread?: Spread | null;
  /** What bots made of the same dice, best first, as far as they have played; once you have finished. */
  bots?: readonly BotScore[];
}

export interface Place {
  /** From 1; equal ones share it. */
  place: number;
  player: string;
  name: string;
  /** Of the days that count. */
  points: number;
  /** How many days these points are from. */
  days: number;
}

/** Who has the most points in a day, in the best five days of a week, or in all days. */
export interface Board {
  /** Who have finished it. */
  people: number;
  /** You and your friends; empty if you have none here. */
  friends: readonly Place[];
  top: readonly Place[];
  /** Your place among all. */
  mine: Place | null;
}

export interface ArchivedDay {
  day: number;
  begins: number;
  sheet: string;
  /** Your place among all. */
  mine: DailyTry | null;
}

/** Past days, the latest first. */
export interface Archive {
  /** How many days these points are from. */
  days: readonly ArchivedDay[];
  /** There are earlier ones. */
  more: boolean;
}

/** What was published of a day's dice; the seed only when the day is closed. */
export interface Promise {
  day: number;
  promise: string;
  link: string;
  /** When the promise was stored. */
  published: number;
  /** Once it is published. */
  seed: string;
}

/** Promises of days, the earliest first; each link holds all those before it. */
export interface Promises {
  /** How many days these points are from. */
  days: readonly Promise[];
}

/** A rule that a sheet breaks: the code of a sentence, and the row. */
export interface PaperFault {
  rule: string;
  row: string;
}

/** The points of a paper sheet, and what is wrong with it; nothing: it can come from a game. */
export interface PaperScore {
  rows: readonly number[];
  columns: readonly number[];
  total: number;
  crosses: number;
  faults: readonly PaperFault[];
}

/** The crosses of a finished paper sheet. */
export interface Paper {
  /** From `a1` to `f12`. */
  boxes: readonly string[];
  /** It was played alone. */
  alone?: boolean;
}

export type TableCommand =
  | SitCommand
  | LeaveCommand
  | ChooseSheetCommand
  | AddBotCommand
  | RemoveCommand
  | StartCommand
  | HandOverCommand
  | BackCommand
  | ReactCommand
  | AskHintCommand
  | RequestRematchCommand
  | ProposeHeadStartsCommand
  | AgreeCommand;

export type SixtoCommand =
  | RollCommand
  | KeepCommand
  | CrossCommand
  | UncrossCommand
  | SayDoneCommand
  | WithdrawDoneCommand
  | CoverCommand;

export type SixemCommand =
  | FirstCommand
  | SpinCommand
  | ThrowCommand
  | StopCommand
  | MarkCommand;

export type SixtoPadCommand =
  | PadDiceCommand
  | PadCrossCommand
  | PadUncrossCommand;

export type SixemPadCommand =
  | PadPatternCommand
  | PadMarkCommand;

export type PadCommand =
  | PadNextCommand
  | PadPlayOnCommand
  | PadEndCommand
  | PadUndoCommand
  | PadNameCommand;

export type TableEvent =
  | CreatedEvent
  | SatEvent
  | LeftEvent
  | ChoseEvent
  | HostsEvent
  | NamedEvent
  | StartedEvent
  | HandedEvent
  | ReturnedEvent
  | ReactedEvent
  | ResumedEvent
  | EndedEvent
  | HintedEvent
  | ProposedEvent
  | ClosedEvent
  | RematchedEvent;

export type SixtoEvent =
  | RolledEvent
  | KeptEvent
  | CrossedEvent
  | UncrossedEvent
  | SaidDoneEvent
  | WithdrewDoneEvent
  | CoveredEvent;

export type SixemEvent =
  | RolledFirstEvent
  | SpunEvent
  | ThrownEvent
  | LandedEvent
  | StoppedEvent
  | FalseStopEvent
  | MarkedEvent;

export type SixtoPadEvent =
  | PadDicedEvent
  | PadCrossedEvent
  | PadUncrossedEvent;

export type SixemPadEvent =
  | PadPatternedEvent
  | PadMarkedEvent;

export type PadEvent =
  | PadTurnedEvent
  | PadPlayedOnEvent
  | PadEndedEvent
  | PadUndoneEvent;

export type AnyCommand =
  | TableCommand
  | SixtoCommand
  | SixemCommand
  | SixtoPadCommand
  | SixemPadCommand
  | PadCommand;

export type AnyEvent =
  | TableEvent
  | SixtoEvent
  | SixemEvent
  | SixtoPadEvent
  | SixemPadEvent
  | PadEvent;

export type AnyMessage =
  | AnyEvent
  | Welcome
  | Refusal
  | Here;
