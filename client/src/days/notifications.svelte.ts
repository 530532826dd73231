/** Whether this device shows a notification when a game over days waits for me: only if somebody asked for it here. */

const STORAGE_KEY = 'sixes.notify';

const wanted = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'yes';
  } catch {
    return false; // no storage
  }
};
let on = $state(wanted());

/** The browser has them; it needs a secure page. */
export const canNotify = (): boolean => isSecureContext && 'Notification' in window;
export const wantsNotifications = (): boolean => on && canNotify() && Notification.permission === 'granted';

/** Turn them on or off; the browser asks for permission. False if it does not give it. */
export async function setNotifications(wish: boolean): Promise<boolean> {
  on = wish && (await Notification.requestPermission()) === 'granted';
  try {
    localStorage.setItem(STORAGE_KEY, on ? 'yes' : 'no');
  } catch {
    // Without storage, it lasts as long as the page.
  }
  return on === wish;
}
