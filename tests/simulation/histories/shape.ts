import type { RandomNumbers } from '../../support/run/random-numbers.ts'

/** By which card provider an event is paid; by Stripe with and without strong authentication. */
export const CARDS = ['STRIPE', 'STRIPE_TOKEN', 'MOLLIE', 'SAFERPAY'] as const
export type Card = (typeof CARDS)[number]

/** How what is sold in one history is set up. */
export type Shape = {
  readonly card: Card | null
  readonly isPaypal: boolean
  readonly isTransfer: boolean
  readonly isAtDesk: boolean
  readonly areInvoices: boolean
  /** Credit notes have a sequence of their own. */
  readonly areCreditsCounted: boolean
  /** Holders may release tickets that cost nothing. */
  readonly areFreeReleased: boolean
  /** Orders whose transfer does not come in time are removed. */
  readonly areTransfersRemoved: boolean
  readonly group: 'ONCE_PER_VALUE' | 'LIMITED_QUANTITY' | null
  /** Off each ticket, or off the order. */
  readonly code: '10%' | 'five off' | null
  readonly isVatOnTop: boolean
  readonly pass: { readonly entries: number; readonly afterUse: 'PRO_RATA' | 'EVERYTHING' | 'NOTHING' } | null
  /** Personal data are erased some time after the event. */
  readonly isErased: boolean
}

export function aShape(random: RandomNumbers): Shape {
  const card = CARDS[Math.floor(random() * 5)] ?? null
  const afterUse = (['PRO_RATA', 'PRO_RATA', 'EVERYTHING', 'NOTHING'] as const)[Math.floor(random() * 4)] ?? 'PRO_RATA'
  return {
    card,
    isPaypal: card === null || random() < 0.4,
    isTransfer: random() < 0.35,
    isAtDesk: random() < 0.25,
    areInvoices: random() < 0.85,
    areCreditsCounted: random() < 0.3,
    areFreeReleased: random() < 0.8,
    areTransfersRemoved: random() < 0.5,
    group: random() < 0.35 ? (random() < 0.7 ? 'ONCE_PER_VALUE' : 'LIMITED_QUANTITY') : null,
    code: random() < 0.4 ? (random() < 0.5 ? '10%' : 'five off') : null,
    isVatOnTop: random() < 0.3,
    pass: random() < 0.6 ? { entries: 1 + Math.floor(random() * 4), afterUse } : null,
    isErased: random() < 0.25,
  }
}
