import { type FakeError, failed } from './world.ts'

/** What the buyer's bank does: it asks the buyer first, refuses, or pays. */
export type Verdict = {
  readonly isAsking?: true
  readonly error?: FakeError
  /** The bank does not take the liability for fraud. */
  readonly isWithoutLiabilityShift?: true
}

const declined = (processorResult: string, payerMessage = 'The payment was declined. Please use another means.') =>
  failed(402, 'TRANSACTION_DECLINED', 'Transaction declined by acquirer', {
    behavior: 'OTHER_MEANS',
    payerMessage,
    processorResult,
  })

export const DECLINED = declined('05')
export const WITHOUT_FUNDS = declined('51')
export const STOLEN = declined('43')
export const NOT_AUTHENTICATED = failed(402, '3DS_AUTHENTICATION_FAILED', '3-D Secure authentication failed', {
  behavior: 'OTHER_MEANS',
  payerMessage: 'Your bank could not confirm that it is you.',
})
export const CONDITION_FAILED = failed(402, 'CONDITION_NOT_SATISFIED', 'The condition was not satisfied', {
  behavior: 'OTHER_MEANS',
})
export const ABORTED = failed(402, 'TRANSACTION_ABORTED', 'The payment was aborted by the payer')

/** Test cards; any expiry and security code goes with them. */
export const CARD = {
  pays: '9010003150000001',
  mastercard: '9030003150000007',
  asks: '9010004950000001',
  isNotAuthenticated: '9010004350000007',
  isWithoutLiabilityShift: '9010003750000005',
  isDeclined: '9010403153150003',
  byAmount: '9010403153900001',
} as const

/** The last two digits of the amount decide, with the card for it. */
const BY_AMOUNT: Readonly<Record<string, FakeError>> = {
  '05': DECLINED,
  '51': WITHOUT_FUNDS,
  '33': declined('33'),
  '43': STOLEN,
}

const CARDS: Readonly<Record<string, Verdict>> = {
  [CARD.pays]: {},
  [CARD.mastercard]: {},
  [CARD.asks]: { isAsking: true },
  [CARD.isNotAuthenticated]: { error: NOT_AUTHENTICATED },
  [CARD.isWithoutLiabilityShift]: { isWithoutLiabilityShift: true },
  [CARD.isDeclined]: { error: DECLINED },
}

/** Undefined for a number that is none of a test card: the page asks again. */
export function verdictOn(number: string, amount: bigint): Verdict | undefined {
  if (number !== CARD.byAmount) return CARDS[number]
  const error = BY_AMOUNT[String(amount).padStart(2, '0').slice(-2)]
  return error ? { error } : {}
}

const SECOND = 1000

/** TWINT, by the amount in hundredths of a franc: how long it takes, or how it fails. */
export const TWINT_LATE: Readonly<Record<string, number>> = {
  '6611': SECOND,
  '6612': 10 * SECOND,
  '6613': 60 * SECOND,
  '6614': 120 * SECOND,
  '6615': 600 * SECOND,
}
export const TWINT_FAILS: Readonly<Record<string, FakeError>> = { '6651': DECLINED, '6661': ABORTED }

/** iDEAL of this amount is undecided at the return, and decided ten minutes later. */
export const IDEAL_LATE = { amount: 490n, after: 600 * SECOND } as const
