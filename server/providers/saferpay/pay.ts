import { hours, instant, minutes } from '#domain/foundation/instant.ts'
import type { Attempt, CallOutcome, CancelOutcome, CheckReason, Payment } from '#server/providers/port/online.ts'
import { type ProviderData, textIn } from '#server/providers/port/terms.ts'
import { cancelledBy, unreached } from '#server/providers/port/outcomes.ts'
import { momentOf } from '#server/providers/port/answer.ts'
import { type Account, type Kept, type Own, accountOf, baseOf, keptOf } from './account.ts'
import { toSaferpay } from './amounts.ts'
import { type Answer, type Client, type Failure, type Sending, clientOf, reading } from './client.ts'
import { LATER, outcomeOfTransaction, refusalOf, meaningOf, settledBy, stateOf } from './map-status.ts'
import type { Page } from './replies.ts'
import { notifications } from './webhooks.ts'

/**
 * Buyers may reload the page they come back to, and Saferpay forbids frequent checks: only a message of its own allows one
 * sooner, whether the last one had a reply or not.
 */
const BETWEEN_CHECKS_MS = minutes(1)
/** A page can be opened so long at most, with the pages of banks (docs/providers/saferpay.md). */
export const LONGEST_PAYMENT_MS = hours(1)
/** What is worked on after its end takes hours, and Saferpay reports it by itself. */
const BETWEEN_ENDS_MS = hours(3)

export function access(base: string | null, payment: Payment<Own>, account: Account): Client {
  return clientOf(base, { settings: payment.settings, account, signal: payment.signal })
}

const clientFor = (base: string | null, payment: Payment<Own>) => access(base, payment, accountOf(payment.data))

const sendingOf = ({ idempotencyKey: requestId, repetition }: Attempt<Own>): Sending => ({ requestId, repetition })

/**
 * Has a page made where the buyer pays. It moves no money, and no buyer knows a page whose reply was lost: made again
 * it is a new one, and whatever Saferpay refuses has not happened.
 */
export async function call(base: string | null, attempt: Attempt<Own>): Promise<CallOutcome> {
  const account = accountOf(attempt.request)
  const orderId = orderNumber(attempt)
  const answer = await access(base, attempt, account).initialize(sendingOf(attempt), pageFor(attempt, orderId))
  if (answer.kind === 'silent' && answer.isUndone) return unreached(answer, { ...attempt, code: LATER })
  if (answer.kind === 'silent') return { kind: 'unknown', reason: answer.summary }
  if (answer.kind === 'error') {
    const isPassing = meaningOf(answer).kind === 'timeout' || PASSING.has(answer.name)
    if (isPassing) return { kind: 'unknown', reason: answer.summary }
    return refusalOf(answer) ?? { kind: 'refused', code: LATER, isOver: true }
  }
  return outcomeOfPage(answer.value, { live: account.live, customer: account.customer, orderId, state: 'begun' })
}

/** Of the names of errors those that go away by themselves. */
const PASSING = new Set(['COMMUNICATION_FAILED', 'INTERNAL_ERROR', 'UNEXPECTED_ERROR_BY_ACQUIRER'])

function outcomeOfPage(
  { Token: reference, RedirectUrl: url, Expiration: expiration }: Page,
  startData: ProviderData,
): CallOutcome {
  const until = momentOf(expiration)
  if (until === null || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    return { kind: 'unknown', reason: 'POST PaymentPage/Initialize: a reply of another form' }
  }
  return {
    kind: 'redirect',
    reference,
    url,
    until,
    meanwhile: 'elsewhere',
    data: { ...startData, url, expires: until },
  }
}

/** Unique over all orders of the terminal, and found in Saferpay's back office by what the buyer quotes. */
function orderNumber({ request, transactionId }: Attempt<Own>): string {
  return `${textIn(request, 'order') ?? ''}-${transactionId}`
}

function pageFor(attempt: Attempt<Own>, orderId: string): object {
  const { request, amount, currency } = attempt
  const { success, fail } = notifications(attempt)
  const language = textIn(request, 'language')
  const wallets = namesIn(request, 'wallets')
  return {
    TerminalId: textIn(request, 'terminal'),
    Payment: { Amount: toSaferpay(amount, currency), OrderId: orderId, Description: textIn(request, 'description') },
    PaymentMethods: namesIn(request, 'methods'),
    ...(wallets.length > 0 && { Wallets: wallets }),
    ...(language !== null && { Payer: { LanguageCode: language } }),
    ReturnUrl: { Url: textIn(request, 'returnUrl') },
    Notification: { SuccessNotifyUrl: success, FailNotifyUrl: fail },
    // No card payment whose loss by fraud would surely be the organiser's.
    Condition: 'THREE_DS_AUTHENTICATION_SUCCESSFUL_OR_ATTEMPTED',
  }
}

const namesIn = (request: ProviderData, key: string): string[] =>
  (textIn(request, key) ?? '').split(',').filter(name => name !== '')

/** The state of the payment. Asks Saferpay when something may have happened, else returns what is known. */
export async function read(
  base: string | null,
  payment: Payment<Own> & { readonly why: CheckReason },
): Promise<CallOutcome> {
  const kept = keptOf(payment)
  if (!mayAssert(payment.why, kept)) return outcomeNow(kept)
  const isMessage = payment.why === 'message'
  const isPauseOver = await payment.beginCheck(isMessage ? 0 : BETWEEN_CHECKS_MS)
  return isPauseOver || isMessage ? asserted(clientFor(base, payment), payment, kept) : outcomeNow(kept)
}

function mayAssert(why: CheckReason, { state, expires, assertedAt, now }: Kept): boolean {
  switch (why) {
    case 'timer':
    case 'buyer':
      return false
    case 'message':
    case 'return':
      return true
    case 'end':
      // Before that the page can still be opened, and Saferpay could only report that no buyer has.
      if (state === 'begun') return now >= expires
      // What is reserved is taken or released before a look is due: another process has done so.
      return state === 'authorized' || assertedAt === null || now - assertedAt >= BETWEEN_ENDS_MS
    default:
      return why satisfies never
  }
}

/** As far as it is known without asking. */
function outcomeNow({ state, expires, now, url, token, data }: Kept): CallOutcome {
  if (state !== 'begun' || now >= expires || url === null) return { kind: 'waiting', data }
  return { kind: 'redirect', reference: token, url, until: instant(expires), data, meanwhile: 'elsewhere' }
}

type Subject = Payment<Own> & { readonly why?: CheckReason }

async function asserted(client: Client, payment: Subject, kept: Kept): Promise<CallOutcome> {
  const answer = await client.assert(reading(payment.transactionId, 'ASSERT'), kept.token)
  if (answer.kind === 'ok') return outcomeOfTransaction(answer.value.Transaction, kept)
  const meaning = meaningOf(answer)
  const unknown: CallOutcome = { kind: 'unknown', reason: answer.summary }
  const updated: Kept = { ...kept, data: { ...kept.data, assertedAt: kept.now } }
  switch (meaning.kind) {
    case 'over':
      return meaning.outcome
    case 'not-started':
      // No buyer can begin any more.
      return kept.state === 'begun' && kept.now >= kept.expires ? { kind: 'cancelled' } : outcomeNow(updated)
    case 'unfinished':
      return outcomeNow({ ...updated, state: 'waiting', data: { ...updated.data, state: 'waiting' } })
    case 'gone':
      return (await inquired(client, payment, kept)) ?? { kind: 'cancelled' }
    case 'timeout':
      // Saferpay knows by its own books after some minutes only.
      return payment.why === 'end' ? ((await inquired(client, payment, kept)) ?? unknown) : unknown
    case 'nothing':
      return unknown
    default:
      return meaning satisfies never
  }
}

/** What Saferpay's books have by our number; undefined when nothing. */
async function inquired(client: Client, payment: Subject, kept: Kept): Promise<CallOutcome | undefined> {
  const answer = await client.inquire(reading(payment.transactionId, 'INQUIRE'), { OrderId: kept.own.orderId })
  if (answer.kind === 'ok') return outcomeOfTransaction(answer.value.Transaction, kept)
  return isNotFound(answer) ? undefined : { kind: 'unknown', reason: answer.summary }
}

export const isNotFound = (answer: Answer<unknown>): boolean =>
  answer.kind === 'error' && answer.name === 'TRANSACTION_NOT_FOUND'

/** Takes the money that is reserved. */
export async function capture(base: string | null, attempt: Attempt<Own>): Promise<CallOutcome> {
  const kept = keptOf(attempt)
  const client = clientFor(base, attempt)
  const answer = await client.capture(sendingOf(attempt), reservedBy(attempt))
  if (answer.kind !== 'ok') return outcomeOfFailedCapture(client, attempt, answer)
  const { Status: status, CaptureId: id = null } = answer.value
  const stateNow = stateOf(status)
  if (stateNow === 'waiting') {
    return { kind: 'waiting', data: { ...kept.data, state: 'waiting', assertedAt: kept.now, capture: id } }
  }
  if (stateNow !== 'taken') return { kind: 'unknown', reason: 'captured, in a state that is not known' }
  return settledBy(kept, id) ?? asserted(client, attempt, kept)
}

/** Taken or released before, or by another process just now: asks for the state. */
const DECIDED = new Set(['TRANSACTION_ALREADY_CAPTURED', 'TRANSACTION_IN_WRONG_STATE'])
/** These don't go away: a person has to find out. */
const IMPOSSIBLE = new Set(['TRANSACTION_NOT_FOUND', 'AMOUNT_INVALID'])

async function outcomeOfFailedCapture(client: Client, attempt: Attempt<Own>, failure: Failure): Promise<CallOutcome> {
  if (failure.kind === 'error' && DECIDED.has(failure.name)) {
    const outcome = await asserted(client, attempt, keptOf(attempt))
    // To take it once more is what has just been refused.
    return outcome.kind === 'authorized' ? { kind: 'unknown', reason: failure.summary } : outcome
  }
  if (failure.kind === 'error' && IMPOSSIBLE.has(failure.name)) return { kind: 'mismatch', reason: failure.summary }
  return refusalOf(failure) ?? { kind: 'unknown', reason: failure.summary }
}

function reservedBy({ request, data, transactionId }: Attempt<Own>): string {
  const id = textIn(request, 'authorization') ?? textIn(data, 'transaction')
  if (id === null) throw new Error(`transaction ${transactionId}: nothing is reserved`)
  return id
}

const AT_SAFERPAY = 'Saferpay has it as'

/** Releases reserved money. A page that can still be opened can't be closed: it is waited for. */
export async function cancel(base: string | null, attempt: Attempt<Own>): Promise<CancelOutcome> {
  const isReserved = textIn(attempt.request, 'authorization') !== null || attempt.data['state'] === 'authorized'
  if (isReserved) return letGo(base, attempt, reservedBy(attempt))
  if (attempt.reference === null) return { kind: 'cancelled' }
  const outcome = await read(base, { ...attempt, why: 'end' })
  if (outcome.kind !== 'authorized') return cancelledBy(outcome, AT_SAFERPAY)
  return letGo(base, { ...attempt, ...outcome }, outcome.received.gatewayTransactionId)
}

async function letGo(base: string | null, attempt: Attempt<Own>, id: string): Promise<CancelOutcome> {
  const client = access(base, attempt, baseOf(attempt.data))
  const answer = await client.cancel(sendingOf(attempt), id)
  if (answer.kind === 'ok') return { kind: 'cancelled' }
  const isDecided = answer.kind === 'error' && (DECIDED.has(answer.name) || isNotFound(answer))
  if (!isDecided) return { kind: 'unknown', reason: answer.summary }
  return cancelledBy(await asserted(client, attempt, keptOf(attempt)), AT_SAFERPAY)
}
