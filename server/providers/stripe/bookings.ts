import { currency } from '#domain/foundation/money/currency.ts'
import { instant } from '#domain/foundation/instant.ts'
import { type Minor, negated } from '#domain/foundation/money/money.ts'
import type { Booking, DayQuery } from '#server/providers/port/online.ts'
import { type Own, connectedAccount, secretKey } from './account.ts'
import { fromStripe } from './amounts.ts'
import { valueOf } from './answer.ts'
import { clientOf } from './client.ts'
import { ownFee } from './map-payment.ts'
import type { BookedTransaction } from './replies.ts'

/** Cards are booked as charges, other methods as payments. */
const KINDS: Readonly<Record<string, Booking['kind']>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
}

/** Stripe's books of a day. A refund that failed, and a dispute that was won, have a negative amount. */
export async function bookings(base: string, query: DayQuery<Own>): Promise<readonly Booking[]> {
  const { settings, signal, from, to } = query
  const client = clientOf(base, { key: secretKey(settings), account: connectedAccount(settings), signal })
  const booked = valueOf(await client.booked(Math.floor(from / 1000), Math.ceil(to / 1000)))
  return booked.flatMap(line => bookingOf(line) ?? [])
}

/** Undefined for what is no charge, refund or dispute, such as a payout. */
export function bookingOf(line: BookedTransaction): Booking | undefined {
  const { source, type, created, amount: moved } = line
  if (typeof source !== 'object' || source === null) return undefined
  const kind = source.object === 'dispute' ? 'dispute' : KINDS[type]
  const code = currency(source.currency ?? line.currency)
  if (kind === undefined || code === undefined) return undefined
  const amount = fromStripe(source.amount ?? Math.abs(moved), code)
  if (amount === undefined) return undefined
  return {
    kind,
    at: instant(created * 1000),
    reference: source.id,
    transactionId: source.metadata?.['transactionId'] ?? null,
    amount: kind !== 'charge' && moved > 0 ? negated(amount) : amount,
    currency: code,
    fee: feeIn(line, code),
  }
}

/** Null where the account is kept in another currency than was paid in. */
const feeIn = (line: BookedTransaction, code: string): Minor | null =>
  currency(line.currency) === code ? ownFee(line) : null
