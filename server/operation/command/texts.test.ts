import { afterEach, expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { textsCommand } from './texts.ts'

const { shop, url, apiKey, clock, databaseUrl } = await testShop()
const run = await commandLine(databaseUrl)
const texts = async (...args: readonly string[]) => (await run(textsCommand, ...args)).lines

const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'demo' }))
const key = 'reservation-page.on-site'

afterEach(() => shop.db.kysely.deleteFrom('text_override').execute())

test('own words are stated, listed where they are stated, and taken back by a blank', async () => {
  expect(await texts('en', key, 'Pay', 'at the desk')).toEqual([`${key} is "Pay at the desk" in en`])
  await texts('de', key, 'An der Kasse', '--event', shortName)
  expect(await texts()).toEqual([`en  ${key}  Pay at the desk`])
  expect(await texts('--event', shortName)).toEqual([`de  ${key}  An der Kasse`])
  expect(await texts('--organization', 'alpine-systems')).toEqual(['No words are replaced here.'])
  expect(await texts('en', key, '')).toEqual([`${key} is the shop's own again in en`])
  expect(await texts()).toEqual(['No words are replaced here.'])
})

test('own words are cleaned like all that people type', async () => {
  await texts('en', key, 'Pay\u001b[31m at\r\nthe \u202edesk\u0085')
  const rows = await shop.db.kysely.selectFrom('text_override').select('value').execute()
  expect(rows).toEqual([{ value: 'Pay[31m at\nthe desk' }])
  await texts('en', key, '\u200b\u200b')
  expect(await texts()).toEqual(['No words are replaced here.'])
})

test.each([
  [['en'], 'Say: texts <language> <key> <text>.'],
  [['en', key], 'Say: texts <language> <key> <text>.'],
  [['xx', key, 'Hello'], 'The shop does not speak "xx", only en, it, de, fr.'],
  [['en', 'no-such-key', 'Hello'], 'The shop has no text "no-such-key".'],
  [['en', key, 'Hello', '--event', 'nowhere'], 'There is no event "nowhere".'],
  [['--event', 'demo', '--organization', 'alpine-systems'], 'Name one of --organization and --event.'],
])('texts %j is refused', async (args, sentence) => {
  await expect(texts(...args)).rejects.toThrow(new Refusal(sentence))
  expect(await shop.db.kysely.selectFrom('text_override').selectAll().execute()).toEqual([])
})
