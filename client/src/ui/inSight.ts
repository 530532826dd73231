/** Marks an element while it can be seen, so that its motion rests otherwise. */

export function inSight(node: Element): () => void {
  const observer = new IntersectionObserver(([entry]) => node.classList.toggle('still', !entry?.isIntersecting));
  observer.observe(node);
  return () => observer.disconnect();
}
