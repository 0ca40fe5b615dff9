import { type RawBuilder, sql } from 'kysely'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { BULK_JOB_DAYS } from '#domain/order/retention/what-is-due.ts'
import { type BillingDocument, withoutBuyer } from '#domain/order/invoice/billing-document.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { wherePass, whereReservation } from '#server/foundation/database/status-sql.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'

/**
 * All data that name a person, by table. Each of these takes at most `limit` rows that no other process has locked
 * (null: all of them), erases them and answers how many; what is erased already is not found again.
 */

type Take = { readonly limit: number | null }
export type OfEvent = Take & {
  /** The event, or the pass. */
  readonly eventId: number
  readonly now: Instant
  /** Of a pass, which does not end: only orders whose own pass had ended by then. Left out: all of an event. */
  readonly endedBy?: Instant
}

/** Has the bought pass of an order ended by then: run out, or been cancelled? One without an end stays. */
const isPassOver = (order: RawBuilder<unknown>, endedBy: Instant): RawBuilder<boolean> => sql`exists (
  select from bought_pass as ended where ended.reservation_id = ${order}
    and case when ${wherePass('hasEnded', 'ended.status')} then ended.cancelled_at else ended.valid_to end <= ${timestamp(endedBy)})`

const isOver = (order: RawBuilder<unknown>, endedBy: Instant | undefined): RawBuilder<boolean> =>
  endedBy === undefined ? sql`true` : isPassOver(order, endedBy)

/** The same for data about an order that may be gone, by when it was written. */
const isOfOver = (order: RawBuilder<unknown>, at: RawBuilder<unknown>, endedBy: Instant | undefined) =>
  endedBy === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${isPassOver(order, endedBy)} or ${at} <= ${timestamp(endedBy)}
        and not exists (select from reservation as standing where standing.id = ${order}))`

export type EndedEvent = {
  readonly id: number
  readonly organizationId: number
  readonly shortName: string
  readonly endsAt: Instant
  readonly timeZone: string
}

/** In the order of their end, whatever became of them. */
export async function endedEvents(on: Queryable, now: Instant): Promise<EndedEvent[]> {
  return on.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.id', 'organization_id as organizationId', 'short_name as shortName'])
    .select(['ends_at as endsAt', 'time_zone as timeZone'])
    .where('ends_at', '<=', sqlInstant(now))
    .orderBy('ends_at')
    .orderBy('event.id')
    .execute()
}

/** Every pass of which something was sold. */
export async function soldPasses(on: Queryable): Promise<Omit<EndedEvent, 'endsAt'>[]> {
  const { rows } = await sql<Omit<EndedEvent, 'endsAt'>>`
    select pass.id, organization_id as "organizationId", public_id::text as "shortName", time_zone as "timeZone"
    from pass join purchase_context as context on context.id = pass.id
    where exists (select from audit where audit.purchase_context_id = pass.id)
    order by pass.id`.execute(on.kysely)
  return rows
}

/** As the index reservation_to_erase says it. */
const IS_SETTLED = whereReservation('isSettled')

/** A payment that its provider may still take needs its data to be asked about, cancelled or refunded, whatever became of its order. */
const HAS_LIVE_PAYMENT = sql<boolean>`exists (
  select from payment_transaction as live where live.reservation_id = reservation.id and live.is_live)`

/** How many orders of an ended event keep their people, because they are not settled or a payment of them is live. */
export async function countUnderWay(on: Queryable, eventId: number): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from reservation
    where purchase_context_id = ${eventId} and (not (${IS_SETTLED}) or ${HAS_LIVE_PAYMENT})`.execute(on.kysely)
  return rows[0]?.orders ?? 0
}

/** By provider: the names of what refunds need of the data of a payment (`Refunds.needs` of the port). */
export type NeededForRefunds = Readonly<Record<string, readonly string[]>>

/** What stays of the data of a payment: what identifies the buyer at the provider does not. */
const whatRefundsNeed = (needed: NeededForRefunds): RawBuilder<unknown> => sql`coalesce((
  select jsonb_object_agg(name, value)
  from jsonb_each(case jsonb_typeof(metadata) when 'object' then metadata else '{}' end) as data (name, value)
  where ${JSON.stringify(needed)}::jsonb -> proxy ? name), '{}')`

type WithPayments = OfEvent & { readonly neededForRefunds: NeededForRefunds }

/**
 * The buyer and their account, the holders, what they answered and wrote for an invoice; amounts, dates, what was sold, and what a refund
 * needs stay.
 */
export async function eraseOrders(
  tx: Tx,
  { eventId, now, limit, endedBy, neededForRefunds }: WithPayments,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from reservation
    where purchase_context_id = ${eventId} and erased_at is null and ${IS_SETTLED} and not ${HAS_LIVE_PAYMENT}
      and ${isOver(sql`reservation.id`, endedBy)}
    order by id limit ${limit} for update skip locked`.execute(tx.kysely)
  if (rows.length === 0) return 0
  const orders = sql`any (${rows.map(({ id }) => id)}::uuid[])`
  await sql`
    delete from field_value where ticket_id in (select id from ticket where reservation_id = ${orders})`.execute(
    tx.kysely,
  )
  await sql`
    delete from field_value
    where item_id in (select id from additional_service_item where reservation_id = ${orders})`.execute(tx.kysely)
  await sql`
    delete from field_value
    where bought_pass_id in (select id from bought_pass where reservation_id = ${orders})`.execute(tx.kysely)
  await sql`
    update bought_pass set first_name = null, last_name = null, email = null
    where reservation_id = ${orders}`.execute(tx.kysely)
  await sql`
    update pass_withdrawal set first_name = null, last_name = null, email = null
    where reservation_id = ${orders}`.execute(tx.kysely)
  await sql`
    delete from attendee_group_place
    where ticket_id in (select id from ticket where reservation_id = ${orders})`.execute(tx.kysely)
  await sql`
    update ticket set first_name = null, last_name = null, email = null, external_reference = null, metadata = null
    where reservation_id = ${orders}`.execute(tx.kysely)
  await sql`delete from order_note where reservation_id = ${orders}`.execute(tx.kysely)
  await sql`delete from order_tag where reservation_id = ${orders}`.execute(tx.kysely)
  await sql`
    update payment_transaction set metadata = ${whatRefundsNeed(neededForRefunds)}, page = null
    where reservation_id = ${orders}`.execute(tx.kysely)
  await sql`
    update reservation set first_name = null, last_name = null, email = null, customer_reference = null, metadata = null, billing = '{}',
      account_id = null, visit = null, erased_at = ${timestamp(now)}
    where id = ${orders}`.execute(tx.kysely)
  return rows.length
}

/** Whole: a mail is about a person from its first line to its last. */
export async function eraseMails(tx: Tx, { eventId, limit, endedBy }: OfEvent): Promise<number> {
  return changed(
    await sql`
      delete from mail where id in (
        select id from mail where purchase_context_id = ${eventId}
          and ${isOfOver(sql`mail.reservation_id`, sql`created_at`, endedBy)}
        limit ${limit} for update skip locked)`.execute(tx.kysely),
  )
}

/** Who came in when, what sponsors noted, and who sold at the doors; the tickets still show who has come. */
export async function eraseScans(tx: Tx, { eventId, limit }: OfEvent): Promise<number> {
  const scans = await sql`
    delete from check_in_scan where id in (
      select id from check_in_scan where event_id = ${eventId} limit ${limit} for update skip locked)`.execute(
    tx.kysely,
  )
  const leads = await sql`
    delete from sponsor_scan where id in (
      select id from sponsor_scan where event_id = ${eventId} limit ${limit} for update skip locked)`.execute(tx.kysely)
  const drawers = await sql`
    update box_drawer set person = '', remark = null where event_id = ${eventId} and (person <> '' or remark is not null)`.execute(
    tx.kysely,
  )
  return changed(scans) + changed(leads) + changed(drawers)
}

/** Ids of passes in wallets, and the devices that keep them; the passes themselves have long run out. */
export async function erasePasses(tx: Tx, { eventId, limit, endedBy }: OfEvent): Promise<number> {
  return changed(
    await sql`
      delete from wallet_pass where id in (
        select id from wallet_pass
        where purchase_context_id = ${eventId} and ${isOver(sql`wallet_pass.reservation_id`, endedBy)}
        limit ${limit} for update skip locked)`.execute(tx.kysely),
  )
}

/** Also addresses that waited for the sale to begin. */
export async function eraseWaitingList(tx: Tx, { eventId, limit }: OfEvent): Promise<number> {
  const notices = await sql`
    delete from sale_notice where id in (
      select id from sale_notice where event_id = ${eventId} limit ${limit} for update skip locked)`.execute(tx.kysely)
  return (
    changed(notices) +
    changed(
      await sql`
      delete from waiting_list_entry where id in (
        select id from waiting_list_entry where event_id = ${eventId} limit ${limit} for update skip locked)`.execute(
        tx.kysely,
      ),
    )
  )
}

/** To whom codes were sent; the codes and their uses stay. */
export async function eraseRecipients(tx: Tx, { eventId, limit }: OfEvent): Promise<number> {
  const tokens = await sql`
    update token set recipient_name = null, recipient_email = null where id in (
      select token.id from token join ticket_category as category on category.id = category_id
      where event_id = ${eventId} and num_nonnulls(recipient_name, recipient_email) > 0
      limit ${limit} for update of token skip locked)`.execute(tx.kysely)
  const codes = await sql`
    update promo_code set email_reference = null
    where event_id = ${eventId} and email_reference is not null`.execute(tx.kysely)
  return changed(tokens) + changed(codes)
}

/** Who did it and the details; what happened when to which order stays, and so does what this job wrote. */
export async function eraseTrail(tx: Tx, { eventId, limit, endedBy }: OfEvent): Promise<number> {
  return changed(
    await sql`
      update audit set actor = null, modifications = null where id in (
        select id from audit where purchase_context_id = ${eventId} and type <> 'PERSONAL_DATA_ERASED'
          and (actor is not null or modifications is not null)
          and ${isOfOver(sql`audit.reservation_id`, sql`at`, endedBy)}
        limit ${limit} for update skip locked)`.execute(tx.kysely),
  )
}

type OfBooks = Take & {
  /** Null: of orders that are gone. */
  readonly eventId: number | null
  /** What was issued before this is no longer wanted by the law. */
  readonly before: Instant
  readonly now: Instant
}

/** The buyer on invoices, receipts and credit notes; their numbers, dates and amounts stay. */
export async function eraseDocuments(tx: Tx, { eventId, before, now, limit }: OfBooks): Promise<number> {
  const { rows } = await sql<{ id: string; model: BillingDocument }>`
    select document.id, document.model
    from billing_document as document left join reservation on reservation.id = reservation_id
    where document.erased_at is null and document.created_at < ${timestamp(before)}
      and purchase_context_id is not distinct from ${eventId}::integer
    limit ${limit} for update of document skip locked`.execute(tx.kysely)
  for (const { id, model } of rows) {
    await tx.kysely
      .updateTable('billing_document')
      .set({ model: JSON.stringify(withoutBuyer(model)), erased_at: timestamp(now) })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

/** Addresses for mails about money that came after the order was gone; kept as long as money can still come. */
export async function eraseFormerBuyers(
  tx: Tx,
  { eventId, limit, endedBy, neededForRefunds }: WithPayments,
): Promise<number> {
  return changed(
    await sql`
      update payment_transaction set buyer = null, metadata = ${whatRefundsNeed(neededForRefunds)}, page = null where id in (
        select id from payment_transaction
        where purchase_context_id = ${eventId} and not is_live and buyer is not null
          and ${isOfOver(sql`payment_transaction.reservation_id`, sql`created_at`, endedBy)}
        limit ${limit} for update skip locked)`.execute(tx.kysely),
  )
}

/** The id of a payment at its provider: it leads to the person who paid. */
export async function erasePaymentIds(tx: Tx, { eventId, before, limit }: OfBooks): Promise<number> {
  const refunds = await sql`
    update payment_refund set reference = null where id in (
      select refund.id from payment_refund as refund join payment_transaction as payment on payment.id = transaction_id
      where purchase_context_id = ${eventId}::integer and wanted_at < ${timestamp(before)} and ended_at is not null
        and refund.reference is not null
      limit ${limit} for update of refund skip locked)`.execute(tx.kysely)
  const disputes = await sql`
    delete from payment_dispute where id in (
      select dispute.id from payment_dispute as dispute join payment_transaction as payment on payment.id = transaction_id
      where purchase_context_id = ${eventId}::integer and opened_at < ${timestamp(before)}
      limit ${limit} for update of dispute skip locked)`.execute(tx.kysely)
  const reviews = await sql`
    update payment_review set detail = null where id in (
      select review.id from payment_review as review join payment_transaction as payment on payment.id = transaction_id
      where purchase_context_id = ${eventId}::integer and since < ${timestamp(before)} and detail is not null
      limit ${limit} for update of review skip locked)`.execute(tx.kysely)
  const payments = changed(
    await sql`
      update payment_transaction set gateway_transaction_id = null, gateway_payment_id = null, reference = null, metadata = '{}'
      where id in (
        select id from payment_transaction
        where purchase_context_id = ${eventId}::integer and created_at < ${timestamp(before)} and not is_live
          and (num_nonnulls(gateway_transaction_id, gateway_payment_id, reference) > 0 or metadata <> '{}')
        limit ${limit} for update skip locked)`.execute(tx.kysely),
  )
  return payments + changed(refunds) + changed(disputes) + changed(reviews)
}

/** Members of groups whose events are all among these; a group that no event uses is left to the organiser. */
export async function eraseMembers(
  tx: Tx,
  { events, limit }: Take & { readonly events: readonly number[] },
): Promise<number> {
  return changed(
    await sql`
      delete from attendee_group_member where id in (
        select id from attendee_group_member where group_id in (
          select group_id from attendee_group_link group by group_id
          having bool_and(event_id = any (${[...events]}::integer[])))
        limit ${limit} for update skip locked)`.execute(tx.kysely),
  )
}

/** To whom an organisation sent codes that are for all of its events, and over. */
export async function eraseCodeRecipients(
  tx: Tx,
  { organizationId, before }: { readonly organizationId: number; readonly before: Instant },
): Promise<number> {
  return changed(
    await sql`
      update promo_code set email_reference = null
      where organization_id = ${organizationId} and event_id is null and valid_to <= ${timestamp(before)}
        and email_reference is not null`.execute(tx.kysely),
  )
}

export async function allOrganizations(on: Queryable): Promise<number[]> {
  const rows = await on.kysely.selectFrom('organization').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Drops what counts for a day at most: drafts of details, answers of the VAT register, requests for mails, mails about no event, which
 * contain links of orders; and lists of orders and jobs with many orders once they are done. No setting is needed for it.
 */
export async function deleteStale(db: Queryable, now: Instant): Promise<void> {
  const aDayAgo = sqlInstant(after(now, -days(1)))
  await db.kysely.deleteFrom('vat_number_check').where('checked_at', '<=', aDayAgo).execute()
  await db.kysely.deleteFrom('mail_request').where('at', '<=', aDayAgo).execute()
  await db.kysely.deleteFrom('order_search').where('asked_at', '<=', aDayAgo).execute()
  // Who was mailed news a year ago and has not ended them: what ended them stays.
  await db.kysely
    .deleteFrom('news_reader')
    .where('unsubscribed_at', 'is', null)
    .where('mailed_at', '<=', sqlInstant(after(now, -days(366))))
    .execute()
  await deleteDrafts(db, now)
  await deleteImports(db, now)
  // Its items name orders and state what was done about each. One that was stopped is resumed no more by then.
  const jobEnd = sqlInstant(after(now, -days(BULK_JOB_DAYS)))
  await db.kysely
    .with('ended', of => of.deleteFrom('bulk_job').where('ended_at', '<=', jobEnd))
    .deleteFrom('mail')
    .where('purchase_context_id', 'is', null)
    .where('created_at', '<=', aDayAgo)
    .execute()
}

/** What was typed and never sent, of orders that stay and await no details any more; with others it is deleted. */
async function deleteDrafts(db: Queryable, now: Instant): Promise<void> {
  await sql`
    delete from booking_draft using reservation
    where reservation.id = reservation_id
      and (written_at <= ${timestamp(after(now, -days(1)))} or validated or not ${whereReservation('isOpen')})`.execute(
    db.kysely,
  )
}

/** So long an organiser can ask what has become of a list of orders, and so long one that can't be made is tried. */
const IMPORTS_ARE_KEPT = days(7)
const IMPORTS_ARE_TRIED = days(30)

/** Lists of orders that organisers have imported. The orders hold what was made of them. */
async function deleteImports(db: Queryable, now: Instant): Promise<void> {
  const before = (age: number) => sqlInstant(after(now, -age))
  await db.kysely
    .deleteFrom('order_import')
    .where('created_at', '<=', before(IMPORTS_ARE_KEPT))
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('created_at', '<=', before(IMPORTS_ARE_TRIED)),
        not(
          exists(
            selectFrom('order_import_row')
              .select('id')
              .whereRef('import_id', '=', 'order_import.id')
              .where('status', '=', 'WAITING'),
          ),
        ),
      ]),
    )
    .execute()
}

const changed = ({ numAffectedRows = 0n }: { readonly numAffectedRows?: bigint }): number => Number(numAffectedRows)
