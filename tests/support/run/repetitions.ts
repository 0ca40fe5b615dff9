/**
 * How often a race is run, counted from 1: `short` in `npm test`, a third of it when the same run has tried it on another database
 * before, `long` in `npm run test:long` (docs/testing.md says why both).
 */
export function repetitions(short = 3, long = 20): readonly number[] {
  const times = isLongRun() ? long : isSecondTime() ? Math.ceil(short / 3) : short
  return Array.from({ length: times }, (_, index) => index + 1)
}

/** Set by `npm test` for the second database. */
export const isSecondTime = (): boolean => process.env['FOYER_TEST_AGAIN'] !== undefined

/** Set by `npm run test:long`. */
export function isLongRun(): boolean {
  return process.env['FOYER_TEST_LONG'] !== undefined
}
