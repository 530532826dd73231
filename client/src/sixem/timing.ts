/** Milliseconds for which the spinner turns; short enough to read the pattern during the countdown. */
export const SPIN_TIME = 1900;
