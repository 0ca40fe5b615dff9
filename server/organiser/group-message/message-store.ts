import { sql } from 'kysely'
import type { Audience } from '#contract/desk-messages.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { MESSAGE_STATUSES, MessagePurpose, MessageTexts } from '#domain/organiser/group-message/group-message.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { NOT_FOR_READER } from '#server/mail/letter/message.ts'

export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export type StoredMessage = {
  readonly id: bigint
  readonly organizationId: number
  readonly eventId: number
  readonly purpose: MessagePurpose
  readonly audience: Audience
  readonly texts: MessageTexts
  readonly actor: string
  readonly status: MessageStatus
  readonly createdAt: Instant
  readonly sendAt: Instant
  readonly endedAt: Instant | null
  readonly planned: number
  readonly withoutAddress: number
  readonly alreadyUnsubscribed: number
}

const MESSAGE = sql`message.id, message.organization_id as "organizationId", message.event_id as "eventId", purpose, audience, texts,
  actor, message.status, message.created_at as "createdAt", send_at as "sendAt", ended_at as "endedAt", planned,
  without_address as "withoutAddress", unsubscribed as "alreadyUnsubscribed"`

export type Figures = {
  readonly waiting: number
  readonly queued: number
  readonly sent: number
  readonly failed: number
  readonly leftOut: number
  readonly erased: number
  readonly unsubscribed: number
}

export type CountedMessage = StoredMessage & { readonly figures: Figures }

const MESSAGES_SHOWN = 100

/** The messages of an event with their figures, the latest first; one of them where an id is given. */
export async function messagesOf(db: Queryable, eventId: number, id?: bigint): Promise<CountedMessage[]> {
  const { rows } = await sql<StoredMessage & Figures>`
    select ${MESSAGE}, counted.*, (select count(*)::int from news_reader
      where message_id = message.id and unsubscribed_at is not null) as unsubscribed
    from (
      select * from group_message
      where event_id = ${eventId} and ${id === undefined ? sql`true` : sql`id = ${id}`} order by id desc limit ${MESSAGES_SHOWN}
    ) as message, lateral (
      select count(*) filter (where state = 'WAITING')::int as waiting,
        count(*) filter (where mail.status in ('WAITING', 'RETRY', 'IN_PROCESS'))::int as queued,
        count(*) filter (where mail.status = 'SENT')::int as sent,
        count(*) filter (where mail.status = 'ERROR' and last_error is distinct from ${NOT_FOR_READER})::int as failed,
        count(*) filter (where state = 'LEFT_OUT' or mail.status = 'ERROR' and last_error = ${NOT_FOR_READER})::int as "leftOut",
        count(*) filter (where state = 'QUEUED' and mail_id is null)::int as erased
      from group_message_person as person left join mail on mail.id = mail_id where person.message_id = message.id
    ) as counted order by message.id desc`.execute(db.kysely)
  return rows.map(({ waiting, queued, sent, failed, leftOut, erased, unsubscribed, ...message }) => ({
    ...message,
    figures: { waiting, queued, sent, failed, leftOut, erased, unsubscribed },
  }))
}

export type FailedMail = { readonly recipient: string; readonly reason: string; readonly orderId: string | null }

const FAILURES_SHOWN = 100

export async function failuresOf(db: Queryable, messageId: bigint): Promise<FailedMail[]> {
  const { rows } = await sql<FailedMail>`
    select recipient, coalesce(last_error, '') as reason, order_id as "orderId"
    from group_message_person as person join mail on mail.id = mail_id
    where person.message_id = ${messageId} and mail.status = 'ERROR' and last_error is distinct from ${NOT_FOR_READER}
    order by person.id limit ${FAILURES_SHOWN}`.execute(db.kysely)
  return rows
}

export type NewMessage = Omit<
  StoredMessage,
  'id' | 'actor' | 'status' | 'endedAt' | 'withoutAddress' | 'alreadyUnsubscribed'
> & { readonly by: Actor; readonly requestId: string }

/** Undefined where the same request has made one before. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<bigint | undefined> {
  const { organizationId, eventId, requestId, purpose, audience, texts, by, createdAt, sendAt, planned } = message
  const { rows } = await sql<{ id: bigint }>`
    insert into group_message (organization_id, event_id, request_id, purpose, audience, texts, member_id, actor, status,
      created_at, send_at, planned)
    values (${organizationId}, ${eventId}, ${requestId}, ${purpose}, ${JSON.stringify(audience)}, ${JSON.stringify(texts)},
      ${by.memberId}, ${by.actor}, 'PLANNED', ${timestamp(createdAt)}, ${timestamp(sendAt)}, ${planned})
    on conflict (event_id, request_id) do nothing returning id`.execute(tx.kysely)
  return rows[0]?.id
}

export async function messageOfRequest(db: Queryable, eventId: number, requestId: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from group_message where event_id = ${eventId} and request_id = ${requestId}`.execute(db.kysely)
  return rows[0]?.id
}

/** Stops what is planned or being sent; false for any other. */
export async function stopMessage(tx: Tx, id: bigint, now: Instant): Promise<boolean> {
  const { rows } = await sql`
    update group_message set status = 'STOPPED', ended_at = ${timestamp(now)}
    where id = ${id} and status in ('PLANNED', 'SENDING') returning id`.execute(tx.kysely)
  return rows.length > 0
}

/** Those whose mail failed wait again; returns how many. A message that was stopped stays so. */
export async function repeatFailed(tx: Tx, id: bigint): Promise<number> {
  const { rows: open } = await sql`
    select from group_message where id = ${id} and status in ('SENDING', 'SENT') for no key update`.execute(tx.kysely)
  if (open.length === 0) return 0
  const { rows } = await sql`
    update group_message_person as person set state = 'WAITING', mail_id = null from mail
    where message_id = ${id} and mail.id = mail_id and mail.status = 'ERROR' and last_error is distinct from ${NOT_FOR_READER}
    returning person.id`.execute(tx.kysely)
  if (rows.length > 0)
    await sql`update group_message set status = 'SENDING', ended_at = null where id = ${id}`.execute(tx.kysely)
  return rows.length
}

/** True while a message is to be begun or sent; `$1` is the time. */
export const MESSAGES_ARE_DUE = `exists (select from group_message where status in ('PLANNED', 'SENDING') and send_at <= $1)`

/** The messages that are due, the oldest first. */
export async function dueMessages(db: Queryable, now: Instant): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select ${MESSAGE} from group_message as message
    where status in ('PLANNED', 'SENDING') and send_at <= ${timestamp(now)} order by send_at, id limit 50`.execute(
    db.kysely,
  )
  return rows
}

/** Locks a message until the transaction ends; undefined where another process has it. */
export async function takeMessage(tx: Tx, id: bigint): Promise<MessageStatus | undefined> {
  const { rows } = await sql<{ status: MessageStatus }>`
    select status from group_message where id = ${id} for no key update skip locked`.execute(tx.kysely)
  return rows[0]?.status
}

type Left = { readonly withoutAddress: number; readonly unsubscribed: number }

export async function storeStart(tx: Tx, id: bigint, { withoutAddress, unsubscribed }: Left): Promise<void> {
  await sql`update group_message set status = 'SENDING', without_address = ${withoutAddress}, unsubscribed = ${unsubscribed}
    where id = ${id}`.execute(tx.kysely)
}

/** Ends a message once the mail server has taken all of its mails, or they were given up: until then it can be stopped. */
export async function storeSent(tx: Tx, id: bigint, now: Instant): Promise<void> {
  await sql`
    update group_message set status = 'SENT', ended_at = ${timestamp(now)}
    where id = ${id} and not exists (
      select from group_message_person join mail on mail.id = mail_id
      where message_id = ${id} and mail.status in ('WAITING', 'RETRY', 'IN_PROCESS'))`.execute(tx.kysely)
}

/** Mails of messages that the mail server has not taken yet. */
export async function mailsUnsent(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mail
    where status in ('WAITING', 'RETRY', 'IN_PROCESS') and attachments @> '[{"kind": "message-person"}]'`.execute(
    db.kysely,
  )
  return rows[0]?.count ?? 0
}

export async function waitingPeople(tx: Tx, messageId: bigint, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from group_message_person where message_id = ${messageId} and state = 'WAITING' order by id limit ${limit}`.execute(
    tx.kysely,
  )
  return rows.map(({ id }) => id)
}

/** Notes the mails that were queued for people, and that the others of them get none. */
export async function storeQueued(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await sql`
    with queued as (
      select person.id, mail.id as mail_id from group_message_person as person
        join mail on mail.reservation_id = person.order_id
          and mail.attachments @> jsonb_build_array(jsonb_build_object('kind', 'message-person', 'personId', person.id::text))
      where person.id = any (${[...ids]}::bigint[]) and mail.status in ('WAITING', 'IN_PROCESS', 'RETRY')
    )
    update group_message_person as person
    set state = case when queued.id is null then 'LEFT_OUT' else 'QUEUED' end, mail_id = queued.mail_id
    from (select unnest(${[...ids]}::bigint[]) as id) as each left join queued using (id)
    where person.id = each.id`.execute(tx.kysely)
}
