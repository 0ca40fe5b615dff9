import { type Instant, after, days } from '#domain/foundation/instant.ts'
import type { PayableContext } from '#server/providers/port/provider.ts'
import type { Due } from '#server/providers/port/terms.ts'

type Traits = {
  /** Null: whatever Stripe takes. */
  readonly currencies: readonly string[] | null
  /** The money is certain only days later. */
  readonly isDelayed?: boolean
  /** In the smallest unit. */
  readonly most?: bigint
}

/** The methods that can be offered by Stripe's form, by its names. Those that Stripe has closed are left out. */
export const METHODS: Readonly<Record<string, Traits>> = {
  card: { currencies: null },
  twint: { currencies: ['CHF'], most: 500_000n },
  ideal: { currencies: ['EUR'] },
  wero: { currencies: ['EUR'] },
  bancontact: { currencies: ['EUR'] },
  eps: { currencies: ['EUR'] },
  p24: { currencies: ['EUR', 'PLN'] },
  blik: { currencies: ['PLN'] },
  klarna: { currencies: null },
  sepa_debit: { currencies: ['EUR'], isDelayed: true },
  multibanco: { currencies: ['EUR'], isDelayed: true },
}

/**
 * A direct debit takes up to ten business days until it has failed or not, and tickets are valid only then: no attendee
 * should arrive at the door while the payment is still on its way.
 */
const DELAYED_LEAST_DAYS = 14

type Sale = { readonly context: PayableContext; readonly due: Due | null; readonly now: Instant }

/** Can money of this currency be paid by a method of this name? */
export function takesCurrency(name: string, currency: string): boolean {
  const traits = METHODS[name]
  return traits !== undefined && (traits.currencies === null || traits.currencies.includes(currency))
}

/** Those of the methods the organiser has chosen that fit this sale, in the organiser's order. */
export function methodsFor({ context, due, now }: Sale, chosen: readonly string[]): readonly string[] {
  const currency = due?.currency ?? context.currency
  const isSoon = context.kind === 'event' && context.startsAt < after(now, days(DELAYED_LEAST_DAYS))
  const fits = ({ currencies, isDelayed = false, most }: Traits) =>
    (currencies === null || (currency !== null && currencies.includes(currency))) &&
    !(isDelayed && isSoon) &&
    (most === undefined || due === null || due.amount <= most)
  return [...new Set(chosen)].filter(name => {
    const traits = METHODS[name]
    return traits !== undefined && fits(traits)
  })
}
