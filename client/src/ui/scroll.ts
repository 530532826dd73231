import { reducedMotion } from './reducedMotion';

/** Scroll as little as needed to see an element. */
export function scrollToShow(element: Element | undefined): void {
  element?.scrollIntoView({ block: 'nearest', behavior: reducedMotion() ? 'instant' : 'smooth' });
}
