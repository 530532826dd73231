/** The SVG path of each colour's shape, in a square of 16 by 16. */

import type { Colour } from '../table/table';

export const SHAPES: Readonly<Record<Colour, string>> = {
  a: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z',
  b: 'M8 1l7.4 13.4H.6z',
  c: 'M2 2h12v12H2z',
  d: 'M8 0l8 8-8 8-8-8z',
  e: 'M8 .6l6.5 3.7v7.4L8 15.4l-6.5-3.7V4.3z',
  f: 'M8 0l2.3 5.2 5.7.6-4.3 3.8 1.3 5.6L8 12.3 3 15.2l1.3-5.6L0 5.8l5.7-.6z',
};
