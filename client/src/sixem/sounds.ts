/** The sounds of Sixem: short and not loud. */

import { noise, tone } from '../ui/sound';

export const sounds = {
  throw: (): void => noise(500, 1600, 0.16, 0.12),
  count: (): void => tone(520, 0.07, 0.1),
  go: (): void => tone(780, 0.16, 0.12),
  ready: (): void => [660, 880].forEach((pitch, at) => tone(pitch, 0.12, 0.12, at * 0.08)),
  stop: (): void => [880, 660].forEach((pitch, at) => tone(pitch, 0.24, 0.2, at * 0.12)),
  wrong: (): void => tone(150, 0.25, 0.18),
  mark: (): void => [0, 0.07].forEach((when) => noise(2600, 1500, 0.06, 0.14, when)),
  erase: (): void => noise(1800, 300, 0.28, 0.2),
  line: (): void => [523, 659, 784].forEach((pitch, at) => tone(pitch, 0.16, 0.12, at * 0.07)),
  tick: (): void => tone(1200, 0.02, 0.08),
  win: (): void => [523, 659, 784, 1047, 784, 1047].forEach((pitch, at) => tone(pitch, 0.28, 0.16, at * 0.12)),
} as const;
