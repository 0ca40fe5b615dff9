import type { TicketCategory } from '#contract/event.ts'

/** A category on sale, for tests: say only what matters. */
export function aCategory(different: Partial<TicketCategory> = {}): TicketCategory {
  return {
    id: 1,
    name: 'Conference',
    description: {},
    ticketAccessType: 'INHERIT',
    bounded: true,
    maximumSaleableTickets: 5,
    free: false,
    formattedFinalPrice: '120.00',
    hasDiscount: false,
    formattedDiscountedPrice: '',
    ordinal: 1,
    expired: false,
    saleInFuture: false,
    containsPendingTickets: false,
    formattedInception: {},
    formattedExpiration: {},
    saleableAndLimitNotReached: true,
    accessRestricted: false,
    soldOutOrLimitReached: false,
    availableTickets: null,
    displayTaxInformation: true,
    ...different,
  }
}
