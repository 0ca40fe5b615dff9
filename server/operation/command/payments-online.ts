import { parseArgs } from 'node:util'
import { type RefundForm, REFUNDED_THINGS } from '#contract/refund.ts'
import { instant } from '#domain/foundation/instant.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { listReviews } from '#server/payment/pay/online/list-reviews.ts'
import { dayOf, reconcileDay, reconciliationCsv } from '#server/payment/reconciliation/reconcile-day.ts'
import { MESSAGES } from '#server/payment/refund/present.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { Refusal, findEventId, say, table, withShop } from './command.ts'

/** What the operator does with money that was paid online. */

export const ONLINE_USAGE = [
  'payments review [<event>]',
  'payments refund <reservation> [--tickets <id>,... | --amount <amount> --request <id> | --not-taken] [--no-money] [--holders] [--request <id>]',
  'payments reconcile --provider <provider> --day <2027-01-15>',
] as const

/** Payments that need a person, and what to do about each. */
export async function reviewPayments(event: string | undefined): Promise<number> {
  const found = await withShop(async shop =>
    listReviews(shop, event === undefined ? {} : { eventId: await findEventId(shop.db, event) }),
  )
  if (found.length === 0) {
    say('No payment needs a person.')
    return 0
  }
  const rows = found.map(({ shortId, event: of, amount, currency, reason, since }) => [
    shortId,
    of,
    `${currency} ${amount}`,
    reason,
    dayAndTime(since),
  ])
  const lines = table([['order', 'event', 'amount', 'reason', 'since'], ...rows])
  say(...lines.slice(0, 1))
  for (const [index, { reservationId: id, detail, remedy }] of found.entries()) {
    const what = detail === null ? remedy : `${detail} ${remedy}`
    say(...lines.slice(index + 1, index + 2), ...table([[`    ${id}`], [`    ${what}`]]))
  }
  return 0
}

const dayAndTime = (moment: number): string =>
  Temporal.Instant.fromEpochMilliseconds(moment).toString({ smallestUnit: 'minute' }).replace('T', ' ')

/** Refunds a whole order, unless tickets or an amount are named. */
export async function refundPayment(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tickets: { type: 'string' },
      amount: { type: 'string' },
      'not-taken': { type: 'boolean' },
      'no-money': { type: 'boolean' },
      holders: { type: 'boolean' },
      request: { type: 'string' },
    },
  })
  const [text = '', ...others] = positionals
  const id = reservationId(text)
  if (id === undefined || others.length > 0) throw new Refusal(`Say: ${ONLINE_USAGE[1]}.`)
  const form: RefundForm = {
    what: whatOf(values),
    tickets: values.tickets?.split(',') ?? null,
    amount: values.amount ?? null,
    money: !values['no-money'],
    notifyHolders: values.holders ?? false,
    requestId: values.request ?? null,
  }
  const outcome = await withShop(shop => refundOrder(shop, id, { form, by: { kind: 'system' } }))
  if (outcome.kind === 'foreign') throw new Refusal(`There is no order ${id}.`)
  if (outcome.kind === 'refused') throw new Refusal(MESSAGES[outcome.reason])
  const { amount, left, currency, tickets, status, creditNoteNumber, isRepeated } = outcome.refund
  say(
    `${isRepeated ? 'Done before: ' : ''}${currency} ${printed(amount, currency)} of ${id} goes back; ${printed(left, currency)} is left.`,
    `The order is ${status ?? 'gone'}; tickets given back: ${tickets}${creditNoteNumber === null ? '' : `; credit note: ${creditNoteNumber}`}.`,
  )
  return 0
}

type Named = { readonly tickets?: string; readonly amount?: string; readonly 'not-taken'?: boolean }

function whatOf(named: Named): RefundForm['what'] {
  const stated = REFUNDED_THINGS.filter(
    what =>
      (what === 'TICKETS' && named.tickets !== undefined) ||
      (what === 'AMOUNT' && named.amount !== undefined) ||
      (what === 'NOT_TAKEN' && named['not-taken'] === true),
  )
  if (stated.length > 1) throw new Refusal('Say one of --tickets, --amount and --not-taken.')
  return stated[0] ?? 'ORDER'
}

/** A day of a provider beside its books, as CSV, of the whole shop. */
export async function reconcilePayments(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { provider: { type: 'string' }, day: { type: 'string' } },
  })
  const proxy = PAYMENT_PROXIES.find(name => name === values.provider?.toUpperCase())
  const day = dayOf(values.day ?? '')
  if (proxy === undefined || day === undefined) throw new Refusal(`Say: ${ONLINE_USAGE[2]}.`)
  const text = await withShop(async shop => {
    const found = await reconcileDay(shop, { proxy, day: instant(day), eventId: null, organizationId: null })
    if (found.kind === 'unknown') throw new Refusal(`The provider did not tell its books: ${found.reason}`)
    return reconciliationCsv(shop, found)
  })
  say(text.trimEnd())
  return 0
}
