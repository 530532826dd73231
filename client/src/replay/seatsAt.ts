/** The seats of a recorded game of Sixto as they are drawn at a table. */

import { AHEAD } from '../table/gaze';
import type { SeatView } from '../sixto/seatViews';
import { rankingOf } from '../sixto/points';
import { say } from '../text/translate.svelte';
import { facesIn, namesIn } from './players';
import type { SixtoRecord } from './record';
import type { SixtoStep } from './sixtoSteps';

export function seatsAt(record: SixtoRecord, steps: readonly SixtoStep[], at: number): readonly SeatView[] {
  const step = steps[at]!;
  const over = at === steps.length - 1;
  const ranking = rankingOf({ crosses: step.crosses, head_starts: record.headStarts ?? [] });
  const first = over ? ranking.filter(({ place }) => place === 1).map(({ seat }) => seat) : [];
  const faces = facesIn(record);
  return namesIn(record).map((name, seat) => {
    const active = at > 0 && step.active === seat;
    return {
      ...{ seat, name, short: { name, number: '' }, face: faces[seat]!, gaze: AHEAD, reaction: '' },
      mood: first.includes(seat) ? 'happy' : active ? 'think' : 'calm',
      ...{ rows: record.sheets[seat]!, crosses: step.crosses[seat]!, half: [], closed: step.closed },
      ...{ active, done: false, covered: false, away: false, bot: false, closing: false },
      states: active ? [say('game.is_active')] : [],
    };
  });
}
