import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { after, days, instant } from '#domain/foundation/instant.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { aLivelyEvent, liveThrough } from '#tests/support/personal-data/lived-event.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { statusOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { documentsCommand } from './orders.ts'

const clock = manualClock(after(instant(Date.now()), -days(100)))
const { url, apiKey, shop, runJobs, databaseUrl } = await testShop({ clock })
const run = await commandLine(databaseUrl)
const organiser = await anOrganiser(url, apiKey)
const folder = await mkdtemp(join(tmpdir(), 'foyer-documents-'))
afterAll(() => rm(folder, { recursive: true }))

test('the books have the invoice of an order whose people are erased, for as long as the law says', async () => {
  const shortName = await organiser.open(aLivelyEvent(clock.now(), 'lively', { RETENTION_DAYS: 1 }))
  await runJobs()
  const { paid } = await liveThrough(shop, aBuyer(url), shortName)
  clock.set(instant(Date.now()))
  await erasePersonalData(shop)
  expect(await statusOf(aBuyer(url), paid)).toBeUndefined()
  const { lines } = await run(documentsCommand, paid, join(folder, 'books'))
  expect(lines).toEqual([expect.stringMatching(/books\/lively-.*\.pdf$/)])
  const pdf = await readPdf(new Uint8Array(await readFile(lines[0] ?? '')))
  expect(JSON.stringify(pdf)).toContain('Lovelace')
  clock.move(days(365 * 12))
  await erasePersonalData(shop)
  await expect(run(documentsCommand, paid, folder)).rejects.toThrow(new Refusal(`There are no documents of ${paid}.`))
})

const unknownId = randomUUID()

test.each([
  [[], 'Say: documents <reservation> [<folder>].'],
  [[unknownId, folder, 'more'], 'Say: documents <reservation> [<folder>].'],
  [['A1B2'], '"A1B2" is not the id of a reservation.'],
  [[unknownId], `There are no documents of ${unknownId}.`],
])('documents %j is refused', async (args, sentence) => {
  await expect(run(documentsCommand, ...args)).rejects.toThrow(new Refusal(sentence))
})
