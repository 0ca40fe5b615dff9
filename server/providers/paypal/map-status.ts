import { type Instant, after, minutes } from '#domain/instant.ts'
import type { Minor } from '#domain/money/money.ts'
import type { CallOutcome } from '../online.ts'
import type { ProviderData } from '../terms.ts'
import { fromPayPal } from './amounts.ts'
import { DECLINED, LEADS_BACK, buyerCode } from './codes.ts'
import type { Kept } from './kept.ts'
import type { Capture, Order } from './replies.ts'

/** What a reply of PayPal is held against. */
export type Begun = {
  readonly transactionId: string
  /** Null before PayPal has told it. */
  readonly reference: string | null
  readonly kept: Kept
  readonly now: Instant
}

/** Who is declined at PayPal has at least so long for choosing another way there. */
const TIME_FOR_ANOTHER_MS = minutes(15)

/** How a payment stands, by PayPal's states of the order, and of its capture once there is one. */
export function outcomeOfOrder(order: Order, begun: Begun): CallOutcome {
  const oddity = oddityOf(order, begun)
  if (oddity !== null) return { kind: 'mismatch', reason: oddity }
  switch (order.status) {
    case 'CREATED':
    case 'PAYER_ACTION_REQUIRED':
      return toPayPal(order, begun, null)
    case 'APPROVED':
      return toPayPal(order, begun, begun.kept.details)
    case 'COMPLETED':
      return outcomeOfCaptures(order, begun)
    case 'VOIDED':
      return { kind: 'cancelled' }
    default:
      return { kind: 'unknown', reason: `${order.id} is in a state that is not known` }
  }
}

/** Whether the order has ended at PayPal with money, or what may become money. */
export const isCaptured = ({ status }: Order): boolean => status === 'COMPLETED'

/** The capture that says what became of an order: the one with money before one that waits, and that before refused ones. */
export function captureOf({ purchase_units: units }: Order): Capture | undefined {
  const captures = (units ?? []).flatMap(({ payments }) => payments?.captures ?? [])
  const ofStatus = (...statuses: readonly string[]) => captures.find(({ status }) => statuses.includes(status))
  return ofStatus('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED') ?? ofStatus('PENDING') ?? captures.at(-1)
}

function outcomeOfCaptures(order: Order, begun: Begun): CallOutcome {
  const capture = captureOf(order)
  if (!capture) return { kind: 'unknown', reason: `${order.id} is completed, and has no capture` }
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return settled(order, capture, begun)
    case 'PENDING':
      return { kind: 'waiting', data: { ...baseOf(begun.kept), capture: capture.id } }
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'refused', code: DECLINED, isOver: true }
    default:
      return { kind: 'unknown', reason: `${capture.id} is in a state that is not known` }
  }
}

/** Only `issue` decides. The same order is gone on with where the buyer can do something about it. */
export function outcomeOfRefusal(issue: string | null, begun: Begun): CallOutcome {
  const { kept, reference, now } = begun
  if (issue !== null && LEADS_BACK.has(issue) && kept.url !== null && reference !== null) {
    const least = after(now, TIME_FOR_ANOTHER_MS)
    const until = kept.until > least ? kept.until : least
    return {
      kind: 'redirect',
      reference,
      url: kept.url,
      until,
      meanwhile: 'open',
      data: { ...openData(kept, kept.url), until },
    }
  }
  return { kind: 'refused', code: buyerCode(issue), isOver: true }
}

/** What PayPal keeps; null while nobody knows, or where it is told in another currency. */
export function feeOf({ seller_receivable_breakdown: parts, amount }: Capture): Minor | null {
  const fee = parts?.paypal_fee
  if (!fee || fee.currency_code !== amount.currency_code) return null
  return fromPayPal(fee)?.amount ?? null
}

/** The buyer goes to PayPal; `agreed`: has been there, and comes back at once. */
function toPayPal(order: Order, { kept }: Begun, agreed: string | null): CallOutcome {
  const url = linkIn(order) ?? kept.url
  if (url === null) return { kind: 'unknown', reason: `${order.id} came without the address for the buyer` }
  const data = { ...openData(kept, url), ...(agreed !== null && { agreed }) }
  return { kind: 'redirect', reference: order.id, url, until: kept.until, meanwhile: 'open', data }
}

/** `approve` is the name by which orders without a payment source have it. */
const linkIn = ({ links }: Order): string | null =>
  links?.find(({ rel, href }) => (rel === 'payer-action' || rel === 'approve') && /^https?:/.test(href))?.href ?? null

const baseOf = ({ live, client }: Kept): ProviderData => ({ live, client })

const openData = (kept: Kept, url: string): ProviderData => ({
  ...baseOf(kept),
  details: kept.details,
  until: kept.until,
  url,
})

function settled(order: Order, capture: Capture, { kept }: Begun): CallOutcome {
  const money = fromPayPal(capture.amount)
  if (!money) return { kind: 'mismatch', reason: `${capture.id} is about a sum that can't be read` }
  return {
    kind: 'settled',
    received: {
      ...money,
      gatewayTransactionId: capture.id,
      gatewayPaymentId: order.id,
      fee: feeOf(capture),
    },
    data: { ...baseOf(kept), capture: capture.id },
  }
}

/** Why this is not the payment that was begun; null when it is. PayPal's replies don't say of which mode they are. */
function oddityOf(order: Order, { reference, transactionId }: Begun): string | null {
  if (reference !== null && reference !== order.id) return `${reference} was asked for, and ${order.id} came`
  const told = [...(order.purchase_units ?? []), captureOf(order)].flatMap(one => one?.custom_id ?? [])
  const other = told.find(id => id !== transactionId)
  return other === undefined ? null : `${order.id} was made for another transaction`
}
