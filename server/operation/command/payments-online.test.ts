import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy, infoOf, statusOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { paymentsCommand } from './payments.ts'
import { ONLINE_USAGE } from './payments-online.ts'

const { shop, url, apiKey, clock, databaseUrl } = await testShop()
const run = await commandLine(databaseUrl)
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const event = await organiser.open(anEventFile(clock.now(), { slug: 'demo' }))
const order = () => buy(buyer, event, { Conference: 2 })

test('an order that was paid elsewhere is cancelled without money, and says so', async () => {
  const id = await order()
  await expect(run(paymentsCommand, 'refund', id)).rejects.toThrow(/Nothing was paid online/)
  await expect(run(paymentsCommand, 'refund', id, '--amount', '1')).rejects.toThrow(/--request/)
  const [first] = ticketsOf(await infoOf(buyer, id))
  expect(await run(paymentsCommand, 'refund', id, '--tickets', first?.uuid ?? '', '--no-money')).toEqual({
    code: 0,
    lines: [`CHF 0.00 of ${id} goes back; 0.00 is left.`, 'The order is COMPLETE; tickets given back: 1.'],
  })
  const twice = ['refund', id, '--no-money', '--request', 'r-1'] as const
  expect((await run(paymentsCommand, ...twice)).lines).toContain('The order is CANCELLED; tickets given back: 1.')
  expect((await run(paymentsCommand, ...twice)).lines[0]).toMatch(/^Done before: /)
  expect(await statusOf(buyer, id)).toBe('CANCELLED')
})

test.each([
  [['refund'], `Say: ${ONLINE_USAGE[1]}.`],
  [['refund', 'A1B2C3D4'], `Say: ${ONLINE_USAGE[1]}.`],
  [['refund', randomUUID(), '--amount', '1', '--not-taken'], 'Say one of --tickets, --amount and --not-taken.'],
  [['reconcile', '--provider', 'GOLD', '--day', '2027-01-15'], `Say: ${ONLINE_USAGE[2]}.`],
  [['reconcile', '--provider', 'OFFLINE', '--day', '2027-13-15'], `Say: ${ONLINE_USAGE[2]}.`],
])('payments %j is refused', async (args, sentence) => {
  await expect(run(paymentsCommand, ...args)).rejects.toThrow(new Refusal(sentence))
})

test('an unknown order is none', async () => {
  await expect(run(paymentsCommand, 'refund', randomUUID())).rejects.toThrow(/There is no order/)
})

test('what needs a person is shown with what to do', async () => {
  expect(await run(paymentsCommand, 'review')).toEqual({ code: 0, lines: ['No payment needs a person.'] })
  const id = await order()
  const { contextId } = await shop.db.kysely
    .selectFrom('reservation')
    .select('purchase_context_id as contextId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await shop.db.pool.query(
    `with payment as (
       insert into payment_transaction (reservation_id, order_id, purchase_context_id, proxy, status, amount, currency,
         description, created_at) values ($1, $1, $2, 'STRIPE', 'COMPLETE', 24000, 'CHF', 'demo', now()) returning id)
     insert into payment_review (transaction_id, reason, detail, since)
     select id, 'OTHER_SUM', $3, '2027-01-15T08:00:00Z' from payment`,
    [id, contextId, 'EUR 1.00\u001b[2J'],
  )
  const { lines } = await run(paymentsCommand, 'review', event)
  expect(lines[1]).toMatch(/^[0-9A-F]{8} +demo +CHF 240.00 +OTHER_SUM +2027-01-15 08:00Z$/)
  expect(lines[2]).toContain(id)
  expect(lines[3]).toContain('EUR 1.00\\u{1b}[2J Look at the payment at the provider.')
})

test('a day is compared as CSV', async () => {
  const { lines } = await run(paymentsCommand, 'reconcile', '--provider', 'offline', '--day', '2027-01-15')
  expect(lines.join('\n').trim()).toBe('time,kind,provider reference,transaction,order,amount,fee,currency,state')
})
