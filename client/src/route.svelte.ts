/** Where somebody is: the path of the page. The server gives the same page for all of them. */

export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'rules' }
  | { page: 'learn'; game: 'sixto' | 'sixem' }
  | { page: 'nowhere' };

/** What a page may leave for the next one, kept with the entry in the history. */
export interface Intent {
  /** Sit down and start at once: somebody pressed "play now". */
  play?: boolean;
  /** Sit down: somebody made this table for friends. */
  sit?: boolean;
}

export function routeOf(path: string): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  if (!first) return { page: 'home' };
  if (first === 'table' && second) return { page: 'table', code: decodeURIComponent(second) };
  if (first === 'rules') return { page: 'rules' };
  if (first === 'learn' && (second === 'sixto' || second === 'sixem')) return { page: 'learn', game: second };
  return { page: 'nowhere' };
}

let route = $state.raw<Route>({ page: 'home' });

export const here = (): Route => route;
export const intent = (): Intent => (history.state ?? {}) as Intent;

/** Go to another page; `replace` leaves no way back to this one. */
export function go(path: string, state: Intent = {}, replace = false): void {
  if (replace) history.replaceState(state, '', path);
  else history.pushState(state, '', path);
  arrive();
}

function arrive(): void {
  route = routeOf(location.pathname);
  scrollTo(0, 0);
}

/** From now on the route follows the address, and links within our pages do not load them anew. */
export function follow(): void {
  addEventListener('popstate', arrive);
  addEventListener('click', (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = (event.target as Element | null)?.closest?.('a');
    const ours = link && link.origin === location.origin && !link.target && !link.hasAttribute('download');
    if (!plain || !ours || event.defaultPrevented || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname);
  });
  route = routeOf(location.pathname);
}
