/** Times by the server's clock, shown by this device's. The server tells how long something takes, never when it is. */

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/** When something is on this device's clock that is so many milliseconds away: wrong clocks are wrong alike. */
export const localTime = (left: number): number => Date.now() + left;

/** A span as hours, minutes and seconds: 9:41:27. */
export function formatSpan(milliseconds: number): string {
  const left = Math.max(Math.ceil(milliseconds / SECOND) * SECOND, 0);
  const two = (number: number): string => String(number).padStart(2, '0');
  const [minutes, seconds] = [Math.floor((left % HOUR) / MINUTE), Math.floor((left % MINUTE) / SECOND)];
  return `${Math.floor(left / HOUR)}:${two(minutes)}:${two(seconds)}`;
}

/** The date of a day of the challenge: it is one of UTC, wherever one is. */
export const dateOf = (begins: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(begins);

/** A day and a time of day, for what is not today. */
export const dateAndTime = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }).format(at);

/** A day of the week and a time of day, for what is within a day: the time alone would be that of today. */
export const dayAndTime = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(at);

/** Whether the promise of a day was published at least a day before it began. */
export const isPromisedInTime = (published: number, begins: number): boolean => published <= begins - DAY;
