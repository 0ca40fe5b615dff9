/**
 * How badges are printed: eight of 90 by 65 millimetres on a sheet of A4 that is cut, or each on a page of its own of A6, or of
 * a label whose millimetres these are.
 */
export const BADGE_SIZES = ['a4', 'a6', '62x100', '62x29'] as const
export type BadgeSize = (typeof BADGE_SIZES)[number]

/** In one file: tickets of buyers wait for the same process while it is drawn. */
export const BADGES_PER_FILE = 200
