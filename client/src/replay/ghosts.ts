/** The sheets of a recorded game beside a new one with the same dice. */

import { loadRecord } from '../review/documents';
import type { SeatView } from '../sixto/seatViews';
import { seatsAt } from './seatsAt';
import { sixtoSteps } from './sixtoSteps';

/** Gives the recorded sheets after so many turns, or as they were at the end. */
export async function loadGhosts(code: string): Promise<(turns: number) => readonly SeatView[]> {
  const record = await loadRecord(code);
  if (record.game !== 'sixto') return () => [];
  const steps = sixtoSteps(record);
  return (turns) => seatsAt(record, steps, Math.min(turns, steps.length - 1)).map((seat) => ({ ...seat, active: false }));
}
