/** Where somebody is: the path of the page. The server gives the same page for all of them. */

export type Game = 'sixto' | 'sixem';
export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'rules'; game: Game | null }
  | { page: 'learn'; game: Game }
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
  const game = second === 'sixto' || second === 'sixem' ? second : null;
  if (!first) return { page: 'home' };
  if (first === 'table' && second) return { page: 'table', code: plain(second) };
  if (first === 'rules' && (game || !second)) return { page: 'rules', game };
  if (first === 'learn' && game) return { page: 'learn', game };
  return { page: 'nowhere' };
}

/** A part of an address as it was meant; nonsense stays as it is. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let route = $state.raw<Route>({ page: 'home' });
let path = '';
let asked: (() => void) | null = null;
/** How many pages of ours lie behind this one, as far as we know. */
let pages = 0;

export const here = (): Route => route;
export const intent = (): Intent => (history.state ?? {}) as Intent;

/** Go to another page; `replace` leaves no way back to this one. */
export function go(to: string, state: Intent = {}, replace = false): void {
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  if (!replace) pages += 1;
  if (location.pathname !== path) scrollTo(0, 0);
  arrive();
}

function arrive(): void {
  if (location.pathname === path) return; // another place on the same page
  path = location.pathname;
  route = routeOf(path);
}

/** To the page before, if that is one of ours. */
export function back(): void {
  if (pages > 0) history.back();
  else go('/', {}, true);
}

/** While somebody plays, "back" does not lead away but asks; call what comes back to let it lead away again. */
export function hold(ask: () => void): () => void {
  asked = ask;
  return () => {
    if (asked === ask) asked = null;
  };
}

function wentBack(): void {
  pages = Math.max(0, pages - 1);
  if (asked && location.pathname !== path) {
    history.pushState({}, '', path);
    asked();
  } else {
    arrive();
  }
}

/** From now on the route follows the address, and links within our pages do not load them anew. */
export function follow(): void {
  addEventListener('popstate', wentBack);
  addEventListener('click', (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = (event.target as Element | null)?.closest?.('a');
    const ours = link && link.origin === location.origin && !link.target && !link.hasAttribute('download');
    if (!plain || !ours || event.defaultPrevented || link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return; // the browser finds the place by itself
    event.preventDefault();
    go(link.pathname + link.hash);
  });
  arrive();
}
