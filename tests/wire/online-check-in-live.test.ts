import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import { getCheckInInfo, joinOnline, performOnlineCheckIn } from '#contract/online-check-in.ts'
import { getFullTicket } from '#contract/ticket.ts'
import { days, hours } from '#domain/foundation/instant.ts'
import { aFreeEventFile, localTime } from '#tests/builders/event-file.ts'
import { type Reply, type AskOf, aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { buy, infoOf, ticketsOf } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// The calls of online check-in answer here as the contract says: `ask` checks status, media type and each member.

const clock = manualClock()
const { url, apiKey } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const begin = { days: 60 }
const end = { days: 60, hours: 8 }
const eventName = await organiser.open(
  aFreeEventFile(clock.now(), {
    format: 'ONLINE',
    onlineCallLinks: [
      { link: 'https://call.example', validFrom: localTime(clock.now(), begin), validTo: localTime(clock.now(), end) },
    ],
  }),
)
const order = await buy(buyer, eventName, { Everybody: 1 }, { by: 'NONE' })
const ticketIdentifier = ticketsOf(await infoOf(buyer, order))[0]?.uuid ?? ''
const { ticketCodeHash } = await buyer.expect(getFullTicket, 200, { params: { eventName, ticketIdentifier } })
if (ticketCodeHash === null) throw new Error('a ticket of an online event has a hash')
const good = { eventName, ticketIdentifier, ticketCodeHash, checkInCode: ticketCodeHash }

const seen = new Set<string>()

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>): Promise<Reply> {
  const answer = await buyer.ask(call, ask)
  expect([call.operationId, answer.status]).toEqual([call.operationId, status])
  seen.add(`${call.operationId} ${status}`)
  return answer
}

const whereTo = async (params: Record<string, string>): Promise<string | null> =>
  (await answers(performOnlineCheckIn, 302, { params })).headers.get('location')

test('the dates of the waiting room', async () => {
  await answers(getCheckInInfo, 200, { params: good })
  await answers(getCheckInInfo, 200, { params: good, query: { tz: 'Europe/Rome' } })
  await answers(getCheckInInfo, 400, { params: good, query: { tz: 'Nowhere/Land' } })
  await answers(getCheckInInfo, 404, { params: { ...good, checkInCode: '0'.repeat(64) } })
})

test('the way in', async () => {
  const address = `/event/${eventName}/ticket/${ticketIdentifier}/check-in/${ticketCodeHash}`
  expect(await whereTo(good)).toBe(`${address}/waiting-room`)
  expect(await whereTo({ ...good, ticketCodeHash: 'wrong' })).toBe('/')
  clock.move(days(60) + hours(1))
  expect(await whereTo(good)).toBe(`${address}/waiting-room`)
  const { headers } = await answers(joinOnline, 303, { params: good })
  expect(headers.get('location')).toBe('https://call.example')
  expect(await whereTo(good)).toBe('https://call.example')
  const unreadable = { params: { ...good, eventName: 'a'.repeat(256) } }
  await answers(performOnlineCheckIn, 400, unreadable)
  await answers(joinOnline, 400, unreadable)
})

test('each answer of each call of online check-in has been received and checked', () => {
  const expected = allCalls
    .filter(({ tag }) => tag === 'online-check-in')
    .flatMap(({ operationId, responses: all }) => Object.keys(all).map(status => `${operationId} ${status}`))
    .filter(title => !/ (?:429|500)$/.test(title))
  expect(expected.toSorted()).toEqual([...seen].toSorted())
})
