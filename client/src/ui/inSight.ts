/** Marks an element as still while it cannot be seen, so that its motion rests. */

/** Milliseconds for which it rests at first: the page that opens needs the processor for itself. */
const SETTLED = 2000;

export function inSight(node: Element): () => void {
  node.classList.add('still');
  const observer = new IntersectionObserver(([entry]) => node.classList.toggle('still', !entry?.isIntersecting));
  const timer = setTimeout(() => observer.observe(node), SETTLED);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
