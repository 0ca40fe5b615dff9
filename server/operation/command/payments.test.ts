import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, hold, statusOf } from '#tests/support/buyer/purchase.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { paymentsCommand } from './payments.ts'

const { shop, url, apiKey, clock, runJobs, databaseUrl } = await testShop()
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

test('a short id is enough with exactly the amount, and with nothing else', async () => {
  const id = await awaited()
  const short = id.slice(0, 8).toUpperCase()
  const amountRefused = new Refusal(`The order "${short}" comes to another amount.`)
  await expect(run(paymentsCommand, 'confirm', short, '119.99', 'CHF')).rejects.toThrow(amountRefused)
  await expect(run(paymentsCommand, 'confirm', short, '120.00', 'EUR')).rejects.toThrow(amountRefused)
  expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
  expect(await run(paymentsCommand, 'confirm', short, '120.00', 'CHF')).toEqual({
    code: 0,
    lines: [`${id} is paid.`],
  })
  await expect(run(paymentsCommand, 'confirm', short, '120.00', 'CHF')).rejects.toThrow(
    new Refusal(`No order that begins with "${short}" is waiting for a bank transfer.`),
  )
})

test('of several orders that begin the same none is confirmed by that', async () => {
  const id = await awaited()
  const short = id.slice(0, 8)
  const twin = `${short}-${randomUUID().slice(9)}`
  await shop.db.pool.query(
    `insert into reservation select (jsonb_populate_record(reservation, jsonb_build_object('id', $2::text))).*
     from reservation where id = $1`,
    [id, twin],
  )
  await expect(run(paymentsCommand, 'confirm', short, '120.00', 'CHF')).rejects.toThrow(
    new Refusal(`Several orders that begin with "${short}" are waiting: say more of the id.`),
  )
  expect(await run(paymentsCommand, 'confirm', id.slice(0, 23), '120.00', 'CHF')).toEqual({
    code: 0,
    lines: [`${id} is paid.`],
  })
  await shop.db.pool.query('delete from reservation where id = $1', [twin])
})

test('the list shows who has still to pay what, until when', async () => {
  const event = await organiser.open(anEventFile(clock.now(), { slug: 'listed' }))
  expect(await run(paymentsCommand, 'list', event)).toEqual({
    code: 0,
    lines: ['No order waits for a bank transfer.'],
  })
  const id = await buy(buyer, event, { Conference: 1 }, { by: 'OFFLINE' })
  const { code, lines } = await run(paymentsCommand, 'list', event)
  expect({ code, count: lines.length }).toEqual({ code: 0, count: 2 })
  expect(lines[0]).toMatch(/^order +event +amount +due +buyer$/)
  expect(lines[1]).toMatch(
    new RegExp(
      `^${id.slice(0, 8).toUpperCase()} +listed +CHF 120.00 +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\dZ +Ada Lovelace <ada@example.org>$`,
    ),
  )
  expect((await run(paymentsCommand)).lines.join()).toContain(id.slice(0, 8).toUpperCase())
})

test.each([
  [['return', randomUUID()], 'Say: payments list [<event>], or payments confirm <reservation>.'],
  [['list', 'demo', 'demo'], 'Say: payments list [<event>], or payments confirm <reservation>.'],
  [['list', 'nowhere'], 'There is no event "nowhere".'],
  [['confirm', 'A1B2C3D4', '120.00'], 'Say: payments confirm <short id> <amount> <currency>.'],
  [['confirm', 'A1B2C3D4', '120.00', 'CHF', 'x'], 'Say: payments confirm <short id> <amount> <currency>.'],
  [['confirm', 'A1B2C3D4', '120,00', 'CHF'], '"120,00" is not an amount such as 71.40.'],
  [['confirm', 'A1B2C3D4', '120.00', 'CHF'], 'No order that begins with "A1B2C3D4" is waiting for a bank transfer.'],
  [['confirm'], '"" is not the id of a reservation. With a short id, say the amount too.'],
  [['confirm', 'A1B2C3D4'], '"A1B2C3D4" is not the id of a reservation. With a short id, say the amount too.'],
])('payments %j is refused', async (args, sentence) => {
  await expect(run(paymentsCommand, ...args)).rejects.toThrow(new Refusal(sentence))
})

test('a name that would command the terminal is shown, and takes one line', async () => {
  const id = await awaited()
  const name = '\u001b[2JEve\npaid \u202e'
  await shop.db.kysely.updateTable('reservation').set({ first_name: name }).where('id', '=', id).execute()
  const { lines } = await run(paymentsCommand, 'list')
  const ofEve = lines.filter(line => line.includes('Eve'))
  expect(ofEve).toEqual([expect.stringContaining('\\u{1b}[2JEve\\npaid \\u{202e}')])
  expect(ofEve[0]).toMatch(new RegExp(`^${id.slice(0, 8)}`, 'i'))
})
