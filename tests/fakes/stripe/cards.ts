import type { PaymentError } from './world.ts'

/** The numbers Stripe publishes for tests, and what they do. */
type Card = {
  readonly decline?: PaymentError
  /** The bank asks first. */
  readonly asks?: true
  readonly isDisputed?: true
  readonly refund?: 'pending' | 'fail-later'
}

function declined(code: string, reason?: string): PaymentError {
  const decline = reason === undefined ? {} : { decline_code: reason }
  return { type: 'card_error', code, ...decline, message: MESSAGES[reason ?? code] ?? 'Your card was declined.' }
}

/** What Stripe says to buyers, without anything that would help a thief. */
const MESSAGES: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'The security code of your card is incorrect.',
  incorrect_number: 'Your card number is incorrect.',
  processing_error: 'Your card could not be charged. Please try again in a moment.',
}

const CARDS: Readonly<Record<string, Card>> = {
  '4242424242424242': {},
  '4000000000000002': { decline: declined('card_declined', 'generic_decline') },
  '4000000000009995': { decline: declined('card_declined', 'insufficient_funds') },
  '4000000000009979': { decline: declined('card_declined', 'stolen_card') },
  '4000000000009987': { decline: declined('card_declined', 'lost_card') },
  '4000000000000069': { decline: declined('expired_card', 'expired_card') },
  '4000000000000127': { decline: declined('incorrect_cvc', 'incorrect_cvc') },
  '4000000000000119': { decline: declined('processing_error', 'processing_error') },
  '4000000000003220': { asks: true },
  '4000002760003184': { asks: true },
  '4000008400001629': { asks: true, decline: declined('card_declined', 'generic_decline') },
  '4000000000000259': { isDisputed: true },
  '4000000000005126': { refund: 'fail-later' },
  '4000000000007726': { refund: 'pending' },
}

export const CARD = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  withoutFunds: '4000000000009995',
  stolen: '4000000000009979',
  expired: '4000000000000069',
  authenticates: '4000000000003220',
} as const

export const AUTHENTICATION_FAILED: PaymentError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The bank could not authenticate the buyer.',
}

/** What a card does; a number that is none is refused as one. */
export function cardOf(number: string): Card {
  const listed = CARDS[number]
  if (listed) return listed
  return isCardNumber(number) ? {} : { decline: declined('incorrect_number') }
}

/** By its check digit. */
function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  let sum = 0
  for (const [index, digit] of number.split('').toReversed().entries()) {
    const doubled = index % 2 === 0 ? Number(digit) : Number(digit) * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

export type TypedCard = { readonly number: string; readonly expiry: string; readonly cvc: string }

/** What the form finds wrong before anything is sent; null when it is complete. */
export function wrongIn({ number, expiry, cvc }: TypedCard, now: number): string | null {
  if (!isCardNumber(number)) return 'invalid_number'
  const [, month, year] = /^(\d{1,2})\s*\/\s*(\d{2})$/.exec(expiry) ?? []
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12)
    return 'invalid_expiry_month'
  if (Date.UTC(2000 + Number(year), Number(month)) <= now) return 'invalid_expiry_year'
  return /^\d{3,4}$/.test(cvc) ? null : 'invalid_cvc'
}
