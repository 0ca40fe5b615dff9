import type { Instant } from '#domain/instant.ts'
import type { Minor } from '#domain/money/money.ts'
import type { Aftermath, Payment } from '../online.ts'
import type { Own } from './account.ts'
import { type PayPalMoney, fromPayPal } from './amounts.ts'
import { valueOf } from './answer.ts'
import type { Client, Place } from './client.ts'
import { keptIn } from './kept.ts'
import { captureOf, feeOf } from './map-status.ts'
import { momentOf } from './moment.ts'
import { clientFor } from './pay.ts'
import type { Dispute, Refund } from './replies.ts'

type RefundState = Aftermath['refunds'][number]['state']
type DisputeState = Aftermath['disputes'][number]['state']

/** What has become of a settled payment: its fee, all its refunds and disputes. */
export async function follow(place: Place, payment: Payment<Own>): Promise<Aftermath> {
  const { reference, transactionId } = payment
  if (reference === null) throw new Error(`transaction ${transactionId}: PayPal has not named it`)
  const client = clientFor(place, payment, keptIn(payment.data))
  const order = valueOf(await client.order(reference))
  const capture = captureOf(order)
  if (!capture) throw new Error(`transaction ${transactionId}: PayPal tells of no capture`)
  const refunds = (order.purchase_units ?? []).flatMap(({ payments }) => payments?.refunds ?? [])
  return {
    fee: feeOf(capture),
    refunds: refunds.map(refund => toldRefund(refund, capture.amount)),
    disputes: (await disputesOf(client, capture.id)).map(toldDispute),
  }
}

/** None where the app may not read disputes: the organiser has to allow it at PayPal. */
async function disputesOf(client: Client, captureId: string): Promise<readonly Dispute[]> {
  const list = await client.disputesOf(captureId)
  if (list.kind === 'refused' && list.status === 403) return []
  const disputes: Dispute[] = []
  for (const { dispute_id: id } of valueOf(list).items ?? []) disputes.push(valueOf(await client.dispute(id)))
  return disputes
}

/** A refund without an amount is of everything. */
function toldRefund({ id: reference, amount, status }: Refund, whole: PayPalMoney): Aftermath['refunds'][number] {
  return { reference, amount: read(amount ?? whole), state: refundState(status) }
}

/** An unknown state may still end in any other. */
export function refundState(status: string): RefundState {
  if (status === 'COMPLETED') return 'refunded'
  return status === 'FAILED' || status === 'CANCELLED' ? 'failed' : 'pending'
}

function toldDispute(dispute: Dispute): Aftermath['disputes'][number] {
  const state = disputeState(dispute)
  return { reference: dispute.dispute_id, amount: read(dispute.dispute_amount), state, dueBy: dueBy(dispute) }
}

const LOST: ReadonlySet<string> = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])
const WON: ReadonlySet<string> = new Set([
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'DENIED',
])

/** With a payout PayPal pays the buyer itself. One that is resolved in an unknown way stays for a person. */
export function disputeState({ status, dispute_outcome: outcome }: Omit<Dispute, 'dispute_id'>): DisputeState {
  const code = outcome?.outcome_code ?? ''
  if (status !== 'RESOLVED') return 'open'
  if (LOST.has(code)) return 'lost'
  return WON.has(code) ? 'won' : 'open'
}

const dueBy = ({ status, seller_response_due_date: due }: Dispute): Instant | null =>
  status === 'WAITING_FOR_SELLER_RESPONSE' && due !== undefined ? (momentOf(due) ?? null) : null

function read(money: PayPalMoney): Minor {
  const known = fromPayPal(money)
  if (!known) throw new Error('PayPal tells a sum that can not be read')
  return known.amount
}
