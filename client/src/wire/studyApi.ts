/** The coach's opinion on a position, from the server or from this device. */

import { request, type Opinion } from './api';

/** What a position is worth to a seat, and what to do there. */
export const study = (position: string, seat: number, local = false): Promise<Opinion> =>
  request('GET', `study/${position}?seat=${seat}`, undefined, undefined, local);
