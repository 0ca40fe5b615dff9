import { expect, test } from 'vitest'
import { deleteTicket } from '#contract/organiser-orders.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { countAudit, expectConsistentData, stockCountsOf } from '../support/database/consistency.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { aKey, aScanner, paperTickets } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const slug = await organiser.open(aFreeEventFile(clock.now(), { seats: 200 }))
const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })
const door = aScanner(url, key, slug)
const buyer = aBuyer(url)
await Promise.all([door.api, organiser.api, buyer].map(person => person.arrive()))

const TIMES = repetitions()
/** Statuses with what was answered; a ticket that is gone has no answer. */
const remove = async (ticketUUID: string) => {
  const { status, value } = await organiser.api.ask(deleteTicket, { params: { slug, ticketUUID } })
  return [status, value]
}

async function bought(count: number) {
  const order = await buy(buyer, slug, { Everybody: count }, { by: 'NONE' })
  const tickets = await paperTickets(shop, order)
  return { order, tickets }
}

/** Another transaction has the order: what is asked meanwhile waits for it, and goes on in turn. */
async function inTurn<First, Second>(
  order: string,
  { first, second }: { readonly first: () => Promise<First>; readonly second: () => Promise<Second> },
): Promise<[First, Second]> {
  const other = await shop.db.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from reservation where id = $1 for update', [order])
    const one = first()
    await untilWaiting(shop.db.pool, one)
    const two = second()
    await untilWaiting(shop.db.pool, two, 2)
    await other.query('commit')
    return await Promise.all([one, two])
  } finally {
    other.release()
  }
}

async function oneOf(count: number) {
  const { order, tickets } = await bought(count)
  const [ticket] = tickets
  if (!ticket) throw new Error('no ticket')
  const scan = () => door.scan(ticket)
  const deletion = () => remove(ticket.identifier)
  return { order, scan, deletion }
}

test.each([1, 2])('who has been scanned keeps the ticket, of %i, that is deleted at the same moment', async count => {
  const { order, scan, deletion } = await oneOf(count)
  expect(await inTurn(order, { first: scan, second: deletion })).toEqual(['SUCCESS', [200, false]])
  expect(await countAudit(shop.db, order, 'CHECK_IN')).toBe(1)
  await expectConsistentData(shop.db, slug)
})

test.each([1, 2])(
  'a ticket, of %i, that has been deleted is refused when it is scanned at the same moment',
  async count => {
    const { order, scan, deletion } = await oneOf(count)
    expect(await inTurn(order, { first: deletion, second: scan })).toEqual([[200, true], 'TICKET_NOT_FOUND'])
    expect(await countAudit(shop.db, order, 'CHECK_IN')).toBe(0)
    await expectConsistentData(shop.db, slug)
  },
)

test.each(TIMES)('of a deletion and a scan at once one comes first (%i)', async () => {
  const { order, scan, deletion } = await oneOf(2)
  const { sold } = await stockCountsOf(shop.db, slug)
  const [scanned, deleted] = await Promise.all([scan(), deletion()])
  const isIn = scanned === 'SUCCESS'
  expect([scanned, deleted]).toEqual(isIn ? ['SUCCESS', [200, false]] : ['TICKET_NOT_FOUND', [200, true]])
  expect(await countAudit(shop.db, order, 'CHECK_IN')).toBe(isIn ? 1 : 0)
  expect((await stockCountsOf(shop.db, slug)).sold).toBe(isIn ? sold : sold - 1)
})

test.each(TIMES)('a ticket that is deleted six times at once is deleted once (%i)', async () => {
  const { order, tickets } = await bought(2)
  const uuid = tickets[0]?.identifier ?? ''
  const answers = await Promise.all(Array.from({ length: 6 }, () => remove(uuid)))
  expect(answers.filter(([, value]) => value === true)).toHaveLength(1)
  expect(answers.filter(([status]) => status === 403)).toHaveLength(5)
  expect(await countAudit(shop.db, order, 'CANCEL_TICKET')).toBe(1)
})

test.each(TIMES)('both tickets of an order that are deleted at once end it (%i)', async () => {
  const { order, tickets } = await bought(2)
  const answers = await Promise.all(tickets.map(({ identifier }) => remove(identifier)))
  expect(answers).toEqual([
    [200, true],
    [200, true],
  ])
  expect(await countAudit(shop.db, order, 'CANCEL_RESERVATION')).toBe(1)
})

test('after all of it the data are consistent', async () => {
  await expectConsistentData(shop.db, slug)
})
