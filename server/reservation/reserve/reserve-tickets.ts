import { type CaptchaAnswer, isCaptchaGood } from '#server/challenge/captcha.ts'
import type { OfferedEvent } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { languageOfTag } from '#server/language/languages.ts'
import { offeredPayments } from '#server/payment/offered-payments.ts'
import { findCode } from '#server/promo-code/find-code.ts'
import type { Instant } from '#domain/instant.ts'
import type { Language } from '#domain/language/texts.ts'
import { type Outcome, accepted, refused } from '#domain/outcome.ts'
import type { Problem } from '#domain/problem.ts'
import { isFree } from '#domain/pricing/price-order.ts'
import type { RedeemableCode } from '#domain/promo-code/redeemable-code.ts'
import { holdUntil } from '#domain/reservation/hold.ts'
import { type PlannedOrder, planOrder } from '#domain/reservation/plan-order.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import { type AskedLine, selectTickets } from '#domain/reservation/select-tickets.ts'
import {
  CODE_NOT_FOUND,
  CODE_USED_UP,
  MUST_BE_SALEABLE,
  NOT_ENOUGH_TICKETS,
  NOT_PAYABLE,
  ORDER_IS_FIXED,
  ORDER_IS_OVER,
} from '#domain/reservation/selection-problems.ts'
import { type AskedExtra, askedServices } from './asked-extras.ts'
import { holdOrder } from '#server/hold/hold-order.ts'
import { newReservationId } from '#server/hold/new-reservation-id.ts'
import { type ReplacingOutcome, replaceOrder } from './replace-order.ts'

export type ReserveRequest = {
  readonly shortName: string
  readonly asked: readonly AskedLine[]
  readonly services: readonly AskedExtra[]
  /** Becomes the language of the order; the event's first language when it is none of the event's. */
  readonly language: string
  /** What was typed in; null or blank: nothing. */
  readonly code: string | null
  /** Left out where no visitor filled in a form. */
  readonly captcha?: CaptchaAnswer
  /** The visit that will find the reservation again; left out where nobody is to. */
  readonly visit?: string | null
  /** An open reservation of the same event, in whose place the new one is wanted; unknown: no id of any. */
  readonly replaces?: ReservationId | 'unknown' | undefined
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
    const plan = await decide(shop, offer, { ...request, isPerson }, now)
    if (!plan.ok) return plan

    const { id, validity, answer } = await hold(shop, offer, { plan: plan.value, request, now })
    if (answer === 'held') {
      await tellReserved(shop, offer, { plan: plan.value, request, id })
      return accepted({ id, validity })
    }
    if (answer !== 'offer-changed') return refused(problemOf(answer))
    shop.catalog.offerChanged(offer.context)
  }
  throw new Error(`event ${request.shortName} kept changing while tickets were reserved`)
}

type Holding = { readonly plan: PlannedOrder; readonly request: ReserveRequest }

async function hold(shop: Shop, offer: OfferedEvent, { plan, request, now }: Holding & { readonly now: Instant }) {
  const id = newReservationId()
  const timeoutMinutes = offer.settings.number('RESERVATION_TIMEOUT')
  const language = languageOf(offer, request.language)
  const order = { ...plan, id, event: offer.context, language, now, visit: request.visit ?? null }
  const { replaces } = request
  if (replaces === 'unknown') return { id, validity: now, answer: 'over' as const }
  if (replaces !== undefined) return { id, ...(await replaceOrder(shop.db, { ...order, replaces, timeoutMinutes })) }
  const validity = holdUntil(now, timeoutMinutes)
  return { id, validity, answer: await holdOrder(shop.db, { ...order, validity }) }
}

async function tellReserved(
  shop: Shop,
  { context: event }: OfferedEvent,
  { plan, request, id }: Holding & { readonly id: ReservationId },
): Promise<void> {
  shop.catalog.stockChanged(event.id)
  shop.log.reserved(id, event.shortName, plan.lines.length)
  if (request.replaces === undefined) return
  shop.log.replaced(request.replaces, id)
  // Somebody may be waiting for what the new order has left of the old one's seats.
  await shop.jobs.wake('distribute-seats')
}

async function decide(
  shop: Shop,
  offer: OfferedEvent,
  request: ReserveRequest & { readonly isPerson: boolean },
  now: Instant,
): Promise<Outcome<PlannedOrder>> {
  const code = await codeOf(shop.db, offer, request, now)
  const asked = { lines: request.asked, services: askedServices(request.services, offer.context.currency) }
  const selection = selectTickets(asked, {
    offer: offer,
    now,
    code,
    isPerson: request.isPerson,
    maximumPerLine: category => offer.settings.number('MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', category),
  })
  if (!selection.ok) return selection
  const plan = planOrder(selection.value, { offer: offer, now, code: code === 'unknown' ? null : code })
  return isPayable(shop, offer, plan, now) ? accepted(plan) : refused(NOT_PAYABLE)
}

/** Asked once, however often the request is decided: an answer is good for one question. */
async function isByPerson(shop: Shop, { shortName, captcha }: ReserveRequest): Promise<boolean> {
  const offer = captcha && (await shop.catalog.offeredEvent(shortName))
  if (!offer) return true
  return isCaptchaGood(shop, { settings: offer.settings, place: 'ENABLE_CAPTCHA_FOR_TICKET_SELECTION' }, captcha)
}

async function codeOf(
  db: Shop['db'],
  offer: OfferedEvent,
  { code: typed, replaces }: ReserveRequest,
  now: Instant,
): Promise<RedeemableCode | 'unknown' | null> {
  if (typed === null || typed.trim() === '') return null
  return (await findCode(db, offer, typed, now, replaces === 'unknown' ? undefined : replaces)) ?? 'unknown'
}

function problemOf(answer: Exclude<ReplacingOutcome, 'held' | 'offer-changed'>): Problem {
  switch (answer) {
    case 'none-left':
      return MUST_BE_SALEABLE
    case 'not-enough':
      return NOT_ENOUGH_TICKETS
    case 'code-used-up':
      return CODE_USED_UP
    case 'code-gone':
      return CODE_NOT_FOUND
    case 'over':
      return ORDER_IS_OVER
    case 'fixed':
      return ORDER_IS_FIXED
    default:
      return answer satisfies never
  }
}

/** Money that nobody could take is not asked for: the selection is refused instead (domain rules 4.5, rule 7). */
function isPayable(shop: Shop, offer: OfferedEvent, { lines, price }: PlannedOrder, now: Instant): boolean {
  if (isFree(price)) return true
  const categories = lines.map(({ category }) => category.id)
  return offeredPayments(shop, offer, { categories, now }).length > 0
}

/** The shop speaks the buyer's language; only the organiser's own words fall back to one of the event. */
function languageOf({ context: event }: OfferedEvent, asked: string): Language {
  return languageOfTag(asked) ?? event.languages[0]
}
