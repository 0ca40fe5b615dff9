import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, cancel, hold, infoOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { trailCommand } from './orders.ts'

const { url, apiKey, clock, shop, databaseUrl } = await testShop()
const run = await commandLine(databaseUrl)
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'demo' }))

test('an order is shown from its beginning to the door, with who did it, and without its people', async () => {
  const id = await buy(buyer, shortName, { Conference: 1 })
  const [ticket] = await paperTickets(shop, id)
  const { organizationId } = organiser
  const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
  expect(ticket && (await aScanner(url, key, shortName).pay(ticket))).toBe('SUCCESS')
  const { lines } = await run(trailCommand, id.toUpperCase())
  expect(lines.map(line => line.split(/\s+/)[1]).slice(0, 5)).toEqual([
    'RESERVATION_CREATE',
    'TERMS_CONDITION_ACCEPTED',
    'RESERVATION_COMPLETE',
    'PAYMENT_CONFIRMED',
    'CHECK_IN',
  ])
  const [{ uuid } = { uuid: '' }] = ticketsOf(await infoOf(buyer, id))
  expect(lines[4]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z  CHECK_IN +ticket ${uuid}  Door OPERATOR$`))
  expect(lines[3]).toContain('{"amount":"120.00","currency":"CHF"}')
  expect(lines.join()).not.toContain('Ada')
})

test('an order that is gone is shown too', async () => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  await cancel(buyer, id)
  const { lines } = await run(trailCommand, id)
  expect(lines.map(line => line.split(/\s+/)[1])).toEqual(['RESERVATION_CREATE', 'CANCEL_RESERVATION'])
})

const unknownId = randomUUID()

test.each([
  [[], 'Say: trail <reservation>.'],
  [[unknownId, unknownId], 'Say: trail <reservation>.'],
  [['A1B2'], '"A1B2" is not the id of a reservation.'],
  [[unknownId], `Nothing is known of ${unknownId}.`],
])('trail %j is refused', async (args, sentence) => {
  await expect(run(trailCommand, ...args)).rejects.toThrow(new Refusal(sentence))
})
