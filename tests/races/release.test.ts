import { expect, test } from 'vitest'
import { releaseTicket, updateTicket } from '#contract/ticket.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { countAudit, expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { aKey, aScanner, paperTickets } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { ADA, buy, infoOf, statusOf, ticketsOf } from '../support/buyer/purchase.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const settings = { ALLOW_FREE_TICKETS_CANCELLATION: true }
const eventName = await organiser.open(aFreeEventFile(clock.now(), { seats: 200, settings }))
const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })
const door = aScanner(url, key, eventName)
const people = Array.from({ length: 6 }, () => aBuyer(url))
const [buyer = aBuyer(url)] = people
await Promise.all([door.api, ...people].map(person => person.arrive()))

const TIMES = repetitions()

async function bought(count = 1) {
  const order = await buy(buyer, eventName, { Everybody: count }, { by: 'NONE' })
  return { order, tickets: ticketsOf(await infoOf(buyer, order)).map(({ uuid }) => uuid) }
}

const release = async (ticketIdentifier: string, by = buyer) =>
  (await by.ask(releaseTicket, { params: { eventName, ticketIdentifier } })).status

test.each(TIMES)('a ticket released six times at once is released once, and all answers say so (%i)', async () => {
  const { order, tickets } = await bought(2)
  const answers = await Promise.all(people.map(person => release(tickets[0] ?? '', person)))
  expect(answers).toEqual([200, 200, 200, 200, 200, 200])
  expect(await countAudit(shop.db, order, 'CANCEL_TICKET')).toBe(1)
  expect(await statusOf(buyer, order)).toBe('COMPLETE')
})

test.each(TIMES)('all tickets of an order released at once take the order with them (%i)', async () => {
  const { order, tickets } = await bought(3)
  const answers = await Promise.all(tickets.map((ticket, index) => release(ticket, people[index])))
  expect(answers).toEqual([200, 200, 200])
  expect(await statusOf(buyer, order)).toBeUndefined()
})

test.each(TIMES)('of a check-in and a release at once one wins (%i)', async () => {
  const { order, tickets } = await bought()
  const [paper] = await paperTickets(shop, order)
  if (!paper) throw new Error('no ticket')
  const [scanned, released] = await Promise.all([door.scan(paper), release(tickets[0] ?? '')])
  expect([scanned, released]).toEqual(scanned === 'SUCCESS' ? ['SUCCESS', 400] : ['TICKET_NOT_FOUND', 200])
})

test.each(TIMES)('of passing a ticket on and releasing it at once one wins (%i)', async () => {
  const { order, tickets } = await bought()
  const params = { eventName, ticketIdentifier: tickets[0] ?? '' }
  const [updated, released] = await Promise.all([
    people[1]?.ask(updateTicket, { params, body: { ...ADA, firstName: 'Eva' } }),
    release(params.ticketIdentifier),
  ])
  expect([updated?.status, released]).toEqual(released === 200 ? [404, 200] : [200, 404])
  expect(await statusOf(buyer, order)).toBe(released === 200 ? undefined : 'COMPLETE')
})

test('after all of it the data are consistent, and every seat that came back is for sale', async () => {
  await runJobs()
  await expectConsistentData(shop.db, eventName, { released: 0, held: 0 })
})
