/** Do something that may be refused; why not is told to the player. */

import { toast } from '../look/notices.svelte';
import { whyNot } from '../text/speech.svelte';
import { Problem } from '../wire/api';

export async function trying(what: () => Promise<unknown>): Promise<void> {
  try {
    await what();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    toast(whyNot(problem.code, problem.words));
  }
}
