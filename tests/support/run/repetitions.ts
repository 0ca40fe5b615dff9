/**
 * How often a race is run, counted from 1: `short` in `npm test`, `long` in `npm run test:long`
 * (docs/testing.md says why both).
 */
export function repetitions(short = 4, long = 20): readonly number[] {
  return Array.from({ length: isLongRun() ? long : short }, (_, index) => index + 1)
}

/** Set by `npm run test:long`. */
export function isLongRun(): boolean {
  return process.env['FOYER_TEST_LONG'] !== undefined
}
