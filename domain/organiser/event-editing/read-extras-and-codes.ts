import type { CategoryDraft } from './category/category-draft.ts'
import type { EventDraft, OrganizerDraft } from './event-draft.ts'
import { readDiscounts } from './promo-code/read-discounts.ts'
import type { Reading } from './reading.ts'
import { type CodeScope, checkHiddenCategories, readPromoCodes } from './promo-code.ts'
import type { TermsOfSale } from './read-terms-of-sale.ts'
import { readServices } from './service.ts'
import type { Times } from './read-times.ts'

/** The parts of the event extras, codes and discounts are read against; undefined where that part could not be read. */
type Around = {
  readonly times: Times | undefined
  readonly sale: TermsOfSale | undefined
  readonly categories: readonly CategoryDraft[] | undefined
  readonly firstLanguage: string | undefined
}

export type ExtrasAndCodes = Pick<EventDraft, 'services' | 'promoCodes' | 'discounts'> & {
  readonly organizerCodes: OrganizerDraft['promoCodes']
}

/** Extras, codes and discounts: they name categories, and have the event's currency, zone and end. */
export function readExtrasAndCodes(
  reading: Reading,
  { times, sale, categories, firstLanguage }: Around,
): ExtrasAndCodes | undefined {
  if (!times || !sale || !categories || firstLanguage === undefined) return undefined
  const scope = { times, currency: sale.currency, categories }
  const services = readServices(reading, { times, sale, firstLanguage })
  const promoCodes = readEventCodes(reading, scope)
  const organizerCodes = readOrganizerCodes(reading, scope)
  const discounts = readDiscounts(reading, scope)
  if (promoCodes) checkHiddenCategories(reading, promoCodes, categories)
  if (!services || !promoCodes || organizerCodes === undefined || !discounts) return undefined
  return { services, promoCodes, organizerCodes, discounts }
}

type Scope = Omit<CodeScope, 'of' | 'field'>

function readEventCodes(reading: Reading, scope: Scope) {
  const requests = reading.request.tickets?.promoCodes
  const stored = reading.stored?.promoCodes ?? []
  if (!requests) return stored
  return readPromoCodes(reading, { requests, stored }, { ...scope, of: 'event', field: 'tickets.promoCodes' })
}

/** Null when none are stated, so that they stay as they are. */
function readOrganizerCodes(reading: Reading, scope: Scope) {
  const requests = reading.request.organizer?.promoCodes
  if (!requests) return null
  const stored = reading.known.organizerCodes
  return readPromoCodes(reading, { requests, stored }, { ...scope, of: 'organizer', field: 'organizer.promoCodes' })
}
