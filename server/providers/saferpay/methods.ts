import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import type { Payable } from '#server/providers/port/provider.ts'

type Traits = {
  /** Null: whatever the terminal takes. */
  readonly currencies: readonly string[] | null
  /** The name of the wire, of those that have one of their own. */
  readonly wire?: PaymentMethod
  /** In the smallest unit. */
  readonly most?: bigint
  /** Shown beside cards, and nothing without them. */
  readonly isWallet?: true
}

const EVERYWHERE: Traits = { currencies: null }
const EURO: Traits = { currencies: ['EUR'] }
const FRANC: Traits = { currencies: ['CHF'] }
const WALLET: Traits = { currencies: null, isWallet: true }

/**
 * What Saferpay's page can show, by its names. KLARNA is left out: it needs the lines of the order, and with them personal
 * data. Which currencies a terminal really takes is in the contracts; this only keeps out what can't be.
 */
export const METHODS: Readonly<Record<string, Traits>> = {
  VISA: EVERYWHERE,
  MASTERCARD: EVERYWHERE,
  AMEX: EVERYWHERE,
  DINERS: EVERYWHERE,
  JCB: EVERYWHERE,
  MAESTRO: EVERYWHERE,
  CARD: EVERYWHERE,
  UNIONPAY: EVERYWHERE,
  TWINT: { currencies: ['CHF'], most: 500_000n },
  POSTFINANCEPAY: { currencies: ['CHF', 'EUR'] },
  REKA: FRANC,
  ACCOUNTTOACCOUNT: EVERYWHERE,
  ALIPAY: EVERYWHERE,
  BANCONTACT: { ...EURO, wire: 'BANCONTACT' },
  BLIK: { currencies: ['PLN'] },
  DIRECTDEBIT: EURO,
  EPRZELEWY: { currencies: ['EUR', 'PLN'], wire: 'PRZELEWY_24' },
  EPS: EURO,
  GIFTCARD: EVERYWHERE,
  IDEAL: { ...EURO, wire: 'IDEAL' },
  PAYCONIQ: EURO,
  PAYPAL: EVERYWHERE,
  WECHATPAY: EVERYWHERE,
  WERO: EURO,
  APPLEPAY: WALLET,
  GOOGLEPAY: WALLET,
  CLICKTOPAY: WALLET,
}

/** What the page shows for one way to pay of the wire. */
export type Shown = { readonly methods: readonly string[]; readonly wallets: readonly string[] }

/**
 * The ways to pay of the wire that the chosen methods make up, with what the page shows for each of them; what has no name
 * there is shown with the cards.
 */
export function shownFor(
  { due, listed }: Pick<Payable<unknown>, 'due' | 'listed'>,
  chosen: readonly string[],
): ReadonlyMap<PaymentMethod, Shown> {
  const shown = new Map<PaymentMethod, Shown>()
  const wallets: string[] = []
  for (const name of new Set(chosen)) {
    const traits = METHODS[name]
    if (!traits || (listed !== null && !listed.includes(name))) continue
    if (due !== null && !takes(traits, due)) continue
    if (traits.isWallet) {
      wallets.push(name)
      continue
    }
    const method = traits.wire ?? 'CREDIT_CARD'
    shown.set(method, { methods: [...(shown.get(method)?.methods ?? []), name], wallets: [] })
  }
  const withCards = shown.get('CREDIT_CARD')
  if (withCards) shown.set('CREDIT_CARD', { ...withCards, wallets })
  return shown
}

/** Can money of this currency be paid by a method of this name? A wallet is none by itself. */
export function takesCurrency(name: string, currency: string): boolean {
  const traits = METHODS[name]
  return traits !== undefined && traits.isWallet !== true && isOfCurrency(traits, currency)
}

function takes(traits: Traits, { amount, currency }: NonNullable<Payable<unknown>['due']>): boolean {
  return isOfCurrency(traits, currency) && (traits.most === undefined || amount <= traits.most)
}

const isOfCurrency = ({ currencies }: Traits, currency: string): boolean =>
  currencies === null || currencies.includes(currency)
