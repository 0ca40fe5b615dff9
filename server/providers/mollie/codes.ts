const REFUSED = 'foyer.payment.refused'
const CORRECT = 'foyer.payment.correct'
const AUTHENTICATE = 'foyer.payment.authenticate'
const NOT_CONFIRMED = 'foyer.payment.not-confirmed'

/** What buyers read where the cause is not theirs. */
export const LATER = 'foyer.payment.later'

type Told = { readonly code: string; readonly isMessageTold: boolean }

const told = (code: string): Told => ({ code, isMessageTold: true })

/**
 * Why a payment has failed, by Mollie's failureReason. What would help a thief is a plain refusal without a word; a question of the
 * bank that the buyer left or failed has our words (lifecycle B.3).
 */
const REASONS: ReadonlyMap<string, Told> = new Map(
  Object.entries({
    invalid_card_number: told(CORRECT),
    invalid_cvv: told(CORRECT),
    invalid_card_holder_name: told(CORRECT),
    card_expired: told(CORRECT),
    insufficient_funds: told(REFUSED),
    card_declined: told(REFUSED),
    refused_by_issuer: told(REFUSED),
    inactive_card: told(REFUSED),
    invalid_card_type: told(REFUSED),
    unknown_reason: told(REFUSED),
    possible_fraud: { code: REFUSED, isMessageTold: false },
    authentication_required: told(AUTHENTICATE),
    authentication_failed: { code: NOT_CONFIRMED, isMessageTold: false },
    authentication_abandoned: { code: NOT_CONFIRMED, isMessageTold: false },
    authentication_unavailable_acs: told(AUTHENTICATE),
  }),
)

/** What the buyer reads about a failed payment. For an unknown reason Mollie's words are not shown either. */
export function toldBuyer(
  reason: string | null,
  message: string | null,
): { readonly code: string; readonly message?: string } {
  const { code, isMessageTold } = REASONS.get(reason ?? '') ?? { code: REFUSED, isMessageTold: false }
  return isMessageTold && message !== null && message.trim() !== '' ? { code, message } : { code }
}

/** The fields by which another method may be possible, for this sum at least. */
const OF_THE_METHOD = new Set(['amount', 'amount.value', 'amount.currency', 'method'])

/** What the buyer reads when Mollie turns a new payment down. */
export const codeOfField = (field: string | null): string =>
  field !== null && OF_THE_METHOD.has(field) ? REFUSED : LATER
