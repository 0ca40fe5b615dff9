import type { Need, NeedItem, NeedKind, OfferedThing } from '#contract/desk-home.ts'
import { type Principal, type Reach, isNothing, may, reachOf } from '#domain/access/principal/principal.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { REVIEW_REASONS, WAITING_REASONS } from '#domain/payment/pay/review.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type JudgedSale, isUnpayable, judgeSales } from '#server/catalog/sale-check/judge-sales.ts'
import { type AttentionRow, attentionRows } from '#server/organiser/payments-desk/attention.ts'
import {
  type MailRow,
  type OfContext,
  SHOWN,
  type UnnamedRow,
  type WaitingMails,
  type WebhookRow,
  switchedOffWebhooks,
  undeliveredMails,
  unnamedTickets,
  waitingMails,
} from './need-store.ts'

type Caller = {
  readonly by: Principal
  readonly language: string
  /** Of short order numbers. */
  readonly length: number
  readonly hasMailServer: boolean
}

/**
 * What needs a person, worst first, as far as it is the caller's: money for those who manage orders, sales for those who
 * manage events, mails for those who know buyers. One statement each, and two for the sales.
 */
export async function readNeeds(shop: Shop, caller: Caller): Promise<Need[]> {
  const { db } = shop
  const now = shop.clock.now()
  const { by } = caller
  const orders = reachOf(by, 'manage-orders')
  const events = reachOf(by, 'manage-events')
  const [payments, mails, waiting, sales, webhooks, unnamed] = await Promise.all([
    unlessNothing(orders, reach => attentionRows(shop, { reach, organizationId: null, eventId: null }, SHOWN)),
    unlessNothing(reachOf(by, 'manage-orders', 'search-attendees'), reach => undeliveredMails(db, reach, now)),
    waitingMails(db, reachOf(by, 'manage-orders', 'manage-events')),
    unlessNothing(events, reach => judgeSales(shop, reach)),
    unlessNothing(reachOf(by, 'manage-members'), reach => switchedOffWebhooks(db, reach)),
    unlessNothing(reachOf(by, 'manage-events', 'search-attendees'), reach => unnamedTickets(db, reach, now)),
  ])
  return [
    ...needOfPayments('payments-to-review', payments, { reasons: REVIEW_REASONS, caller }),
    ...mailNeeds(caller, waiting),
    ...salesUnpayable(sales.filter(isUnpayable), caller),
    ...needOfPayments('payments-waiting', payments, { reasons: WAITING_REASONS, caller }),
    ...needOfPayments('transfers-overdue', payments, { reasons: ['TRANSFER_OVERDUE'], caller }),
    ...needOf('mails-undelivered', mails, row => ofMail(row, caller)),
    ...needOf('webhooks-off', webhooks, ofWebhooks),
    ...methodsUnusable(sales),
    ...ticketsUnnamed(unnamed, caller),
  ]
}

async function unlessNothing<Row>(reach: Reach, read: (reach: Reach) => Promise<Row[]>): Promise<Row[]> {
  return isNothing(reach) ? [] : read(reach)
}

const NOTHING: Omit<NeedItem, 'id'> = {
  of: null,
  person: null,
  subject: null,
  reference: null,
  money: null,
  at: null,
  count: null,
  reason: null,
  method: null,
  detail: null,
}

/** Rows that say how many there are in all, the longest waiting first. */
function needOf<Row extends { readonly count: number }>(
  kind: NeedKind,
  rows: readonly Row[],
  present: (row: Row) => NeedItem,
): Need[] {
  const [first] = rows
  if (!first) return []
  const items = rows.map(present)
  return [{ kind, count: first.count, since: items[0]?.at ?? null, items, isMendable: true }]
}

export function presentThing({ contextId: id, kind, slug, title }: OfContext, language: string): OfferedThing {
  return { id, kind, slug, title: inLanguage(title, language) }
}

function moneyOf(amount: bigint, written: string | null) {
  const code = currency(written ?? '') ?? NO_CURRENCY
  return { amount: printed(minor(amount), code), currency: code }
}

type OfPayments = { readonly reasons: readonly AttentionRow['reason'][]; readonly caller: Caller }

/** Payments that need a person for one of these reasons, the longest waiting first. */
function needOfPayments(kind: NeedKind, rows: readonly AttentionRow[], { reasons, caller }: OfPayments): Need[] {
  const found = rows.filter(({ reason }) => reasons.includes(reason))
  const counts = new Map(found.map(({ reason, count }) => [reason, count]))
  const count = [...counts.values()].reduce((sum, some) => sum + some, 0)
  return needOf(
    kind,
    found.slice(0, SHOWN).map(row => ({ ...row, count })),
    row => ofPayment(row, caller),
  )
}

function ofPayment(row: AttentionRow, { language, length }: Caller): NeedItem {
  const { id, person, reason: why, detail, since: at, method, orderId } = row
  const money = moneyOf(row.amount, row.currency)
  const reference = shortId({ id: orderId }, length)
  const reason = why === 'TRANSFER_OVERDUE' ? null : why
  return { ...NOTHING, id, of: presentThing(row, language), person, reference, money, at, reason, method, detail }
}

function ofMail(row: MailRow, { language }: Caller): NeedItem {
  const { id, recipient: person, subject, at, detail } = row
  const of = row.contextId === null ? null : presentThing(row, language)
  return { ...NOTHING, id, of, person, subject, at, detail }
}

function ofWebhooks({ organizationId, organization: subject, since: at, url: detail }: WebhookRow): NeedItem {
  return { ...NOTHING, id: String(organizationId), subject, at, detail }
}

/** What is wrong with the mail server is for owners of the shop to mend; others read that their mails wait. */
function mailNeeds({ by, hasMailServer }: Caller, { count, since, detail }: WaitingMails): Need[] {
  const isMendable = may(by, 'administer-shop', 'shop')
  if (!hasMailServer) {
    return isMendable ? [{ kind: 'mail-not-set', count: 1, since: null, items: [], isMendable }] : []
  }
  if (since === null) return []
  const items = isMendable ? [{ ...NOTHING, id: 'mail', at: since, detail }] : []
  return [{ kind: 'mail-failing', count, since, items, isMendable }]
}

function salesUnpayable(sales: readonly JudgedSale[], { language }: Caller): Need[] {
  if (sales.length === 0) return []
  const items = sales.slice(0, SHOWN).map((sale): NeedItem => {
    const { id: contextId, startsAt: at } = sale
    return { ...NOTHING, id: String(contextId), of: presentThing({ ...sale, contextId }, language), at }
  })
  return [{ kind: 'sales-unpayable', count: sales.length, since: null, items, isMendable: true }]
}

/** Methods that events name and that can't be offered for what is set or not set, where other methods still work. */
function methodsUnusable(sales: readonly JudgedSale[]): Need[] {
  const found = new Map<PaymentProxy, NeedItem>()
  for (const sale of sales.filter(one => !isUnpayable(one))) {
    for (const { proxy, obstacle } of sale.ways) {
      if (obstacle?.kind !== 'settings' && obstacle?.kind !== 'secret') continue
      const count = (found.get(proxy)?.count ?? 0) + 1
      const detail = obstacle.kind === 'settings' ? obstacle.missing.join(', ') : null
      found.set(proxy, { ...NOTHING, id: proxy, count, reason: obstacle.kind, method: proxy, detail })
    }
  }
  if (found.size === 0) return []
  const items = [...found.values()].slice(0, SHOWN)
  return [{ kind: 'methods-unusable', count: found.size, since: null, items, isMendable: true }]
}

function ticketsUnnamed(rows: readonly UnnamedRow[], { language }: Caller): Need[] {
  if (rows.length === 0) return []
  const items = rows.slice(0, SHOWN).map((row): NeedItem => {
    const at: Instant = row.startsAt
    return { ...NOTHING, id: String(row.contextId), of: presentThing(row, language), at, count: row.tickets }
  })
  const count = rows.reduce((sum, { tickets }) => sum + tickets, 0)
  return [{ kind: 'tickets-unnamed', count, since: null, items, isMendable: true }]
}
