// Made by `python3 dev.py describe` from the types and constants of src/sixes; edit those.

/** What 0 to 11 crosses in a row or a column are worth, on every sheet. */
export const POINTS = [
  0,
  -5,
  0,
  5,
  10,
  15,
  21,
  28,
  36,
  45,
  55,
  66
] as const;

/** How many dice one must use in a turn alone, or the game ends. */
export const SOLO_NEEDS = 2 as const;

/** Crosses in the field of a row before its target opens. */
export const TARGET_NEEDS = 4 as const;
