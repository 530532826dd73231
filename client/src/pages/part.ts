/** Loads a part of a page that is not there at first. */

import type { PARTS } from './laterParts';

type Parts = typeof PARTS;

export const part = <K extends keyof Parts>(name: K): ReturnType<Parts[K]> =>
  import('./laterParts').then(({ PARTS }): Promise<unknown> => PARTS[name]()) as ReturnType<Parts[K]>;
