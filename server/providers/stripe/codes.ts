/** What buyers read about a payment that was refused: the codes of the wire, and ours where the wire has none. */

const ofWire = (code: string): string => `error.STEP2_STRIPE_${code}`

/** The codes of the wire that have a text. */
const TEXTS = new Set([
  'incorrect_number',
  'invalid_number',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_cvc',
  'expired_card',
  'incorrect_cvc',
  'incorrect_zip',
  'card_declined',
  'missing',
  'processing_error',
])

const AUTHENTICATION = new Set(['authentication_required', 'authentication_not_handled'])
const LATER = new Set(['processing_error', 'issuer_not_available', 'try_again_later', 'reenter_transaction'])

export const MISSING_TOKEN = 'error.STEP_2_MISSING_STRIPE_TOKEN'
/** The shop and Stripe don't come together: nothing the buyer could change. */
export const ABORTED = ofWire('abort')
export const TOO_MANY_REQUESTS = ofWire('rate_limit')
export const OUT_OF_REACH = 'foyer.payment.later'
const UNEXPECTED = ofWire('unexpected')
const DECLINED = ofWire('card_declined')
const AUTHENTICATE = 'foyer.payment.authenticate'

/** What the buyer has not done, whatever the bank then says of the card (lifecycle B.3). */
const BY_BUYER: ReadonlyMap<string, string> = new Map([
  ['payment_intent_authentication_failure', 'foyer.payment.not-confirmed'],
  ['payment_method_customer_decline', 'foyer.payment.cancelled'],
])

/** Stripe's own two codes for one refusal. */
export type Refusal = { readonly code?: string | null | undefined; readonly decline_code?: string | null | undefined }

/**
 * The code for the buyer. What a bank says of stolen and lost cards and of fraud is shown as every other decline, and
 * so is every reason without a text of its own.
 */
export function buyerCode({ code, decline_code: reason }: Refusal): string {
  const byBuyer = BY_BUYER.get(code ?? '')
  if (byBuyer !== undefined) return byBuyer
  for (const word of [reason, code]) {
    if (word == null) continue
    if (AUTHENTICATION.has(word)) return AUTHENTICATE
    if (LATER.has(word)) return ofWire('processing_error')
    if (TEXTS.has(word)) return ofWire(word)
    if (word === reason) return DECLINED
  }
  return UNEXPECTED
}

/** A request that Stripe found wrong; `param` is the field it names. */
export function invalidCode(param: string | null): string {
  const code = `invalid_${param ?? ''}`
  return TEXTS.has(code) ? ofWire(code) : UNEXPECTED
}
