/** Milliseconds for which the spinner turns. With its moment, the server waits as long before the 3-2-1. */
export const SPIN_TIME = 1900;
/** Milliseconds for which the pattern is shown once the spinner rests. */
export const MOMENT = 1200;
/** Milliseconds after STOP in which taps do not mark: they were meant for the race. */
export const STOP_GRACE = 700;
/** The same when my turn to mark comes. */
export const TURN_GRACE = 450;
/** Milliseconds for which a tie at the start is shown. */
export const TIE_TIME = 1900;
/** Milliseconds from landing until a die lies still. */
export const LANDING = 260;
