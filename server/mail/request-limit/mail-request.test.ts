import { expect, test } from 'vitest'
import { resendReservationEmail } from '#contract/booking.ts'
import { sendTicketByEmail } from '#contract/ticket.ts'
import { hours, minutes } from '#domain/foundation/instant.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { type Reply, aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, infoOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// This machine is not counted by its address: what is refused here is refused by the order or ticket.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 50 }))
const buyer = aBuyer(url)

const resend = (reservationId: string, who = buyer) =>
  who.ask(resendReservationEmail, {
    params: { purchaseContextType: 'event', publicIdentifier: shortName, reservationId },
    query: { lang: 'en' },
  })
const send = (ticketIdentifier: string, who = buyer) =>
  who.ask(sendTicketByEmail, { params: { eventName: shortName, ticketIdentifier } })
const ticketOf = async (id: string, index = 0) => ticketsOf(await infoOf(buyer, id))[index]?.uuid ?? ''
const queued = async (id: string) =>
  (
    await shop.db.kysely
      .selectFrom('mail')
      .select('id')
      .where('reservation_id', '=', id)
      .where('created_at', '=', sqlInstant(clock.now()))
      .execute()
  ).length

const statuses = async (asks: readonly Promise<Reply>[]) =>
  (await Promise.all(asks)).map(({ status }) => status).toSorted((one, other) => one - other)

test('an order’s mail is sent again three times in ten minutes, whichever client asks', async () => {
  const id = await buy(buyer, shortName, { Conference: 1 })
  for (const who of [buyer, aBuyer(url), aBuyer(url)]) {
    expect(await resend(id, who)).toMatchObject({ status: 200, value: true })
    clock.move(minutes(1))
  }
  const refused = await resend(id, aBuyer(url))
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('420')
  clock.move(minutes(7))
  expect(await resend(id)).toMatchObject({ status: 200, value: true })
})

test('a ticket’s mail has a count of its own', async () => {
  const id = await buy(buyer, shortName, { Conference: 2 })
  const [one, other] = [await ticketOf(id), await ticketOf(id, 1)]
  expect(await statuses([send(one), send(one), send(one)])).toEqual([200, 200, 200])
  expect((await send(one)).status).toBe(429)
  expect((await send(one.toUpperCase())).status).toBe(429)
  expect((await send(other)).status).toBe(200)
  expect((await resend(id)).status).toBe(200)
})

test('of many requests at the same time no more than three are let through', async () => {
  const id = await buy(buyer, shortName, { Conference: 1 })
  const ticket = await ticketOf(id)
  const people = Array.from({ length: 8 }, () => aBuyer(url))
  expect((await statuses(people.map(who => resend(id, who)))).slice(0, 4)).toEqual([200, 200, 200, 429])
  expect((await statuses(people.map(who => send(ticket, who)))).slice(0, 4)).toEqual([200, 200, 200, 429])
})

test('ten are sent in a day, and what is refused sends nothing and is not counted', async () => {
  const id = await buy(buyer, shortName, { Conference: 1 })
  for (let count = 0; count < 10; count += 1) {
    expect((await resend(id)).status).toBe(200)
    clock.move(hours(1))
  }
  const refused = await resend(id)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String((14 * hours(1)) / 1000)])
  expect(await queued(id)).toBe(0)
  clock.move(hours(14))
  // The session of a day ago has ended.
  const later = aBuyer(url)
  expect((await resend(id, later)).status).toBe(200)
  expect((await resend(id, later)).status).toBe(429)
})
