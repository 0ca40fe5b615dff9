import type { Static } from 'typebox'
import {
  ABORTED,
  CONDITION_FAILED,
  IDEAL_LATE,
  NOT_AUTHENTICATED,
  TWINT_FAILS,
  TWINT_LATE,
  type Verdict,
} from './cards.ts'
import type { REQUESTS } from './rules.ts'
import {
  CURRENCIES,
  DIRECT,
  type FakeError,
  type FakePage,
  type FakeTransaction,
  TERMINAL,
  type World,
  book,
  newId,
  refused,
} from './world.ts'

const PAGE_LIFE_MS = 60 * 60_000
const DAY_MS = 24 * 3_600_000
/** A shop that asks again earlier, while nothing has happened, is polling. */
const LEAST_BETWEEN_MS = 60_000

type InitializeRequest = Static<(typeof REQUESTS)['PaymentPage/Initialize']>

/** Makes a payment page. */
export function initialize(
  world: World,
  { TerminalId: terminal, Payment: payment, ...options }: InitializeRequest,
  terminalOf: string,
): FakePage {
  if (terminal !== terminalOf) throw refused(400, 'VALIDATION_FAILED', 'Invalid terminal')
  const { OrderId: orderId, Amount: sum, Description: description } = payment
  const { CurrencyCode: currency } = sum
  if (!CURRENCIES.some(code => code === currency)) throw refused(400, 'CURRENCY_INVALID', 'Currency not supported')
  const supported = (options.PaymentMethods ?? []).map(String).filter(name => name in TERMINAL)
  // None of the terminal's: as if none were named.
  const named = supported.length > 0 ? supported : Object.keys(TERMINAL)
  const methods = named.filter(name => TERMINAL[name]?.includes(currency))
  if (methods.length === 0) throw refused(402, 'NO_CONTRACT', 'No contract for this brand and currency')
  const isPaid = [...world.transactions.values()].some(({ order }) => order.orderId === orderId)
  if (isPaid) world.violations.push(`order ${orderId} was paid before`)
  const page: FakePage = {
    token: newId(),
    order: { orderId, currency, amount: BigInt(sum.Value), transactionId: orderId.split('-').at(-1) ?? orderId },
    methods,
    wallets: (options.Wallets ?? []).map(String),
    description,
    condition: String(options.Condition ?? 'NONE'),
    returnUrl: options.ReturnUrl.Url,
    notify: { success: options.Notification.SuccessNotifyUrl, fail: options.Notification.FailNotifyUrl },
    startedAt: world.now(),
    expires: world.now() + PAGE_LIFE_MS,
    isOpened: false,
    isUnderWay: false,
    error: null,
    transaction: null,
    due: null,
    unfinishedAt: null,
    notified: 0,
  }
  world.pages.set(page.token, page)
  return page
}

/** What became of a page; throws what Saferpay would answer. */
export function assert(world: World, token: string): { page: FakePage; transaction: FakeTransaction } {
  const page = world.pages.get(token)
  if (!page) throw refused(400, 'TOKEN_INVALID', 'Invalid token')
  const { transaction, error } = page
  const isPending = transaction?.status === 'PENDING'
  if (world.now() - page.startedAt > (isPending ? 5 * DAY_MS : DAY_MS)) {
    throw refused(400, 'TOKEN_EXPIRED', 'Token expired')
  }
  if (error) throw refused(error.status, error.name, error.message, error)
  if (!transaction || isPending) noteUnfinished(world, page)
  if (transaction) return { page, transaction }
  if (page.isUnderWay) throw refused(400, 'TRANSACTION_IN_WRONG_STATE', 'The transaction is not finished')
  throw refused(402, 'TRANSACTION_NOT_STARTED', 'The payer has not started the payment')
}

function noteUnfinished(world: World, page: FakePage): void {
  const now = world.now()
  const since = page.unfinishedAt === null ? Infinity : now - page.unfinishedAt
  if (since < LEAST_BETWEEN_MS) {
    // A return and notifications may come at the same moment, and each is to be asked about.
    if (page.notified > 0) page.notified -= 1
    else world.violations.push(`${page.token} was asked about again after ${since} ms`)
  }
  page.unfinishedAt = now
}

/** The buyer pays: the money is reserved, or moves at once where it does so by itself. */
export function pay(
  world: World,
  page: FakePage,
  method = page.methods[0] ?? 'VISA',
  { error, ...verdict }: Verdict = {},
): void {
  begin(page)
  const { amount } = page.order
  const isUncertain = verdict.isWithoutLiabilityShift && page.condition !== 'NONE'
  const byAmount = method === 'TWINT' ? TWINT_FAILS[String(amount)] : undefined
  const why = error ?? byAmount ?? (isUncertain ? CONDITION_FAILED : undefined)
  if (why) return fail(world, page, why)
  const late = lateBy(method, amount)
  if (late === undefined) return succeed(world, page, method)
  page.due = { at: world.now() + late, method }
  page.isUnderWay = true
  if (method === 'TWINT') page.transaction = transactionOf(world, page, { method, status: 'PENDING' })
}

function lateBy(method: string, amount: bigint): number | undefined {
  if (method === 'IDEAL' && amount === IDEAL_LATE.amount) return IDEAL_LATE.after
  return method === 'TWINT' ? TWINT_LATE[String(amount)] : undefined
}

/** The bank has accepted and settles later. */
export function payLater(world: World, page: FakePage): void {
  begin(page)
  const method = page.methods[0] ?? 'VISA'
  page.transaction = transactionOf(world, page, { method, status: 'PENDING' })
  page.isUnderWay = true
}

/** The bank asks the buyer first. */
export function ask(page: FakePage): void {
  begin(page)
  page.isUnderWay = true
}

export function authenticate(world: World, page: FakePage, isPassed: boolean): void {
  if (!page.isUnderWay || page.transaction || page.error) throw new Error(`${page.token}: no bank is asking`)
  page.isUnderWay = false
  if (isPassed) succeed(world, page, page.methods[0] ?? 'VISA')
  else fail(world, page, NOT_AUTHENTICATED)
}

/** Leaves the page by its button. */
export function abort(world: World, page: FakePage): void {
  begin(page)
  fail(world, page, ABORTED)
}

/** A page that was opened in time may be paid after it has expired. */
function begin(page: FakePage): void {
  if (page.error || page.transaction || page.isUnderWay) throw new Error(`${page.token} can't be paid any more`)
  page.isOpened = true
  page.unfinishedAt = null
}

export function succeed(world: World, page: FakePage, method: string): void {
  const isDirect = DIRECT.has(method)
  page.transaction ??= transactionOf(world, page, { method, status: 'PENDING' })
  const { transaction } = page
  transaction.status = 'AUTHORIZED'
  page.isUnderWay = false
  page.due = null
  if (isDirect) captured(world, transaction)
  happened(world, page, 'success')
}

/** Moves money that was reserved, or that needs no capture. */
export function captured(world: World, transaction: FakeTransaction): string {
  transaction.status = 'CAPTURED'
  transaction.captureId ??= `${transaction.id}_c`
  transaction.capturedAt = world.now()
  const { order, type } = transaction
  book(world, type === 'REFUND' ? 'refund' : 'charge', order, order.amount)
  return transaction.captureId
}

export function fail(world: World, page: FakePage, error: FakeError): void {
  page.error = error
  page.isUnderWay = false
  page.due = null
  if (page.transaction) world.transactions.delete(page.transaction.id)
  page.transaction = null
  happened(world, page, 'fail')
}

function happened(world: World, page: FakePage, end: 'success' | 'fail'): void {
  page.unfinishedAt = null
  world.sendMessage(page, end)
}

type Made = { readonly method: string; readonly status: FakeTransaction['status'] }

function transactionOf(world: World, { order }: FakePage, { method, status }: Made): FakeTransaction {
  const transaction: FakeTransaction = {
    id: newId(),
    type: 'PAYMENT',
    order,
    method,
    status,
    captureId: null,
    capturedAt: null,
    paid: null,
    refunded: 0n,
    ends: null,
  }
  world.transactions.set(transaction.id, transaction)
  return transaction
}

/** Lets the payments succeed that are due by now. */
export function endDue(world: World): void {
  for (const page of world.pages.values()) {
    if (page.due && page.due.at <= world.now()) succeed(world, page, page.due.method)
  }
}
