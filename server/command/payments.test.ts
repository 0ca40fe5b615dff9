import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer.ts'
import { commandLine } from '#tests/support/command-line.ts'
import { anOrganiser } from '#tests/support/organiser.ts'
import { buy, hold, statusOf } from '#tests/support/purchase.ts'
import { testShop } from '#tests/support/test-shop.ts'
import { Refusal } from './command.ts'
import { paymentsCommand } from './payments.ts'

const { url, apiKey, clock, runJobs, databaseUrl } = await testShop()
const run = await commandLine(databaseUrl)
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'demo' }))
const awaited = () => buy(buyer, shortName, { Conference: 1 }, { by: 'OFFLINE' })

test('a transfer that has arrived is confirmed, once, and the order is complete', async () => {
  const id = await awaited()
  expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
  expect(await run(paymentsCommand, 'confirm', id)).toEqual({ code: 0, lines: [`${id} is paid.`] })
  await runJobs()
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  await expect(run(paymentsCommand, 'confirm', id)).rejects.toThrow(
    new Refusal(`${id} is not waiting for a bank transfer.`),
  )
})

test('an order that waits for no transfer stays as it is', async () => {
  const held = await hold(buyer, shortName, { Conference: 1 })
  for (const id of [held, randomUUID()]) {
    await expect(run(paymentsCommand, 'confirm', id)).rejects.toThrow(
      new Refusal(`${id} is not waiting for a bank transfer.`),
    )
  }
  expect(await statusOf(buyer, held)).toBe('PENDING')
})

test.each([
  [[], 'Say: payments confirm <reservation>.'],
  [['refund', randomUUID()], 'Say: payments confirm <reservation>.'],
  [['confirm', randomUUID(), randomUUID()], 'Say: payments confirm <reservation>.'],
  [['confirm'], '"" is not the id of a reservation.'],
  [['confirm', 'A1B2C3D4'], '"A1B2C3D4" is not the id of a reservation.'],
])('payments %j is refused', async (args, sentence) => {
  await expect(run(paymentsCommand, ...args)).rejects.toThrow(new Refusal(sentence))
})
