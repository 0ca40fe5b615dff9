import type { CallOutcome } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { fromSaferpay } from './amounts.ts'
import type { Failure } from './client.ts'
import type { Kept } from './account.ts'
import type { Transaction } from './replies.ts'

const REFUSED = 'foyer.payment.refused'
const CORRECT = 'foyer.payment.correct'
const AUTHENTICATE = 'foyer.payment.authenticate'
const NOT_CONFIRMED = 'foyer.payment.not-confirmed'
export const LATER = 'foyer.payment.later'

/** By Saferpay's names of errors: no payment was made and none is possible any more, and what the buyer reads. */
export const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['TRANSACTION_DECLINED', REFUSED],
  ['GENERAL_DECLINED', REFUSED],
  ['CONDITION_NOT_SATISFIED', REFUSED],
  ['PAYMENTMEANS_INVALID', REFUSED],
  ['BLOCKED_BY_RISK_MANAGEMENT', REFUSED],
  ['3DS_AUTHENTICATION_FAILED', NOT_CONFIRMED],
  ['PAYER_AUTHENTICATION_REQUIRED', AUTHENTICATE],
  ['CARD_CVC_INVALID', CORRECT],
  ['CARD_CHECK_FAILED', CORRECT],
  ['UPDATE_CARD_INFORMATION', CORRECT],
])

/**
 * Errors without the words of Saferpay: what would help a thief has no more words than any other refusal, and a question of the
 * bank that the buyer left or failed has ours (lifecycle B.3).
 */
const UNEXPLAINED: ReadonlySet<string> = new Set(['BLOCKED_BY_RISK_MANAGEMENT', '3DS_AUTHENTICATION_FAILED'])

/** What an error says of a payment. `unfinished`: it may still be paid. `gone`: nothing is known by this token any more. */
export type ErrorMeaning =
  | { readonly kind: 'over'; readonly outcome: CallOutcome }
  | { readonly kind: 'not-started' | 'unfinished' | 'gone' | 'timeout' }
  | { readonly kind: 'nothing' }

/** Names that are not known say nothing: the money may have been taken. */
export function meaningOf(failure: Failure): ErrorMeaning {
  if (failure.kind === 'silent') return { kind: 'nothing' }
  const { name } = failure
  switch (name) {
    case 'TRANSACTION_ABORTED':
      return { kind: 'over', outcome: { kind: 'cancelled' } }
    case 'TRANSACTION_NOT_STARTED':
      return { kind: 'not-started' }
    case 'TRANSACTION_IN_WRONG_STATE':
      return { kind: 'unfinished' }
    case 'TOKEN_EXPIRED':
    case 'TOKEN_INVALID':
      return { kind: 'gone' }
    case 'COMMUNICATION_TIMEOUT':
      return { kind: 'timeout' }
    default: {
      const outcome = refusalOf(failure)
      return outcome ? { kind: 'over', outcome } : { kind: 'nothing' }
    }
  }
}

/** Undefined where the error is no refusal. */
export function refusalOf(failure: Failure): CallOutcome | undefined {
  const code = failure.kind === 'error' ? REFUSALS.get(failure.name) : undefined
  if (failure.kind !== 'error' || code === undefined) return undefined
  const { message, name } = failure
  const hasMessage = message !== null && !UNEXPLAINED.has(name)
  return { kind: 'refused', code, isOver: true, ...(hasMessage && { message }) }
}

/** Saferpay's states of payments and refunds. A state that is not among them is not known. */
const STATES = { AUTHORIZED: 'reserved', CAPTURED: 'taken', PENDING: 'waiting', CANCELED: 'dead' } as const

const isState = (status: string): status is keyof typeof STATES => Object.hasOwn(STATES, status)

export const stateOf = (status: string) => (isState(status) ? STATES[status] : undefined)

/** The state of a payment. */
export function outcomeOfTransaction(transaction: Transaction, kept: Kept): CallOutcome {
  const oddity = oddityOf(transaction, kept)
  if (oddity !== null) return { kind: 'mismatch', reason: oddity }
  const { Id: id, Status: status, CaptureId: capture = kept.capture } = transaction
  const data = { ...kept.own, transaction: id }
  switch (stateOf(status)) {
    case 'reserved':
      return withMoney(transaction, kept, received => ({
        kind: 'authorized',
        reference: kept.token,
        received,
        data: { ...data, state: 'authorized', assertedAt: kept.now, ...reserved(transaction) },
      }))
    case 'taken':
      return withMoney(transaction, kept, received => ({ kind: 'settled', received, data: { ...data, capture } }))
    case 'waiting':
      return { kind: 'waiting', data: { ...data, state: 'waiting', assertedAt: kept.now, capture } }
    case 'dead':
      return { kind: 'cancelled' }
    default:
      return { kind: 'unknown', reason: `${id} is in a state that is not known` }
  }
}

type Received = Extract<CallOutcome, { kind: 'settled' }>['received']

function withMoney(
  { Id: id, Amount: stated }: Pick<Transaction, 'Id' | 'Amount'>,
  { own }: Kept,
  outcome: (received: Received) => CallOutcome,
): CallOutcome {
  const sum = fromSaferpay(stated)
  if (!sum) return { kind: 'mismatch', reason: `${id} is of a sum that can't be read` }
  return outcome({ ...sum, gatewayTransactionId: id, gatewayPaymentId: own.orderId, fee: null })
}

/** Capturing reports no sum: the reserved one is kept until then. */
const reserved = ({ Amount: { Value: amount, CurrencyCode: currency } }: Transaction): ProviderData => ({
  amount,
  currency,
})

/** Money that was reserved is taken. */
export function settledBy(kept: Kept, capture: string | null): CallOutcome | undefined {
  const { transaction: id, reserved: sum } = kept
  if (id === null || sum === null) return undefined
  return withMoney({ Id: id, Amount: sum }, kept, received => ({
    kind: 'settled',
    received,
    data: { ...kept.own, transaction: id, capture },
  }))
}

/** Why this is not the payment that was begun; null when it is. */
function oddityOf({ Id: id, Type: type, OrderId: order }: Transaction, { own, transaction }: Kept): string | null {
  if (type !== 'PAYMENT') return `${id} is a ${type}, not a payment`
  if (order !== undefined && order !== own.orderId) return `${id} is of order ${order}, not ${own.orderId}`
  return transaction === null || transaction === id ? null : `${transaction} was asked for, and ${id} came`
}
