import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import type { EventDraft, PromoCodeDraft } from '#domain/organiser/event-editing/event-draft.ts'
import {
  type CodePlan,
  type StoredCode,
  clashingCodes,
  isSameEffect,
  planPromoCodes,
} from '#domain/organiser/event-editing/promo-code.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { lockOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { categoryCodesElsewhere } from '../event-store.ts'
import { type CodeOwner, deleteCodes, endCodes, keepFromUse, loadCodes, putCodes } from './code-store.ts'

/** Waits for others who change the parts of an event of the organisation: its codes hold in all of them. */
export async function planCodes(
  tx: Tx,
  { categories, promoCodes, organizer }: Pick<EventDraft, 'categories' | 'promoCodes' | 'organizer'>,
  { organizationId, eventId, now }: { organizationId: number; eventId: number | null; now: Instant },
) {
  await lockOrganization(tx, organizationId)
  const ofEvent = eventId === null ? [] : await codesAtRest(tx, { organizationId, eventId }, promoCodes)
  const ofOrganizer = await codesAtRest(tx, { organizationId, eventId: null }, organizer.promoCodes)
  return {
    promoCodes: planPromoCodes(ofEvent, promoCodes, 'tickets.promoCodes'),
    organizerCodes: planOrganizerCodes(ofOrganizer, organizer.promoCodes),
    clashing: clashingCodes({
      categories,
      event: { stored: ofEvent, next: promoCodes },
      organizer: { stored: ofOrganizer, next: organizer.promoCodes ?? ofOrganizer },
      elsewhere: organizer.promoCodes ? await categoryCodesElsewhere(tx, { organizationId, eventId, now }) : [],
      now,
    }),
  }
}

/**
 * The stored codes of an owner. Unused codes that are to go or to change can't be used until the transaction ends, so
 * that the decision about them holds. All others are used meanwhile as ever.
 */
async function codesAtRest(tx: Tx, owner: CodeOwner, next: readonly PromoCodeDraft[] | null): Promise<StoredCode[]> {
  const stored = await loadCodes(tx, owner)
  if (next === null) return stored
  const isKept = ({ code, effect }: StoredCode) =>
    next.some(draft => draft.code === code && isSameEffect(effect, draft.effect))
  const touched = stored.filter(one => !one.isUsed && !isKept(one)).map(({ id }) => id)
  if (touched.length === 0) return stored
  await keepFromUse(tx, touched)
  return loadCodes(tx, owner)
}

/** They are known by their text: another process may just have stored them. */
function planOrganizerCodes(
  stored: readonly StoredCode[],
  stated: EventDraft['organizer']['promoCodes'],
): Outcome<CodePlan | null> {
  if (stated === null) return accepted(null)
  const codes = stated.map(draft => ({ ...draft, id: stored.find(({ code }) => code === draft.code)?.id ?? null }))
  return planPromoCodes(stored, codes, 'organizer.promoCodes')
}

/** Stores codes as planned. */
export async function keepCodes(
  tx: Tx,
  owner: CodeOwner,
  { put, ended, deleted }: CodePlan,
  scope: Parameters<typeof putCodes>[3],
): Promise<void> {
  await endCodes(tx, ended, scope.now)
  await deleteCodes(tx, deleted)
  await putCodes(tx, owner, put, scope)
}
