import { describe, expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { refused } from '#domain/foundation/outcome.ts'
import { MUST_BE_SALEABLE } from '#domain/order/reservation/selection-problems.ts'
import type { AdditionalService, OptionalCharge } from '#domain/catalog/price/additional-service.ts'
import { chooseServices } from './services.ts'
import { percent, serviceId } from '#tests/builders/priced-order.ts'

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
const gift: AdditionalService = {
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
const fee: AdditionalService = {
  ...oneForTicket,
  id: serviceId(9),
  type: 'SUPPLEMENT',
  charge: { policy: 'MANDATORY_PERCENTAGE_RESERVATION', percentage: percent('5'), minimum: null, maximum: null },
}

const facts = {
  services: [anyNumber, twoEach, threeInAll, gift, named, free, ended, oneForTicket, fee],
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
  ])('%s', (_rule, asked, expected) => {
    const outcome = chooseServices(asked, facts)
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
  ])('%s', (_rule, asked) => {
    expect(chooseServices(asked, facts)).toEqual(refused(MUST_BE_SALEABLE))
  })
})
