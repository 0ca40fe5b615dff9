import type { Minor } from '#domain/foundation/money/money.ts'
import type { CallOutcome } from '#server/providers/port/online.ts'
import { fromPayPal } from './amounts.ts'
import type { Failure } from './client.ts'
import type { Kept } from './account.ts'
import type { Capture, Order } from './replies.ts'

export const LATER = 'foyer.payment.later'
export const UNEXPECTED = 'error.STEP_2_PAYPAL_unexpected'
const DECLINED = 'error.STEP_2_PAYPAL_INSTRUMENT_DECLINED'

/** The buyer chooses another source of money at PayPal, for the same order. */
const ANOTHER_SOURCE: ReadonlyMap<string, string> = new Map([
  ['INSTRUMENT_DECLINED', DECLINED],
  ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', DECLINED],
  ['PAYER_ACTION_REQUIRED', DECLINED],
  ['ORDER_NOT_APPROVED', UNEXPECTED],
])

/** No payment is possible by this order. What helps a thief is shown as every other decline. */
const OVER: ReadonlyMap<string, string> = new Map([
  ['PAYER_CANNOT_PAY', DECLINED],
  ['PAYER_ACCOUNT_RESTRICTED', DECLINED],
  ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', DECLINED],
  ['TRANSACTION_REFUSED', DECLINED],
  ['TRANSACTION_LIMIT_EXCEEDED', DECLINED],
  ['CARD_BRAND_NOT_SUPPORTED', DECLINED],
  ['COMPLIANCE_VIOLATION', DECLINED],
  ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', DECLINED],
  ['PAYEE_ACCOUNT_RESTRICTED', UNEXPECTED],
  ['PAYEE_BLOCKED_TRANSACTION', UNEXPECTED],
  ['TRANSACTION_BLOCKED_BY_PAYEE', UNEXPECTED],
  ['TRANSACTION_RECEIVING_LIMIT_EXCEEDED', UNEXPECTED],
  ['PERMISSION_DENIED', UNEXPECTED],
  ['INVALID_CURRENCY_CODE', UNEXPECTED],
  ['DUPLICATE_INVOICE_ID', UNEXPECTED],
])

export const isCapturedBefore = (failure: Failure): boolean =>
  failure.kind === 'error' && failure.issue === 'ORDER_ALREADY_CAPTURED'

export const isNotFound = (failure: Failure): boolean => failure.kind === 'error' && failure.status === 404

/** What a capture that was refused means. Names that are not known say nothing: the money may have been taken. */
export function outcomeOfRefusedCapture(failure: Failure, { data }: Pick<Kept, 'data'>): CallOutcome {
  const unknown: CallOutcome = { kind: 'unknown', reason: failure.summary }
  if (failure.kind === 'silent') return unknown
  const another = ANOTHER_SOURCE.get(failure.issue)
  if (another !== undefined) {
    return { kind: 'refused', code: another, isOver: false, data: { ...data, isApproved: false, isDeclined: true } }
  }
  const code = OVER.get(failure.issue)
  return code === undefined ? unknown : { kind: 'refused', code, isOver: true }
}

/** The state of a capture. A state that is not among them is not known. */
const STATES = {
  COMPLETED: 'taken',
  PARTIALLY_REFUNDED: 'taken',
  REFUNDED: 'taken',
  PENDING: 'waiting',
  DECLINED: 'refused',
  FAILED: 'refused',
} as const

const isState = (status: string): status is keyof typeof STATES => Object.hasOwn(STATES, status)

export const stateOf = (status: string) => (isState(status) ? STATES[status] : undefined)

const capturesIn = ({ purchase_units: units = [] }: Order): readonly Capture[] =>
  units.flatMap(({ payments }) => payments?.captures ?? [])

/** What counts of several: money that was taken, then what is worked on, then what came last. */
export function captureOf(order: Order): Capture | undefined {
  const captures = capturesIn(order)
  const latest = (state: string) => captures.findLast(({ status }) => stateOf(status) === state)
  return latest('taken') ?? latest('waiting') ?? captures.at(-1)
}

/** The state of a payment. Money is taken by a capture alone, whatever the order says of itself. */
export function outcomeOfOrder(order: Order, kept: Kept): CallOutcome {
  const oddity = oddityOf(order, kept)
  if (oddity !== null) return { kind: 'mismatch', reason: oddity }
  const capture = captureOf(order)
  if (capture) return outcomeOfCapture(capture, kept)
  switch (order.status) {
    case 'CREATED':
    case 'PAYER_ACTION_REQUIRED':
      return leadingTo(linkIn(order) ?? kept.url, kept, false)
    case 'APPROVED':
      // An order may stay agreed to when its source of money is refused.
      if (kept.isDeclined) return leadingTo(linkIn(order) ?? kept.url, kept, false)
      return leadingTo(kept.overview, kept, true)
    case 'VOIDED':
      return { kind: 'cancelled' }
    default:
      return { kind: 'unknown', reason: `${order.id} is in a state that is not known` }
  }
}

/** To PayPal; or, where the buyer has agreed there and has not come back, to the page where Pay takes the money. */
function leadingTo(url: string | null, { order, until, data }: Kept, isApproved: boolean): CallOutcome {
  if (url === null) return { kind: 'unknown', reason: `${order} does not say where it is paid` }
  return { kind: 'redirect', reference: order, url, until, meanwhile: 'open', data: { ...data, isApproved } }
}

/** Where the buyer agrees; PayPal has two names for it. */
export function linkIn({ links = [] }: Order): string | null {
  const href = links.find(({ rel }) => rel === 'payer-action')?.href ?? links.find(({ rel }) => rel === 'approve')?.href
  return /^https?:$/.test(URL.parse(href ?? '')?.protocol ?? '') ? (href ?? null) : null
}

function outcomeOfCapture(capture: Capture, kept: Kept): CallOutcome {
  const { id, status } = capture
  const data = { ...kept.data, capture: id }
  switch (stateOf(status)) {
    case 'taken': {
      const sum = fromPayPal(capture.amount)
      if (!sum) return { kind: 'mismatch', reason: `${id} is of a sum that can't be read` }
      const received = { ...sum, gatewayTransactionId: id, gatewayPaymentId: kept.order, fee: feeOf(capture) }
      return { kind: 'settled', received, data }
    }
    case 'waiting':
      return { kind: 'waiting', data }
    case 'refused':
      return { kind: 'refused', code: DECLINED, isOver: true }
    default:
      return { kind: 'unknown', reason: `${id} is in a state that is not known` }
  }
}

/** Null while it is not known, and where it is of another currency than the payment. */
export function feeOf({ amount, seller_receivable_breakdown: parts }: Capture): Minor | null {
  const fee = parts?.paypal_fee && fromPayPal(parts.paypal_fee)
  return fee && fee.currency === amount.currency_code ? fee.amount : null
}

/** Why this is not the payment that was begun; null when it is. */
function oddityOf(order: Order, { order: keptOrder, transactionId }: Kept): string | null {
  if (order.id !== keptOrder) return `${keptOrder} was asked for, and ${order.id} came`
  const names = [...(order.purchase_units ?? []), ...capturesIn(order)].map(one => one.custom_id)
  const other = names.find(name => name !== undefined && name !== transactionId)
  return other === undefined ? null : `${keptOrder} is of transaction ${other.slice(0, 40)}, not ${transactionId}`
}
