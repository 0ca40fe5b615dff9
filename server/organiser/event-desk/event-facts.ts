import type { DeskEventFacts } from '#contract/desk-event.ts'
import { sumOfSeats } from '#domain/catalog/catalog/seat-counts.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { nextSaleChange, saleStateOf } from '#domain/organiser/event-desk/sale-state.ts'
import { missingTexts } from '#domain/organiser/event-desk/missing-texts.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { isOfEvent, readOffer } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { mapOfEvent } from '#server/catalog/map-image/map-of-event.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import type { StatedEvent } from '#server/organiser/event-editing/load-stated.ts'
import { loadAnsweredFields } from '#server/organiser/event-editing/parts/questions.ts'
import { usedCategories } from '#server/organiser/event-editing/remove-categories.ts'
import { codesOf, countSeats, servicesOf } from '#server/organiser/event-statistics/event-stats.ts'
import { reasonOf } from './answer.ts'
import { judgePayment } from './judge-payment.ts'
import { moneyOf } from './list-events.ts'

type Subject = {
  readonly id: number
  readonly stated: StatedEvent
  readonly language: string
  /** Is it for a caller who manages the orders of the event? */
  readonly hasMoney: boolean
}

/** What has become of an event, what is fixed and what is missing; by a fixed number of statements. */
export async function factsOf(shop: Shop, { id, stated, language, hasMoney }: Subject): Promise<DeskEventFacts> {
  const now = shop.clock.now()
  const sold = await soldOf(shop.db, id)
  const row = await rowOf(shop.db, id)
  const { draft } = stated
  const offer = await readOffer(shop.db, id)
  const event = offer && isOfEvent(offer) ? offer : undefined
  const payment = event ? judgePayment(shop, event, { now, language }) : NOTHING_TO_PAY
  const totals = sumOfSeats(sold.seats)
  const categories = draft.categories.map(category => categoryFacts(category, sold))
  const sales = draft.categories.map(({ onSale }, index) => ({ onSale, free: categories[index]?.free ?? 0 }))
  return {
    capacity: draft.seats,
    sold: totals.sold + totals.checkedIn,
    held: totals.pending,
    checkedIn: totals.checkedIn,
    free: totals.free,
    waiting: row.waiting,
    money: (await moneyOf(shop.db, hasMoney ? [id] : [])).map(({ amount, currency }) => ({ amount, currency })),
    sale: saleStateOf(sales, now),
    saleChangesAt: nextSaleChange(sales, now),
    isArchived: row.archivedAt !== null,
    cancelledAt: row.cancelledAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    categories,
    extras: sold.services.map(({ title, soldItems, pendingItems, availableQuantity: all }) => ({
      title,
      sold: soldItems,
      held: pendingItems,
      free: all < 0 ? null : Math.max(0, all - soldItems - pendingItems),
    })),
    codes: sold.codes.map(({ promoCode, confirmedTickets, pendingTickets }) => ({
      name: promoCode,
      used: confirmedTickets,
      held: pendingTickets,
    })),
    fixed: fixedMembers(draft, sold).map(({ field = '', ...refusal }) => ({
      member: field,
      ...reasonOf(shop, language, refusal),
    })),
    map: event ? await mapOfEvent(shop.db, event, now) : null,
    missing: missingTexts(stated.stated),
    payment,
  }
}

const NOTHING_TO_PAY = { isNeeded: false, canBePaid: true, ways: [], reasons: [] }

type Sold = Awaited<ReturnType<typeof soldOf>>

async function soldOf(db: Queryable, id: number) {
  return {
    seats: await countSeats(db, [id]),
    services: await servicesOf(db, [id]),
    codes: await codesOf(db, [id]),
    used: await usedCategories(db, id),
    answered: (await loadAnsweredFields(db, id)).filter(({ isAnswered }) => isAnswered),
  }
}

function categoryFacts({ id, name, seatSource }: EventDraft['categories'][number], { seats, used }: Sold) {
  const own = sumOfSeats(seats.filter(({ categoryId }) => categoryId === id))
  const pool = sumOfSeats(seats.filter(({ categoryId }) => categoryId === null))
  return {
    id: id ?? 0,
    name,
    sold: own.sold + own.checkedIn,
    held: own.pending,
    free: seatSource.kind === 'bounded' ? own.free : pool.free,
    canBeRemoved: id !== null && !used.has(id),
  }
}

/** What has been sold to people stays as it is (domain rules 4.8); `field` is the member. */
function fixedMembers(draft: EventDraft, { seats, services, codes, used, answered }: Sold): Problem[] {
  const { sold, checkedIn, pending, released } = sumOfSeats(seats)
  const isSold = sold + checkedIn + pending + released > 0
  const fixed = (code: string, field: string, ...args: string[]) => problem(code, { field, args })
  const usedOnes = draft.categories.filter(({ id }) => id !== null && used.has(id))
  return [
    fixed('slug-fixed', 'slug', draft.slug),
    fixed('format-fixed', 'format', draft.format),
    ...(isSold && draft.currency !== null ? [fixed('currency-fixed', 'tickets.currency', draft.currency)] : []),
    ...usedOnes.flatMap(({ id, name }) => [
      fixed('category-price-fixed', `tickets.categories[${id}].price`, name),
      fixed('category-in-use', `tickets.categories[${id}]`, name),
    ]),
    ...services
      .filter(({ soldItems, pendingItems }) => soldItems + pendingItems > 0)
      .map(({ title }) => fixed('service-bought', `additionalServices[${JSON.stringify(title)}]`, title)),
    ...codes
      .filter(({ confirmedTickets, pendingTickets }) => confirmedTickets + pendingTickets > 0)
      .map(({ promoCode }) => fixed('code-in-use', `tickets.promoCodes[${JSON.stringify(promoCode)}]`, promoCode)),
    ...answered.map(({ name }) => fixed('field-answered', `additionalInfo[${JSON.stringify(name)}]`, name)),
  ]
}

type Row = {
  waiting: number
  archivedAt: Instant | null
  cancelledAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

const ROW = statement<Row>(
  'desk-event-row',
  `select archived_at as "archivedAt", cancelled_at as "cancelledAt", created_at as "createdAt", updated_at as "updatedAt",
     (select count(*) from waiting_list_entry where event_id = event.id and status = 'WAITING')::int as waiting
   from event join purchase_context as context on context.id = event.id where event.id = $1`,
)

async function rowOf(db: Queryable, id: number): Promise<Row> {
  const [row] = await db.query(ROW, [id])
  if (!row) throw new Error(`there is no event ${id}`)
  return row
}
