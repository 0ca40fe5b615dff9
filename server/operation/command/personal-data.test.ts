import { expect, test } from 'vitest'
import { after, days, instant } from '#domain/foundation/instant.ts'
import { aLivelyEvent, liveThrough } from '#tests/support/personal-data/lived-event.ts'
import { rowsWith } from '#tests/support/personal-data/needles.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { personalDataCommand } from './orders.ts'

// A command has the real time: the event was a hundred days ago.
const clock = manualClock(after(instant(Date.now()), -days(100)))
const { url, apiKey, shop, runJobs, databaseUrl } = await testShop({ clock })
const run = await commandLine(databaseUrl)
const organiser = await anOrganiser(url, apiKey)

test('shows what would go, then erases it, and has nothing left to do', async () => {
  const shortName = await organiser.open(aLivelyEvent(clock.now(), 'lively', { RETENTION_DAYS: 30 }))
  await runJobs()
  const { paid } = await liveThrough(shop, aBuyer(url), shortName)
  await runJobs()
  await shop.db.kysely.updateTable('reservation').set({ status: 'STUCK' }).where('id', '=', paid).execute()

  const due = await run(personalDataCommand, 'due')
  expect(due.code).toBe(0)
  expect(due.lines).toContainEqual(expect.stringMatching(/^lively\s+orders\s+1\s+would be erased$/))
  expect(due.lines).toContainEqual(expect.stringMatching(/^lively\s+orders\s+1\s+kept: not settled yet$/))
  expect(await rowsWith(shop.db, 'wanda@lively')).toHaveLength(1)

  await shop.db.kysely.updateTable('reservation').set({ status: 'COMPLETE' }).where('id', '=', paid).execute()
  const erased = await run(personalDataCommand, 'erase')
  expect(erased.lines).toContainEqual(expect.stringMatching(/^lively\s+orders\s+2\s+erased$/))
  expect(erased.lines.join('\n')).not.toMatch(/Ada|wanda/)
  expect(await rowsWith(shop.db, 'wanda@lively')).toEqual([])
  expect(await run(personalDataCommand, 'due')).toEqual({ code: 0, lines: ['There is nothing to erase.'] })
})

test.each([[[]], [['everything']], [['due', 'now']]])('personal-data %j is refused', async args => {
  await expect(run(personalDataCommand, ...args)).rejects.toThrow(
    new Refusal('Say: personal-data due, or personal-data erase.'),
  )
})
