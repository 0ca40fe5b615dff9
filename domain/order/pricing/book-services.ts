import { type Minor, greater, lesser, minus, plus, sum, times } from '#domain/foundation/money/money.ts'
import { percentOf } from '#domain/foundation/money/percentage.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type {
  AdditionalService,
  AdditionalServiceId,
  AutomaticCharge,
} from '#domain/catalog/price/additional-service.ts'
import type { ChosenService } from './choose-services.ts'
import { discountOnService, discountOnTicket } from '#domain/catalog/price/discount.ts'
import type { ServiceToPrice, TicketToPrice } from './price-order.ts'

/** Items of an extra as they are booked: their price is fixed from then on. */
export type BookedService = ServiceToPrice & { readonly id: AdditionalServiceId }

export type Booking = {
  readonly tickets: readonly TicketToPrice[]
  /** The extras that can be had now; those that come by themselves are not added outside their sale window. */
  readonly onSale: readonly AdditionalService[]
  readonly chosen: readonly ChosenService[]
  readonly code: PromoCode | null
}

/**
 * Which extras an order gets and at which price, in the order of booking (domain rules 3.2): percentage fees on
 * tickets, what was chosen, percentage fees on all of that, and one for each ticket. A percentage is of the prices
 * after discounts and before VAT is added. They are booked with the tickets, before any pass or exemption.
 */
export function bookServices({ tickets, onSale, chosen, code }: Booking): BookedService[] {
  if (tickets.length === 0) return []
  const automatic = onSale.flatMap(automaticService)
  const ticketsCost = sum(tickets.map(ticket => minus(ticket.source, discountOnTicket(code, ticket))))
  const ticketFees = feesOn(ticketsCost, 'MANDATORY_PERCENTAGE_FOR_TICKET', automatic)
  const options = chosen.map(({ service: { id, type, vat }, price, quantity }) => ({
    id,
    type,
    vat,
    source: price,
    quantity,
  }))
  const allCosts = plus(ticketsCost, costOf([...ticketFees, ...options], code))
  return [
    ...ticketFees,
    ...options,
    ...feesOn(allCosts, 'MANDATORY_PERCENTAGE_RESERVATION', automatic),
    ...automatic.flatMap(({ id, vat, charge }): BookedService[] =>
      charge.policy === 'MANDATORY_ONE_FOR_TICKET'
        ? [{ id, type: 'SUPPLEMENT', vat, source: charge.price, quantity: tickets.length }]
        : [],
    ),
  ]
}

type AutomaticService = Pick<AdditionalService, 'id' | 'vat'> & { readonly charge: AutomaticCharge }

function automaticService({ id, vat, charge }: AdditionalService): AutomaticService[] {
  switch (charge.policy) {
    case 'MANDATORY_ONE_FOR_TICKET':
    case 'MANDATORY_PERCENTAGE_FOR_TICKET':
    case 'MANDATORY_PERCENTAGE_RESERVATION':
      return [{ id, vat, charge }]
    default:
      return []
  }
}

type Fee = Exclude<AutomaticCharge, { policy: 'MANDATORY_ONE_FOR_TICKET' }>

function feesOn(base: Minor, policy: Fee['policy'], services: readonly AutomaticService[]): BookedService[] {
  return services.flatMap(({ id, vat, charge }): BookedService[] =>
    charge.policy === policy ? [{ id, type: 'SUPPLEMENT', vat, source: feeOn(base, charge), quantity: 1 }] : [],
  )
}

/** The exact percentage, rounded half up, raised to its minimum and lowered to its maximum (domain rules 13, Q8). */
function feeOn(base: Minor, { percentage, minimum, maximum }: Fee): Minor {
  const fee = percentOf(base, percentage)
  const raised = minimum === null ? fee : greater(fee, minimum)
  return maximum === null ? raised : lesser(raised, maximum)
}

function costOf(services: readonly ServiceToPrice[], code: PromoCode | null): Minor {
  return sum(services.map(service => times(minus(service.source, discountOnService(code, service)), service.quantity)))
}
