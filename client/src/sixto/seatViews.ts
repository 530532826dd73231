/** What everybody at the table sees of a seat. */

import type { FaceLook, Mood } from '../ui/faces';
import { AHEAD, gazeAt, type Gaze } from '../table/gaze';
import { faceOf, namesOf, shortNamesOf } from '../table/names';
import type { Sixto, Table } from '../table/table';
import { say } from '../text/translate.svelte';
import type { Here, SheetRows } from '../wire/messages';
import { closingColours } from './points';

export interface SeatView {
  seat: number;
  name: string;
  /** The name for where there is little room. */
  short: { name: string; number: string };
  face: FaceLook;
  mood: Mood;
  /** Where their eyes look. */
  gaze: Gaze;
  rows: SheetRows;
  crosses: readonly string[];
  half: readonly string[];
  closed: readonly string[];
  active: boolean;
  done: boolean;
  covered: boolean;
  away: boolean;
  /** A bot plays: its own seat, or for somebody. */
  bot: boolean;
  /** About to close a colour. */
  closing: boolean;
  /** Their latest reaction, while it is shown. */
  reaction: string;
  /** All of this in words. */
  states: readonly string[];
}

export function seatViews(
  table: Table,
  match: Sixto,
  me: number | null,
  here: Here,
  reactions: Readonly<Record<number, string>>,
): readonly SeatView[] {
  const [names, short, closing] = [namesOf(table), shortNamesOf(table), closingColours(match)];
  return table.seats.map((sitting, seat) => {
    const playing = match.phase !== 'over';
    const away = Boolean(playing && sitting?.player && !sitting.bot && !here.seats.includes(seat));
    const state = {
      active: playing && match.phase !== 'crossing' && match.active === seat,
      done: match.done.includes(seat),
      covered: match.covered.includes(seat),
      away,
      bot: Boolean(sitting?.bot),
    };
    return {
      ...state,
      seat,
      name: names[seat] ?? '',
      short: short[seat] ?? { name: '', number: '' },
      face: sitting ? faceOf(sitting, seat) : NOBODY,
      mood: moodOf(state),
      gaze: match.phase === 'crossing' || !playing ? AHEAD : gazeAt(seat, match.active === me ? -1 : match.active),
      rows: match.sheets[seat] ?? [],
      crosses: match.crosses[seat] ?? [],
      half: match.half[seat] ?? [],
      closed: match.closed,
      closing: closing.some(({ seats }) => seats.includes(seat)),
      reaction: reactions[seat] ?? '',
      states: statesInWords(state, Boolean(sitting?.player)),
    };
  });
}

/** The face of an empty seat, which no game has. */
const NOBODY: FaceLook = { colour: 'a', hair: null };

type State = Pick<SeatView, 'active' | 'done' | 'covered' | 'away' | 'bot'>;

/** How a seat looks at the game: whoever has something to do thinks. */
function moodOf({ active, done, away }: State): Mood {
  if (away) return 'away';
  return active ? 'think' : done ? 'happy' : 'calm';
}

function statesInWords(state: State, person: boolean): string[] {
  return [
    ...(state.active ? [say('game.is_active')] : []),
    ...(state.done ? [say('game.is_done')] : []),
    ...(state.covered ? [say('game.covered')] : []),
    ...(state.away ? [say('game.away')] : []),
    ...(state.bot && person ? [say('game.is_bot')] : []),
  ];
}
