import type { Instant } from '#domain/foundation/instant.ts'

/** In UTC, as in 2026-12-30T08:00:00Z. */
export const secondOf = (moment: Instant): string =>
  Temporal.Instant.fromEpochMilliseconds(moment).toString({ smallestUnit: 'second' })
