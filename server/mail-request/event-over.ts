import type { ResendCode } from '#contract/error-codes.ts'
import type { ValidatedBoolean } from '#contract/wrapper.ts'
import { refusal } from '#server/http/answer.ts'

/** The name under which the refusal is global. */
const MAIL_FORM = 'mail'
const CODE: ResendCode = 'foyer.resend.event-over'

/** The answer to whoever asks for a mail again that would not be sent: the event has ended (lifecycle D). */
export function eventOver(): ValidatedBoolean {
  return refusal([{ code: CODE }], { form: MAIL_FORM, value: false })
}
