/** The SVG path of each colour's shape. The six shapes are pips, faces, crosses of small sheets and the wordmark. */

import type { Colour } from '../table/table';

/** Around the point where the path stands, 8 to each side: "M20 20" and this is a shape in the middle of 40 by 40. */
export const AROUND: Readonly<Record<Colour, string>> = {
  a: 'm0-6.9a6.9 6.9 0 1 1 0 13.8a6.9 6.9 0 0 1 0-13.8z',
  b: 'm-1.1-6.1a1.3 1.3 0 0 1 2.2 0l6 10.7a1.3 1.3 0 0 1-1.1 1.9h-12a1.3 1.3 0 0 1-1.1-1.9z',
  c:
    'm-4.8-6.1h9.6a1.3 1.3 0 0 1 1.3 1.3v9.6a1.3 1.3 0 0 1-1.3 1.3h-9.6a1.3 1.3 0 0 1-1.3-1.3v-9.6' +
    'a1.3 1.3 0 0 1 1.3-1.3z',
  d:
    'm-.9-7.3a1.3 1.3 0 0 1 1.8 0l6.4 6.4a1.3 1.3 0 0 1 0 1.8l-6.4 6.4a1.3 1.3 0 0 1-1.8 0l-6.4-6.4' +
    'a1.3 1.3 0 0 1 0-1.8z',
  e:
    'm-.6-7.1a1.3 1.3 0 0 1 1.2 0l5.3 3a1.3 1.3 0 0 1 .7 1.1v6a1.3 1.3 0 0 1-.7 1.1l-5.3 3a1.3 1.3 0 0 1-1.2 0' +
    'l-5.3-3a1.3 1.3 0 0 1-.7-1.1v-6a1.3 1.3 0 0 1 .7-1.1z',
  f:
    'm-.8-7.1a.9.9 0 0 1 1.6 0l1.8 3.8l4.1.6a.9.9 0 0 1 .5 1.6l-3 2.9l.7 4.2a.9.9 0 0 1-1.3 1l-3.6-1.9l-3.6 1.9' +
    'a.9.9 0 0 1-1.3-1l.7-4.2l-3-2.9a.9.9 0 0 1 .5-1.6l4.1-.6z',
};

const within = (colour: Colour): string => `M8 8${AROUND[colour]}`;

/** In a square of 16 by 16. */
export const SHAPES: Readonly<Record<Colour, string>> = {
  a: within('a'),
  b: within('b'),
  c: within('c'),
  d: within('d'),
  e: within('e'),
  f: within('f'),
};
