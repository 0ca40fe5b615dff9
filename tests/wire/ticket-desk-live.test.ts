import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { type Call, Empty } from '#contract/call.ts'
import * as desk from '#contract/organiser-reservations.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { type AskOf, aBuyer } from '../support/buyer/buyer.ts'
import { ADA, categoryIds } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { bring } from '../support/organiser/ticket-desk.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Every call by which organisers order tickets for others answers here as the contract says: `ask` checks status, media type and
// each member.

const clock = manualClock()
const { url, apiKey, runJobs } = await testShop({ clock })
const { api, open } = await anOrganiser(url, apiKey)
const keyless = aBuyer(url, { authorization: 'ApiKey of-nobody' })
const slug = await open(anEventFile(clock.now()))
const [ticketCategoryId = 0] = (await categoryIds(keyless, slug)).values()
const order = { user: ADA, tickets: [{ ticketCategoryId, quantity: 1, attendees: [ADA] }] }
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const params = { slug }
const query = { language: 'en' }

const seen = new Set<string>()

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>, by = api): Promise<void> {
  const answer = await by.ask(call, ask)
  expect([call.operationId, answer.status]).toEqual([call.operationId, status])
  seen.add(`${call.operationId} ${status}`)
}

test('tickets for a buyer', async () => {
  await answers(desk.createTicketsReservation, 200, { params, body: order })
  await answers(desk.createTicketsReservation, 400, { params, body: { tickets: [] } })
  await answers(desk.createTicketsReservation, 403, { params, body: order }, keyless)
  await answers(desk.createTicketsReservation, 403, { params: { slug: 'unknown' }, body: order })
})

test('orders that are imported', async () => {
  await answers(desk.importReservations, 200, { params, query, body: [order] })
  await answers(desk.importReservations, 400, { params, query, body: [{ tickets: [] }] })
  await answers(desk.importReservations, 400, { params, query, body: [] })
  await answers(desk.importReservations, 403, { params, query, body: [order] }, keyless)
  const requestId = await bring(api, slug, [order])
  await answers(desk.bulkStatus, 200, { params: { slug, requestId } })
  await runJobs()
  await answers(desk.bulkStatus, 200, { params: { slug, requestId } })
  await answers(desk.bulkStatus, 400, { params: { slug, requestId: UNKNOWN } })
  await answers(desk.bulkStatus, 403, { params: { slug, requestId } }, keyless)
})

test('each good answer of each of these calls, and each "not found", has been received', () => {
  const calls = allCalls.filter(call => Object.values<unknown>(desk).includes(call))
  expect(calls).toHaveLength(3)
  const expected = calls.flatMap(call => [
    `${call.operationId} 200`,
    ...(call.responses[404] === Empty ? [`${call.operationId} 404`] : []),
  ])
  expect(expected.filter(title => !seen.has(title))).toEqual([])
})
