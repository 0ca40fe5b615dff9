import { type CaptchaAnswer, isCaptchaGood } from '#server/foundation/challenge/captcha.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { holdUntil } from '#domain/order/reservation/hold.ts'
import type { PlannedOrder } from '#domain/order/reservation/plan-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { holdOrder } from '#server/order/stock/hold-order.ts'
import { newReservationId } from '#server/order/stock/hold-seats.ts'
import { type TicketsRequest, holdProblem, languageOf, planTickets } from './plan-tickets.ts'
import { replaceOrder } from './replace-order.ts'

export type ReserveRequest = TicketsRequest & {
  readonly shortName: string
  /** Becomes the language of the order; the event's first language when it is none of the event's. */
  readonly language: string
  /** Left out where no visitor filled in a form. */
  readonly captcha?: CaptchaAnswer
  /** The visit that will find the reservation again; left out where none is to. */
  readonly visit?: string | null
  /** By which the buyer came. */
  readonly channel?: string | null
}

/** A reservation that was made, and until when it is held. */
export type Reserved = { readonly id: ReservationId; readonly validity: Instant }

/** How often a request is decided again because the organiser has edited the event meanwhile. */
const ATTEMPTS = 3

/**
 * Reserves tickets and extras: they are held and a PENDING reservation exists until RESERVATION_TIMEOUT minutes from now
 * (domain rules 4). Null when there is no such event. Refusals are those of domain rules 4.5, in its order; and of one
 * that is to be replaced, that it is over or stays as it is.
 */
export async function reserveTickets(shop: Shop, request: ReserveRequest): Promise<Outcome<Reserved> | null> {
  const isPerson = await isByPerson(shop, request)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const offer = await shop.catalog.offeredEvent(request.shortName)
    if (!offer) return null
    const now = shop.clock.now()
    const plan = await planTickets(shop, offer, { ...request, isPerson }, now)
    if (!plan.ok) return plan

    const { id, validity, answer } = await hold(shop, offer, { plan: plan.value, request, now })
    if (answer === 'held') {
      await announceReserved(shop, offer, { plan: plan.value, request, id })
      return accepted({ id, validity })
    }
    if (answer !== 'offer-changed') return refused(holdProblem(answer))
    shop.catalog.offerChanged(offer.context)
  }
  throw new Error(`event ${request.shortName} kept changing while tickets were reserved`)
}

type Holding = { readonly plan: PlannedOrder; readonly request: ReserveRequest }

async function hold(shop: Shop, offer: OfferedEvent, { plan, request, now }: Holding & { readonly now: Instant }) {
  const id = newReservationId()
  const timeoutMinutes = offer.settings.number('RESERVATION_TIMEOUT')
  const language = languageOf(offer, request.language)
  const order = {
    ...plan,
    id,
    event: offer.context,
    language,
    now,
    visit: request.visit ?? null,
    channel: request.channel ?? null,
  }
  const { replaces } = request
  if (replaces === 'unknown') return { id, validity: now, answer: 'over' as const }
  if (replaces !== undefined) return { id, ...(await replaceOrder(shop.db, { ...order, replaces, timeoutMinutes })) }
  const validity = holdUntil(now, timeoutMinutes)
  return { id, validity, answer: await holdOrder(shop.db, { ...order, validity }) }
}

async function announceReserved(
  shop: Shop,
  { context: event }: OfferedEvent,
  { plan, request, id }: Holding & { readonly id: ReservationId },
): Promise<void> {
  shop.catalog.stockChanged(event.id)
  shop.log.reserved(id, event.shortName, plan.lines.length)
  if (request.replaces === undefined) return
  shop.log.replaced(request.replaces, id)
  // Visitors may be waiting for what the new order has left of the old one's seats.
  await shop.jobs.wake('distribute-seats')
}

/** Asked once, however often the request is decided: an answer is good for one question. */
async function isByPerson(shop: Shop, { shortName, captcha }: ReserveRequest): Promise<boolean> {
  const offer = captcha && (await shop.catalog.offeredEvent(shortName))
  if (!offer) return true
  return isCaptchaGood(shop, { settings: offer.settings, place: 'ENABLE_CAPTCHA_FOR_TICKET_SELECTION' }, captcha)
}
