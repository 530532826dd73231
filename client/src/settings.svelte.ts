/** What somebody chose on this device; kept here, and nowhere else. */

import type { Language } from './text/sentences';

interface Settings {
  language: Language | null;
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  vibration: boolean;
  /** Somebody has seen, and accepted, the name that others see. */
  named: boolean;
  /** How strong bots are: a place in the list of levels, weakest first. */
  strength: number;
  /** Sixto: legal boxes tell what they bring. */
  gains: boolean;
  /** Somebody has played or learnt here before. */
  met: boolean;
  /** Where somebody is in learning a game: at which table, and at which step. */
  lessons: Partial<Record<'sixto' | 'sixem', { code: string; step: number }>>;
}

const DEFAULTS: Settings = {
  language: null,
  theme: 'system',
  sound: true,
  vibration: true,
  named: false,
  strength: 1,
  met: false,
  lessons: {},
  gains: false,
};
const PLACE = 'sixes';

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>;
  } catch {
    return {}; // no storage here, or something else's: the defaults do
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...kept() });

/** Choose something, from now on and for the next visit. */
export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // Where nothing can be kept, the choice lasts as long as the page.
  }
}
