/** Says in one line why a tap did nothing, and shakes what was tapped. */

import { announce } from '../ui/notices.svelte';
import { reducedMotion } from '../ui/reducedMotion';
import { sounds } from './sounds';

/** Milliseconds for which it is shown. */
const SHOWN = 2400;
const SHAKE = [0, -5, 5, -4, 4, 0].map((left) => ({ translate: `${left}px` }));

export class Complaint {
  text = $state('');
  private timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string, at?: Element): void {
    this.text = text;
    sounds.refused();
    announce(text);
    if (!reducedMotion()) at?.animate(SHAKE, { duration: 260 });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.text = ''), SHOWN);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.text = '';
  }
}
