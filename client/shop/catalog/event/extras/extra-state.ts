import type { AdditionalService } from '#contract/event.ts'
import { UNLIMITED_QUANTITY } from '#domain/catalog/price/additional-service.ts'

/** What a visitor can do with an extra now. */
export type ExtraState =
  /** It comes with the tickets by itself. */
  | { readonly kind: 'automatic' }
  | { readonly kind: 'not-available' }
  /** So many at a fixed price; none may be had before there is a ticket. */
  | { readonly kind: 'count'; readonly max: number }
  /** The visitor names the amount. */
  | { readonly kind: 'amount' }

/** Reads the state from what the wire says of an extra (specification of browsing, point 5). */
export function extraStateOf(extra: AdditionalService, tickets: number): ExtraState {
  if (isAutomatic(extra)) return isOnSale(extra) ? { kind: 'automatic' } : { kind: 'not-available' }
  if (!isOnSale(extra) || extra.availableQuantity <= 0) return { kind: 'not-available' }
  return extra.fixPrice ? { kind: 'count', max: maximumOf(extra, tickets) } : { kind: 'amount' }
}

export function isAutomatic({ supplementPolicy }: Pick<AdditionalService, 'supplementPolicy'>): boolean {
  return supplementPolicy?.startsWith('MANDATORY_') ?? false
}

const isOnSale = ({ expired, saleInFuture }: AdditionalService): boolean => !expired && !saleInFuture

function maximumOf(
  { supplementPolicy, maxQtyPerOrder, availableQuantity }: AdditionalService,
  tickets: number,
): number {
  const available = Math.min(availableQuantity, UNLIMITED_QUANTITY)
  switch (supplementPolicy) {
    case 'OPTIONAL_MAX_AMOUNT_PER_TICKET':
      return Math.min(tickets * maxQtyPerOrder, available)
    case 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION':
      return Math.min(maxQtyPerOrder, available)
    default:
      return available
  }
}
