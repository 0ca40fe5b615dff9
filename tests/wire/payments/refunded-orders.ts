import { type RefundForm, getReservationPayments, refundReservation } from '#contract/refund.ts'
import { hours, minutes } from '#domain/foundation/instant.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { filledIn, hold, infoOf, sendDetails } from '../../support/buyer/purchase.ts'
import { lettersOf } from '../../support/buyer/sent-mails.ts'
import { countAudit } from '../../support/database/consistency.ts'
import { PRIVATE_INVOICE } from '../../support/organiser/invoice.ts'
import { TICKETS, type World } from './world.ts'

/** Pays an order that is ready, until the shop has confirmed it. */
export type Charge = (id: string) => Promise<void>

export type RefundedOrders = ReturnType<typeof refundedOrders>

export const SELLER = {
  VAT_NR: 'CHE-123.456.788',
  INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano',
  COUNTRY_OF_BUSINESS: 'CH',
}

export const BUYER = 'ada@example.org'
export const CLUB = 'hello@alpine-systems.example'

/** What an organiser does with orders that were paid and have an invoice, and everything that is said of it afterwards. */
export function refundedOrders(world: World, charge: Charge) {
  const { shop, buyer, organiser, fake, later, paymentsOf } = world
  let event: Promise<string> | undefined
  const paidOrder = async (of?: string): Promise<string> => {
    event ??= world.openEvent({ slug: 'given-back', settings: SELLER })
    const id = await hold(buyer, of ?? (await event), { Conference: TICKETS })
    const answer = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE })
    if (answer.status !== 200) throw new Error(`the details were refused: ${JSON.stringify(answer.value)}`)
    await charge(id)
    return id
  }
  const refundsOf = (id: string) =>
    shop.db.kysely
      .selectFrom('payment_refund')
      .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
      .select(['origin', 'payment_refund.status', 'payment_refund.amount'])
      .where('order_id', '=', id)
      .orderBy('payment_refund.id')
      .execute()
  const creditNotesOf = async (id: string): Promise<number> =>
    (
      await shop.db.kysely
        .selectFrom('billing_document')
        .select('id')
        .where('reservation_id', '=', id)
        .where('type', '=', 'CREDIT_NOTE')
        .execute()
    ).length
  /** By the provider's books: what went back of an order, movement by movement; what came back again is negative. */
  const returnedOf = async (id: string): Promise<bigint[]> => {
    const ids = (await paymentsOf(id)).map(payment => String(payment.id))
    return fake
      .books()
      .filter(({ kind, transactionId }) => kind === 'refund' && ids.includes(transactionId))
      .map(({ amount }) => amount)
  }
  /** Delivers every message twice, as it may come. */
  const deliverMessages = async (): Promise<void> => {
    for (const status of await fake.messages.deliver('twice')) {
      if (status !== 200) throw new Error(`a message was answered ${status}`)
    }
  }
  return {
    paidOrder,
    refund: (id: string, body: RefundForm) =>
      organiser.api.expect(refundReservation, 200, { params: { reservationId: id }, body }),
    /** What the organiser reads of the money of an order. */
    read: (id: string) => organiser.api.expect(getReservationPayments, 200, { params: { reservationId: id } }),
    refundsOf,
    creditNotesOf,
    returnedOf,
    deliverMessages,
    /** The provider is asked for refunds, sends its messages, and is asked again until nothing is waited for. */
    untilDone: async (): Promise<void> => {
      await sendRefunds(shop)
      await deliverMessages()
      await later(minutes(5))
      await later(minutes(5))
      await deliverMessages()
    },
    /** Lets a day pass and delivers the messages before and after it. */
    nextDay: async (): Promise<void> => {
      await deliverMessages()
      await later(hours(24))
      await deliverMessages()
    },
    /** Who was written to about an order with such a subject. */
    recipientsOf: async (id: string, subject: string): Promise<string[]> =>
      (await lettersOf(shop.db, id, subject)).map(({ recipient }) => recipient),
    audited: (id: string, type: string) => countAudit(shop.db, id, type),
    sumOf: async (id: string): Promise<bigint> => {
      const paid = (await paymentsOf(id)).find(({ status }) => status === 'COMPLETE')
      if (!paid) throw new Error(`${id} is not paid`)
      return paid.amount
    },
  }
}
