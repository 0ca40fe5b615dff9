import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { type Call, Empty } from '#contract/call.ts'
import * as orderCalls from '#contract/organiser-orders.ts'
import { aFreeEventFile, aQuestionFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { type AskOf, aBuyer } from '../support/buyer/buyer.ts'
import { buyPass } from '../support/buyer/pass-purchase.ts'
import { buy } from '../support/buyer/purchase.ts'
import { aKey, aScanner, paperTickets } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Every call about orders and attendees answers here as the contract says: `ask` checks status, media type and each member.

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const { api, open, organizationId } = await anOrganiser(url, apiKey)
const questions = { additionalInfo: [aQuestionFile()] }
const slug = await open(aFreeEventFile(manualClock().now(), questions))
const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
const door = aScanner(url, key, slug)
const buyer = aBuyer(url)
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const seen = new Set<string>()

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>, who = api): Promise<void> {
  const answer = await who.ask(call, ask)
  expect([call.operationId, answer.status, answer.headers.get('cache-control')]).toEqual([
    call.operationId,
    status,
    'no-store',
  ])
  seen.add(`${call.operationId} ${status}`)
}

test('attendees, scans and orders are read, and a ticket is taken out of its order', async () => {
  const order = await buy(buyer, slug, { Everybody: 2 }, { by: 'NONE' })
  const pass = await storePass(shop, { organizationId, price: 0n })
  const passOrder = await buyPass(buyer, pass.publicId, { by: 'NONE' })
  const [first, second] = await paperTickets(shop, order)
  if (!first || !second) throw new Error('no tickets')
  await door.scan(first)
  await door.revert(first)
  const ofEvent = { params: { slug } }
  const detail = (purchaseContextType: string, publicIdentifier: string, id: string) => ({
    params: { purchaseContextType, publicIdentifier, id },
  })
  const ticket = (uuid: string) => ({ params: { slug, ticketUUID: uuid } })
  await answers(orderCalls.downloadAttendees, 200, ofEvent)
  await answers(orderCalls.downloadAttendees, 403, { params: { slug: 'unknown' } })
  await answers(orderCalls.downloadAttendees, 403, ofEvent, door.api)
  await answers(orderCalls.getCheckInLog, 200, ofEvent)
  await answers(orderCalls.getCheckInLog, 403, { params: { slug: 'unknown' } })
  await answers(orderCalls.getCheckInLog, 403, ofEvent, door.api)
  await answers(orderCalls.getReservationDetail, 200, detail('event', slug, order))
  await answers(orderCalls.getReservationDetail, 200, detail('subscription', pass.publicId, passOrder))
  await answers(orderCalls.getReservationDetail, 403, detail('event', slug, UNKNOWN))
  await answers(orderCalls.getReservationDetail, 403, detail('event', slug, order), door.api)
  await answers(orderCalls.deleteTicket, 403, ticket(second.identifier), door.api)
  await answers(orderCalls.deleteTicket, 200, ticket(second.identifier))
  await answers(orderCalls.deleteTicket, 403, ticket(second.identifier))
})

test('each answer of each of these calls has been received', () => {
  const calls = allCalls.filter(call => Object.values<unknown>(orderCalls).includes(call))
  expect(calls).toHaveLength(4)
  const expected = calls.flatMap(call => [
    `${call.operationId} 200`,
    `${call.operationId} 403`,
    ...(call.responses[404] === Empty ? [`${call.operationId} 404`] : []),
  ])
  expect(expected.filter(title => !seen.has(title))).toEqual([])
})
