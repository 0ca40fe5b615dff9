import type { Instant } from '#domain/foundation/instant.ts'
import type { Services } from '#server/foundation/services.ts'
import { assertNoTransactionOpen, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { reasonOf } from '#server/foundation/jobs/failures.ts'
import { inTurn } from '#server/foundation/jobs/pace.ts'
import { UnreadableSecret } from '#server/foundation/setting/sealed-value.ts'
import {
  type Attachment,
  LEFT_OUT,
  NOT_FOR_READER,
  type MakeAttachment,
  type ReadAhead,
  PASS_IS_GONE,
  TICKET_IS_GONE,
  decodeAttachments,
  isOfHolder,
} from './message.ts'
import {
  CLAIM_MILLISECONDS,
  EVENT_HAS_ENDED,
  MAILS_AT_A_TIME,
  MAILS_CLAIMED_AT_A_TIME,
  MAILS_PER_RUN,
  type Reason,
  afterFailure,
} from './queue.ts'
import type { MailTransport } from './transport.ts'
import { type MailsUnderWay, mailsUnderWay } from './under-way.ts'

type Delivery = {
  readonly transport: MailTransport
  readonly makeAttachment: MakeAttachment
  readonly readAhead?: ReadAhead
  /** Setting MAIL_ATTEMPTS_COUNT. */
  readonly maximumAttempts: number
  /** Omitted where nothing stops the process. */
  readonly underWay?: MailsUnderWay
}

type Sender = Pick<Services, 'db' | 'clock' | 'log'>

/**
 * Sends the mails that are due by the shop's clock and returns how many it took up. They are claimed a few at a time and
 * sent outside any transaction, so that several processes share the work and one that dies delays few. A mail of an
 * event that has ended is not sent, but for those that outlive it. Once the mail server turns out to be away, no more are
 * taken up in vain.
 */
export async function deliverDueMail(shop: Sender, delivery: Delivery): Promise<number> {
  assertNoTransactionOpen()
  const { underWay = mailsUnderWay() } = delivery
  const sent = sentMails(shop)
  let [taken, isAway, areMoreDue] = [0, false, true]
  while (areMoreDue && !isAway && !underWay.isStopping && taken < MAILS_PER_RUN) {
    const claimed = await claim(shop, Math.min(MAILS_CLAIMED_AT_A_TIME, MAILS_PER_RUN - taken))
    areMoreDue = claimed.areMoreDue
    const waiting = [...claimed.mails]
    await readAhead(delivery, waiting)
    const send = (mail: ClaimedMail) => underWay.during(mail, () => deliver(shop, delivery, { mail, sent }))
    const lane = async (): Promise<void> => {
      for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
        const next = mail
        taken += 1
        isAway = (await inTurn(() => send(next))) === 'away' || isAway
        if (isAway || underWay.isStopping) await releaseUntried(shop, waiting.splice(0))
      }
    }
    // All have to end before the first one's error is thrown: no lane may be left that still sends.
    const lanes = await Promise.allSettled(Array.from({ length: MAILS_AT_A_TIME }, lane))
    await sent.note()
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
  }
  return taken
}

/** Where that fails, each mail shows it for itself. */
async function readAhead(delivery: Delivery, mails: readonly ClaimedMail[]): Promise<void> {
  try {
    await delivery.readAhead?.(mails.flatMap(({ attachments }) => decodeAttachments(attachments)))
  } catch {
    // It is read again when the mail is sent.
  }
}

/** Mails that have left are noted together, a moment later at most. */
type SentMails = { add(mail: ClaimedMail): void; note(): Promise<void> }

const NOTED_WITHIN_MS = 250

function sentMails({ db, clock, log }: Sender): SentMails {
  let mails: ClaimedMail[] = []
  let timer: NodeJS.Timeout | undefined
  let noting: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const left = mails
    mails = []
    if (left.length === 0) return
    await db.query(SENT, [left.map(({ id }) => id), left.map(({ attempts }) => attempts), timestamp(clock.now())])
    for (const { id } of left) log.mailSent(String(id))
  }
  const note = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    noting = noting.then(write)
    return noting
  }
  return {
    add: mail => {
      mails.push(mail)
      // The last `note` reports what could not be noted.
      timer ??= setTimeout(() => void note().catch(() => undefined), NOTED_WITHIN_MS)
    },
    note,
  }
}

/**
 * Gives up mails that no process sends any more, so that the log says so and no run takes them again: those of an event
 * that has ended, and those whose sending broke the process at every attempt. Returns how many.
 */
export async function giveUpDeadMail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { maximumAttempts }: Pick<Delivery, 'maximumAttempts'>,
): Promise<number> {
  const dead = await db.query(GIVE_UP, [timestamp(clock.now()), CLAIM_MILLISECONDS, maximumAttempts])
  return dead.length
}

type Taken = { readonly mail: ClaimedMail; readonly sent: SentMails }

/** Returns what became of it. */
async function deliver(shop: Sender, delivery: Delivery, { mail, sent }: Taken): Promise<'sent' | Reason> {
  try {
    await delivery.transport.send({
      id: String(mail.id),
      requestedAt: mail.created_at,
      sentAt: shop.clock.now(),
      senderName: mail.sender_name,
      replyTo: mail.reply_to,
      unsubscribeUrl: mail.unsubscribe_url,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      attachments: await attachmentsOf(mail, delivery.makeAttachment),
    })
  } catch (error) {
    return storeFailure(shop, delivery, mail, error)
  }
  sent.add(mail)
  return 'sent'
}

async function storeFailure(
  { db, clock, log }: Sender,
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
 * What the mail carries, made at once, so that what it is made of is read together. A mail about a ticket or pass alone
 * is not sent once its holder has lost it; the mail of an order goes without it (lifecycle D).
 */
async function attachmentsOf(mail: ClaimedMail, makeAttachment: MakeAttachment): Promise<readonly Attachment[]> {
  const descriptions = decodeAttachments(mail.attachments)
  const isOfHolderAlone = descriptions.every(isOfHolder)
  const made = await Promise.all(
    descriptions.map(async description => ({ description, attachment: await makeAttachment(description) })),
  )
  return made.flatMap(({ description, attachment }) => {
    if (attachment === LEFT_OUT) return []
    if (attachment) return [attachment]
    if (description.kind === 'message-person') throw new NothingToAttach(NOT_FOR_READER)
    if (!isOfHolder(description)) throw new NothingToAttach(`nothing to make ${description.kind} of`)
    if (isOfHolderAlone) throw new NothingToAttach(description.kind === 'pass-pdf' ? PASS_IS_GONE : TICKET_IS_GONE)
    return []
  })
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
  readonly unsubscribe_url: string | null
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

type Claimed = { readonly mails: readonly ClaimedMail[]; readonly areMoreDue: boolean }

async function claim({ db, clock }: Sender, limit: number): Promise<Claimed> {
  const mails = await db.query(CLAIM, [timestamp(clock.now()), CLAIM_MILLISECONDS, limit])
  const found = mails[0]?.found ?? 0
  return { mails, areMoreDue: found === limit || found > mails.length }
}

/**
 * The attempt counts from here, so that a mail which breaks the process is given up in the end too. Only mails that are
 * tried for the first time are claimed together: any other may be one that breaks the process, and takes none with it.
 */
const CLAIM = statement<ClaimedMail & { readonly found: number }>(
  'mail-claim',
  `with due as (
     select id, attempts, row_number() over (order by next_attempt_at, id) as place from (
       select id, attempts, next_attempt_at from mail
       where status in ('WAITING', 'RETRY', 'IN_PROCESS') and next_attempt_at <= $1
         and (status <> 'IN_PROCESS' or claimed_at <= $1::timestamptz - $2::integer * interval '1 millisecond')
         and (outlives_event
           or not exists (select from event where event.id = mail.purchase_context_id and event.ends_at <= $1))
       order by next_attempt_at, id
       for update skip locked
       limit $3
     ) as first_due
   ), taken as (
     select id from due
     where attempts = 0 or place = 1 and not exists (select from due as fresh where fresh.attempts = 0)
   )
   update mail set status = 'IN_PROCESS', claimed_at = $1, attempts = attempts + 1,
     tried_since = coalesce(tried_since, $1)
   where id in (select id from taken)
   returning id, recipient, sender_name, reply_to, unsubscribe_url, subject, text_body, html_body, attachments, attempts,
     away_attempts, tried_since, created_at, (select count(*)::int from due) as found`,
)

/** True while there is a mail to send or to give up; `$1` is the time. */
export const MAILS_ARE_DUE = `exists (
  select from mail
  where status in ('WAITING', 'RETRY', 'IN_PROCESS') and next_attempt_at <= $1
    and (status <> 'IN_PROCESS' or claimed_at <= $1::timestamptz - ${CLAIM_MILLISECONDS} * interval '1 millisecond'))`

/** What was claimed and not tried is as it was. */
async function releaseUntried({ db }: Sender, mails: readonly ClaimedMail[]): Promise<void> {
  if (mails.length === 0) return
  await db.query(RELEASE_UNTRIED, [mails.map(({ id }) => id), mails.map(({ attempts }) => attempts)])
}

const RELEASE_UNTRIED = statement<never>(
  'mail-untried',
  `update mail set status = case when mail.attempts > 1 then 'RETRY' else 'WAITING' end, claimed_at = null,
     attempts = mail.attempts - 1, tried_since = case when mail.attempts > 1 then tried_since end
   from unnest($1::bigint[], $2::integer[]) as claimed (id, attempts)
   where mail.id = claimed.id and mail.attempts = claimed.attempts and status = 'IN_PROCESS'`,
)

const GIVE_UP = statement<{ readonly id: bigint }>(
  'mail-give-up',
  `update mail set status = 'ERROR', claimed_at = null, last_error = case when dead.is_over
       then '${EVENT_HAS_ENDED}' else 'given up: sending it has never come to an end' end
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
   from unnest($1::bigint[], $2::integer[]) as claimed (id, attempts)
   where mail.id = claimed.id and mail.attempts = claimed.attempts and status = 'IN_PROCESS'`,
)

const FAILED = statement<never>(
  'mail-failed',
  `update mail set status = $3, next_attempt_at = $4, claimed_at = null, last_error = $5, away_attempts = $6
   where id = $1 and attempts = $2 and status = 'IN_PROCESS'`,
)

/** What Node and the mail client say of a server that can't be reached, does not answer, or does not know us. */
const AWAY = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROTOCOL',
  // The folder of captured mail.
  'ENOSPC',
  'EACCES',
  'EROFS',
])

/** "Service not available": the server says so of itself, not of the mail (RFC 5321, 4.2.3). */
const NOT_AVAILABLE = 421

/** Would the mail server have taken no mail at all just now? */
function isServerAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof UnreadableSecret) return true
  if ('responseCode' in error && error.responseCode === NOT_AVAILABLE) return true
  return 'code' in error && typeof error.code === 'string' && AWAY.has(error.code)
}
