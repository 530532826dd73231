/** Whether a game waits for somebody: for the title of the tab, and to sort unfinished games. */

import type { Sixem, Sixto, Table } from '../table/table';

export function isMyTurn(table: Table, me: number | null): boolean {
  const { match } = table;
  if (me === null || !match || table.seats[me]?.bot) return false;
  return match.game === 'sixto' ? inSixto(match, me) : inSixem(match, me);
}

function inSixto({ phase, active, done }: Sixto, me: number): boolean {
  if (phase === 'crossing') return !done.includes(me);
  return phase !== 'over' && active === me;
}

/** In a race it is everybody's turn, so nobody's in particular. */
function inSixem({ phase, starts, spins, marker }: Sixem, me: number): boolean {
  if (phase === 'starting') return !starts[me];
  if (phase === 'spinning') return spins === me;
  return phase === 'marking' && marker === me;
}
