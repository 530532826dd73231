/** Milliseconds for which the spinner turns: the pattern can be read before the 3-2-1 is over. */
export const SPIN = 1900;
