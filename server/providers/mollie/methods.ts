import type { Currency } from '#domain/foundation/money/currency.ts'
import { currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minorFromDecimal } from '#domain/foundation/money/money.ts'
import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import type { Payable } from '#server/providers/port/provider.ts'
import type { Due } from '#server/providers/port/terms.ts'
import { fromMollie } from './amounts.ts'
import type { Method } from './replies.ts'

type Traits = {
  /** Mollie's name. */
  readonly id: string
  readonly currencies: readonly string[]
  /** Of the buyer; null where it does not matter. */
  readonly country: string | null
  readonly min: string | null
  readonly max: string | null
}

/** Cards, and what is paid by card; docs/providers/mollie.md says where that was read. */
const OF_CARDS = ('AED AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY NOK NZD PLN RON SEK SGD USD ZAR' as const).split(
  ' ',
)
const EURO = ['EUR']

/** The methods of the wire that Mollie has. ING_HOME_PAY is closed. */
const METHODS: Partial<Readonly<Record<PaymentMethod, Traits>>> = {
  CREDIT_CARD: { id: 'creditcard', currencies: OF_CARDS, country: null, min: null, max: null },
  IDEAL: { id: 'ideal', currencies: EURO, country: 'NL', min: '0.01', max: '50000' },
  BANCONTACT: { id: 'bancontact', currencies: EURO, country: 'BE', min: '0.02', max: null },
  KBC: { id: 'kbc', currencies: EURO, country: 'BE', min: '0.01', max: '50000' },
  BELFIUS: { id: 'belfius', currencies: EURO, country: 'BE', min: '0.01', max: '50000' },
  PRZELEWY_24: { id: 'przelewy24', currencies: ['EUR', 'PLN'], country: 'PL', min: '0.01', max: '55000' },
  APPLE_PAY: { id: 'applepay', currencies: OF_CARDS, country: null, min: null, max: null },
}

const ALL = Object.keys(METHODS) as readonly PaymentMethod[]

/** Mollie's name of a method; undefined where it has none. */
export const mollieMethod = (method: PaymentMethod): string | undefined => METHODS[method]?.id

/** Does Mollie take money of this currency by any method, as published? */
export const takesCurrency = (code: string): boolean =>
  Object.values(METHODS).some(({ currencies }) => currencies.includes(code))

/**
 * What can be offered: of Mollie's own list where it has come, else of what Mollie has published. Without anything to pay yet it is
 * by the currency alone.
 */
export function methodsFor({
  context,
  due,
  country,
  listed,
}: Omit<Payable<unknown>, 'settings' | 'now'>): readonly PaymentMethod[] {
  const code = due?.currency ?? context.currency
  if (code === null || (due !== null && due.amount <= 0n)) return []
  return ALL.filter(method => {
    const traits = METHODS[method]
    if (!traits) return false
    if (listed !== null) return listed.includes(traits.id)
    const isInReach = traits.country === null || country === null || traits.country === country
    return isInReach && canTake(traits, code, due)
  })
}

function canTake({ currencies, min, max }: Traits, code: Currency, due: Due | null): boolean {
  if (!currencies.includes(code)) return false
  return due === null || isWithin(due.amount, code, { min, max })
}

type Bounds = Pick<Traits, 'min' | 'max'>

function isWithin(amount: Minor, code: Currency, { min, max }: Bounds): boolean {
  const least = min === null ? undefined : minorFromDecimal(min, code)
  const most = max === null ? undefined : minorFromDecimal(max, code)
  return (least === undefined || amount >= least) && (most === undefined || amount <= most)
}

/** Ids of those in Mollie's list that are activated and take the sum. */
export function idsFor(methods: readonly Method[], due: Due): readonly string[] {
  return methods.filter(method => isActivated(method) && hasRoom(method, due)).map(({ id }) => id)
}

export const isActivated = ({ status }: Method): boolean => status == null || status === 'activated'

/** Is one of the methods that we can offer among them? */
export const hasOneOfOurs = (methods: readonly Method[]): boolean => {
  const ours = new Set(ALL.map(mollieMethod))
  return methods.some(method => isActivated(method) && ours.has(method.id))
}

/** Bounds in another currency say nothing about this sum. */
function hasRoom({ minimumAmount, maximumAmount }: Method, { amount, currency: code }: Due): boolean {
  const bound = (stated: Method['minimumAmount']) => {
    const inCurrency = stated && currency(stated.currency) === code ? fromMollie(stated) : undefined
    return inCurrency?.amount
  }
  const least = bound(minimumAmount)
  const most = bound(maximumAmount)
  return (least === undefined || amount >= least) && (most === undefined || amount <= most)
}
