/** Keyboard shortcuts: a letter clicks the button that names it in `aria-keyshortcuts`. */

/** Click the button of this key, unless somebody types or a dialog is open. */
export function clickShortcut(event: KeyboardEvent): void {
  const typing = (event.target as Element | null)?.closest?.('input, textarea, select, dialog');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (!/^[a-z]$/i.test(event.key)) return;
  document.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key.toUpperCase()}"]`)?.click();
}
