const REFUSED = 'foyer.payment.refused'
const CORRECT = 'foyer.payment.correct'
const AUTHENTICATE = 'foyer.payment.authenticate'
const NOT_CONFIRMED = 'foyer.payment.not-confirmed'

/** What buyers read where the cause is not theirs. */
export const LATER = 'foyer.payment.later'

type Reason = { readonly code: string; readonly isMessageShown: boolean }

const explained = (code: string): Reason => ({ code, isMessageShown: true })

/**
 * Why a payment has failed, by Mollie's failureReason. What would help a thief is a plain refusal without a word; a question of the
 * bank that the buyer left or failed has our words (lifecycle B.3).
 */
const REASONS: ReadonlyMap<string, Reason> = new Map(
  Object.entries({
    invalid_card_number: explained(CORRECT),
    invalid_cvv: explained(CORRECT),
    invalid_card_holder_name: explained(CORRECT),
    card_expired: explained(CORRECT),
    insufficient_funds: explained(REFUSED),
    card_declined: explained(REFUSED),
    refused_by_issuer: explained(REFUSED),
    inactive_card: explained(REFUSED),
    invalid_card_type: explained(REFUSED),
    unknown_reason: explained(REFUSED),
    possible_fraud: { code: REFUSED, isMessageShown: false },
    authentication_required: explained(AUTHENTICATE),
    authentication_failed: { code: NOT_CONFIRMED, isMessageShown: false },
    authentication_abandoned: { code: NOT_CONFIRMED, isMessageShown: false },
    authentication_unavailable_acs: explained(AUTHENTICATE),
  }),
)

/** What the buyer reads about a failed payment. For an unknown reason Mollie's words are not shown either. */
export function refusalFor(
  reason: string | null,
  message: string | null,
): { readonly code: string; readonly message?: string } {
  const { code, isMessageShown } = REASONS.get(reason ?? '') ?? { code: REFUSED, isMessageShown: false }
  return isMessageShown && message !== null && message.trim() !== '' ? { code, message } : { code }
}

/** The fields by which another method may be possible, for this sum at least. */
const OF_THE_METHOD = new Set(['amount', 'amount.value', 'amount.currency', 'method'])

/** What the buyer reads when Mollie turns a new payment down. */
export const codeOfField = (field: string | null): string =>
  field !== null && OF_THE_METHOD.has(field) ? REFUSED : LATER
