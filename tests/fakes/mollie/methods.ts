import type { Sum } from './world.ts'

/** The methods of Mollie, as far as the stand-in knows them; amounts in hundredths. */
export type FakeMethod = {
  readonly name: string
  readonly currencies: readonly string[]
  /** Of the buyer; null for any. */
  readonly country: string | null
  readonly least: bigint
  /** Null without a bound. */
  readonly most: bigint | null
  /** How long its page is open. */
  readonly minutes: number
  /** Listed only when a shop asks for wallets. */
  readonly isWallet?: true
  /** It can't be cancelled once the buyer has begun. */
  readonly isBinding?: true
  readonly isClosed?: true
}

const CARDS = 'AED AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY NOK NZD PLN RON SEK SGD USD ZAR'.split(' ')

export const METHODS: Readonly<Record<string, FakeMethod>> = {
  creditcard: {
    name: 'Card',
    currencies: CARDS,
    country: null,
    least: 1n,
    most: 1_000_000n,
    minutes: 15,
    isBinding: true,
  },
  applepay: {
    name: 'Apple Pay',
    currencies: CARDS,
    country: null,
    least: 1n,
    most: 1_000_000n,
    minutes: 15,
    isWallet: true,
    isBinding: true,
  },
  ideal: { name: 'iDEAL', currencies: ['EUR'], country: 'NL', least: 1n, most: 5_000_000n, minutes: 15 },
  bancontact: { name: 'Bancontact', currencies: ['EUR'], country: 'BE', least: 2n, most: null, minutes: 60 },
  kbc: { name: 'KBC/CBC', currencies: ['EUR'], country: 'BE', least: 1n, most: 5_000_000n, minutes: 60 },
  belfius: { name: 'Belfius', currencies: ['EUR'], country: 'BE', least: 1n, most: 5_000_000n, minutes: 60 },
  przelewy24: {
    name: 'Przelewy24',
    currencies: ['EUR', 'PLN'],
    country: null,
    least: 1n,
    most: 5_500_000n,
    minutes: 60,
  },
  // The shop has no names for these.
  twint: { name: 'TWINT', currencies: ['CHF'], country: 'CH', least: 1n, most: 500_000n, minutes: 15 },
  eps: { name: 'eps', currencies: ['EUR'], country: 'AT', least: 100n, most: 5_000_000n, minutes: 60 },
  inghomepay: {
    name: "ING Home'Pay",
    currencies: ['EUR'],
    country: 'BE',
    least: 1n,
    most: null,
    minutes: 60,
    isClosed: true,
  },
}

const WITHOUT_DECIMALS = new Set(['ISK', 'JPY'])

export const decimalsOf = (currency: string): number => (WITHOUT_DECIMALS.has(currency) ? 0 : 2)

/** Undefined where it has not exactly the decimals of its currency, or is not above zero. */
export function read(value: string, currency: string): bigint | undefined {
  const decimals = decimalsOf(currency)
  const form = decimals === 0 ? /^\d{1,12}$/ : /^\d{1,12}\.\d{2}$/
  const amount = form.test(value) ? BigInt(value.replace('.', '')) : 0n
  return amount > 0n ? amount : undefined
}

export function renderAmount({ amount, currency }: Sum): { readonly value: string; readonly currency: string } {
  const decimals = decimalsOf(currency)
  const digits = amount.toString().padStart(decimals + 1, '0')
  const value = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return { value, currency }
}

/** Can it take a sum? Its bounds count in every currency, as hundredths of the unit. */
export function takes({ currencies, least, most }: FakeMethod, { amount, currency }: Sum): boolean {
  const hundredths = decimalsOf(currency) === 0 ? amount * 100n : amount
  return currencies.includes(currency) && hundredths >= least && (most === null || hundredths <= most)
}
