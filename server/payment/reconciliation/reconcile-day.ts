import { RECONCILIATION_COLUMNS } from '#contract/organiser-payments.ts'
import { type Instant, after, days, instant, minutes } from '#domain/foundation/instant.ts'
import { currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, negated, printed } from '#domain/foundation/money/money.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { type BookedMovement, type ReconciledLine, reconcile } from '#domain/payment/reconciliation/reconcile.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { csv } from '#server/foundation/base/text.ts'
import type { Shop } from '#server/catalog/context.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import type { Booking, DayQuery } from '#server/providers/port/online.ts'
import { type ProviderSettings, providerOf } from '#server/providers/registry/registry.ts'
import { PROVIDER_SETTINGS } from '#server/providers/registry/modules.ts'
import { type Settings, systemSettings } from '#server/foundation/setting/settings.ts'
import { type OrderOf, type Period, type Whose, eventsWithPayments, ownMovements } from './store.ts'

export type Reconciliation =
  | { readonly kind: 'lines'; readonly lines: readonly ReconciledLine<OrderOf>[] }
  /** The provider did not return its books. */
  | { readonly kind: 'unknown'; readonly reason: string }

type DayToReconcile = Whose & { readonly proxy: PaymentProxy; readonly day: Instant }

/** What was booked in the first or last minutes of a day may be on the other side of midnight here. */
const MARGIN = minutes(60)

/** By whose accounts is asked: of events that had payments so long before or after. */
const AROUND = days(60)

const LONGEST_CALL_MS = 60_000

/**
 * A day (UTC) of what was charged, refunded and disputed, beside the books of the provider. Of an account that
 * organisations share, each of them sees only what is its own.
 */
export async function reconcileDay(shop: Shop, request: DayToReconcile): Promise<Reconciliation> {
  const period = { from: request.day, to: after(request.day, days(1)) }
  const online = providerOf(shop.providers, request.proxy)?.online
  // What came by transfer or at the desk is in no provider's books.
  if (!online) return { kind: 'lines', lines: [] }
  const { bookings } = online
  if (!bookings) return lines(shop, request, { period, booked: null, isShared: false })
  const { settings: accounts, isShared } = await accountsOf(shop, request, period)
  const ask = (of: Period) => allBooked(shop, request, { bookings, accounts, of })
  const booked = await ask(period)
  if (booked.kind === 'unknown') return booked
  const found = await lines(shop, request, { period, booked: booked.lines, isShared })
  const edge = neighbourOf(found, period)
  const beside = edge && (await ask(edge))
  if (beside === null) return found
  return beside.kind === 'unknown' ? beside : withoutThose(found, beside.lines)
}

/** Booked over midnight: it is in the books of the adjacent day. */
function withoutThose({ lines: all }: Lines, beside: readonly BookedMovement[]): Lines {
  const booked = new Set(beside.map(({ reference }) => reference))
  const isBeside = ({ state, own }: ReconciledLine<OrderOf>): boolean =>
    state === 'only-here' && own !== null && own.references.some(name => booked.has(name))
  return { kind: 'lines', lines: all.filter(line => !isBeside(line)) }
}

type Lines = Extract<Reconciliation, { kind: 'lines' }>

function neighbourOf({ lines: all }: Lines, { from, to }: Period): Period | null {
  const alone = all.flatMap(({ state, own }) => (state === 'only-here' && own ? [own.at] : []))
  if (alone.some(at => at < from + MARGIN)) return { from: after(from, -days(1)), to: from }
  if (alone.some(at => at >= to - MARGIN)) return { from: to, to: after(to, days(1)) }
  return null
}

type Books = { readonly period: Period; readonly booked: readonly BookedMovement[] | null; readonly isShared: boolean }

async function lines({ db }: Shop, request: DayToReconcile, { period, booked, isShared }: Books): Promise<Lines> {
  const own = await ownMovements(db, request.proxy, {
    ...period,
    references: (booked ?? []).map(({ reference }) => reference),
    transactionIds: (booked ?? []).flatMap(({ transactionId }) => transactionId ?? []),
  })
  const all = reconcile(booked, own)
  return { kind: 'lines', lines: all.filter(line => isIncluded(line, request, isShared)) }
}

/** What is unknown here may belong to another organisation where several share an account. */
function isIncluded({ own }: ReconciledLine<OrderOf>, { eventId, organizationId }: Whose, isShared: boolean): boolean {
  if (own === null) return eventId === null && !isShared
  const { order } = own
  return (
    (eventId ?? order.eventId) === order.eventId && (organizationId ?? order.organizationId) === order.organizationId
  )
}

type Accounts = { readonly settings: readonly Settings[]; readonly isShared: boolean }

/** The settings of each account once, and whether others take payments by one of them, too. */
async function accountsOf(
  shop: Shop,
  { proxy, eventId, organizationId }: DayToReconcile,
  { from, to }: Period,
): Promise<Accounts> {
  const around = { from: after(from, -AROUND), to: after(to, AROUND) }
  const settingsOf = new Map<string, Settings>()
  const others = new Set<string>()
  for (const event of await eventsWithPayments(shop.db, proxy, around)) {
    const { settings } = await shop.catalog.offerOf(event.id)
    const account = accountIn(settings)
    const isOwn = (organizationId ?? event.organizationId) === event.organizationId
    if (!isOwn) others.add(account)
    else if (eventId === null || eventId === event.id) settingsOf.set(account, settings)
  }
  return { settings: [...settingsOf.values()], isShared: [...settingsOf.keys()].some(account => others.has(account)) }
}

/** The same text for two places with the same settings of providers, and so the same accounts. Never shown. */
function accountIn(settings: ProviderSettings): string {
  const read = ([key, { type }]: [string, { type: string }]): unknown => {
    // Every key is one of its type: they come from the same list.
    if (type === 'flag') return settings.flag(key as never)
    if (type === 'number') return settings.number(key as never)
    return type === 'list' ? settings.list(key as never) : settings.text(key as never)
  }
  return JSON.stringify(Object.entries(PROVIDER_SETTINGS).map(read))
}

type Asking = {
  readonly bookings: (query: DayQuery<ProviderSettings>) => Promise<readonly Booking[]>
  readonly accounts: readonly Settings[]
  readonly of: Period
}

type Booked = { readonly kind: 'booked'; readonly lines: readonly BookedMovement[] }
type Unknown = Extract<Reconciliation, { kind: 'unknown' }>

async function allBooked(
  shop: Shop,
  { proxy }: DayToReconcile,
  { bookings, accounts, of }: Asking,
): Promise<Booked | Unknown> {
  assertNoTransactionOpen()
  const found = new Map<string, BookedMovement>()
  for (const settings of accounts) {
    const signal = AbortSignal.timeout(LONGEST_CALL_MS)
    try {
      const query = { settings, now: shop.clock.now(), shop: shop.config.baseUrl, signal, ...of }
      for (const line of await bookings(query)) {
        const { kind, reference, amount, at } = line
        found.set(`${kind} ${reference} ${amount} ${at}`, bookedFrom(line))
      }
    } catch (error) {
      shop.log.booksMissing(proxy, error)
      return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
    }
  }
  return { kind: 'booked', lines: [...found.values()] }
}

const bookedFrom = ({ amount, ...line }: Booking): BookedMovement => ({
  ...line,
  amount: amount < ZERO ? negated(amount) : amount,
  isReversed: amount < ZERO,
})

/** As a file for a spreadsheet: times in UTC, amounts above nothing. */
export async function reconciliationCsv(shop: Shop, { lines: all }: Lines): Promise<string> {
  const length = (await systemSettings(shop.db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  return `${csv([RECONCILIATION_COLUMNS, ...all.map(line => rowOf(line, length))])}\r\n`
}

function rowOf({ state, booked, own }: ReconciledLine<OrderOf>, length: number): readonly string[] {
  const movement = booked ?? own
  if (!movement) throw new Error('a line of nothing')
  const { kind, at, amount, currency: code } = movement
  const fee = booked?.fee ?? own?.fee ?? null
  return [
    Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' }),
    booked?.isReversed ? `${kind} reversed` : kind,
    booked?.reference ?? own?.references[0] ?? '',
    own?.transactionId ?? booked?.transactionId ?? '',
    own ? shortId({ id: own.order.id }, length) : '',
    decimal(amount, code),
    fee === null ? '' : decimal(fee, code),
    code,
    state,
  ]
}

const decimal = (amount: Minor, code: string): string => printed(amount, currency(code) ?? NO_CURRENCY)

/** The beginning of a day in UTC, as "2027-01-15"; undefined for what is none. */
export function dayOf(text: string): Instant | undefined {
  try {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' })
    return instant(day.toZonedDateTime('UTC').epochMilliseconds)
  } catch {
    return undefined
  }
}
