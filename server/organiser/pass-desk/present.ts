import type { BoughtSubscription } from '#contract/organiser-subscription.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { BoughtOf, usesOf } from './store.ts'

export function presentBought({ publicId, reservationId, status, owner, ...pass }: BoughtOf): BoughtSubscription {
  const { valid, maxEntries, used, acquiredAt } = pass
  return {
    publicId,
    reservationId,
    status,
    owner,
    validFrom: valid.from,
    validTo: valid.to,
    maxEntries,
    used,
    boughtAt: acquiredAt,
  }
}

export const presentUses = (uses: Awaited<ReturnType<typeof usesOf>>) =>
  uses.map(row => ({
    eventSlug: row.short_name,
    ticket: row.public_uuid,
    status: row.status,
    firstName: row.first_name,
    lastName: row.last_name,
  }))

/** One English sentence for the organiser who wanted to extend a pass. */
const TOLD: Readonly<Record<string, string>> = {
  'extension-of-unsold': 'Only a pass that somebody has can be extended.',
  'extension-of-nothing': 'State validTo, maxEntries, or both.',
  'extension-of-endless': 'The pass is good without end.',
  'extension-shorter': 'The pass is good for longer than that: validTo can only be later.',
  'extension-of-unlimited': 'The pass is good for any number of entries.',
  'extension-fewer': 'The pass has more entries than that: maxEntries can only be higher.',
}

/** A JSON array as text, as in all refusals of passes. */
export const tellExtensionProblems = (problems: readonly Problem[]): string =>
  JSON.stringify(problems.map(({ code }) => ({ fieldName: '', code, description: TOLD[code] ?? code })))
