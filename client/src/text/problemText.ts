/** What went wrong with a request, in one sentence. */

import { ServerProblem } from '../wire/api';
import { errorText } from './translate.svelte';

export const problemText = (problem: unknown): string =>
  problem instanceof ServerProblem ? errorText(problem.code, problem.words) : errorText('app.offline');
