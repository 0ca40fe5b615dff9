import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { EventFile } from '#contract/event-file.ts'
import { getEvent } from '#contract/event.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { importCommand } from './orders.ts'

const { url, clock, databaseUrl } = await testShop()
const folder = await mkdtemp(join(tmpdir(), 'foyer-import-'))
afterAll(() => rm(folder, { recursive: true }))
// npm informs a script where it was called.
const run = await commandLine(databaseUrl, { INIT_CWD: folder })

const organizer = { name: 'Alpine Systems', slug: 'alpine-systems', email: 'hello@alpine.example' }

async function aFile(name: string, event: EventFile): Promise<string> {
  await writeFile(join(folder, name), stringify(event))
  return join(folder, name)
}

const titleAt = async (shortName: string) => (await aBuyer(url).expect(getEvent, 200, { params: { shortName } })).title

test('an event file makes an event of a running shop, and changes it the next time', async () => {
  const file = anEventFile(clock.now(), { slug: 'days', organizer })
  const path = await aFile('days.yaml', file)
  expect(await run(importCommand, 'days.yaml')).toEqual({ code: 0, lines: [`${path}: created days`] })
  expect(await titleAt('days')).toMatchObject({ en: 'Alpine Systems Days' })
  await aFile('days.yaml', { ...file, title: 'Alpine Systems Nights' })
  expect(await run(importCommand, path)).toEqual({ code: 0, lines: [`${path}: updated days`] })
})

test('a file that is refused is reported with its reasons, and holds up no other', async () => {
  const bad = await aFile('bad.yaml', {
    ...anEventFile(clock.now(), { slug: 'bad', organizer }),
    endDate: '2020-01-01T10:00',
  })
  const good = await aFile('good.yaml', anEventFile(clock.now(), { slug: 'good', organizer }))
  const missing = join(folder, 'missing.yaml')
  const { code, lines } = await run(importCommand, bad, missing, good)
  expect(code).toBe(1)
  expect(lines).toEqual([
    `${bad}: refused`,
    expect.stringMatching(/^ {2}endDate: The event must end after it begins\.$/),
    ...lines.slice(2, -3),
    `${missing}: refused`,
    '  There is no such file.',
    `${good}: created good`,
  ])
})

test('without a file there is nothing to import', async () => {
  await expect(run(importCommand)).rejects.toThrow(new Refusal('Say which files to import.'))
})
