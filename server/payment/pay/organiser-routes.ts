import { ownerOf } from '#server/order/order/offer-of-reservation.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { type ConfirmedHolders, type ReservationConfirmation, confirmPaidReservation } from '#contract/organiser.ts'
import { confirmTransferByReference, listAwaitedTransfers } from '#contract/organiser-payments.ts'
import type { ConfirmationRefusal } from '#domain/payment/pay/organiser-confirmation.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import { callerOf, deny, mayDo, onlyFor } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { passesOf } from '#server/order/order/passes-of.ts'
import { filledIn } from '#server/order/order/billing.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'
import { type OrganiserStatement, confirmByOrganiser } from './confirm-by-organiser.ts'
import { type ReferenceConfirmation, confirmByReference } from './confirm-by-reference.ts'
import { listAwaited } from './list-awaited.ts'
import type { StatedBilling } from './stated-billing.ts'

/** The organiser sees which payments are awaited, and confirms those that have arrived. */
export function organiserPaymentRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    app.get(listAwaitedTransfers.path, { schema: routeSchema(listAwaitedTransfers) }, async (request, reply) => {
      const { event: shortName } = request.query
      if (shortName === undefined) return listAwaited(shop, { organizationId: callerOf(request).organizationId })
      const offer = (await shop.catalog.offeredEvent(shortName)) ?? (await shop.catalog.offeredPass(shortName))
      if (!offer || !mayDo(request, ownerOf(offer))) return deny(reply)
      return listAwaited(shop, { contextId: offer.context.id })
    })

    app.put(
      confirmTransferByReference.path,
      { schema: routeSchema(confirmTransferByReference) },
      async (request, reply) => {
        const outcome = await confirmByReference(shop, request.body, callerOf(request))
        if (outcome.kind === 'refused') return refuse(reply, NOT_CONFIRMED[outcome.reason])
        if (outcome.kind !== 'confirmed') return refuse(reply, REFUSALS[outcome.kind])
        const holders = await holdersOf(shop.db, outcome.id)
        return reply.code(200).send({ reservationId: outcome.id, holders })
      },
    )

    app.put(confirmPaidReservation.path, { schema: routeSchema(confirmPaidReservation) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const outcome =
        id && (await confirmByOrganiser(shop, id, { ...statementOf(request.body), by: callerOf(request) }))
      if (!outcome || outcome.kind === 'unknown') return refuse(reply, UNKNOWN_RESERVATION)
      if (outcome.kind === 'foreign') return deny(reply)
      if (outcome.kind === 'refused') return refuse(reply, NOT_CONFIRMED[outcome.reason])
      return reply.code(200).send({ holders: await holdersOf(shop.db, id) })
    })
  }
}

/** Who has the tickets of an order, or its pass. */
async function holdersOf(on: Queryable, id: ReservationId): Promise<ConfirmedHolders['holders']> {
  const tickets = await ticketsOf(on, id)
  const passes = tickets.length === 0 ? await passesOf(on, id) : []
  return [
    ...tickets.map(({ uuid, firstName, lastName, email }) => ({ id: uuid, firstName, lastName, email })),
    ...passes.map(pass => ({ id: pass.id, ...(pass.owner ?? NO_OWNER) })),
  ]
}

const NO_OWNER = { firstName: null, lastName: null, email: null }

/** Mails go out only if the organiser says so. */
function statementOf({ transaction, notification, billingData }: ReservationConfirmation): OrganiserStatement {
  return {
    provider: transaction.paymentProvider,
    amount: transaction.paidAmount ?? null,
    reference: transaction.id ?? null,
    notes: transaction.notes ?? null,
    isBuyerWrittenTo: notification?.customer ?? false,
    areHoldersWrittenTo: notification?.attendees ?? false,
    billing: billingData ? billingOf(billingData) : null,
  }
}

function billingOf(data: NonNullable<ReservationConfirmation['billingData']>): StatedBilling {
  const { fullName, company, line1, line2, zip, city, state, countryCode } = data
  return {
    recipient: filledIn(fullName),
    companyName: filledIn(company),
    addressLine1: filledIn(line1),
    addressLine2: filledIn(line2),
    zip: filledIn(zip),
    city: filledIn(city),
    state: filledIn(state),
    country: filledIn(countryCode),
  }
}

const refuse = (reply: FastifyReply, text: string): FastifyReply =>
  reply.code(400).type(JSON_TYPE).send(JSON.stringify(text))

const UNKNOWN_RESERVATION = 'bad request: there is no such reservation'

const NOT_CONFIRMED = {
  status: 'bad request: this reservation can not be confirmed as it stands',
  amount: 'bad request: the order comes to another amount',
  provider: 'bad request: the order waits for a payment of another kind',
  event: 'bad request: the event is cancelled; return the money to the buyer',
  change:
    'bad request: the ticket whose change the order pays for has left its order or has been let in; return the money to the buyer',
  code: 'bad request: the discount code of the order is used up',
  pass: 'bad request: the pass that paid for tickets of the order does not any more; the order comes to more now',
  invoiced:
    'bad request: the pass that paid for tickets of the order does not any more, and its invoice is issued: credit the order and return the transfer',
  places: 'bad request: a holder is no member of the group that a ticket is for, or has no place left in it',
  details: 'bad request: the order has no contact details yet',
} as const satisfies Record<ConfirmationRefusal, string>

const REFUSALS = {
  unknown: 'bad request: no order whose id begins like this is waiting for a bank transfer',
  ambiguous: 'bad request: several orders whose id begins like this are waiting, say more of it',
  'other-amount': 'bad request: the order comes to another amount',
} as const satisfies Record<Exclude<ReferenceConfirmation['kind'], 'confirmed' | 'refused'>, string>
