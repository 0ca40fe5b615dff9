import { MAX_SPONSORS, MAX_SPONSOR_NAME } from '#contract/desk-sponsors.ts'
import type { Principal } from '#domain/access/principal/principal.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { newApiKey } from '#server/access/api-key/api-key.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { endKey, insertSponsor, lockSponsor, lockSponsorsOf, sponsorsOf, storeKey } from '../page/key-store.ts'

type Needs = Pick<Shop, 'db' | 'clock'>
type Made = { readonly id: number; readonly key: string }

type Adding = { readonly by: Principal; readonly event: EventOwner; readonly name: string }

/** Adds a sponsor to an event, audited. Its key is answered this once; a digest of it is stored. A name is that of one sponsor. */
export async function addSponsor({ db, clock }: Needs, { by, event, name: typed }: Adding): Promise<Outcome<Made>> {
  const name = cleanLine(typed)
  if (name === '') return refused({ code: 'foyer.desk.sponsors.refused.name', field: 'name' })
  if (name.length > MAX_SPONSOR_NAME)
    return refused({ code: 'foyer.desk.sponsors.refused.long', field: 'name', args: [String(MAX_SPONSOR_NAME)] })
  const key = newApiKey()
  return transaction(db, async (tx): Promise<Outcome<Made>> => {
    await lockSponsorsOf(tx, event.id)
    const present = await sponsorsOf(tx, event.id)
    if (present.some(sponsor => sponsor.name.toLowerCase() === name.toLowerCase()))
      return refused({ code: 'foyer.desk.sponsors.refused.taken', field: 'name' })
    if (present.length >= MAX_SPONSORS)
      return refused({ code: 'foyer.desk.sponsors.refused.many', args: [String(MAX_SPONSORS)] })
    const id = await insertSponsor(tx, { eventId: event.id, name, key, now: clock.now() })
    await note(tx, { by, event, action: 'SPONSOR_ADDED', name, now: clock.now() })
    return accepted({ id, key })
  })
}

type Which = { readonly by: Principal; readonly event: EventOwner; readonly sponsorId: number }

/** A new key for a sponsor, also for one whose key was ended; the one before is good no more. Undefined where there is none. */
export async function renewSponsor({ db, clock }: Needs, { by, event, sponsorId }: Which): Promise<Made | undefined> {
  const key = newApiKey()
  return transaction(db, async tx => {
    const sponsor = await lockSponsor(tx, { eventId: event.id, sponsorId })
    if (!sponsor) return undefined
    await storeKey(tx, sponsorId, key)
    await note(tx, { by, event, action: 'SPONSOR_LINK_RENEWED', name: sponsor.name, now: clock.now() })
    return { id: sponsorId, key }
  })
}

/** Ends the key of a sponsor at once; pressed twice it has ended once. False where the event has no such sponsor. */
export async function endSponsor({ db, clock }: Needs, { by, event, sponsorId }: Which): Promise<boolean> {
  return transaction(db, async tx => {
    const sponsor = await lockSponsor(tx, { eventId: event.id, sponsorId })
    if (!sponsor) return false
    if (sponsor.revokedAt !== null) return true
    await endKey(tx, sponsorId, clock.now())
    await note(tx, { by, event, action: 'SPONSOR_ENDED', name: sponsor.name, now: clock.now() })
    return true
  })
}

type Noted = Omit<Adding, 'name'> & {
  readonly action: string
  readonly name: string
  readonly now: ReturnType<Needs['clock']['now']>
}

async function note(tx: Tx, { by, event, action, name, now }: Noted): Promise<void> {
  await recordChange(tx, await actorOf(tx, by), {
    kind: 'EVENT',
    subjectId: event.id,
    subject: event.shortName,
    organizationId: event.organizationId,
    action,
    after: { sponsor: name },
    now,
  })
}
