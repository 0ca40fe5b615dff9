import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { Aftermath, Payment } from '#server/providers/port/online.ts'
import { type Own, accountOf } from './account.ts'
import { type PayPalAmount, fromPayPal } from './amounts.ts'
import { valueOf } from './answer.ts'
import type { Client, Connection } from './client.ts'
import { keptOf } from './kept.ts'
import { captureOf, feeOf } from './map-status.ts'
import { access } from './pay.ts'
import { refundState } from './after-payment.ts'
import type { Dispute, Refund } from './replies.ts'

type Told = Aftermath['disputes'][number]

/** What has become of a settled payment: its fee, all its refunds and disputes. */
export async function follow(connection: Connection, payment: Payment<Own>): Promise<Aftermath> {
  const client = access(connection, payment, accountOf(payment.data))
  const order = valueOf(await client.order(keptOf(payment).order))
  const capture = captureOf(order)
  const refunds = (order.purchase_units ?? []).flatMap(({ payments }) => payments?.refunds ?? [])
  return {
    fee: capture ? feeOf(capture) : null,
    refunds: refunds.flatMap(toldRefund),
    disputes: capture ? await disputesOf(client, capture.id) : [],
  }
}

function toldRefund({ id: reference, amount, status }: Refund): Aftermath['refunds'] {
  return amount ? [{ reference, amount: read(amount), state: refundState(status) }] : []
}

async function disputesOf(client: Client, captureId: string): Promise<Told[]> {
  const answer = await client.disputesOf(captureId)
  // Apps have to be allowed to see them.
  if (answer.kind === 'error' && answer.status === 403) return []
  const disputes: Told[] = []
  for (const { dispute_id: id } of valueOf(answer).items ?? []) {
    const dispute = valueOf(await client.dispute(id))
    if (dispute.dispute_amount) disputes.push(toldDispute(dispute, dispute.dispute_amount))
  }
  return disputes
}

function toldDispute(dispute: Dispute, amount: PayPalAmount): Told {
  return { reference: dispute.dispute_id, amount: read(amount), state: disputeState(dispute), dueBy: dueBy(dispute) }
}

const WON = new Set(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED'])
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** What ended in a way that is not known is left open, for a person. */
export function disputeState({ status, dispute_outcome: outcome }: Dispute): Told['state'] {
  const code = outcome?.outcome_code ?? ''
  if (status !== 'RESOLVED') return 'open'
  if (WON.has(code)) return 'won'
  return LOST.has(code) ? 'lost' : 'open'
}

function dueBy({ status, seller_response_due_date: told }: Dispute): Instant | null {
  return status === 'WAITING_FOR_SELLER_RESPONSE' && told !== undefined ? momentOf(told) : null
}

/** With its distance from Greenwich; without, it would depend on where we run. */
export function momentOf(text: string): Instant | null {
  try {
    return instant(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return null
  }
}

function read(amount: PayPalAmount): Minor {
  const known = fromPayPal(amount)
  if (!known) throw new Error(`PayPal tells ${amount.value} ${amount.currency_code}, which can't be read`)
  return known.amount
}
