import { beforeEach, describe, expect, test } from 'vitest'
import { getEventStats } from '#contract/organiser.ts'
import { releaseTicket } from '#contract/ticket.ts'
import { aCategoryFile, aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { type PaperTicket, type Scanner, aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, filledIn, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { type EventSetup, type OrderToPlace, setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })

let number = 0
let setup: EventSetup
let door: Scanner
let booklet: number

/** A free event and one that is paid for, each with a booklet of which there are four, and any number of coffees. */
async function openEvent(isFree: boolean): Promise<void> {
  number += 1
  const settings = { ALLOW_FREE_TICKETS_CANCELLATION: true }
  const categories = [
    aCategoryFile(clock.now(), { name: 'Seat', price: isFree ? 0 : 120 }),
    ...(isFree ? [] : [aCategoryFile(clock.now(), { name: 'Gift', price: 0 })]),
  ]
  const anEvent = isFree ? aFreeEventFile : anEventFile
  const event = await organiser.open(anEvent(clock.now(), { slug: `extras-${number}`, settings, categories }))
  setup = await setUpEvent(shop, event)
  door = aScanner(url, key, event)
  booklet = await setup.extra({ title: 'Booklet', price: 0, stock: 4 })
  await setup.extra({ title: 'Coffee', price: 0 })
}

async function order(placed: OrderToPlace, by: keyof typeof PAY_BY): Promise<readonly [PaperTicket, PaperTicket]> {
  const id = await setup.hold(buyer, placed)
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  expect((await pay(buyer, id, PAY_BY[by])).status).toBe(200)
  if (by === 'OFFLINE') await organiser.confirm(id)
  const [first, second] = await paperTickets(shop, id)
  if (!first || !second) throw new Error('two tickets')
  return [first, second]
}

/** What goes with a ticket, and its state. */
async function extrasOf({ identifier }: PaperTicket): Promise<string[]> {
  const rows = await shop.db.kysely
    .selectFrom('additional_service_item as item')
    .innerJoin('additional_service as service', 'service.id', 'service_id')
    .innerJoin('ticket', 'ticket.id', 'item.ticket_id')
    .select(['service.title', 'item.status'])
    .where('ticket.uuid', '=', identifier)
    .orderBy('service_id')
    .orderBy('item.id')
    .execute()
  return rows.map(({ title, status }) => `${(title as { en: string }).en} ${status}`)
}

async function unitsOfBooklet(): Promise<string[]> {
  const units = shop.db.kysely.selectFrom('additional_service_item').select('status').where('service_id', '=', booklet)
  return (await units.orderBy('status').execute()).map(({ status }) => status)
}

async function soldExtras() {
  const { additionalServices } = await organiser.api.expect(getEventStats, 200, { params: { slug: setup.shortName } })
  return additionalServices.map(({ title, soldItems, pendingItems }) => ({ title, soldItems, pendingItems }))
}

async function releaseTicketOf({ identifier }: PaperTicket) {
  const row = shop.db.kysely.selectFrom('ticket').select('public_uuid').where('uuid', '=', identifier)
  const { public_uuid: ticketIdentifier } = await row.executeTakeFirstOrThrow()
  const { status } = await buyer.ask(releaseTicket, { params: { eventName: setup.shortName, ticketIdentifier } })
  return status
}

describe('the extras of a free order', () => {
  const TWO: OrderToPlace = { tickets: { Seat: 2 }, extras: { Booklet: 2, Coffee: 1 } }

  beforeEach(() => openEvent(true))

  test('come in with their own ticket, and with no other', async () => {
    const [first, second] = await order(TWO, 'NONE')
    expect(await extrasOf(first)).toEqual(['Booklet ACQUIRED', 'Coffee ACQUIRED'])
    expect(await door.scan({ ...first, code: 'wrong' })).toBe('INVALID_TICKET_CODE')
    expect(await extrasOf(first)).toEqual(['Booklet ACQUIRED', 'Coffee ACQUIRED'])
    expect(await door.scan(first)).toBe('SUCCESS')
    expect(await extrasOf(first)).toEqual(['Booklet CHECKED_IN', 'Coffee CHECKED_IN'])
    expect(await extrasOf(second)).toEqual(['Booklet ACQUIRED'])
    await expectConsistentData(shop.db, setup.shortName)
  })

  test.each<[string, (ticket: PaperTicket) => Promise<unknown>]>([
    ['by hand', ticket => door.byHand(ticket)],
    ['by an upload', ticket => door.upload([ticket])],
  ])('come in %s as well, and go back with a check-in that is taken back', async (_, comeIn) => {
    const [first, second] = await order(TWO, 'NONE')
    await comeIn(first)
    await comeIn(second)
    expect(await door.revert(first)).toBe(true)
    expect(await extrasOf(first)).toEqual(['Booklet ACQUIRED', 'Coffee ACQUIRED'])
    expect(await extrasOf(second)).toEqual(['Booklet CHECKED_IN'])
    await expectConsistentData(shop.db, setup.shortName)
  })

  test('count as sold, whether they are in or not', async () => {
    const [first] = await order(TWO, 'NONE')
    const sold = [
      { title: 'Booklet', soldItems: 2, pendingItems: 0 },
      { title: 'Coffee', soldItems: 1, pendingItems: 0 },
    ]
    expect(await soldExtras()).toEqual(sold)
    await door.scan(first)
    expect(await soldExtras()).toEqual(sold)
  })

  test('that were cancelled do not come in with what is left of the order', async () => {
    const [first, second] = await order(TWO, 'NONE')
    expect(await releaseTicketOf(first)).toBe(200)
    expect(await door.scan(second)).toBe('SUCCESS')
    expect(await soldExtras()).toEqual([
      { title: 'Booklet', soldItems: 1, pendingItems: 0 },
      { title: 'Coffee', soldItems: 0, pendingItems: 0 },
    ])
    expect(await unitsOfBooklet()).toEqual(['CHECKED_IN', 'FREE', 'FREE', 'FREE'])
    await expectConsistentData(shop.db, setup.shortName)
  })
})

describe('the extras of an order that is paid', () => {
  beforeEach(async () => {
    await openEvent(false)
    await setup.extra({ title: 'Donation', type: 'DONATION', policy: null })
  })

  test('at the desk come in when they are paid, and are due again when that is taken back', async () => {
    const [first, second] = await order({ tickets: { Seat: 2 }, extras: { Booklet: 2 } }, 'ON_SITE')
    expect(await door.scan(first)).toBe('MUST_PAY')
    expect(await extrasOf(first)).toEqual(['Booklet TO_BE_PAID'])
    expect(await door.pay(first)).toBe('SUCCESS')
    expect(await extrasOf(first)).toEqual(['Booklet CHECKED_IN'])
    expect(await extrasOf(second)).toEqual(['Booklet TO_BE_PAID'])
    expect(await door.revert(first)).toBe(true)
    expect(await extrasOf(first)).toEqual(['Booklet TO_BE_PAID'])
    await expectConsistentData(shop.db, setup.shortName)
  })

  test('have the state of the ticket that takes them over, which may be in', async () => {
    const placed = { tickets: { Gift: 1, Seat: 1 }, extras: { Donation: { amount: 5 } } }
    const [gift, seat] = await order(placed, 'OFFLINE')
    expect(await door.scan(seat)).toBe('SUCCESS')
    expect(await extrasOf(gift)).toEqual(['Donation ACQUIRED'])
    expect(await releaseTicketOf(gift)).toBe(200)
    expect(await extrasOf(seat)).toEqual(['Donation CHECKED_IN'])
    await expectConsistentData(shop.db, setup.shortName)
  })
})
