/** How often a race is run, counted from 1: `short` in `npm test`, `long` in `npm run test:long` (docs/testing.md). */
export function repetitions(short = 2, long = 20): readonly number[] {
  return Array.from({ length: isLongRun() ? long : short }, (_, index) => index + 1)
}

/** Set for the second database; the long run tries everything on it that the embedded one has tried. */
export const isSecondTime = (): boolean => process.env['FOYER_TEST_AGAIN'] !== undefined

/** Set by `npm run test:long`. */
export function isLongRun(): boolean {
  return process.env['FOYER_TEST_LONG'] !== undefined
}
