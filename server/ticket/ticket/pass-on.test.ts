import { describe, expect, test } from 'vitest'
import { pathTo } from '#contract/paths.ts'
import { ticketCodePagePath } from '#contract/ticket-paths.ts'
import {
  downloadTicket,
  getFullTicket,
  getTicket,
  getTicketCode,
  releaseTicket,
  sendTicketByEmail,
  updateTicket,
  wasTicketPassedOn,
} from '#contract/ticket.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { type Buyer, aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { ticketIdsOf } from '#tests/support/buyer/ids-of-tickets.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const settings = { ALLOW_FREE_TICKETS_CANCELLATION: true }
const eventName = await organiser.open(aFreeEventFile(clock.now(), { seats: 100, settings }))
const online = await organiser.open(
  aFreeEventFile(clock.now(), { slug: 'online', seats: 20, format: 'ONLINE', onlineCallLinks: [] }),
)
const CAROL = { firstName: 'Carol', lastName: 'Shaw', email: 'carol@example.org' }
const DAVE = { firstName: 'Dave', lastName: 'Cutler', email: 'dave@example.org' }

type Passed = { readonly order: string; readonly before: string; readonly after: string; readonly event: string }

const idOf = async (order: string) => (await ticketIdsOf(shop, order))[0] ?? ''
const at = (ticketIdentifier: string, event = eventName) => ({ params: { eventName: event, ticketIdentifier } })

async function bought(event = eventName) {
  const order = await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' })
  return { order, event, before: await idOf(order) }
}

/** Bob has passed his ticket on to Carol; `after` is what his mail brings her. */
async function passedOn(bob: Buyer, event = eventName): Promise<Passed> {
  const ticket = await bought(event)
  await bob.expect(updateTicket, 200, { ...at(ticket.before, event), body: CAROL })
  return { ...ticket, after: await idOf(ticket.order) }
}

const GONE = { getTicket: 404, getFullTicket: 404, code: 403, pdf: 403, mail: 404, put: 404, delete: 404, page: 403 }

async function statusesOf(who: Buyer, id: string) {
  return {
    getTicket: (await who.ask(getTicket, at(id))).status,
    getFullTicket: (await who.ask(getFullTicket, at(id))).status,
    code: (await who.ask(getTicketCode, at(id))).status,
    pdf: (await who.ask(downloadTicket, at(id))).status,
    mail: (await who.ask(sendTicketByEmail, at(id))).status,
    put: (await who.ask(updateTicket, { ...at(id), body: DAVE })).status,
    delete: (await who.ask(releaseTicket, at(id))).status,
    page: (await fetch(url + pathTo(ticketCodePagePath, at(id).params))).status,
  }
}

describe('a ticket that was passed on', () => {
  test('has another id, and its old one opens nothing', async () => {
    const ticket = await passedOn(aBuyer(url))
    expect(ticket.after).not.toBe(ticket.before)
    expect(await statusesOf(aBuyer(url), ticket.before)).toEqual(GONE)
    expect(await aBuyer(url).expect(getTicket, 200, at(ticket.after))).toMatchObject({ email: CAROL.email })
  })

  test('can be read again by the old id for ten minutes by the session that passed it on, and nothing else', async () => {
    const bob = aBuyer(url)
    const ticket = await passedOn(bob)
    const full = await bob.expect(getFullTicket, 200, at(ticket.before))
    expect(full.tickets[0]).toMatchObject({ uuid: ticket.before, fullName: 'Carol Shaw', passedOn: true })
    expect(await statusesOf(bob, ticket.before)).toEqual({ ...GONE, getFullTicket: 200 })
    clock.move(minutes(10))
    expect(await statusesOf(bob, ticket.before)).toEqual(GONE)
    clock.move(-minutes(10))
  })

  test('shows its former id neither in another event nor without the way into the online room', async () => {
    const bob = aBuyer(url)
    const ticket = await passedOn(bob, online)
    expect((await bob.ask(getFullTicket, at(ticket.before))).status).toBe(404)
    expect(await bob.expect(getFullTicket, 200, at(ticket.before, online))).toMatchObject({ ticketCodeHash: null })
    const own = await bob.expect(getTicket, 200, at(ticket.after, online))
    expect(own.ticketCodeHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is out of sight of its first holder once the second has passed it on', async () => {
    const bob = aBuyer(url)
    const ticket = await passedOn(bob)
    await aBuyer(url).expect(updateTicket, 200, { ...at(ticket.after), body: DAVE })
    for (const id of [ticket.before, ticket.after]) {
      expect((await bob.ask(getTicket, at(id))).status).toBe(404)
      expect((await bob.ask(getFullTicket, at(id))).status).toBe(404)
    }
  })

  test('is known as passed on by its old id alone, without a word about its new holder', async () => {
    const ticket = await passedOn(aBuyer(url))
    const visitor = aBuyer(url)
    expect(await visitor.expect(wasTicketPassedOn, 200, at(ticket.before))).toBe(true)
    expect((await visitor.ask(wasTicketPassedOn, at(ticket.after))).status).toBe(404)
    expect((await visitor.ask(wasTicketPassedOn, at(ticket.before, online))).status).toBe(404)
  })

  test('that its new holder releases stays unknown by the first id, and is released by the second', async () => {
    const ticket = await passedOn(aBuyer(url))
    const visitor = aBuyer(url)
    expect((await visitor.ask(releaseTicket, at(ticket.after))).status).toBe(200)
    expect(await visitor.ask(releaseTicket, at(ticket.after))).toMatchObject({ status: 200, value: true })
    expect((await visitor.ask(releaseTicket, at(ticket.before))).status).toBe(404)
    expect((await visitor.ask(releaseTicket, at(ticket.after, online))).status).toBe(404)
    expect((await visitor.ask(wasTicketPassedOn, at(ticket.after))).status).toBe(404)
  })
})

test.each([
  [
    'the same person in other letters keeps the id',
    { firstName: 'ADA 1', lastName: 'lovelace', email: 'Ada1@example.org' },
    true,
  ],
  [
    'a corrected name is another id, as it is another code',
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada1@example.org' },
    false,
  ],
])('%s', async (_, body, isKept) => {
  const { order, before } = await bought()
  await aBuyer(url).expect(updateTicket, 200, { ...at(before), body })
  expect((await idOf(order)) === before).toBe(isKept)
})

test('a ticket is passed on five times in an hour, by any caller, and then again when the hour is over', async () => {
  const { order } = await bought()
  const pass = async (number: number) =>
    aBuyer(url).ask(updateTicket, { ...at(await idOf(order)), body: { ...DAVE, email: `dave${number}@example.org` } })
  for (let number = 1; number <= 5; number += 1) expect((await pass(number)).status).toBe(200)
  const refused = await pass(6)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(await buyer.expect(getTicket, 200, at(await idOf(order)))).toMatchObject({ email: 'dave5@example.org' })
  // Who stays the holder may still change what is asked.
  const same = { ...DAVE, email: 'dave5@example.org', userLanguage: 'de' }
  expect((await aBuyer(url).ask(updateTicket, { ...at(await idOf(order)), body: same })).status).toBe(200)
  clock.move(minutes(60))
  expect((await pass(7)).status).toBe(200)
  clock.move(-minutes(60))
})
