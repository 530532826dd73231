/** Deletes what is on this device for playing without a network: games, and the download. */

import { endDevice } from './device';
import { runtimeDatabase } from './files';
import { tableDatabase } from './store';

export async function forgetDevice(): Promise<void> {
  endDevice();
  await Promise.all([tableDatabase.clear(), runtimeDatabase.clear()]);
}
