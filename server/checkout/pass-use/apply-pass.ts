import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { type PassCode, entriesToUse } from '#domain/order/pass/use-pass.ts'
import { ticketsToCover } from '#domain/order/pricing/passes.ts'
import { problem } from '#domain/foundation/problem.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { isOfEvent } from '#server/catalog/catalog/catalog.ts'
import { type LockedOrder, onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { priceAsTaxed, statusesOf, storePrices } from '#server/order/order/prices.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { storeApplied, takePassOff } from '#server/order/order/take-pass-off.ts'
import { paymentProblem } from '#server/catalog/sale-check/judge-ways.ts'
import { findByCode, lockPassForUse } from './store.ts'

export type Typed = {
  /** Undefined for a text that is no code of a pass. */
  readonly code: PassCode | undefined
  /** Decides between passes of one PIN. */
  readonly email: string | null
}

/**
 * Has a bought pass pay for tickets of an open order: the cheapest of its categories, as many as it still may (domain rules
 * 7.3). False where it is not for this event or none of these tickets, where the order has a pass, and where the order is
 * not open. Refused with the codes of booking contract 6; undefined for an unknown order.
 */
export async function applyPass(
  shop: Shop,
  id: ReservationId,
  { code, email }: Typed,
): Promise<Outcome<boolean> | undefined> {
  if (!code) return refused(problem('error.restrictedValue'))
  const applied = await onLockedOrder(shop, id, async (tx, order) => {
    const pass = await passOf(tx, code, email)
    const now = shop.clock.now()
    if (!pass.ok) return pass
    const applied = await applyBoughtPass(tx, shop, order, { pass: pass.value, now, validAt: now })
    return applied ?? unknown(code)
  })
  if (applied?.ok && applied.value) await shop.jobs.wake('look-into-payments')
  return applied
}

/** The one pass that is meant. */
async function passOf(on: Queryable, code: PassCode, email: string | null): Promise<Outcome<BoughtPassId>> {
  const found = await findByCode(on, code)
  const [only, ...others] = found
  if (only && others.length === 0) return accepted(only.id)
  if (!only) return unknown(code)
  const address = email?.trim().toLowerCase() ?? ''
  const [one, ...more] = found.filter(({ emails }) => emails.includes(address))
  return one && more.length === 0 ? accepted(one.id) : refused(problem('subscription.code.insert.full'))
}

const unknown = (code: PassCode): Outcome<never> =>
  refused(problem(code.kind === 'id' ? 'subscription.uuid.not.found' : 'subscription.pin.not.found'))

/** `validAt`: the moment at which the pass has to be good; `isGenerated`: no buyer has ordered the ticket. */
type Use = {
  readonly pass: BoughtPassId
  readonly now: Instant
  readonly validAt: Instant
  readonly isGenerated?: boolean
}

/** The same with the pass itself, as a part of a transaction that has taken the order. Undefined for a pass that is gone. */
export async function applyBoughtPass(
  tx: Tx,
  { providers }: Pick<Shop, 'providers'>,
  { reservation, offer }: LockedOrder,
  { pass, now, validAt, isGenerated = false }: Use,
): Promise<Outcome<boolean> | undefined> {
  if (!isOfEvent(offer) || !has(reservation, 'isOpen') || reservation.changes) return accepted(false)
  if (reservation.validity <= now) return refused(problem('error.STEP_2_ORDER_HAS_EXPIRED'))
  const { id } = reservation
  const order = await completeOrder(tx, offer, reservation)
  if (order.appliedPass !== null) return accepted(false)
  const locked = await lockPassForUse(tx, pass, { eventId: offer.context.id, orderId: id })
  if (!locked) return undefined
  const entries = entriesToUse({ ...locked, now: validAt })
  if (!entries.ok) return entries
  if (locked.categories === null) return accepted(false)
  const covered = new Set(
    ticketsToCover(order.tickets, { categories: locked.categories, entries: entries.value, isGenerated }).map(
      ticket => ticket.id,
    ),
  )
  if (covered.size === 0) return accepted(false)
  const tickets = order.tickets.map(ticket => (covered.has(ticket.id) ? { ...ticket, coveredBy: pass } : ticket))
  const priced = priceAsTaxed({ ...order, tickets })
  const categories = [...new Set(tickets.map(({ categoryId }) => categoryId))]
  const due = { amount: priced.price.total, currency: reservation.currency ?? NO_CURRENCY }
  const unpaid = paymentProblem(providers, offer, { categories, due, now })
  if (unpaid !== null) return refused(unpaid)
  await storePrices(tx, order, priced, statusesOf(order))
  await storeApplied(tx, id, pass, [...covered])
  await noteAudit(tx, {
    at: now,
    type: 'SUBSCRIPTION_APPLIED',
    reservation,
    modifications: { tickets: `${covered.size}` },
  })
  return accepted(true)
}

/** Takes the pass off an open order, whose tickets cost again what they did. False where there is none. */
export async function removePass(shop: Shop, id: ReservationId): Promise<boolean> {
  const isRemoved = await onLockedOrder(shop, id, async (tx, { reservation, offer }) => {
    if (!has(reservation, 'isOpen')) return false
    const order = await completeOrder(tx, offer, reservation)
    if (order.appliedPass === null) return false
    await takePassOff(tx, order, shop.clock.now())
    return true
  })
  if (isRemoved) await shop.jobs.wake('look-into-payments')
  return isRemoved ?? false
}
