import { type Minor, greater, lesser, minus, plus, sum, times } from '#domain/foundation/money/money.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { MUST_BE_SALEABLE } from '#domain/order/reservation/selection-problems.ts'
import {
  type AdditionalService,
  type AdditionalServiceId,
  type AutomaticCharge,
  isOptional,
  maximumQuantity,
} from '#domain/catalog/price/additional-service.ts'
import { percentOf } from '#domain/foundation/money/percentage.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import { discountOnService, discountOnTicket } from '#domain/catalog/price/discount.ts'
import type { ServiceToPrice, TicketToPrice } from './price-order.ts'

/** What the visitor asks for: so many items of an extra, at an amount of their own where they may name one. */
export type RequestedService = {
  readonly serviceId: AdditionalServiceId
  readonly quantity: number
  readonly amount: Minor | null
}

/** Items of an extra at their price: the organiser's, or the visitor's. */
export type ChosenService = {
  readonly service: AdditionalService
  readonly price: Minor
  readonly quantity: number
}

type ServiceFacts = {
  readonly services: readonly AdditionalService[]
  readonly isOnSale: (service: AdditionalService) => boolean
  /** How many tickets are selected. */
  readonly tickets: number
}

/**
 * Decides whether extras may be had with a selection (domain rules 3.2). Lines for extras that come by themselves are
 * ignored (13, Q9), and so is an amount of 0. An unknown extra, one that is not on sale, more of it than its policy
 * allows, no amount where one has to be named, or a negative one: each is "must be saleable". Stock is not checked.
 */
export function chooseServices(
  requested: readonly RequestedService[],
  facts: ServiceFacts,
): Outcome<readonly ChosenService[]> {
  const lines = requested.filter(line => line.quantity > 0 && !isAutomatic(line, facts))
  const chosen = lines.flatMap(line => chosenLine(line, facts))
  const isRefused = chosen.length < lines.length || chosen.some(line => !isWithinLimit(line, chosen, facts.tickets))
  return acceptedUnless(isRefused ? [MUST_BE_SALEABLE] : [], chosen.filter(isWorthBooking))
}

function isAutomatic({ serviceId }: RequestedService, { services }: ServiceFacts): boolean {
  const service = services.find(({ id }) => id === serviceId)
  return service !== undefined && !isOptional(service.charge)
}

function chosenLine({ serviceId, quantity, amount }: RequestedService, facts: ServiceFacts): ChosenService[] {
  const service = facts.services.find(({ id }) => id === serviceId)
  if (!service || !isOptional(service.charge) || !facts.isOnSale(service)) return []
  const price = service.charge.price ?? amount
  return price === null || price < 0n ? [] : [{ service, price, quantity }]
}

/** All lines of an extra count together. */
function isWithinLimit({ service }: ChosenService, lines: readonly ChosenService[], tickets: number): boolean {
  if (!isOptional(service.charge)) return false
  const maximum = maximumQuantity(service.charge, tickets)
  const quantity = lines.reduce((count, line) => (line.service.id === service.id ? count + line.quantity : count), 0)
  return maximum === undefined || quantity <= maximum
}

/** An extra with a fixed price of nothing is booked; an amount of nothing is no gift. */
function isWorthBooking({ service, price }: ChosenService): boolean {
  return price > 0n || (isOptional(service.charge) && service.charge.price !== null)
}

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
