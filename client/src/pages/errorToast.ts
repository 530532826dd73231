/** Runs a request and shows a toast if the server refuses it. */

import { toast } from '../ui/notices.svelte';
import { errorText } from '../text/translate.svelte';
import { ServerProblem } from '../wire/api';

export async function withErrorToast(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (problem) {
    if (!(problem instanceof ServerProblem)) throw problem;
    toast(errorText(problem.code, problem.words));
  }
}
