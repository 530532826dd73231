/** The sheets of others beside a game with the same dice, as they were after so many turns. */

import { loadFriends } from '../daily/api';
import { viewOf } from '../daily/games';
import { loadRecord } from '../review/documents';
import type { SeatView } from '../sixto/seatViews';
import type { Table } from '../table/table';
import { faceOfPlayer } from '../ui/faces';
import type { SheetRows } from '../wire/messages';
import { seatsAt } from './seatsAt';
import { sixtoSteps } from './sixtoSteps';

type Ghosts = (turns: number) => readonly SeatView[];

/** Gives the sheets after so many turns, or as they were at the end; nothing until they are loaded. */
export function loadGhosts(table: Table): Ghosts {
  const { source, options, match } = table;
  const rows = match?.game === 'sixto' ? (match.sheets[0] ?? []) : [];
  return options.daily ? friendsOf(options.daily, rows) : recorded(source?.table ?? '');
}

/** The sheets of a recorded game. */
function recorded(code: string): Ghosts {
  let views = $state.raw<Ghosts>(() => []);
  const load = async (): Promise<void> => {
    const record = await loadRecord(code);
    if (record.game !== 'sixto') return;
    const steps = sixtoSteps(record);
    views = (turns) => seatsAt(record, steps, Math.min(turns, steps.length - 1)).map((seat) => ({ ...seat, active: false }));
  };
  void load();
  return (turns) => views(turns);
}

/** Friends in a daily challenge: after each turn the server is asked again, and tells no more turns than were played. */
function friendsOf(day: number, rows: SheetRows): Ghosts {
  let views = $state.raw<readonly SeatView[]>([]);
  let asked = 0;
  const load = async (turns: number): Promise<void> => {
    const { friends } = await loadFriends(day);
    views = friends.map((friend, seat) => viewOf({ ...friend, face: faceOfPlayer(friend.player) }, rows, seat, turns));
  };
  return (turns) => {
    if (turns !== asked) {
      asked = turns;
      load(turns).catch(() => {}); // they can be seen later
    }
    return views;
  };
}
