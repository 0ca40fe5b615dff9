import type { OpenReservation } from '#contract/own.ts'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { type ReservationStatus, pageOfStatus } from '#domain/order/reservation/states.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type OfferedContext, isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { whereReservation } from '#server/foundation/database/status-sql.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import type { Visit } from '#server/foundation/http/visitor.ts'
import { serviceOf } from '#server/order/order/order-rows.ts'

/** More than a visitor can keep apart. */
const AT_MOST = 10

/**
 * The tickets and passes that these visits have begun to order, neither finished nor cancelled, and still hold; the
 * latest first (decision 20).
 */
export async function openReservations(shop: Shop, visits: readonly Visit[]): Promise<OpenReservation[]> {
  if (visits.length === 0) return []
  const found = await findOpen(shop, visits)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const [tickets, extras] = [await ticketsHeld(shop.db, ids), await extrasHeld(shop.db, ids)]
  return Promise.all(
    found.map(async open => {
      const offer = await shop.catalog.offerOf(open.contextId)
      const ofThis = ({ reservationId }: { readonly reservationId: string }) => reservationId === open.id
      return present(open, offer, { tickets: tickets.filter(ofThis), extras: extras.filter(ofThis) })
    }),
  )
}

/** Was the reservation made by one of these visits? Others may know its id, too. */
export async function isOfVisits(on: Queryable, id: ReservationId, visits: readonly Visit[]): Promise<boolean> {
  if (visits.length === 0) return false
  const made = on.kysely.selectFrom('reservation').select('id').where('id', '=', id).where('visit', 'in', visits)
  return (await made.executeTakeFirst()) !== undefined
}

type Open = {
  readonly id: ReservationId
  readonly contextId: PurchaseContextId
  readonly validity: number
  readonly status: ReservationStatus
  readonly isValidated: boolean
  readonly code: string | null
}

async function findOpen({ db, clock }: Shop, visits: readonly Visit[]): Promise<Open[]> {
  const rows = await db.kysely
    .selectFrom('reservation')
    .leftJoin('promo_code', 'promo_code.id', 'promo_code_id')
    .select([
      'reservation.id',
      'reservation.purchase_context_id',
      'reservation.status',
      'validity',
      'validated',
      'promo_code.code',
    ])
    .where('visit', 'in', visits)
    .where(whereReservation('isOpen'))
    .where('validity', '>', sqlInstant(clock.now()))
    .orderBy('reservation.created_at', 'desc')
    .limit(AT_MOST)
    .execute()
  return rows.map(row => ({
    id: row.id as ReservationId,
    contextId: row.purchase_context_id as PurchaseContextId,
    validity: row.validity,
    status: row.status,
    isValidated: row.validated,
    code: row.code,
  }))
}

type TicketsHeld = Awaited<ReturnType<typeof ticketsHeld>>
type ExtrasHeld = Awaited<ReturnType<typeof extrasHeld>>

/** By category; with a token that was typed in, where there is one. */
async function ticketsHeld(on: Queryable, ids: readonly ReservationId[]) {
  const rows = await on.kysely
    .selectFrom('ticket')
    .leftJoin('token', 'token.id', 'token_id')
    .select(({ fn }) => [
      'reservation_id',
      'ticket.category_id',
      fn.countAll<bigint>().as('quantity'),
      fn.min('token.code').as('token'),
    ])
    .where('reservation_id', 'in', ids)
    .groupBy(['reservation_id', 'ticket.category_id'])
    .orderBy('ticket.category_id')
    .execute()
  return rows.map(row => ({
    reservationId: row.reservation_id ?? '',
    categoryId: row.category_id,
    quantity: Number(row.quantity),
    token: row.token,
  }))
}

async function extrasHeld(on: Queryable, ids: readonly ReservationId[]) {
  const rows = await on.kysely
    .selectFrom('additional_service_item')
    .select(({ fn }) => ['reservation_id', 'service_id', 'source_price', fn.countAll<bigint>().as('quantity')])
    .where('reservation_id', 'in', ids)
    .groupBy(['reservation_id', 'service_id', 'source_price'])
    .orderBy('service_id')
    .execute()
  return rows.map(row => ({
    reservationId: row.reservation_id ?? '',
    serviceId: row.service_id,
    quantity: Number(row.quantity),
    source: minor(row.source_price),
  }))
}

function present(
  { id, validity, status, isValidated, code }: Open,
  offer: OfferedContext,
  { tickets, extras }: { readonly tickets: TicketsHeld; readonly extras: ExtrasHeld },
): OpenReservation {
  const { title, timeZone } = offer.context
  const page = pageOfStatus({ status, validatedBookingInformation: isValidated })
  return {
    id,
    of: { ...addressOf(offer), title: { ...title }, timeZone },
    tickets: offer.categories.flatMap(category => {
      const held = tickets.find(({ categoryId }) => categoryId === category.id)
      return held ? [{ categoryId: category.id, name: category.name, quantity: held.quantity }] : []
    }),
    extras: extras.map(extra => presentExtra(extra, offer)),
    // A token that came with an access code is not what was typed in.
    code: code ?? tickets.find(({ token }) => token !== null)?.token ?? null,
    validity,
    page: page === 'overview' ? 'overview' : 'book',
  }
}

/** In the words of the wire. */
function addressOf(offer: OfferedContext): Pick<OpenReservation['of'], 'type' | 'publicIdentifier'> {
  return isOfEvent(offer)
    ? { type: 'event', publicIdentifier: offer.context.shortName }
    : { type: 'subscription', publicIdentifier: offer.context.publicId }
}

function presentExtra({ serviceId, quantity, source }: ExtrasHeld[number], offer: OfferedContext) {
  const { charge } = serviceOf(offer, serviceId as Parameters<typeof serviceOf>[1])
  const isFixed = 'percentage' in charge || charge.price !== null
  return { serviceId, quantity, amount: isFixed ? null : printed(source, offer.context.currency ?? NO_CURRENCY) }
}
