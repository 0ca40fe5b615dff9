import type { AdditionalService } from '#contract/event.ts'

/** An extra that each order may have up to five of, for tests: say only what matters. */
export function anExtra(different: Partial<AdditionalService> = {}): AdditionalService {
  return {
    id: 1,
    type: 'SUPPLEMENT',
    supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
    fixPrice: true,
    availableQuantity: 999,
    maxQtyPerOrder: 5,
    free: false,
    formattedFinalPrice: '45.00',
    hasDiscount: false,
    formattedDiscountedPrice: '45.00',
    minimumFee: null,
    maximumFee: null,
    vatApplies: true,
    vatIncluded: true,
    vatPercentage: '8.10',
    expired: false,
    saleInFuture: false,
    formattedInception: {},
    formattedExpiration: {},
    title: { en: 'Dinner by the lake' },
    description: {},
    ...different,
  }
}
