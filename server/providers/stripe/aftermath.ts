import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { Aftermath, Payment } from '#server/providers/port/online.ts'
import type { Own } from './account.ts'
import { fromStripe } from './amounts.ts'
import { valueOf } from './answer.ts'
import { type Client, named } from './client.ts'
import { feeOf } from './map-payment.ts'
import { access, nameOf } from './pay.ts'
import type { Dispute, Refund } from './replies.ts'

type RefundState = Aftermath['refunds'][number]['state']
type DisputeState = Aftermath['disputes'][number]['state']

/** What has become of a settled payment: its fee, all its refunds and disputes. */
export async function follow(base: string, payment: Payment<Own>): Promise<Aftermath> {
  const id = nameOf(payment)
  if (id === null) throw new Error(`transaction ${payment.transactionId}: Stripe has not named it`)
  const client = access(base, payment)
  const fee = await feeAt(client, id)
  const refunds = valueOf(await client.refundsOf(named(id)))
  const disputes = valueOf(await client.disputesOf(named(id)))
  return { fee, refunds: refunds.map(toldRefund), disputes: disputes.map(toldDispute) }
}

async function feeAt(client: Client, id: string): Promise<Minor | null> {
  if ('charge' in named(id)) return feeOf(valueOf(await client.charge(id)))
  const { latest_charge: charge } = valueOf(await client.intent(id))
  return typeof charge === 'object' && charge !== null ? feeOf(charge) : null
}

function toldRefund({ id: reference, amount, currency, status }: Refund): Aftermath['refunds'][number] {
  return { reference, amount: read(amount, currency), state: refundState(status ?? '') }
}

function toldDispute(dispute: Dispute): Aftermath['disputes'][number] {
  const { id: reference, amount, currency, status } = dispute
  return { reference, amount: read(amount, currency), state: disputeState(status), dueBy: dueBy(dispute) }
}

/** An unknown state may still end in any other. */
export function refundState(status: string): RefundState {
  if (status === 'succeeded') return 'refunded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

const WON = new Set(['won', 'warning_closed', 'prevented'])

/** An early warning that was closed, and a dispute that was prevented, have taken nothing. */
export function disputeState(status: string): DisputeState {
  if (WON.has(status)) return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

const TO_ANSWER = new Set(['needs_response', 'warning_needs_response', 'appeal_needs_response'])

function dueBy({ status, evidence_details: details }: Dispute): Instant | null {
  const seconds = details?.due_by
  return TO_ANSWER.has(status) && seconds != null ? instant(seconds * 1000) : null
}

function read(amount: number, currency: string): Minor {
  const known = fromStripe(amount, currency)
  if (known === undefined) throw new Error(`Stripe tells ${amount} ${currency}, which can't be read`)
  return known
}
