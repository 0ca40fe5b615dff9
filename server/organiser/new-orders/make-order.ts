import { createHash } from 'node:crypto'
import type { NewOrderForm } from '#contract/desk-new-order.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { ZERO, printed } from '#domain/foundation/money/money.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import { holdUntil } from '#domain/order/reservation/hold.ts'
import type { PlannedOrder } from '#domain/order/reservation/plan-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { holdProblem, languageOf, planTickets } from '#server/checkout/reservation/reserve/plan-tickets.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import type { NamedPerson } from '#server/order/order/name-order.ts'
import { lockReservation, lockVersioned, ticketsOf } from '#server/order/order/reservations.ts'
import { type OrderOutcome, answerOf, firstSkipping, holdParts } from '#server/order/stock/hold-order.ts'
import { type Locking, limitWaiting, newReservationId, storeFirstHold } from '#server/order/stock/hold-seats.ts'
import { type PaidElsewhere, confirmElsewhereWithin } from '#server/payment/pay/finalize.ts'
import { BlockChanged, problemOfBlock, seatsOfBlock } from '#server/organiser/seat-blocks/order-from-block.ts'
import { type StatedAnswers, WronglyAnswered, giveAnswers } from './order-answers.ts'
import { mailPrepared } from './mail-prepared.ts'
import { orderOfRequest, storeOrderRequest } from './request-store.ts'
import { type SoldExtra, extrasOf } from './sold-extras.ts'
import { requestedExtras } from './requested-extras.ts'

/** What an order will be, as far as it is the same whenever it is made. */
export type NewOrder = {
  readonly tickets: number
  readonly extras: readonly SoldExtra[]
  readonly total: string
  readonly currency: string | null
  readonly mails: readonly { readonly recipient: string; readonly subject: string }[]
}

/** COMP: given away. LINK: its buyer pays by a link. PAID: the money has been taken. */
export type OrderToMake = {
  readonly way: NewOrderForm['way']
  readonly lines: NewOrderForm['lines']
  /** Those that are chosen; what comes by itself comes anyway. */
  readonly extras: NonNullable<NewOrderForm['extras']>
  readonly answers: StatedAnswers
  readonly code: string | null
  /** A block of seats held for later, of which it takes its seats; null: those on sale. */
  readonly blockId: number | null
  /** In which its buyer is written to; else the first language of the event. */
  readonly language: string
  /** Whose order it is, checked; by the id that the order gets. */
  readonly contactOf: (id: ReservationId) => Contact
  /** Names the order and its tickets. */
  readonly name: (tx: Tx, id: ReservationId, person: NamedPerson) => Promise<void>
  /** With LINK: until when it can be paid; null: as long as every other order. */
  readonly until: Instant | null
  /** For members. */
  readonly note: string | null
  readonly isMailed: boolean
  /** With PAID and COMP. */
  readonly statement: PaidElsewhere
  /** In the log of changes. */
  readonly action: string
}

export type Making = {
  readonly event: EventOwner
  readonly order: OrderToMake
  readonly requestId: string
  readonly by: Actor
  /** Decides on what was made, or adds to it, at the end of its transaction: what it throws undoes all. */
  readonly also: (order: NewOrder, made: { readonly tx: Tx; readonly id: ReservationId }) => void | Promise<void>
}

export type Made =
  | { readonly kind: 'made' | 'repeated'; readonly id: ReservationId }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }

/** How often an order is decided again because the event has been edited meanwhile. */
const ATTEMPTS = 3

/**
 * Makes an order on behalf of a buyer, by the steps of a buyer's own: planned within the sale, held from the same stock, and left open
 * for the buyer to pay until a moment, or confirmed as paid to the organiser (lifecycle A.3.13), or given away at no price. One
 * transaction, so that it is made once, or not.
 */
export async function makeOrder(shop: Shop, making: Making): Promise<Made> {
  const before = await orderOfRequest(shop.db, making.event.id, making.requestId)
  if (before) return { kind: 'repeated', id: before }
  const { order } = making
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const offer = await shop.catalog.eventOf(making.event.id)
    const now = shop.clock.now()
    const request = requestOf(order, { isPaidElsewhere: order.way !== 'LINK' })
    const plan = await planTickets(shop, offer, request, now)
    if (!plan.ok) return { kind: 'refused', problems: plan.problems }
    const short = order.blockId === null ? null : await problemOfBlock(shop.db, offer, order)
    if (short) return { kind: 'refused', problems: [short] }
    const planned = order.way === 'COMP' ? asComp(plan.value) : plan.value
    const outcome = await make(shop, { ...making, offer, planned, now })
    if (outcome === 'offer-changed') shop.catalog.offerChanged(offer.context)
    else if (outcome === 'repeated' || outcome === 'block-changed') return makeOrder(shop, making)
    else if (typeof outcome === 'string') return { kind: 'refused', problems: [holdProblem(outcome)] }
    else if (!('id' in outcome)) return { kind: 'refused', problems: outcome }
    else return follow(shop, offer, outcome.id)
  }
  throw new Error(`event ${making.event.id} kept changing while an order was made`)
}

async function follow(shop: Shop, { context }: OfferedEvent, id: ReservationId): Promise<Made> {
  shop.catalog.stockChanged(context.id)
  await shop.jobs.wake('deliver-mail')
  return { kind: 'made', id }
}

/** What is wanted, as every order is decided. */
export const requestOf = (
  { lines, extras, code }: Pick<OrderToMake, 'lines' | 'extras' | 'code'>,
  { isPaidElsewhere }: { readonly isPaidElsewhere: boolean },
) => ({
  requestedLines: lines,
  services: requestedExtras(extras),
  code,
  isPerson: true,
  isPaidElsewhere,
})

const NOTHING = { source: ZERO, discount: ZERO, vat: ZERO }

/** Nothing of it costs anything, so that it counts as no revenue; it takes seats, codes and extras like any other. */
const asComp = (plan: PlannedOrder): PlannedOrder => ({
  ...plan,
  lines: plan.lines.map(line => ({ ...line, unit: { ...NOTHING, final: ZERO } })),
  extras: plan.extras.map(extra => ({ ...extra, unit: { ...NOTHING, final: ZERO } })),
  price: { ...NOTHING, total: ZERO },
})

type Planned = Making & {
  readonly offer: OfferedEvent
  readonly planned: PlannedOrder
  readonly now: Instant
}

async function make(
  shop: Shop,
  planned: Planned,
): Promise<
  { readonly id: ReservationId } | readonly Problem[] | 'repeated' | 'block-changed' | Exclude<OrderOutcome, 'held'>
> {
  try {
    return await firstSkipping(locking => transaction(shop.db, tx => makeWithin(tx, shop, planned, locking)))
  } catch (error) {
    if (isUniqueViolation(error, 'desk_order_request_pkey')) return 'repeated'
    if (error instanceof BlockChanged) return 'block-changed'
    if (error instanceof Lost) return 'code-used-up'
    if (error instanceof WronglyAnswered) return error.problems
    return answerOf(error)
  }
}

/** What the order counts on was taken between the plan and the end of the transaction. */
class Lost extends Error {}

async function makeWithin(
  tx: Tx,
  shop: Shop,
  planned: Planned,
  locking: Locking,
): Promise<{ readonly id: ReservationId }> {
  const { event, order, offer, planned: plan, now, by, requestId } = planned
  const { way, note, isMailed, until } = order
  await limitWaiting(tx)
  const id = newReservationId()
  const language = languageOf(offer, order.language)
  const validity = until ?? holdUntil(now, offer.settings.number('RESERVATION_TIMEOUT'))
  const seats = plan.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const preferred = await seatsOfBlock(tx, { eventId: event.id, blockId: order.blockId, seats })
  await holdParts(
    tx,
    { ...plan, id, event: offer.context, language, now, validity, visit: null },
    { locking, preferred },
  )
  await storeOrderRequest(tx, { eventId: event.id, requestId, orderId: id })
  if (until !== null) await storeFirstHold(tx, id, until)
  await order.name(tx, id, { ...order.contactOf(id), language })
  await giveAnswers(tx, id, { offer, answers: order.answers, now })
  if (note) await writeNote(tx, id, { text: note, by, now })
  await noteAudit(tx, { at: now, type: 'MADE_AT_DESK', reservation: { id, contextId: event.id }, by: by.actor })
  if (way === 'LINK') {
    const reservation = await lockReservation(tx, id)
    if (reservation && isMailed) await mailPrepared(tx, shop, { offer, reservation, until: validity })
  } else await confirm(tx, shop, id, { offer, isMailed, statement: order.statement })
  await recordChange(tx, by, {
    kind: 'ORDER',
    subject: id.slice(0, 8).toUpperCase(),
    organizationId: event.organizationId,
    action: order.action,
    now,
  })
  await planned.also(await describe(tx, id, offer), { tx, id })
  return { id }
}

type Confirming = { readonly offer: OfferedEvent; readonly isMailed: boolean; readonly statement: PaidElsewhere }

async function confirm(
  tx: Tx,
  shop: Shop,
  id: ReservationId,
  { offer, isMailed, statement }: Confirming,
): Promise<void> {
  const made = await lockVersioned(tx, id)
  if (!made) throw new Error(`order ${id} was made a moment ago`)
  const recipients = { isBuyerWrittenTo: isMailed, areHoldersWrittenTo: isMailed }
  const order = { reservation: made.reservation, offer }
  if ((await confirmElsewhereWithin(tx, shop, order, { statement, recipients })) !== 'confirmed') throw new Lost()
}

type Note = { readonly text: string; readonly by: Actor; readonly now: Instant }

async function writeNote(tx: Tx, id: ReservationId, { text, by, now }: Note): Promise<void> {
  await tx.kysely
    .insertInto('order_note')
    .values({ reservation_id: id, member_id: by.memberId, author: by.actor, text, at: timestamp(now) })
    .execute()
}

async function describe(tx: Tx, id: ReservationId, offer: OfferedEvent): Promise<NewOrder> {
  const reservation = await lockReservation(tx, id)
  if (!reservation) throw new Error(`order ${id} was made a moment ago`)
  const mails = await tx.kysely
    .selectFrom('mail')
    .select(['recipient', 'subject'])
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()
  const { price, currency } = reservation
  const tickets = await ticketsOf(tx, id)
  const extras = await extrasOf(tx, { id, offer })
  return { tickets: tickets.length, extras, total: printed(price.total, currency ?? NO_CURRENCY), currency, mails }
}

/** The same for the same order. Subjects of mails contain its number, which is another one each time. */
export function digestOfNewOrder({ tickets, extras, total, currency, mails }: NewOrder): string {
  const recipients = mails.map(({ recipient }) => recipient)
  return createHash('sha256')
    .update(
      JSON.stringify([
        tickets,
        extras.map(({ extraId, quantity }) => [extraId, quantity]),
        total,
        currency,
        recipients,
      ]),
    )
    .digest('base64url')
}
