import type { GameRecord } from './record';
import { sixemWinner } from './sixemSteps';
import { isSixtoOver } from './sixtoSteps';

/** Whether the game of a record was played to its end. */
export const isOver = (record: GameRecord): boolean =>
  record.game === 'sixto' ? isSixtoOver(record) : sixemWinner(record) !== null;
