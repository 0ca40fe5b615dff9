import { after, minutes } from '#domain/foundation/instant.ts'
import type { Case } from './case.ts'
import type { PassFixture } from './pass-fixture.ts'

/** What is typed to use a pass, and refused. */
export const PASS_CASES: Readonly<Record<string, Case<PassFixture>>> = {
  'S G error.restrictedValue: neither uuid nor PIN': at => at.apply('HNLD4PH0'),
  'S G subscription.uuid.not.found: unknown': at => at.apply(crypto.randomUUID()),
  'S G subscription.pin.not.found: unknown': at => at.apply('AAAAAAAA'),
  'S G subscription.code.insert.full: several passes': at => at.applyPinOfTwo(),
  'S G subscription.not.acquired: not sold yet': async at => at.apply(await at.bought({ status: 'PENDING' })),
  'S G subscription.not.valid: starts later': async at =>
    at.apply(await at.bought({ from: after(at.now, minutes(1)) })),
  'S G subscription.expired: over': async at => at.apply(await at.bought({ to: after(at.now, -minutes(1)) })),
  'S G subscription.max-usage-reached: used up': async at => at.applyTwice(await at.bought({ maxEntries: 1 })),
  'S G subscription.max-usage-reached-per-event: used up': async at => at.applyTwice(await at.boughtForOne()),
}
