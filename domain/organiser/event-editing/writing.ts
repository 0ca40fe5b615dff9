import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Minor, printed } from '#domain/foundation/money/money.ts'
import type { CategoryDraft, CategoryReference, EventDraft } from './event-draft.ts'
import type { LocalizedBody } from './event-request.ts'

/** What writers need of an event. */
export type Writing = Pick<EventDraft, 'timeZone' | 'currency' | 'categories'>

/** A moment as the clocks of a zone show it: "2027-05-15T09:00", with seconds where it has some. */
export function localTime(moment: Instant, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDateTime()
  const isWhole = local.second === 0 && local.millisecond === 0
  return local.toString({ smallestUnit: isWhole ? 'minute' : local.millisecond === 0 ? 'second' : 'millisecond' })
}

export const localTimeOrNull = (moment: Instant | null, zone: string): string | null =>
  moment === null ? null : localTime(moment, zone)

/** Texts as a list; the languages of the draft are in the order of the shop. */
export const bodies = (texts: LocalizedTexts): LocalizedBody[] =>
  Object.entries(texts).map(([lang, body]) => ({ lang, body }))

/** An amount as a number with the decimals of its currency. */
export const amount = (value: Minor, currency: Currency | null): number =>
  Number(printed(value, currency ?? NO_CURRENCY))

/** The names of categories that are stored, or are to be. */
export function namesOf(
  references: readonly CategoryReference[],
  categories: readonly Pick<CategoryDraft, 'id' | 'name'>[],
): string[] {
  return references.flatMap(reference =>
    typeof reference === 'string' ? [reference] : (categories.find(({ id }) => id === reference)?.name ?? []),
  )
}
