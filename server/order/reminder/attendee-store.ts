import { type RawBuilder, sql } from 'kysely'
import { type Instant, after } from '#domain/foundation/instant.ts'
import { REST_AFTER_ORDER } from '#domain/order/reminder/reminder-times.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { whereReservation, whereTicket } from '#server/foundation/database/status-sql.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'
import { TICKET_IS_NAMED } from '#server/order/order/named-ticket.ts'

/**
 * Tickets that lack something, and who has been asked. The job searches for due tickets without locks; before it
 * writes, it locks the order, skips one that another process has locked, and checks again.
 */

/** An event as far as it decides whether it is time to ask its attendees. */
export type BeginningEvent = {
  readonly id: number
  readonly organizationId: number
  readonly timeZone: string
  readonly startsAt: Instant
}

type Round = { readonly now: Instant; readonly job: JobName }

/** Events that have not been withdrawn and begin until then, with an order that lacks names; the next one first. */
export async function eventsWithoutNames(
  on: Queryable,
  until: Instant,
  cutoff: ReminderCutoff,
): Promise<BeginningEvent[]> {
  return beginningEvents(on, { until, round: cutoff, isLacking: isWithoutNames(cutoff) })
}

/** The same with a question and a holder who was never asked for it. */
export async function eventsWithUnanswered(on: Queryable, until: Instant, round: Round): Promise<BeginningEvent[]> {
  const isAsking = sql`exists (select from additional_field as field where field.purchase_context_id = event.id)`
  const isUnasked = sql`exists (select from ticket where ticket.reservation_id = reservation.id
    and ${IS_GOOD} and ${IS_HELD} and answers_reminded_at is null)`
  const isLacking = sql<boolean>`${IS_COMPLETE} and ${isAsking} and ${isUnasked}`
  return beginningEvents(on, { until, round, isLacking })
}

type Beginning = { readonly until: Instant; readonly round: Round; readonly isLacking: RawBuilder<boolean> }

async function beginningEvents(on: Queryable, { until, round, isLacking }: Beginning): Promise<BeginningEvent[]> {
  const { now, job } = round
  const { rows } = await sql<BeginningEvent>`
    select event.id, organization_id as "organizationId", time_zone as "timeZone", starts_at as "startsAt"
    from event join purchase_context as context on context.id = event.id
    where starts_at > ${timestamp(now)} and starts_at < ${timestamp(until)} and context.status <> 'DISABLED'
      and ${isNotPutOff(job, 'event', sql`event.id`, now)}
      and exists (select from reservation where purchase_context_id = event.id and ${isRested(now)} and ${isLacking}
        and ${isNotPutOff(job, 'reservation', sql`reservation.id`, now)})
    order by starts_at, event.id`.execute(on.kysely)
  return rows
}

export type ReminderCutoff = Round & {
  /** An attendee who was reminded after this moment is not reminded again yet. */
  readonly since: Instant
}

/** Orders of an event with tickets without a holder. */
export async function ordersWithoutNames(
  on: Queryable,
  eventId: number,
  cutoff: ReminderCutoff,
): Promise<ReservationId[]> {
  return idsOf(on, sql`where ${ofEvent(eventId, cutoff)} and ${isWithoutNames(cutoff)} order by id`)
}

/** False when the buyer has been asked meanwhile, is just being, or has answered. */
export async function takeWithoutNames(tx: Tx, id: ReservationId, cutoff: ReminderCutoff): Promise<boolean> {
  const found = await idsOf(tx, sql`where id = ${id} and ${isWithoutNames(cutoff)} for update skip locked`)
  return found.length > 0
}

export async function markNamesReminded(tx: Tx, id: ReservationId, now: Instant): Promise<void> {
  const set = { names_reminded_at: timestamp(now) }
  await tx.kysely.updateTable('reservation').set(set).where('id', '=', id).execute()
}

function isWithoutNames({ since }: ReminderCutoff): RawBuilder<boolean> {
  return sql`${IS_COMPLETE} and (names_reminded_at is null or names_reminded_at <= ${sqlInstant(since)})
    and exists (select from ticket where ticket.reservation_id = reservation.id and ${IS_GOOD} and not ${IS_HELD})`
}

/** A question by its number, and a category in which it is asked. */
export type CategoryQuestion = { readonly categoryId: number; readonly fieldId: number }

export type Questions = Round & {
  /** Those that may be left open. */
  readonly optional: readonly CategoryQuestion[]
  readonly required: readonly CategoryQuestion[]
}

/**
 * Orders of an event with tickets whose holders have answered none of the questions they may leave open, or not every other one: who
 * got a ticket without ordering it was not asked.
 */
export async function ordersWithoutAnswers(
  on: Queryable,
  eventId: number,
  groups: Questions,
): Promise<ReservationId[]> {
  const isMissing = sql`exists (select from ticket where ticket.reservation_id = reservation.id and ${isUnanswered(groups)})`
  return idsOf(on, sql`where ${ofEvent(eventId, groups)} and ${IS_COMPLETE} and ${isMissing} order by id`)
}

/** `isRequired`: a question is open that must not be. */
export type UnansweredTicket = { readonly id: bigint; readonly isRequired: boolean }

/** The tickets, by number; none when another process is asking. */
export async function takeWithoutAnswers(tx: Tx, id: ReservationId, groups: Questions): Promise<UnansweredTicket[]> {
  const found = await idsOf(tx, sql`where id = ${id} and ${IS_COMPLETE} for update skip locked`)
  if (found.length === 0) return []
  const { rows } = await sql<UnansweredTicket>`
    select id, ${lacksRequired(groups)} as "isRequired" from ticket
    where reservation_id = ${id} and ${isUnanswered(groups)} order by id`.execute(tx.kysely)
  return rows
}

export async function markAnswersReminded(tx: Tx, tickets: readonly bigint[], now: Instant): Promise<void> {
  const set = { answers_reminded_at: timestamp(now) }
  await tx.kysely.updateTable('ticket').set(set).where('id', 'in', tickets).execute()
}

function isUnanswered(groups: Questions): RawBuilder<boolean> {
  return sql`${IS_GOOD} and ${IS_HELD} and answers_reminded_at is null
    and (${lacksOptional(groups)} or ${lacksRequired(groups)})`
}

function lacksOptional({ optional }: Questions): RawBuilder<boolean> {
  return sql`(category_id = any(${optional.map(one => one.categoryId)}::int[])
    and not exists (select from field_value join ${tableOf(optional)} using (field_id)
      where field_value.ticket_id = ticket.id and asked.category_id = ticket.category_id))`
}

function lacksRequired({ required }: Questions): RawBuilder<boolean> {
  return sql`exists (select from ${tableOf(required)} where asked.category_id = ticket.category_id
    and not exists (select from field_value as answer
      where answer.ticket_id = ticket.id and answer.field_id = asked.field_id))`
}

const tableOf = (questions: readonly CategoryQuestion[]): RawBuilder<unknown> =>
  sql`unnest(${questions.map(one => one.categoryId)}::int[], ${questions.map(one => one.fieldId)}::int[])
    as asked (category_id, field_id)`

const IS_COMPLETE = whereReservation('isComplete')
/** Sold, and its holder has not come in. */
const IS_GOOD = whereTicket('canCheckIn')
const IS_HELD = sql.raw(TICKET_IS_NAMED)

/** Orders that are not brand new, and that the job has not put off. */
function ofEvent(eventId: number, { now, job }: Round): RawBuilder<boolean> {
  return sql`purchase_context_id = ${eventId} and ${isRested(now)}
    and ${isNotPutOff(job, 'reservation', sql`reservation.id`, now)}`
}

const isRested = (now: Instant): RawBuilder<boolean> =>
  sql`coalesce(confirmed_at, reservation.created_at) <= ${sqlInstant(after(now, -REST_AFTER_ORDER))}`

async function idsOf(on: Queryable, rest: RawBuilder<unknown>): Promise<ReservationId[]> {
  const { rows } = await sql<{ id: string }>`select id from reservation ${rest}`.execute(on.kysely)
  return rows.map(({ id }) => id as ReservationId)
}
