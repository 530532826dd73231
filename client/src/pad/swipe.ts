/** A swipe to the side over an element: to the next, or to the one before. */

/** Pixels to the side that make a swipe. */
const FAR = 56;

export function swiping(turn: (by: number) => void): (node: HTMLElement) => () => void {
  return (node) => {
    let from: readonly [number, number] | null = null;
    const began = ({ touches }: TouchEvent): void => {
      const [touch] = touches;
      from = touch && touches.length === 1 ? [touch.clientX, touch.clientY] : null;
    };
    const ended = ({ changedTouches }: TouchEvent): void => {
      const [touch] = changedTouches;
      if (!from || !touch) return;
      const [across, down] = [touch.clientX - from[0], touch.clientY - from[1]];
      from = null;
      if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(down)) turn(across < 0 ? 1 : -1);
    };
    node.addEventListener('touchstart', began, { passive: true });
    node.addEventListener('touchend', ended, { passive: true });
    return () => {
      node.removeEventListener('touchstart', began);
      node.removeEventListener('touchend', ended);
    };
  };
}
