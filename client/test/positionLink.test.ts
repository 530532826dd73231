/** A position has the same link in the browser and in Python, which wrote the golden ones. */

import { expect, test } from 'vitest';
import { positionLink } from '../src/sixto/positionLink';
import type { Sixto } from '../src/table/table';
import golden from './golden/positions.json';

test.each(golden)('the link of a position in turn $match.turn', ({ link, match }) => {
  expect(positionLink(match as unknown as Sixto)).toBe(link);
});
