import { sql } from 'kysely'
import { type Instant, after } from '#domain/foundation/instant.ts'
import { type MailRequestKind, REQUESTS_COUNT_FOR, waitBeforeMail } from '#domain/mail/mail-request/limit.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import type { ResendCode } from '#contract/error-codes.ts'
import type { ValidatedBoolean } from '#contract/wrapper.ts'
import { refusal } from '#server/foundation/http/answer.ts'

/** Which order, by its id, which ticket, by its private id, or which address, by its digest; and what is asked for. */
export type MailRequest = { readonly subjectId: string; readonly kind: MailRequestKind }

/**
 * Counts a request for mails of an order or ticket. Answers 0, or in how many seconds mails may be requested: then it
 * was not counted. The caller has locked the order or ticket, so that of many at the same time no more are let through.
 */
export async function countMailRequest(tx: Tx, request: MailRequest, now: Instant): Promise<number> {
  const wait = await secondsBeforeMail(tx, request, now)
  if (wait === 0) await noteMailRequest(tx, request, now)
  return wait
}

/** In how many seconds it may be asked for; 0: now. */
export async function secondsBeforeMail(tx: Tx, { subjectId, kind }: MailRequest, now: Instant): Promise<number> {
  const earlier = await tx.kysely
    .selectFrom('mail_request')
    .select('at')
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where('at', '>', sqlInstant(after(now, -REQUESTS_COUNT_FOR)))
    .execute()
  const moments = earlier.map(({ at }) => at)
  return Math.ceil(waitBeforeMail(kind, moments, now) / 1000)
}

export async function noteMailRequest(tx: Tx, { subjectId, kind }: MailRequest, now: Instant): Promise<void> {
  await sql`insert into mail_request (subject_id, kind, at) values (${subjectId}, ${kind}, ${timestamp(now)})`.execute(
    tx.kysely,
  )
}

/** The name under which the refusal is global. */
const MAIL_FORM = 'mail'
const CODE: ResendCode = 'foyer.resend.order-cancelled'

/** The answer to a request for the mail of a cancelled order: there is none to send (lifecycle D). */
export function orderCancelled(): ValidatedBoolean {
  return refusal([{ code: CODE }], { form: MAIL_FORM, value: false })
}
