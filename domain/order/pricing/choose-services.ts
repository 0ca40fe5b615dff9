import type { Minor } from '#domain/foundation/money/money.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { MUST_BE_SALEABLE } from '#domain/order/reservation/selection-problems.ts'
import {
  type AdditionalService,
  type AdditionalServiceId,
  isOptional,
  maximumQuantity,
} from '#domain/catalog/price/additional-service.ts'

/** What the visitor asks for: so many items of an extra, at an amount of their own where they may name one. */
export type AskedService = {
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

export type ServiceFacts = {
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
export function chooseServices(asked: readonly AskedService[], facts: ServiceFacts): Outcome<readonly ChosenService[]> {
  const lines = asked.filter(line => line.quantity > 0 && !isAutomatic(line, facts))
  const known = lines.flatMap(line => knownLine(line, facts))
  const isRefused = known.length < lines.length || known.some(line => !isWithinLimit(line, known, facts.tickets))
  return acceptedUnless(isRefused ? [MUST_BE_SALEABLE] : [], known.filter(isWorthBooking))
}

function isAutomatic({ serviceId }: AskedService, { services }: ServiceFacts): boolean {
  const service = services.find(({ id }) => id === serviceId)
  return service !== undefined && !isOptional(service.charge)
}

function knownLine({ serviceId, quantity, amount }: AskedService, facts: ServiceFacts): ChosenService[] {
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
