/** A calendar file (RFC 5545) that reminds of a game over days; made in the browser, so it works without TLS, too. */

export interface Reminder {
  code: string;
  link: string;
  title: string;
  /** Until when my step must be made, in milliseconds since 1970; 0: no deadline, or it is not my turn. */
  due: number;
  now: number;
}

const HOUR = 3_600_000;
/** Hours before the deadline at which the calendar reminds. */
const AHEAD = 4;
/** The hour of the day at which it reminds where there is no deadline, and for how many days. */
const EVENING = 18;
const DAYS = 14;
const MINUTES = 15;

/** The text of the file: before the deadline once, otherwise every evening for two weeks. */
export function calendarFile({ code, link, title, due, now }: Reminder): string {
  const start = due ? Math.max(due - AHEAD * HOUR, now + HOUR / 4) : nextEvening(now);
  // Every evening in the time of the phone, wherever that is; a deadline is a moment.
  const when = due
    ? [`DTSTART:${utc(start)}`, `DTEND:${utc(start + (MINUTES * HOUR) / 60)}`]
    : [`DTSTART:${local(start)}`, `DTEND:${local(start + (MINUTES * HOUR) / 60)}`, `RRULE:FREQ=DAILY;COUNT=${DAYS}`];
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Sixes//Sixes//EN', 'BEGIN:VEVENT'],
    ...[`UID:${code.toLowerCase()}-${start}@sixes`, `DTSTAMP:${utc(now)}`, ...when],
    ...[`SUMMARY:${escaped(title)}`, `DESCRIPTION:${escaped(link)}`, `URL:${link}`],
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, 'TRIGGER:PT0S', 'END:VALARM'],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ];
  return lines.map(folded).join('\r\n') + '\r\n';
}

function nextEvening(now: number): number {
  const evening = new Date(now).setHours(EVENING, 0, 0, 0);
  return evening > now ? evening : new Date(evening).setDate(new Date(evening).getDate() + 1);
}

const two = (number: number): string => String(number).padStart(2, '0');
const utc = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
function local(at: number): string {
  const time = new Date(at);
  const day = `${time.getFullYear()}${two(time.getMonth() + 1)}${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}${two(time.getMinutes())}00`;
}
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');

/** A line of at most 75 bytes; longer ones go on after a line break and a space. */
function folded(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > 74) {
      lines.push('');
      bytes = 0;
    }
    lines[lines.length - 1] += character;
    bytes += size;
  }
  return lines.join('\r\n ');
}
