import { Value } from 'typebox/value'
import { after, days } from '#domain/foundation/instant.ts'
import { negated } from '#domain/foundation/money/money.ts'
import type { Booking, DayQuery } from '#server/providers/port/online.ts'
import { type Own, accountOf } from './account.ts'
import { fromMollie, momentOf } from './amounts.ts'
import { valueOf } from './answer.ts'
import { type Mollie, clientOf } from './client.ts'
import { refundState } from './aftermath.ts'
import { type Amount, type Chargeback, OurMetadata, OurRefundMetadata, type Payment, type Refund } from './replies.ts'

/** Lists go by the day on which something was begun: what was paid on a day may have been begun before. */
const LONGEST_PAYMENT_MS = days(2)
/** A chargeback may be reversed months later. */
const LONGEST_REVERSAL_MS = days(180)

/** What was paid, refunded and charged back on a day. Mollie does not report its fee to shops. */
export async function bookings(mollie: Mollie, query: DayQuery<Own>): Promise<readonly Booking[]> {
  const { settings, now, signal, from, to } = query
  const account = accountOf(settings)
  if (account === null) throw new Error('the settings for Mollie are incomplete')
  const client = clientOf(mollie, { account, now, signal })
  const payments = valueOf(await client.paymentsSince(after(from, -LONGEST_PAYMENT_MS)))
  const refunds = valueOf(await client.refundsSince(from))
  const chargebacks = valueOf(await client.chargebacksSince(after(from, -LONGEST_REVERSAL_MS)))
  return [
    ...payments.flatMap(payment => bookingOfPayment(payment) ?? []),
    ...refunds.flatMap(refund => bookingOfRefund(refund) ?? []),
    ...chargebacks.flatMap(bookingsOfChargeback),
  ].filter(({ at }) => at >= from && at < to)
}

export function bookingOfPayment({ id, amount, paidAt, metadata }: Payment): Booking | undefined {
  return booking('charge', id, { amount, at: paidAt, transactionId: transactionIn(metadata) })
}

/** One that has failed has moved nothing. */
export function bookingOfRefund(refund: Refund): Booking | undefined {
  const { id, status, amount, createdAt: at, metadata } = refund
  if (refundState(status) === 'failed') return undefined
  const transactionId = Value.Check(OurRefundMetadata, metadata) ? metadata.transactionId : paymentOf(refund)
  return booking('refund', id, { amount, at, transactionId })
}

/** A chargeback that was reversed is listed twice, the second time with a negative amount. */
export function bookingsOfChargeback(chargeback: Chargeback): readonly Booking[] {
  const { id, amount, createdAt, reversedAt } = chargeback
  const transactionId = paymentOf(chargeback)
  const taken = booking('dispute', id, { amount, at: createdAt, transactionId })
  const returned = booking('dispute', id, { amount, at: reversedAt, transactionId })
  return [...(taken ? [taken] : []), ...(returned ? [{ ...returned, amount: negated(returned.amount) }] : [])]
}

type Told = {
  readonly amount: Amount
  readonly at: string | null | undefined
  readonly transactionId: string | null
}

/** Undefined where it has not happened yet, or can't be read. */
function booking(kind: Booking['kind'], reference: string, { amount: told, at: moment, transactionId }: Told) {
  const at = momentOf(moment)
  const known = fromMollie(told)
  if (at === null || known === undefined) return undefined
  const { amount, code: currency } = known
  return { kind, at, reference, transactionId, amount, currency, fee: null }
}

/** Null for payments that were begun elsewhere by the same key. */
const transactionIn = (metadata: unknown): string | null =>
  Value.Check(OurMetadata, metadata) ? metadata.transactionId : null

const paymentOf = ({ _embedded: embedded }: Refund | Chargeback): string | null =>
  transactionIn(embedded?.payment?.metadata)
