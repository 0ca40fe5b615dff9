import { CARD } from '#tests/fakes/stripe/cards.ts'
import type { Reply } from '../../support/buyer/buyer.ts'
import type { Differences } from './case.ts'
import type { ProviderFixture } from './provider-fixture.ts'

type ReasonCase = {
  readonly provoke: (at: ProviderFixture) => Promise<Reply>
  /** The text in the answer, where the row names several. */
  readonly text?: string
}

/** Why a provider took no money, by the names of the rows; each is stated in words. */
export const PROVIDER_REASON_CASES: Readonly<Record<string, ReasonCase>> = {
  'P reason error.STEP2_STRIPE_{card code}: Stripe': {
    provoke: at => at.byCard(at.token(CARD.expired)),
    text: 'error.STEP2_STRIPE_expired_card',
  },
  'P reason error.STEP2_STRIPE_abort: Stripe': { provoke: at => at.byCard(at.token(CARD.pays), true) },
  'P reason error.STEP2_STRIPE_unexpected: Stripe': { provoke: at => at.byCard('tok_of_nobody') },
  'P reason error.STEP_2_MISSING_STRIPE_TOKEN: Stripe': { provoke: at => at.byCard(null) },
  'P reason error.STEP_2_PAYPAL_unexpected: PayPal': { provoke: at => at.byUnknownPayPal() },
  'P reason error.STEP_2_INVALID_HMAC: PayPal': { provoke: at => at.byPayPalOfAnotherName() },
  'P reason error.STEP_2_PAYPAL_INSTRUMENT_DECLINED: PayPal': { provoke: at => at.byPayPal('decline') },
}

const DECLINED = 'error.STEP_2_PAYPAL_INSTRUMENT_DECLINED'
const oneForAll = 'PayPal names no reason today but that another card or account is to be chosen there.'

/** Reasons that are answered otherwise; `errors` names the texts. */
export const PROVIDER_DIFFERENCES: Differences<ProviderFixture> = {
  'P reason error.STEP2_STRIPE_invalid_{param}: Stripe': {
    provoke: at => at.byCard('tok_of_nobody'),
    errors: ['error.STEP2_STRIPE_unexpected'],
    why: 'Stripe names a field of our request, which no buyer can change; the card itself is checked by its own form.',
  },
  'P reason error.STEP_2_PAYMENT_REQUEST_CREATION: a provider takes no request': {
    provoke: at => at.byPayPalThatIsDown(),
    errors: [],
    why: 'Whether it took the request is found out before anything is reported; the browser says this after an answer of 500 and more.',
  },
  'P reason error.STEP_2_PAYPAL_FAILED_TO_CHARGE_CC: PayPal': {
    provoke: at => at.byPayPal('decline'),
    errors: [DECLINED],
    why: oneForAll,
  },
  'P reason error.STEP_2_PAYPAL_INSUFFICIENT_FUNDS: PayPal': {
    provoke: at => at.byPayPal('decline-funds'),
    errors: [DECLINED],
    why: oneForAll,
  },
  'P reason error.STEP_2_PAYPAL_EXPIRED_CREDIT_CARD: PayPal': {
    provoke: at => at.byPayPal('decline'),
    errors: [DECLINED],
    why: oneForAll,
  },
}
