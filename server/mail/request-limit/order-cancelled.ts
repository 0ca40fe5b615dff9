import type { ResendCode } from '#contract/error-codes.ts'
import type { ValidatedBoolean } from '#contract/wrapper.ts'
import { refusal } from '#server/foundation/http/answer.ts'

/** The name under which the refusal is global. */
const MAIL_FORM = 'mail'
const CODE: ResendCode = 'foyer.resend.order-cancelled'

/** The answer to a request for the mail of a cancelled order: there is none to send (lifecycle D). */
export function orderCancelled(): ValidatedBoolean {
  return refusal([{ code: CODE }], { form: MAIL_FORM, value: false })
}
