import { type Instant, minutes } from '#domain/foundation/instant.ts'

/**
 * How long the session that passed a ticket on may read it by its former id: clients do so after saving (lifecycle E).
 */
const READABLE_FOR = minutes(10)

/** May the session that passed the ticket on at this moment still read it by the id it had? */
export function isReadableByFormerId(passedOnAt: Instant, now: Instant): boolean {
  return now < passedOnAt + READABLE_FOR
}
