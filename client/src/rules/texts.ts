/** The rules of both games, loaded one language at a time. */

import type { Rules } from '../../build/rules';
import type { Language } from '../text/catalogue';

export const RULES_TEXTS: Readonly<Record<Language, () => Promise<{ default: Rules }>>> = {
  en: () => import('../../../docs/rules.en.md'),
  fr: () => import('../../../docs/rules.fr.md'),
  it: () => import('../../../docs/rules.it.md'),
  de: () => import('../../../docs/rules.de.md'),
};
