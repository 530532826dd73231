/** The sounds of Sixem: short, dry and not loud, as from a table. */

import { noise, tone } from '../ui/sound';

export const sounds = {
  throw: (): void => noise(500, 1600, 0.16, 0.12),
  count: (): void => tone(520, 0.07, 0.1),
  go: (): void => tone(780, 0.16, 0.12),
  ready: (): void => [660, 880].forEach((pitch, at) => tone(pitch, 0.12, 0.12, at * 0.08)),
  /** A desk bell. */
  stop: (): void => [2093, 4186, 2100].forEach((pitch, at) => tone(pitch, 0.5, [0.16, 0.06, 0.12][at], at === 2 ? 0.16 : 0)),
  wrong: (): void => tone(150, 0.25, 0.18),
  /** A dull tap: that is not allowed. */
  refused: (): void => tone(110, 0.09, 0.16),
  /** A wooden click: a die is kept. */
  keep: (): void => [0, 0.012].forEach((when, at) => tone(at ? 1250 : 820, 0.04, 0.12, when)),
  mark: (): void => [0, 0.07].forEach((when) => noise(2600, 1500, 0.06, 0.14, when)),
  /** An eraser: a mark is lifted. */
  lift: (): void => noise(1500, 900, 0.14, 0.12),
  erase: (): void => noise(1800, 300, 0.28, 0.2),
  /** Two soft knocks: it is your turn. */
  turn: (): void => [0, 0.13].forEach((when) => tone(210, 0.07, 0.16, when)),
  line: (): void => [523, 659, 784].forEach((pitch, at) => tone(pitch, 0.16, 0.12, at * 0.07)),
  tick: (): void => tone(1200, 0.02, 0.08),
  win: (): void => [523, 659, 784].forEach((pitch, at) => tone(pitch, 0.32, 0.16, at * 0.14)),
  lost: (): void => tone(392, 0.4, 0.12),
} as const;
