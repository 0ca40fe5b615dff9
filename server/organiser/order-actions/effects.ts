import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderPlan } from '#contract/desk-order-action.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { type Currency, NO_CURRENCY, currency as currencyOf } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/** What the transaction has done about an order so far, read from what it has written. */
export type Effects = {
  /** Null: the order is deleted. */
  readonly order: {
    readonly status: ReservationStatus
    readonly validity: Instant
    readonly timeZone: string
    readonly currency: string | null
  } | null
  readonly refunds: readonly { readonly amount: string; readonly currency: Currency; readonly proxy: string }[]
  readonly mails: readonly { readonly recipient: string; readonly subject: string }[]
  readonly documents: readonly {
    readonly type: BillingDocument['type']
    readonly total: string
    readonly currency: string
  }[]
  /** What it has noted in the trail: `CANCEL_TICKET` for each ticket that leaves. */
  readonly notes: readonly string[]
  /** A ticket that moves to another category, or whose buyer is asked to pay for that. */
  readonly moves: readonly CategoryMove[]
}

type CategoryMove = {
  readonly type: string
  /** The names of the categories. */
  readonly from: string
  readonly to: string
  /** In minor units, as text: what the order costs less, or what is to be paid or was. */
  readonly amount?: string
  /** Until when it can be paid; left out: it has been. */
  readonly until?: Instant
}

const MOVES: readonly string[] = ['CATEGORY_CHANGED', 'CATEGORY_CHANGE_OFFERED']

/** Written by this very transaction. */
const IS_OWN = sql<boolean>`xmin = pg_current_xact_id()::xid`

/** The latest mail there is: an action that begins now queues later ones. */
export async function latestMail(on: Queryable): Promise<bigint> {
  const { latest } = await on.kysely
    .selectFrom('mail')
    .select(({ fn }) => fn.max('id').as('latest'))
    .executeTakeFirstOrThrow()
  return BigInt(latest ?? 0)
}

export async function effectsOf(
  tx: Tx,
  id: ReservationId,
  { afterMail, now }: { readonly afterMail: bigint; readonly now: Instant },
): Promise<Effects> {
  const { kysely } = tx
  const order = await kysely
    .selectFrom('reservation')
    .innerJoin('purchase_context', 'purchase_context.id', 'purchase_context_id')
    .select(['reservation.status', 'validity', 'time_zone as timeZone', 'reservation.currency'])
    .where('reservation.id', '=', id)
    .executeTakeFirst()
  const refunds = await kysely
    .selectFrom('payment_refund')
    .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
    .select(['payment_refund.amount', 'currency', 'proxy'])
    .where('order_id', '=', id)
    .where(sql<boolean>`payment_refund.${IS_OWN}`)
    .orderBy('payment_refund.id')
    .execute()
  const mails = await kysely
    .selectFrom('mail')
    .select(['recipient', 'subject'])
    // A mail that is requested again keeps its row; one of an order that is deleted loses the order, and is not requested.
    .where(
      sql<boolean>`(mail.id > ${afterMail} or reservation_id is not null and created_at >= ${timestamp(now)}::timestamptz)`,
    )
    .where(IS_OWN)
    .where('status', '=', 'WAITING')
    .orderBy('mail.id')
    .execute()
  const documents = await documentsOf(tx, id)
  const notes = await kysely
    .selectFrom('audit')
    .select(['type', 'modifications'])
    .where('reservation_id', '=', id)
    .where(IS_OWN)
    .orderBy('audit.id')
    .execute()
  return {
    order: order ?? null,
    refunds: refunds.flatMap(({ amount, currency: code, proxy }) => {
      const currency = currencyOf(code)
      return currency ? [{ amount: printed(minor(amount), currency), currency, proxy }] : []
    }),
    mails,
    documents,
    notes: notes.map(({ type }) => type),
    // Written by server/payment/category-change and server/ticket/ticket/move-category.ts alone.
    moves: notes.flatMap(({ type, modifications }) =>
      MOVES.includes(type) ? [{ type, ...(modifications as Omit<CategoryMove, 'type'>) }] : [],
    ),
  }
}

/** Documents of the order, and of one that this transaction has made and that pays for a change of it. */
async function documentsOf({ kysely }: Tx, id: ReservationId): Promise<Effects['documents']> {
  const rows = await kysely
    .selectFrom('billing_document')
    .select(['type', 'model'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('reservation_id', '=', id),
        eb('reservation_id', 'in', selectFrom('reservation').select('reservation.id').where('changes_order', '=', id)),
      ]),
    )
    .where(IS_OWN)
    .where('status', '=', 'VALID')
    .execute()
  return rows.map(({ type, model }) => {
    // Written by server/order/invoice/store.ts alone.
    const { totals, currency } = model as BillingDocument
    return { type, total: totals.due, currency }
  })
}

/** The same for the same effects. */
export function digestOfEffects(effects: Effects): string {
  return createHash('sha256').update(JSON.stringify(effects)).digest('base64url')
}

const ticketsLeaving = ({ notes }: Effects): number => notes.filter(type => type === 'CANCEL_TICKET').length

/** A plan in words. `tickets` of an order that ends are all it has. */
export function presentPlan(effects: Effects, words: { readonly say: Say; readonly language: string }): OrderPlan {
  const { refunds, mails, documents } = effects
  return {
    seen: digestOfEffects(effects),
    sentences: sentencesOf(effects, words),
    money: refunds[0]?.amount ?? null,
    tickets: ticketsLeaving(effects),
    mails: mails.map(({ recipient, subject }) => ({ recipient, subject })),
    documents: documents.map(({ type, total }) => ({ type, total })),
  }
}

function sentencesOf(
  effects: Effects,
  { say, language }: { readonly say: Say; readonly language: string },
): OrderPlan['sentences'] {
  const { order, refunds, mails, documents, notes } = effects
  const sentences: OrderPlan['sentences'] = []
  const add = (part: string, ...args: readonly string[]) => {
    const code = `foyer.desk.order.plan.${part}`
    sentences.push({ code, message: say(code, ...args) })
  }
  for (const { amount, currency, proxy } of refunds) {
    add('money', `${currency} ${amount}`, say(`foyer.desk.orders.method.${proxy.toLowerCase()}`))
  }
  if (refunds.length === 0 && (notes.includes('REFUND_REQUESTED') || notes.includes('CANCEL_RESERVATION')))
    add('no-money')
  const hasEnded = order === null || has(order, 'hasEnded')
  const leaving = ticketsLeaving(effects)
  if (hasEnded && !notes.includes('RESERVATION_COMPLETE')) add('ends')
  else if (leaving > 0) add(leaving === 1 ? 'ticket-leaves' : 'tickets-leave', String(leaving))
  for (const move of effects.moves) addMove(effects, move, { add, language })
  if (notes.includes('RESERVATION_OFFLINE_PAYMENT_CONFIRMED')) add('confirmed')
  if (notes.includes('TRANSFER_EXTENDED') && order) {
    const dates = datesIn(language, order.timeZone)
    add('extended', dates.moment(order.validity))
  }
  if (notes.includes('BUYER_CORRECTED')) add('buyer')
  if (notes.includes('TICKET_HOLDER_CHANGED')) add('new-code')
  for (const { type, total, currency } of documents) {
    add(`document.${type.toLowerCase().replace('_', '-')}`, `${currency} ${total}`)
  }
  for (const { recipient, subject } of mails) add('mail', recipient, subject)
  if (mails.length === 0) add('no-mail')
  return sentences
}

type Adding = {
  readonly add: (part: string, ...args: readonly string[]) => void
  readonly language: string
}

function addMove(
  { order, refunds }: Effects,
  { type, from, to, amount, until }: CategoryMove,
  { add, language }: Adding,
): void {
  const code = currencyOf(order?.currency ?? '') ?? NO_CURRENCY
  const sum = amount === undefined ? null : `${code} ${printed(minor(BigInt(amount)), code)}`
  if (type === 'CATEGORY_CHANGED') {
    add('category', from, to)
    if (sum !== null) add(refunds.length > 0 ? 'category.less' : 'category.less-by-hand', sum)
  } else if (sum !== null && until !== undefined) {
    add('category.link', sum, datesIn(language, order?.timeZone ?? 'UTC').moment(until), to)
  } else if (sum !== null) add('category.received', sum)
}
