import { describe, expect, test } from 'vitest'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { refused } from '#domain/foundation/outcome.ts'
import { MUST_BE_SALEABLE } from '#domain/order/reservation/selection-problems.ts'
import type { AdditionalService, AutomaticCharge, OptionalCharge } from '#domain/catalog/price/additional-service.ts'
import { type Booking, type ChosenService, bookServices, chooseServices } from './services.ts'
import { code, dynamic, included, onTop, orderCode, percent, serviceId, tickets } from '#tests/builders/priced-order.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import { priceOrder } from './price-order.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'

const supplement = (id: number, charge: OptionalCharge): AdditionalService => ({
  id: serviceId(id),
  type: 'SUPPLEMENT',
  vat: 'INHERITED',
  charge,
})

const anyNumber = supplement(1, { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: minor(1000n) })
const twoEach = supplement(2, { policy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET', price: minor(500n), maxQtyPerOrder: 2 })
const threeInAll = supplement(3, {
  policy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
  price: minor(500n),
  maxQtyPerOrder: 3,
})
const offeredGift: AdditionalService = {
  id: serviceId(4),
  type: 'DONATION',
  vat: 'NONE',
  charge: { policy: null, price: null },
}
const named = supplement(5, { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: null })
const free = supplement(6, { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: minor(0n) })
const ended = supplement(7, { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: minor(1000n) })
const oneForTicket: AdditionalService = {
  ...anyNumber,
  id: serviceId(8),
  type: 'SUPPLEMENT',
  charge: { policy: 'MANDATORY_ONE_FOR_TICKET', price: minor(300n) },
}
const offeredFee: AdditionalService = {
  ...oneForTicket,
  id: serviceId(9),
  type: 'SUPPLEMENT',
  charge: { policy: 'MANDATORY_PERCENTAGE_RESERVATION', percentage: percent('5'), minimum: null, maximum: null },
}

const facts = {
  services: [anyNumber, twoEach, threeInAll, offeredGift, named, free, ended, oneForTicket, offeredFee],
  isOnSale: (service: AdditionalService) => service !== ended,
  tickets: 2,
}

const line = (serviceNumber: number, quantity: number, amount: bigint | null = null) => ({
  serviceId: serviceId(serviceNumber),
  quantity,
  amount: amount === null ? null : minor(amount),
})

describe('extras that may be had (domain rules 3.2)', () => {
  test.each<[string, ReturnType<typeof line>[], [number, number, bigint][]]>([
    ['any number', [line(1, 40)], [[1, 40, 1000n]]],
    ['two for each of two tickets', [line(2, 4)], [[2, 4, 500n]]],
    ['three in all', [line(3, 3)], [[3, 3, 500n]]],
    ['a gift of an amount', [line(4, 1, 750n)], [[4, 1, 750n]]],
    ['several gifts', [line(4, 2, 750n)], [[4, 2, 750n]]],
    ['a supplement of an amount', [line(5, 1, 750n)], [[5, 1, 750n]]],
    ['a gift of nothing is not booked', [line(4, 1, 0n)], []],
    ['a free extra is', [line(6, 2)], [[6, 2, 0n]]],
    ['the price is the organiser’s, whatever is sent', [line(1, 1, 1n)], [[1, 1, 1000n]]],
    ['lines of none are ignored', [line(1, 0), line(99, 0), line(3, -1)], []],
    ['what comes by itself is ignored (Q9)', [line(8, 5), line(9, 1), line(1, 1)], [[1, 1, 1000n]]],
  ])('%s', (_rule, requested, expected) => {
    const outcome = chooseServices(requested, facts)
    const chosen = outcome.ok
      ? outcome.value.map(({ service, quantity, price }) => [service.id, quantity, price])
      : outcome
    expect(chosen).toEqual(expected)
  })
})

describe('extras that may not (domain rules 3.2)', () => {
  test.each<[string, ReturnType<typeof line>[]]>([
    ['unknown', [line(99, 1)]],
    ['not on sale', [line(7, 1)]],
    ['five for two tickets', [line(2, 5)]],
    ['four of three', [line(3, 4)]],
    ['four of three, in two lines', [line(3, 2), line(3, 2)]],
    ['no amount named', [line(4, 1)]],
    ['an amount below nothing', [line(4, 1, -1n)]],
    ['one bad line among good ones', [line(1, 1), line(99, 1)]],
  ])('%s', (_rule, requested) => {
    expect(chooseServices(requested, facts)).toEqual(refused(MUST_BE_SALEABLE))
  })
})

const ONE_EACH = 1
const TICKET_FEE = 2
const ORDER_FEE = 3
const MEAL = 4
const GIFT = 5

function mandatory(id: number, charge: AutomaticCharge): AdditionalService {
  return { id: serviceId(id), type: 'SUPPLEMENT', vat: 'INHERITED', charge }
}

const oneEach = (price: bigint) => mandatory(ONE_EACH, { policy: 'MANDATORY_ONE_FOR_TICKET', price: minor(price) })

type Limits = { minimum?: bigint; maximum?: bigint }

function fee(
  id: number,
  policy: Exclude<AutomaticCharge['policy'], 'MANDATORY_ONE_FOR_TICKET'>,
  rate: string,
  limits: Limits,
) {
  const limit = (amount: bigint | undefined): Minor | null => (amount === undefined ? null : minor(amount))
  const percentage = percent(rate)
  return mandatory(id, { policy, percentage, minimum: limit(limits.minimum), maximum: limit(limits.maximum) })
}

const ticketFee = (rate: string, limits: Limits = {}, id = TICKET_FEE) =>
  fee(id, 'MANDATORY_PERCENTAGE_FOR_TICKET', rate, limits)
const orderFee = (rate: string, limits: Limits = {}, id = ORDER_FEE) =>
  fee(id, 'MANDATORY_PERCENTAGE_RESERVATION', rate, limits)

function meals(quantity: number, price = 1000n): ChosenService {
  const charge = { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: minor(price) } as const
  return {
    service: { id: serviceId(MEAL), type: 'SUPPLEMENT', vat: 'INHERITED', charge },
    price: minor(price),
    quantity,
  }
}

function gift(amount: bigint, quantity = 1): ChosenService {
  const charge = { policy: null, price: null } as const
  return { service: { id: serviceId(GIFT), type: 'DONATION', vat: 'NONE', charge }, price: minor(amount), quantity }
}

type Facts = Partial<Booking>
/** Two tickets of 50.00 unless said otherwise. */
const booking = (facts: Facts): Booking => ({
  tickets: tickets(2, 5000n),
  onSale: [],
  chosen: [],
  code: null,
  ...facts,
})

type Case = [rule: string, facts: Facts, booked: [id: number, price: bigint, quantity: number][]]

function books(_rule: string, facts: Facts, expected: Case[2]) {
  expect(bookServices(booking(facts)).map(({ id, source, quantity }) => [id, source, quantity])).toEqual(expected)
}

describe('what comes with the tickets (domain rules 3.2)', () => {
  test.each<Case>([
    ['one for each ticket', { onSale: [oneEach(300n)] }, [[ONE_EACH, 300n, 2]]],
    ['a percentage of the tickets', { onSale: [ticketFee('10')] }, [[TICKET_FEE, 1000n, 1]]],
    ['a percentage of the order', { onSale: [orderFee('5')] }, [[ORDER_FEE, 500n, 1]]],
    ['nothing without tickets', { tickets: [], onSale: [oneEach(300n), ticketFee('10', { minimum: 100n })] }, []],
    ['of free tickets nothing', { tickets: tickets(2, 0n), onSale: [ticketFee('10')] }, [[TICKET_FEE, 0n, 1]]],
    [
      'but its minimum',
      { tickets: tickets(2, 0n), onSale: [ticketFee('10', { minimum: 100n })] },
      [[TICKET_FEE, 100n, 1]],
    ],
  ])('%s', books)
})

describe('a percentage is exact, rounded half up, then held within its limits (domain rules 3.2; 13, Q8)', () => {
  test.each<Case>([
    ['10.5 % is not 11 %', { tickets: tickets(1, 1000n), onSale: [ticketFee('10.5')] }, [[TICKET_FEE, 105n, 1]]],
    ['2.5 % of 33.33', { tickets: tickets(1, 3333n), onSale: [ticketFee('2.5')] }, [[TICKET_FEE, 83n, 1]]],
    ['2.5 % of 1.00', { tickets: tickets(1, 100n), onSale: [ticketFee('2.5')] }, [[TICKET_FEE, 3n, 1]]],
    ['3 % of JPY 995', { tickets: tickets(1, 995n), onSale: [ticketFee('3')] }, [[TICKET_FEE, 30n, 1]]],
    ['3.5 % of BHD 10.005', { tickets: tickets(1, 10005n), onSale: [ticketFee('3.5')] }, [[TICKET_FEE, 350n, 1]]],
    ['raised', { onSale: [ticketFee('0.3', { minimum: 50n })] }, [[TICKET_FEE, 50n, 1]]],
    ['lowered', { onSale: [ticketFee('10', { maximum: 500n })] }, [[TICKET_FEE, 500n, 1]]],
    ['in between', { onSale: [ticketFee('10', { minimum: 50n, maximum: 5000n })] }, [[TICKET_FEE, 1000n, 1]]],
    ['at its minimum', { onSale: [ticketFee('10', { minimum: 1000n })] }, [[TICKET_FEE, 1000n, 1]]],
    ['fee on the order, lowered', { onSale: [orderFee('5', { maximum: 499n })] }, [[ORDER_FEE, 499n, 1]]],
  ])('%s', books)
})

describe('what a percentage is of (domain rules 2.4, 3.2)', () => {
  const limited = [...tickets(1, 5000n), ...tickets(1, 5000n, { category: 2 })]
  const all = [oneEach(300n), orderFee('5'), ticketFee('10')]
  test.each<Case>([
    [
      'tickets, fees on tickets, and what was chosen: 5 % of 130.00',
      { onSale: [orderFee('5'), ticketFee('10')], chosen: [meals(2)] },
      [
        [TICKET_FEE, 1000n, 1],
        [MEAL, 1000n, 2],
        [ORDER_FEE, 650n, 1],
      ],
    ],
    [
      'not what comes for each ticket',
      { onSale: [oneEach(300n), orderFee('5')] },
      [
        [ORDER_FEE, 500n, 1],
        [ONE_EACH, 300n, 2],
      ],
    ],
    [
      'the order of booking, whatever that of the catalogue',
      { onSale: all, chosen: [meals(1)] },
      [
        [TICKET_FEE, 1000n, 1],
        [MEAL, 1000n, 1],
        [ORDER_FEE, 600n, 1],
        [ONE_EACH, 300n, 2],
      ],
    ],
    [
      'gifts too',
      { onSale: [orderFee('5')], chosen: [gift(1000n)] },
      [
        [GIFT, 1000n, 1],
        [ORDER_FEE, 550n, 1],
      ],
    ],
    [
      'two fees on the tickets',
      { onSale: [ticketFee('10'), ticketFee('5', {}, 8)] },
      [
        [TICKET_FEE, 1000n, 1],
        [8, 500n, 1],
      ],
    ],
    [
      'two fees on the order',
      { onSale: [orderFee('5'), orderFee('2', {}, 8)] },
      [
        [ORDER_FEE, 500n, 1],
        [8, 200n, 1],
      ],
    ],
    ['prices after a percentage off', { onSale: [ticketFee('10')], code: code('10%') }, [[TICKET_FEE, 900n, 1]]],
    ['prices after an amount off', { onSale: [ticketFee('10')], code: code(500n) }, [[TICKET_FEE, 900n, 1]]],
    [
      'prices before an amount off the order',
      { onSale: [ticketFee('10')], code: orderCode(2000n) },
      [[TICKET_FEE, 1000n, 1]],
    ],
    [
      '10 % off one of two',
      { tickets: limited, onSale: [ticketFee('10')], code: code('10%', 2) },
      [[TICKET_FEE, 950n, 1]],
    ],
    [
      'fees and extras after 10 % off: 5 % of 90.00 + 8.10 + 18.00',
      { onSale: [ticketFee('10'), orderFee('5')], chosen: [meals(2)], code: code('10%') },
      [
        [TICKET_FEE, 900n, 1],
        [MEAL, 1000n, 2],
        [ORDER_FEE, 581n, 1],
      ],
    ],
    [
      'gifts are never reduced: 5 % of 90.00 + 10.00',
      { onSale: [orderFee('5')], chosen: [gift(1000n)], code: code('10%') },
      [
        [GIFT, 1000n, 1],
        [ORDER_FEE, 500n, 1],
      ],
    ],
    [
      'extras are not reduced by a rule',
      { onSale: [orderFee('5')], chosen: [meals(1)], code: dynamic('10%') },
      [
        [MEAL, 1000n, 1],
        [ORDER_FEE, 500n, 1],
      ],
    ],
  ])('%s', books)
})

test('what was chosen is booked at its price, with its kind and its VAT', () => {
  expect(bookServices(booking({ chosen: [meals(3), gift(750n, 2)] }))).toEqual([
    { id: MEAL, type: 'SUPPLEMENT', vat: 'INHERITED', source: 1000n, quantity: 3 },
    { id: GIFT, type: 'DONATION', vat: 'NONE', source: 750n, quantity: 2 },
  ])
})

type Total = [rule: string, facts: Facts & { tax?: Tax }, discount: bigint, vat: bigint, total: bigint]

describe('booked and priced', () => {
  const one = tickets(1, 10000n)
  const costs = (
    _rule: string,
    { tax = UNTAXED, ...facts }: Total[1],
    discount: bigint,
    vat: bigint,
    total: bigint,
  ) => {
    const promoCode: PromoCode | null = facts.code ?? null
    const booked = bookServices(booking(facts))
    const order = { tickets: facts.tickets ?? one, services: booked, code: promoCode, tax }
    expect(priceOrder(order).price).toMatchObject({ discount, vat, total })
  }
  test.each<Total>([
    ['90.00 + 9.00 - 0.90 = 98.10', { tickets: one, onSale: [ticketFee('10')], code: code('10%') }, 1090n, 0n, 9810n],
    ['90.00 + 9.00 by a rule', { tickets: one, onSale: [ticketFee('10')], code: dynamic('10%') }, 1000n, 0n, 9900n],
    [
      'the fee is of prices before VAT: 110.00 + 8 %',
      { tickets: one, onSale: [ticketFee('10')], tax: onTop('8') },
      0n,
      880n,
      11880n,
    ],
    [
      'the fee is of prices with VAT',
      { tickets: one, onSale: [ticketFee('10')], tax: included('10') },
      0n,
      1000n,
      11000n,
    ],
    [
      'everything at once',
      { tickets: one, onSale: [oneEach(300n), orderFee('5'), ticketFee('10')], chosen: [meals(1), gift(500n)] },
      0n,
      0n,
      13425n,
    ],
  ])('%s', costs)
})
