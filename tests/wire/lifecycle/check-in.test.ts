import { beforeEach, describe, expect, test } from 'vitest'
import { checkIn, evaluateTicket } from '#contract/check-in.ts'
import { after, days, hours } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aCategoryFile, aFreeEventFile, aServiceFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { type PaperTicket, aKey, aScanner, paperTickets } from '../../support/organiser/door.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { buy } from '../../support/buyer/purchase.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

const clock = manualClock()
const now = clock.now()
const { url, apiKey, shop } = await testShop({ clock })
const { open, organizationId } = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })

// People come in from two hours before the event, which is in sixty days, until it ends.
const window = {
  checkInFrom: localTime(now, { days: 59, hours: 22 }),
  checkInTo: localTime(now, { days: 60, hours: 8 }),
}
const categories = [aCategoryFile(now, { customValidity: window })]
const paid = await open(anEventFile(now, { seats: 100, categories }))
const booklet = aServiceFile({
  supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
  price: 0,
  inception: localTime(now, { days: -1 }),
})
const free = await open(
  aFreeEventFile(now, {
    seats: 100,
    additionalServices: [booklet],
    settings: { CHECK_IN_ONCE_PER_DAY: true },
    categories: [aCategoryFile(now, { name: 'Everybody', price: 0, customValidity: window })],
  }),
)
const begin = after(SOME_DAY, days(60))

beforeEach(() => clock.set(SOME_DAY))

async function aTicket(event: string): Promise<PaperTicket> {
  const order =
    event === paid
      ? await buy(buyer, paid, { Conference: 1 })
      : await buy(buyer, free, { Everybody: 1 }, { by: 'NONE' })
  const [ticket] = await paperTickets(shop, order)
  if (!ticket) throw new Error('no ticket')
  return ticket
}

const rowOf = ({ identifier }: PaperTicket) =>
  shop.db.kysely.selectFrom('ticket').selectAll().where('uuid', '=', identifier).executeTakeFirstOrThrow()

const setStatus = ({ identifier }: PaperTicket, status: 'PENDING' | 'CHECKED_IN') =>
  shop.db.kysely.updateTable('ticket').set({ status }).where('uuid', '=', identifier).execute()

const statusOf = ({ identifier }: PaperTicket) =>
  shop.db.kysely.selectFrom('ticket').select('status').where('uuid', '=', identifier).executeTakeFirst()

const desk = aScanner(url, key, paid)

/** Everything that later checks would refuse is wrong with it, too. */
type Scanned = { readonly ticket: PaperTicket }

const unknownTicket: PaperTicket = { identifier: '00000000-0000-4000-8000-000000000000', code: '' }

const IN_THEIR_ORDER: readonly (readonly [string, string, () => Promise<Scanned>])[] = [
  [
    'EMPTY_TICKET_CODE',
    'nothing, of an unpaid ticket outside its times',
    async () => ({ ticket: { ...(await aTicket(paid)), code: '' } }),
  ],
  [
    'INVALID_TICKET_CATEGORY_CHECK_IN_DATE',
    'a wrong code of an unpaid ticket outside its times',
    async () => ({ ticket: { ...(await aTicket(paid)), code: 'wrong' } }),
  ],
  [
    'INVALID_TICKET_CODE',
    'a wrong code of an unpaid ticket',
    async () => {
      const ticket = await aTicket(paid)
      clock.set(begin)
      return { ticket: { ...ticket, code: 'wrong' } }
    },
  ],
  [
    'MUST_PAY',
    'an unpaid ticket',
    async () => {
      const ticket = await aTicket(paid)
      clock.set(begin)
      return { ticket }
    },
  ],
  [
    'ALREADY_CHECK_IN',
    'a ticket that is in',
    async () => {
      const ticket = await aTicket(paid)
      await setStatus(ticket, 'CHECKED_IN')
      clock.set(begin)
      return { ticket }
    },
  ],
  [
    'INVALID_TICKET_STATE',
    'a ticket that is not sold after all',
    async () => {
      const ticket = await aTicket(paid)
      await setStatus(ticket, 'PENDING')
      clock.set(begin)
      return { ticket }
    },
  ],
]

test.each(IN_THEIR_ORDER)('%s: %s', async (status, _, prepare) => {
  const { ticket } = await prepare()
  const before = await statusOf(ticket)
  expect(await desk.evaluate(ticket)).toBe(status)
  expect(await desk.scan(ticket)).toBe(status)
  expect(await statusOf(ticket)).toEqual(before)
})

test.each([
  ['an unknown ticket', paid],
  ['an unknown event', 'unknown'],
])('TICKET_NOT_FOUND: a scan of %s; evaluating it is denied', async (_, eventName) => {
  const { api, scan } = aScanner(url, key, eventName)
  expect(await scan(unknownTicket)).toBe('TICKET_NOT_FOUND')
  const params = { eventName, ticketIdentifier: unknownTicket.identifier }
  expect((await api.ask(evaluateTicket, { params, query: { qrCode: '' } })).status).toBe(403)
})

test('a ticket of an order without a category cannot even be stored', async () => {
  const { identifier } = await aTicket(paid)
  const lost = shop.db.kysely.updateTable('ticket').set({ category_id: null }).where('uuid', '=', identifier)
  await expect(lost.execute()).rejects.toThrow(/violates check constraint/)
})

describe('a good ticket', () => {
  const door = aScanner(url, key, free)

  test.each([
    ['before the first moment', begin - hours(2) - 1, false],
    ['at the first moment', begin - hours(2), true],
    ['at the last moment', begin + hours(8), true],
    ['after the last moment', begin + hours(8) + 1, false],
  ])('of a category with times of its own comes in %s: %s', async (_, moment, isIn) => {
    const ticket = await aTicket(free)
    clock.set(after(SOME_DAY, moment - SOME_DAY))
    expect(await door.scan(ticket)).toBe(isIn ? 'SUCCESS' : 'INVALID_TICKET_CATEGORY_CHECK_IN_DATE')
  })

  test('has its extras handed out with it, and takes them back', async () => {
    const ticket = await aTicket(free)
    const itemStatus = async () => {
      const { id } = await rowOf(ticket)
      const row = shop.db.kysely.selectFrom('additional_service_item').select('status').where('ticket_id', '=', id)
      return (await row.executeTakeFirstOrThrow()).status
    }
    expect(await door.scan(ticket)).toBe('INVALID_TICKET_CATEGORY_CHECK_IN_DATE')
    clock.set(begin)
    expect(await door.evaluate(ticket)).toBe('OK_READY_TO_BE_CHECKED_IN')
    expect(await itemStatus()).toBe('ACQUIRED')
    const params = { eventName: free, ticketIdentifier: ticket.identifier }
    const answer = await door.api.expect(checkIn, 200, { params, body: { code: ticket.code } })
    expect(answer).toMatchObject({ result: { status: 'SUCCESS' }, additionalServices: [{ name: 'Booklet', count: 1 }] })
    expect(await rowOf(ticket)).toMatchObject({ status: 'CHECKED_IN', locked: true })
    expect(await itemStatus()).toBe('CHECKED_IN')
    expect(await door.revert(ticket)).toBe(true)
    expect(await rowOf(ticket)).toMatchObject({ status: 'ACQUIRED' })
    expect(await itemStatus()).toBe('ACQUIRED')
  })
})
