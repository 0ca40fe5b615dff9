import type { AttentionItem, AttentionReason, Remedy } from '#contract/desk-money.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { minor, minorFromDecimal, printed } from '#domain/foundation/money/money.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import { REVIEW_NAMES, REVIEW_REASONS } from '#domain/payment/pay/review.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Say, sayIn } from '#server/foundation/language/texts.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type JudgedEntry, judgeOpen } from '#server/organiser/bank-statement/judge-open.ts'
import { type AttentionRow, findAttention, organizationsWithEntries } from './attention-store.ts'
import type { MoneyScope } from './movement-store.ts'

export type { AttentionRow } from './attention-store.ts'

/** What needs a person in the tables of payments and orders; so many of each reason, the longest waiting first. */
export function attentionRows(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  scope: Omit<MoneyScope, 'period'>,
  limit: number,
): Promise<AttentionRow[]> {
  return findAttention(db, { ...scope, now: clock.now(), limit })
}

/** Of each reason so many are listed. */
const LISTED = 200

type Attention = { readonly items: AttentionItem[]; readonly count: number }

/** All that needs a person, the longest waiting first: three statements, and five for each organisation with open entries. */
export async function listAttention(
  shop: Shop,
  scope: Omit<MoneyScope, 'period'>,
  language: string,
): Promise<Attention> {
  const length = (await systemSettings(shop.db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  const say = sayIn(shop.texts, language)
  const rows = await attentionRows(shop, scope, LISTED)
  const entries = scope.eventId === null ? await strayEntries(shop, scope) : []
  const items = [
    ...rows.map(row => presentRow(row, { say, language, length })),
    ...entries.map(entry => presentEntry(entry, { say, length })),
  ]
  const counts = new Map(rows.map(({ reason, count }) => [reason, count]))
  const count = [...counts.values()].reduce((sum, some) => sum + some, entries.length)
  return { items: items.sort((one, other) => one.since - other.since), count }
}

/** Texts of reviews are those of their mails. */
function wordsOf(reason: AttentionReason, say: Say): Pick<AttentionItem, 'why' | 'remedy'> {
  const review = REVIEW_REASONS.find(one => one === reason)
  const name = review ? `foyer.review.${REVIEW_NAMES[review]}` : `foyer.desk.attention.${reason.toLowerCase()}`
  return { why: say(`${name}.text`), remedy: say(`${name}.remedy`) }
}

const REMEDIES_OF: Readonly<Record<AttentionReason, readonly Remedy[]>> = {
  OTHER_SUM: ['by-hand', 'check', 'open-order', 'done'],
  OTHER_PAYMENT: ['by-hand', 'check', 'open-order', 'done'],
  NO_ANSWER: ['check', 'by-hand', 'open-order', 'done'],
  REFUND_FAILED: ['open-order', 'done'],
  DISPUTE_OPEN: ['open-order', 'check', 'done'],
  DISPUTE_LOST: ['open-order', 'done'],
  RESULT_UNKNOWN: ['check', 'open-order'],
  REFUND_WAITING: ['check', 'open-order'],
  TRANSFER_OVERDUE: ['confirm-transfer', 'open-order'],
  ARRIVED_FOR_ENDED: ['open-transfers'],
  ARRIVED_TWICE: ['open-transfers'],
}

type Reader = { readonly say: Say; readonly length: number }

function presentRow(
  row: AttentionRow,
  { say, length, language }: Reader & { readonly language: string },
): AttentionItem {
  const { reason, id, since, dueBy, detail, method, paymentId, reference, orderId, person, contextId, title } = row
  const code = currency(row.currency ?? '') ?? NO_CURRENCY
  return {
    id,
    reason,
    ...wordsOf(reason, say),
    remedies: REMEDIES_OF[reason].filter(remedy => remedy !== 'by-hand' || row.isPayable),
    since,
    dueBy,
    detail,
    amount: printed(minor(row.amount), code),
    currency: code,
    method,
    paymentId: paymentId === null ? null : String(paymentId),
    providerReference: reference,
    orderId,
    orderReference: shortId({ id: orderId }, length),
    person,
    of: { id: contextId, title: inLanguage(title, language) },
  }
}

type StrayEntry = Pick<JudgedEntry, 'entry'> & {
  readonly reason: Extract<AttentionReason, `ARRIVED_${string}`>
  readonly orderIds: readonly ReservationId[]
}

/** Money on bank statements that names an order which has ended, or is paid: the judgement of the transfers themselves. */
async function strayEntries(shop: Shop, scope: Omit<MoneyScope, 'period'>): Promise<StrayEntry[]> {
  const found: StrayEntry[] = []
  for (const id of await organizationsWithEntries(shop.db, scope)) {
    for (const { entry, judgement } of await judgeOpen(shop, id)) {
      if (judgement.kind !== 'unsure') continue
      const { orderIds, reason } = judgement
      if (reason === 'ended') found.push({ entry, reason: 'ARRIVED_FOR_ENDED', orderIds })
      if (reason === 'paid' || reason === 'twice') found.push({ entry, reason: 'ARRIVED_TWICE', orderIds })
    }
  }
  return found
}

function presentEntry({ entry, reason, orderIds }: StrayEntry, { say, length }: Reader): AttentionItem {
  const [only, ...others] = orderIds
  const orderId = others.length > 0 ? null : (only ?? null)
  return {
    id: String(entry.id),
    reason,
    ...wordsOf(reason, say),
    remedies: [...REMEDIES_OF[reason]],
    since: beginOf(entry.bookedOn),
    dueBy: null,
    detail: entry.text === '' ? null : entry.text,
    amount: writtenAmount(entry),
    currency: entry.currency,
    method: null,
    paymentId: null,
    providerReference: entry.references[0] ?? null,
    orderId,
    orderReference: orderId && shortId({ id: orderId }, length),
    person: entry.payer,
    of: null,
  }
}

function writtenAmount({ amount, currency: written }: JudgedEntry['entry']): string {
  const code = currency(written)
  const read = code && minorFromDecimal(amount, code)
  return code === undefined || read === undefined ? amount : printed(read, code)
}

const beginOf = (day: string): Instant => instant(Temporal.PlainDate.from(day).toZonedDateTime('UTC').epochMilliseconds)
