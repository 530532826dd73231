/** Lets the browser save the record of a game on this device. */

import { withErrorToast } from '../pages/errorToast';
import { saveFile } from '../ui/saveFile';
import { request } from '../wire/api';

export const saveRecord = (code: string): Promise<void> =>
  withErrorToast(async () => {
    const record = await request<unknown>('GET', `tables/${code}/record`);
    saveFile(new File([JSON.stringify(record)], `sixes-${code}.json`, { type: 'application/json' }));
  });
