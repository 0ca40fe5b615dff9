import { createHash } from 'node:crypto'
import type { PeopleListForm, PeopleListPlan } from '#contract/desk-people-list.ts'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, plus, printed, times } from '#domain/foundation/money/money.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type JudgedRow, type ListRow, type ListedPerson, judgeRow } from '#domain/organiser/people-list/judge-row.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { seatsOf } from '#server/catalog/catalog/seats.ts'
import type { Shop } from '#server/catalog/context.ts'
import { planTickets } from '#server/checkout/reservation/reserve/plan-tickets.ts'
import { flatMapWithBreaks } from '#server/foundation/base/time.ts'
import { type StoredList, holdersLike, nameKey } from './list-store.ts'
import { isListMonthFirst, listFacts, oneTicketOf } from './list-facts.ts'

/** A row of which no order is made, or for which none may be. */
export type LeftRow = {
  readonly row: number
  readonly kind: 'FAULT' | 'THERE' | 'NO_SEAT'
  readonly problems: readonly (Problem & { readonly column: number | null })[]
}

export type ImportPlan = {
  readonly rows: readonly number[]
  readonly able: readonly { readonly row: number; readonly person: ListedPerson }[]
  readonly left: readonly LeftRow[]
  readonly free: ReadonlyMap<CategoryId, number>
  readonly total: string
}

export const THERE = 'foyer.desk.import.there'

type Planning = {
  readonly offer: OfferedEvent
  readonly rows: readonly ListRow[]
  readonly choices: PeopleListForm
}

/** What becomes of each row, by the rules of the sale and with the seats that are free now. Nothing is stored. */
export async function planImport(shop: Shop, { offer, rows, choices }: Planning): Promise<ImportPlan> {
  const now = shop.clock.now()
  const facts = await listFacts(shop, { offer, choices, now, isMonthFirst: isListMonthFirst(rows) })
  const judged = await flatMapWithBreaks(rows, (row): JudgedRow[] => [judgeRow(row, facts)])
  const good = judged.flatMap(one => (one.person === null ? [] : [{ row: one.row, person: one.person }]))
  const there = choices.areThoseThereImported ? new Set<number>() : await thoseThere(shop, offer, good)
  const table = await shop.catalog.seats(offer.context)
  const free = new Map(offer.categories.map(category => [category.id, seatsOf(table, category).free]))
  const { seated, unseated } = seat(
    offer,
    free,
    good.filter(({ row }) => !there.has(row)),
  )
  const whole = (row: number, kind: LeftRow['kind'], code: string): LeftRow => ({
    row,
    kind,
    problems: [{ ...problem(code), column: null }],
  })
  const left = [
    ...judged.flatMap(one =>
      one.person === null ? [{ row: one.row, kind: 'FAULT' as const, problems: one.faults }] : [],
    ),
    ...[...there].map(row => whole(row, 'THERE', THERE)),
    ...unseated.map(({ row }) => whole(row, 'NO_SEAT', 'foyer.desk.import.no-seat')),
  ].toSorted((one, other) => one.row - other.row)
  const total = choices.way === 'COMP' ? ZERO : await costOf(shop, offer, seated)
  const code = offer.context.currency ?? NO_CURRENCY
  return { rows: rows.map(({ row }) => row), able: seated, left, free, total: printed(total, code) }
}

type Good = ImportPlan['able']

/** Those who have such a ticket, or are in the list above. */
async function thoseThere(shop: Shop, { context }: OfferedEvent, good: Good): Promise<Set<number>> {
  const holders = await holdersLike(
    shop.db,
    context.id,
    good.map(({ person }) => person),
  )
  const references = new Set(holders.flatMap(({ externalReference }) => externalReference ?? []))
  const names = new Set(holders.map(nameKey))
  const there = new Set<number>()
  for (const { row, person } of good) {
    const { externalReference } = person
    const isThere = names.has(nameKey(person)) || (externalReference !== null && references.has(externalReference))
    if (isThere) there.add(row)
    names.add(nameKey(person))
    if (externalReference !== null) references.add(externalReference)
  }
  return there
}

/** The first rows get the seats that are free; categories without seats of their own share the pool. */
function seat({ categories }: OfferedEvent, free: ReadonlyMap<CategoryId, number>, good: Good) {
  const isPool = new Set(categories.filter(({ seatSource }) => seatSource.kind === 'pool').map(({ id }) => id))
  const taken = new Map<CategoryId | 'pool', number>()
  const seated: Good[number][] = []
  const unseated: Good[number][] = []
  for (const one of good) {
    const { categoryId } = one.person
    const source = isPool.has(categoryId) ? 'pool' : categoryId
    const before = taken.get(source) ?? 0
    const isFree = before < (free.get(categoryId) ?? 0)
    if (isFree) taken.set(source, before + 1)
    ;(isFree ? seated : unseated).push(one)
  }
  return { seated, unseated }
}

async function costOf(shop: Shop, offer: OfferedEvent, able: Good): Promise<Minor> {
  const now = shop.clock.now()
  const counts = Map.groupBy(able, ({ person }) => person.categoryId)
  let total = ZERO
  for (const [categoryId, rows] of counts) {
    const plan = await planTickets(shop, offer, oneTicketOf(categoryId), now)
    if (plan.ok) total = plus(total, times(plan.value.price.total, rows.length))
  }
  return total
}

type Words = {
  readonly offer: OfferedEvent
  readonly list: StoredList
  readonly choices: PeopleListForm
  readonly say: (code: string, ...args: string[]) => string
}

/** The plan as the wire has it. */
export function presentPlan(plan: ImportPlan, { offer, list, choices, say }: Words): PeopleListPlan {
  const { able, left, free, total, rows } = plan
  const currency = offer.context.currency
  const ticketsOf = (id: CategoryId): number => able.filter(({ person }) => person.categoryId === id).length
  const countOf = (kind: LeftRow['kind']): number => left.filter(one => one.kind === kind).length
  const presented = {
    rows: rows.length,
    able: able.length,
    total,
    currency,
    recipients: choices.isMailed === false ? 0 : able.length,
    leftRows: { FAULT: countOf('FAULT'), THERE: countOf('THERE'), NO_SEAT: countOf('NO_SEAT') },
  }
  const codes = left.map(({ row, kind, problems }) => [row, kind, problems.map(({ code }) => code)])
  return {
    ...presented,
    // Seats that are sold meanwhile to others change nothing, as long as the same rows get one.
    seen: createHash('sha256')
      .update(JSON.stringify([list.id, presented, choices, codes]))
      .digest('base64url'),
    categories: offer.categories
      .map(({ id, name }) => ({ id, name, tickets: ticketsOf(id), free: free.get(id) ?? 0 }))
      .filter(({ tickets }) => tickets > 0),
    left: left.flatMap(({ row, kind, problems }) =>
      problems.map(({ code, column, args = [] }) => ({
        row,
        kind,
        column: column === null ? null : (list.heads[column] ?? null),
        code,
        message: say(code, ...args.map(String)),
      })),
    ),
  }
}
