import type { Reach } from '#domain/access/principal/principal.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { isInReach, reachValues } from '#server/foundation/database/reach-sql.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { NOT_FOR_READER } from '#server/mail/letter/message.ts'
import { EVENT_HAS_ENDED } from '#server/mail/letter/queue.ts'
import { TICKET_IS_NAMED } from '#server/order/order/named-ticket.ts'

/** What needs a person beside payments, each kind by one statement: the longest waiting five, each with how many there are in all. */

/** How many are shown of each kind. */
export const SHOWN = 5

const CONTEXT = `context.id as "contextId", context.kind, title,
  coalesce((select short_name from event where event.id = context.id),
    (select public_id::text from pass where pass.id = context.id)) as slug`
const OF_CONTEXT = { organization: 'context.organization_id', context: 'context.id' }

export type OfContext = {
  readonly contextId: number
  readonly kind: 'EVENT' | 'PASS'
  readonly slug: string
  readonly title: LocalizedTexts
}

type Counted = { readonly count: number }

export type MailRow = Counted & {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly at: Instant
  readonly detail: string | null
} & (OfContext | { readonly contextId: null })

/** A mail that was given up is of interest for so many days. */
const UNDELIVERED_DAYS = 14

export function undeliveredMails(db: Queryable, reach: Reach, now: Instant): Promise<MailRow[]> {
  return db.query(UNDELIVERED, [timestamp(after(now, -days(UNDELIVERED_DAYS))), ...reachValues(reach)])
}

/** Without those that were not sent because their event has ended, or a message was stopped: nothing is to be done about them. */
const UNDELIVERED = statement<MailRow>(
  'home-undelivered',
  `select mail.id::text as id, recipient, subject, mail.created_at as at, last_error as detail, ${CONTEXT},
     count(*) over ()::int as count
   from mail left join purchase_context as context on context.id = purchase_context_id
   where mail.status = 'ERROR' and mail.created_at > $1 
     and coalesce(last_error, '') not in ('${EVENT_HAS_ENDED}', '${NOT_FOR_READER}')
     and ${isInReach(2, OF_CONTEXT)}
   order by mail.created_at desc, mail.id desc limit ${SHOWN}`,
)

export type WaitingMails = { readonly count: number; readonly since: Instant | null; readonly detail: string | null }

/** Mails that wait because no mail server takes them; since null where the last attempts went well. */
export async function waitingMails(db: Queryable, reach: Reach): Promise<WaitingMails> {
  const [row] = await db.query(WAITING, reachValues(reach))
  return row ?? { count: 0, since: null, detail: null }
}

const WAITING = statement<WaitingMails>(
  'home-waiting-mails',
  `select count(*)::int as count, min(tried_since) filter (where away_attempts > 0) as since,
     (array_agg(last_error order by mail.id desc) filter (where away_attempts > 0))[1] as detail
   from mail left join purchase_context as context on context.id = purchase_context_id
   where mail.status in ('WAITING', 'RETRY', 'IN_PROCESS') and ${isInReach(1, OF_CONTEXT)}`,
)

export type WebhookRow = Counted & {
  readonly organizationId: number
  readonly organization: string
  readonly since: Instant
  readonly url: string
}

/** Organisations whose webhooks were switched off by themselves, as their receivers take nothing. */
export function switchedOffWebhooks(db: Queryable, reach: Reach): Promise<WebhookRow[]> {
  return db.query(WEBHOOKS, reachValues(reach))
}

const WEBHOOKS = statement<WebhookRow>(
  'home-webhooks',
  `select organization.id as "organizationId", organization.name as organization, min(off_at) as since,
     (array_agg(url order by off_at))[1] as url, (sum(count(*)) over ())::int as count
   from webhook_endpoint join organization on organization.id = organization_id
   where off_reason in ('GONE', 'FAILING') and ${isInReach(1, { organization: 'organization_id', context: 'null::integer' })}
   group by organization.id order by since, organization.id limit ${SHOWN}`,
)

export type UnnamedRow = OfContext & { readonly startsAt: Instant; readonly tickets: number }

/** So many days before an event, a ticket without a name is a queue at its door. */
const UNNAMED_DAYS = 7

export function unnamedTickets(db: Queryable, reach: Reach, now: Instant): Promise<UnnamedRow[]> {
  return db.query(UNNAMED, [timestamp(now), timestamp(after(now, days(UNNAMED_DAYS))), ...reachValues(reach)])
}

const UNNAMED = statement<UnnamedRow>(
  'home-unnamed',
  `select ${CONTEXT}, starts_at as "startsAt", unnamed.tickets
   from event join purchase_context as context on context.id = event.id
     cross join lateral (select count(*)::int as tickets from ticket
       where ticket.event_id = event.id and ${sqlTicketHas('canCheckIn')} and not ${TICKET_IS_NAMED}) as unnamed
   where starts_at > $1 and starts_at < $2 and context.status <> 'DISABLED' and tickets > 0
     and ${isInReach(3, OF_CONTEXT)}
   order by starts_at, event.id limit 100`,
)
