import type { Instant } from '#domain/instant.ts'
import type { Shop } from '#server/context.ts'
import { assertNoTransactionOpen, statement } from '#server/database/database.ts'
import { timestamp } from '#server/database/types.ts'
import { reasonOf } from '#server/jobs/failures.ts'
import { type Attachment, type MakeAttachment, TICKET_IS_GONE, decodeAttachments, isOfTicket } from './attachment.ts'
import { afterFailure, CLAIM_MILLISECONDS, MAILS_AT_A_TIME, MAILS_PER_RUN, type Reason } from './delivery-rules.ts'
import { isServerAway } from './server-away.ts'
import type { MailTransport } from './transport.ts'
import { type MailsUnderWay, mailsUnderWay } from './under-way.ts'

export type Delivery = {
  readonly transport: MailTransport
  readonly makeAttachment: MakeAttachment
  /** Setting MAIL_ATTEMPTS_COUNT. */
  readonly maximumAttempts: number
  /** Left out where nobody stops the process. */
  readonly underWay?: MailsUnderWay
}

/**
 * Sends the mails that are due by the shop's clock and returns how many it took up. Each is claimed by a statement of
 * its own and sent outside any transaction, so that several processes share the work and one that dies holds up one
 * mail. A mail of an event that has ended is not sent, but for those that outlive it. Once the mail server turns out to
 * be away, the others are not tried in vain.
 */
export async function deliverDueMail(shop: Pick<Shop, 'db' | 'clock' | 'log'>, delivery: Delivery): Promise<number> {
  assertNoTransactionOpen()
  const { underWay = mailsUnderWay() } = delivery
  let taken = 0
  let isAway = false
  const lane = async (): Promise<void> => {
    while (!isAway && !underWay.isStopping && taken < MAILS_PER_RUN) {
      taken += 1
      const mail = await claim(shop)
      if (mail === undefined) {
        taken -= 1
        return
      }
      isAway = (await underWay.during(mail, () => deliver(shop, delivery, mail))) === 'away' || isAway
    }
  }
  // All have to end before the first one's error is told: nobody may be left who still sends.
  const lanes = await Promise.allSettled(Array.from({ length: MAILS_AT_A_TIME }, lane))
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
  return taken
}

/**
 * Gives up what nobody sends any more, so that the log says so and no run looks at it again: mails of an event that has
 * ended, and those whose sending broke the process at every attempt. Answers how many.
 */
export async function giveUpDeadMail(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { maximumAttempts }: Pick<Delivery, 'maximumAttempts'>,
): Promise<number> {
  const dead = await db.query(GIVE_UP, [timestamp(clock.now()), CLAIM_MILLISECONDS, maximumAttempts])
  return dead.length
}

/** Answers what became of it. */
async function deliver(
  shop: Pick<Shop, 'db' | 'clock' | 'log'>,
  delivery: Delivery,
  mail: ClaimedMail,
): Promise<'sent' | Reason> {
  try {
    await delivery.transport.send({
      id: String(mail.id),
      askedAt: mail.created_at,
      sentAt: shop.clock.now(),
      senderName: mail.sender_name,
      replyTo: mail.reply_to,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      attachments: await attachmentsOf(mail, delivery.makeAttachment),
    })
  } catch (error) {
    return storeFailure(shop, delivery, mail, error)
  }
  await shop.db.query(SENT, [mail.id, mail.attempts, timestamp(shop.clock.now())])
  shop.log.mailSent(String(mail.id))
  return 'sent'
}

async function storeFailure(
  { db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>,
  { maximumAttempts }: Delivery,
  { id, attempts, away_attempts, tried_since }: ClaimedMail,
  error: unknown,
): Promise<Reason> {
  const now = clock.now()
  const reason = reasonFor(error)
  const awayAttempts = away_attempts + (reason === 'away' ? 1 : 0)
  const next = afterFailure({ reason, attempts, awayAttempts, triedSince: tried_since }, maximumAttempts, now)
  const nextAttemptAt = next.status === 'RETRY' ? next.nextAttemptAt : now
  await db.query(FAILED, [id, attempts, next.status, timestamp(nextAttemptAt), reasonOf(error), awayAttempts])
  log.mailFailed(String(id), attempts, error)
  return reason
}

function reasonFor(error: unknown): Reason {
  if (error instanceof NothingToAttach) return 'hopeless'
  return isServerAway(error) ? 'away' : 'refused'
}

/**
 * What the mail carries. One about a ticket alone is not sent once its holder has lost the ticket; the mail of an order
 * goes without it (lifecycle D).
 */
async function attachmentsOf(mail: ClaimedMail, makeAttachment: MakeAttachment): Promise<readonly Attachment[]> {
  const attachments: Attachment[] = []
  const descriptions = decodeAttachments(mail.attachments)
  const isOfTicketAlone = descriptions.every(isOfTicket)
  for (const description of descriptions) {
    const attachment = await makeAttachment(description)
    if (attachment !== undefined) attachments.push(attachment)
    else if (!isOfTicket(description)) throw new NothingToAttach(`nothing to make ${description.kind} of`)
    else if (isOfTicketAlone) throw new NothingToAttach(TICKET_IS_GONE)
  }
  return attachments
}

/** What the mail was about is gone, so that no later try can succeed. */
class NothingToAttach extends Error {
  override readonly name = 'NothingToAttach'
}

type ClaimedMail = {
  readonly id: bigint
  readonly recipient: string
  readonly sender_name: string
  readonly reply_to: string | null
  readonly subject: string
  readonly text_body: string
  readonly html_body: string
  readonly attachments: unknown
  /** With this one; together with the id it names the claim. */
  readonly attempts: number
  readonly away_attempts: number
  readonly tried_since: Instant
  readonly created_at: Instant
}

async function claim({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<ClaimedMail | undefined> {
  const [mail] = await db.query(CLAIM, [timestamp(clock.now()), CLAIM_MILLISECONDS])
  return mail
}

/** The attempt counts from here, so that a mail which breaks the process is given up in the end too. */
const CLAIM = statement<ClaimedMail>(
  'mail-claim',
  `update mail set status = 'IN_PROCESS', claimed_at = $1, attempts = attempts + 1,
     tried_since = coalesce(tried_since, $1)
   where id = (
     select id from mail
     where status in ('WAITING', 'RETRY', 'IN_PROCESS') and next_attempt_at <= $1
       and (status <> 'IN_PROCESS' or claimed_at <= $1::timestamptz - $2::integer * interval '1 millisecond')
       and (outlives_event
         or not exists (select from event where event.id = mail.purchase_context_id and event.ends_at <= $1))
     order by next_attempt_at, id
     for update skip locked
     limit 1
   )
   returning id, recipient, sender_name, reply_to, subject, text_body, html_body, attachments, attempts,
     away_attempts, tried_since, created_at`,
)

const GIVE_UP = statement<{ readonly id: bigint }>(
  'mail-give-up',
  `update mail set status = 'ERROR', claimed_at = null, last_error = case when dead.is_over
       then 'not sent: the event has ended' else 'given up: sending it has never come to an end' end
   from (
     select mail.id, event.ends_at <= $1 and not outlives_event as is_over
     from mail left join event on event.id = purchase_context_id
     where mail.status in ('WAITING', 'RETRY', 'IN_PROCESS') and next_attempt_at <= $1
       and (mail.status <> 'IN_PROCESS' or claimed_at <= $1::timestamptz - $2::integer * interval '1 millisecond')
       and (event.ends_at <= $1 and not outlives_event
         or mail.status = 'IN_PROCESS' and attempts - away_attempts >= $3)
     for update of mail skip locked
   ) as dead
   where mail.id = dead.id
   returning mail.id`,
)

const SENT = statement<never>(
  'mail-sent',
  `update mail set status = 'SENT', sent_at = $3, claimed_at = null, last_error = null
   where id = $1 and attempts = $2 and status = 'IN_PROCESS'`,
)

const FAILED = statement<never>(
  'mail-failed',
  `update mail set status = $3, next_attempt_at = $4, claimed_at = null, last_error = $5, away_attempts = $6
   where id = $1 and attempts = $2 and status = 'IN_PROCESS'`,
)
