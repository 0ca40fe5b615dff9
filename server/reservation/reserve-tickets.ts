import { randomUUID } from 'node:crypto'
import { type EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { offeredPayments } from '#server/payment/offered-payments.ts'
import type { Instant } from '#domain/instant.ts'
import type { Language } from '#domain/language/texts.ts'
import { type Outcome, accepted, refused } from '#domain/outcome.ts'
import { priceItem } from '#domain/pricing/price-item.ts'
import { isFree, newTickets, priceOrder } from '#domain/pricing/price-order.ts'
import { holdUntil } from '#domain/reservation/hold.ts'
import { type ReservationId, reservationId } from '#domain/reservation/reservation.ts'
import {
  type AskedLine,
  MUST_BE_SALEABLE,
  NOT_ENOUGH_TICKETS,
  type SelectedLine,
  selectTickets,
} from '#domain/reservation/select-tickets.ts'
import { problem } from '#domain/problem.ts'
import { type SeatRequest, holdSeats } from './hold-seats.ts'

export type ReserveRequest = {
  readonly shortName: string
  readonly asked: readonly AskedLine[]
  /** Becomes the language of the order; the event's first language when it is none of the event's. */
  readonly language: string
  readonly isCodeGiven: boolean
  readonly isExtraAsked: boolean
}

/** How often a request is decided again because the organiser has edited the event meanwhile. */
const ATTEMPTS = 3

/**
 * Reserves tickets: seats are held and a PENDING reservation exists until RESERVATION_TIMEOUT minutes from now
 * (domain rules 4). Null when there is no such event. Refusals are those of domain rules 4.5, in its order.
 */
export async function reserveTickets(shop: Shop, request: ReserveRequest): Promise<Outcome<ReservationId> | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const sale = await shop.catalog.eventForSale(request.shortName)
    if (!sale) return null
    const now = shop.clock.now()
    const selection = selectTickets(request.asked, {
      offer: sale,
      now,
      isCodeGiven: request.isCodeGiven,
      isExtraAsked: request.isExtraAsked,
      maximumPerLine: category => sale.settings.number('MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', category),
    })
    if (!selection.ok) return selection
    const seats = seatRequest(sale, selection.value, languageOf(sale, request.language), now)
    if (!isPayable(sale, seats, now)) return refused(problem('error.STEP_1_CATEGORIES_NOT_COMPATIBLE'))

    const answer = await holdSeats(shop.db, seats)
    switch (answer) {
      case 'held':
        shop.catalog.seatsChanged(sale.event.id)
        shop.log.reserved(seats.id, sale.event.shortName, seats.lines.length)
        return accepted(seats.id)
      case 'none-left':
        return refused(MUST_BE_SALEABLE)
      case 'not-enough':
        return refused(NOT_ENOUGH_TICKETS)
      case 'offer-changed':
        shop.catalog.offerChanged(sale.event)
        break
      default:
        return answer satisfies never
    }
  }
  throw new Error(`event ${request.shortName} kept changing while tickets were reserved`)
}

function seatRequest(
  sale: EventForSale,
  lines: readonly SelectedLine[],
  language: Language,
  now: Instant,
): SeatRequest {
  const { event, settings } = sale
  const tickets = lines.flatMap(({ category, quantity }) => newTickets(category.id, category.price, quantity))
  return {
    id: newReservationId(),
    event,
    language,
    lines: lines.map(line => ({ ...line, unit: priceItem(line.category.price, event.tax) })),
    price: priceOrder({ tickets, services: [], code: null, tax: event.tax }).price,
    now,
    validity: holdUntil(now, settings.number('RESERVATION_TIMEOUT')),
  }
}

/** Money that nobody could take is not asked for: the selection is refused instead (domain rules 4.5, rule 7). */
function isPayable(sale: EventForSale, { lines, price }: SeatRequest, now: Instant): boolean {
  if (isFree(price)) return true
  return (
    offeredPayments(
      sale,
      lines.map(({ category }) => category.id),
      now,
    ).length > 0
  )
}

function languageOf({ event }: EventForSale, asked: string): Language {
  return event.languages.find(language => language === asked) ?? event.languages[0]
}

function newReservationId(): ReservationId {
  const id = reservationId(randomUUID())
  if (!id) throw new Error('randomUUID made no UUID')
  return id
}
