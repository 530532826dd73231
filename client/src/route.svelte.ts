/** The router: which page the address stands for. The server sends the same HTML for all of them. */

export type Game = 'sixto' | 'sixem';
export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'rules'; game: Game | null }
  | { page: 'learn'; game: Game }
  | { page: 'review'; code: string }
  | { page: 'record' }
  | { page: 'study' }
  | { page: 'practice' }
  | { page: 'daily'; day: number | null }
  | { page: 'friends' }
  | { page: 'games' }
  | { page: 'pad'; paper: boolean }
  | { page: 'print' }
  | { page: 'not-found' };

/** What a page asks of the next one; kept in the history entry. */
export interface Intent {
  /** Sit down and start at once ("play now"). */
  play?: boolean;
  /** Sit down, but wait for others (a table for friends). */
  sit?: boolean;
}

export function routeOf(path: string): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  const game = second === 'sixto' || second === 'sixem' ? second : null;
  if (!first) return { page: 'home' };
  if (first === 'table' && second) return { page: 'table', code: decoded(second) };
  if (first === 'review') return second ? { page: 'review', code: decoded(second) } : { page: 'record' };
  if (first === 'daily') return { page: first, day: Number(second) || null };
  if (first === 'print' && !second) return { page: first };
  if (first === 'study' || first === 'practice' || first === 'friends' || first === 'games') return { page: first };
  if (first === 'pad') return { page: first, paper: second === 'paper' };
  if (first === 'rules' && (game || !second)) return { page: 'rules', game };
  if (first === 'learn' && game) return { page: 'learn', game };
  return { page: 'not-found' };
}

/** A part of a path, decoded; if it cannot be decoded, as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let route = $state.raw<Route>({ page: 'home' });
let path = '';
let onBack: (() => void) | null = null;
/** How many pages of ours are behind this one in the history, as far as we know. */
let depth = 0;

export const currentRoute = (): Route => route;
export const intent = (): Intent => (history.state ?? {}) as Intent;

/** Go to another page; `replace` takes the current one out of the history. */
export function go(to: string, state: Intent = {}, replace = false): void {
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  if (!replace) depth += 1;
  if (location.pathname !== path) scrollTo(0, 0);
  update();
}

function update(): void {
  if (location.pathname === path) return; // another anchor on the same page
  path = location.pathname;
  route = routeOf(path);
}

/** Go to the previous page if it is one of ours, else to the start page or to another. */
export function back(otherwise = '/'): void {
  if (depth > 0) history.back();
  else go(otherwise, {}, true);
}

/** Call `action` instead of going back, so that nobody leaves a game by accident; call the result to end that. */
export function interceptBack(action: () => void): () => void {
  onBack = action;
  return () => {
    if (onBack === action) onBack = null;
  };
}

function onPopState(): void {
  depth = Math.max(0, depth - 1);
  if (onBack && location.pathname !== path) {
    history.pushState({}, '', path);
    onBack();
  } else {
    update();
  }
}

/** Follow the address from now on, and open links to our pages without loading them again. */
export function startRouter(): void {
  addEventListener('popstate', onPopState);
  addEventListener('click', (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = (event.target as Element | null)?.closest?.('a');
    const ours = link && link.origin === location.origin && !link.target && !link.hasAttribute('download');
    if (!plain || !ours || event.defaultPrevented || link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return; // the browser scrolls to anchors by itself
    event.preventDefault();
    go(link.pathname + link.hash);
  });
  update();
}
