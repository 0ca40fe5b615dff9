import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { mailsCommand } from './mails.ts'

const { url, apiKey, clock, shop, runJobs, databaseUrl } = await testShop()
const run = await commandLine(databaseUrl)
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'demo' }))
const other = await organiser.open(anEventFile(clock.now(), { slug: 'other' }))
const id = await buy(buyer, shortName, { Conference: 1 })
await buy(buyer, other, { Conference: 1 })
await runJobs()

/** As if the mail server had refused it. */
async function fail(recipient: string, status: 'RETRY' | 'ERROR'): Promise<bigint> {
  const row = await shop.db.kysely
    .updateTable('mail')
    .set({ status, attempts: 10, last_error: '550 no such mailbox\nat line 1' })
    .where('reservation_id', '=', id)
    .where('recipient', '=', recipient)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const statusOf = (mail: bigint) =>
  shop.db.kysely.selectFrom('mail').select(['status', 'attempts']).where('id', '=', mail).executeTakeFirstOrThrow()

test('mails are listed of one order, of an event, or of the shop, with what became of them', async () => {
  const ofOrder = await run(mailsCommand, id)
  expect(ofOrder.lines).toHaveLength(3)
  expect(ofOrder.lines.join('\n')).toMatch(/SENT +1x .*ada@example\.org .*Your order for Alpine Systems Days.* sent 2/)
  expect((await run(mailsCommand, shortName)).lines).toEqual(ofOrder.lines)
  expect((await run(mailsCommand)).lines).toHaveLength(6)
})

test('a mail that failed is found, and goes out once more when it is set going again', async () => {
  expect(await run(mailsCommand, '--failed')).toEqual({ code: 0, lines: ['There are no such mails.'] })
  const failed = await fail('ada@example.org', 'ERROR')
  const { lines } = await run(mailsCommand, shortName, '--failed')
  expect(lines).toEqual([expect.stringMatching(/ERROR +10x .* ada@example\.org .* 550 no such mailbox$/)])
  expect(await run(mailsCommand, 'again', String(failed))).toEqual({
    code: 0,
    lines: [`Mail ${failed} is on its way again.`],
  })
  expect(await statusOf(failed)).toEqual({ status: 'WAITING', attempts: 0 })
  await runJobs()
  expect(await statusOf(failed)).toEqual({ status: 'SENT', attempts: 1 })
  await expect(run(mailsCommand, 'again', String(failed))).rejects.toThrow(
    new Refusal(`Mail ${failed} has not failed.`),
  )
})

test('a mail of an event that has ended stays where it is', async () => {
  const failed = await fail('ada1@example.org', 'RETRY')
  const move = (days: number) =>
    sql`update event set starts_at = starts_at - ${days} * interval '1 day', ends_at = ends_at - ${days} * interval '1 day'
      where short_name = ${shortName}`.execute(shop.db.kysely)
  await move(100)
  await expect(run(mailsCommand, 'again', String(failed))).rejects.toThrow(
    new Refusal(`Mail ${failed} is of an event that has ended: nothing is sent any more.`),
  )
  await move(-100)
  expect((await run(mailsCommand, 'again', String(failed))).code).toBe(0)
})

test('one command sets all failed mails going again, those that were given up and those that wait', async () => {
  await fail('ada@example.org', 'ERROR')
  await fail('ada1@example.org', 'RETRY')
  expect(await run(mailsCommand, 'again', '--failed', other)).toEqual({
    code: 0,
    lines: ['0 mails are on their way again.'],
  })
  expect((await run(mailsCommand, 'again', '--failed')).lines).toEqual(['2 mails are on their way again.'])
  expect((await run(mailsCommand, '--failed')).lines).toEqual(['There are no such mails.'])
  await runJobs()

  await fail('ada@example.org', 'ERROR')
  await sql`update event set starts_at = starts_at - interval '1 year', ends_at = ends_at - interval '1 year'
    where short_name = ${shortName}`.execute(shop.db.kysely)
  const books = await fail('ada1@example.org', 'ERROR')
  await shop.db.kysely.updateTable('mail').set({ outlives_event: true }).where('id', '=', books).execute()
  expect((await run(mailsCommand, 'again', '--failed', shortName)).lines).toEqual([
    '1 mail is on its way again.',
    '1 of events that have ended stay where they are.',
  ])
  await runJobs()
  expect(await statusOf(books)).toMatchObject({ status: 'SENT' })
})

const SAY =
  'Say: mails [--failed], or mails <event> [--failed], or mails <reservation>, or mails again <mail>, or mails again --failed [<event>].'

test.each([
  [['again', '999999'], 'There is no mail "999999".'],
  [['again', 'x'], 'There is no mail "x".'],
  [['again', '1', '2', '--failed'], SAY],
  [['demo', 'other'], SAY],
  [['again', '1', '2'], SAY],
  [['nowhere'], 'There is no event "nowhere".'],
])('mails %j is refused', async (args, sentence) => {
  await expect(run(mailsCommand, ...args)).rejects.toThrow(new Refusal(sentence))
})

test('an unknown order has no mails', async () => {
  expect(await run(mailsCommand, randomUUID())).toEqual({ code: 0, lines: ['There are no such mails.'] })
})
