/** Going to the table of a daily challenge. */

import { withErrorToast } from '../pages/errorToast';
import { identifyVisitor } from '../pages/visitor.svelte';
import { go } from '../route.svelte';
import { updateSettings } from '../settings.svelte';
import type { NewTry } from '../wire/messages';
import { beginTry } from './api';

/** Begin a try or practice, or go on with it. A refusal is told in a sentence. */
export function playDaily(wanted: NewTry): Promise<void> {
  return withErrorToast(async () => {
    await identifyVisitor();
    const { code } = await beginTry(wanted);
    updateSettings({ met: true }); // the start page leads back to it
    go(`/table/${code}`);
  });
}
