import type { PeopleListForm } from '#contract/desk-people-list.ts'
import { MAX_NOTE_LENGTH } from '#contract/limits.ts'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { AdditionalField } from '#domain/catalog/fields/field.ts'
import { COUNTRY_CODES } from '#domain/foundation/country/country-codes.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type ListRole, NEEDED_ROLES, readRole } from '#domain/organiser/people-list/list-columns.ts'
import type { ListFacts } from '#domain/organiser/people-list/judge-row.ts'
import { isMonthFirst } from '#domain/payment/reconciliation/statement-columns.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { planTickets } from '#server/checkout/reservation/reserve/plan-tickets.ts'
import { countries, languageOfTag, shippedLanguages } from '#server/foundation/language/languages.ts'
import { answerFactsOf } from '#server/organiser/new-orders/order-answers.ts'

/** The questions that a person of a list can answer. */
export const questionsOf = ({ fields }: Pick<OfferedEvent, 'fields'>): AdditionalField[] =>
  fields.filter(({ subject }) => subject.kind === 'attendee')

/** What is wrong with the choices themselves, for all rows. */
export function problemsOfChoices(
  { roles, categoryId, way, note }: PeopleListForm,
  { heads, fields }: { readonly heads: readonly string[]; readonly fields: readonly AdditionalField[] },
): Problem[] {
  const read = roles.map(text => readRole(text, fields))
  const used = read.flatMap(purpose => (purpose === 'none' ? [] : (purpose ?? [])))
  const areOurs = roles.length === heads.length && !read.includes(undefined)
  const missing = NEEDED_ROLES.filter(role => !used.includes(role))
  const reason = note?.trim() ?? ''
  const refusal = (end: string, field: string, args: string[] = []) =>
    problem(`foyer.desk.import.refused.${end}`, { field, args })
  return [
    ...(areOurs ? [] : [refusal('columns', 'roles')]),
    ...(new Set(used).size === used.length ? [] : [refusal('twice', 'roles')]),
    ...missing.map(role => refusal(role, 'roles')),
    ...(used.includes('category') || categoryId != null ? [] : [refusal('category', 'categoryId')]),
    ...(way === 'COMP' && reason === '' ? [problem('foyer.desk.new-order.refused.reason', { field: 'note' })] : []),
    ...(reason.length > MAX_NOTE_LENGTH
      ? [problem('foyer.desk.order.note.long', { field: 'note', args: [String(MAX_NOTE_LENGTH)] })]
      : []),
  ]
}

type Judging = {
  readonly offer: OfferedEvent
  readonly choices: PeopleListForm
  readonly now: Instant
  /** Some cells of the list, by which the order of days and months is known. */
  readonly isMonthFirst: boolean
}

/** What rows are judged by; the choices have been found good. */
export async function listFacts(shop: Shop, judging: Judging): Promise<ListFacts> {
  const { offer, choices, now } = judging
  const fields = questionsOf(offer)
  return {
    roles: choices.roles.map((role): ListRole => readRole(role, fields) ?? 'none'),
    categories: await Promise.all(
      offer.categories.map(async ({ id, name }) => ({ id, name, problem: await problemOf(shop, judging, id) })),
    ),
    categoryId: offer.categories.find(({ id }) => id === choices.categoryId)?.id ?? null,
    fields,
    answers: answerFactsOf(offer, now),
    languageOf,
    countryOf,
    isMonthFirst: judging.isMonthFirst,
  }
}

/** Why no ticket of a category can be ordered now. */
async function problemOf(shop: Shop, { offer, now }: Judging, id: CategoryId): Promise<Problem | null> {
  const plan = await planTickets(shop, offer, oneTicketOf(id), now)
  return plan.ok ? null : plan.problems[0]
}

export const oneTicketOf = (categoryId: CategoryId) => ({
  requestedLines: [{ categoryId, quantity: 1 }],
  services: [],
  code: null,
  isPerson: true,
  isPaidElsewhere: true,
})

/** Dates of the list are written with the month first. */
export const isListMonthFirst = (rows: readonly { readonly cells: readonly string[] }[]): boolean =>
  isMonthFirst(rows.flatMap(({ cells }) => cells))

const lower = (text: string): string => text.trim().toLocaleLowerCase()

/** Languages by their names in those of the shop. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  shippedLanguages.flatMap(language =>
    shippedLanguages.map(spoken => {
      const names = new Intl.DisplayNames(spoken, { type: 'language' })
      return [lower(names.of(language) ?? language), language] as const
    }),
  ),
)

const languageOf = (text: string): string | undefined => LANGUAGES.get(lower(text)) ?? languageOfTag(text)

let countriesByName: ReadonlyMap<string, string> | undefined

/** Made when it is first asked for: most events have no question for a country. */
function countryOf(text: string): string | undefined {
  countriesByName ??= new Map([
    ...COUNTRY_CODES.map(code => [lower(code), code] as const),
    ...shippedLanguages.flatMap(language =>
      countries(language).map(({ isoCode, name }) => [lower(name), isoCode] as const),
    ),
  ])
  return countriesByName.get(lower(text))
}
