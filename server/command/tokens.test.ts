import { expect, test } from 'vitest'
import { aCategoryFile, aHiddenCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { csv } from '#server/base/csv.ts'
import { tokensCommand } from './tokens.ts'

const { shop, url, apiKey, clock, databaseUrl } = await testShop()
const run = await commandLine(databaseUrl, { FOYER_MODE: 'development', FOYER_BASE_URL: 'https://tickets.example.org' })
const organiser = await anOrganiser(url, apiKey)
const now = clock.now()
await organiser.open(
  anEventFile(now, {
    slug: 'gala',
    categories: [
      aCategoryFile(now),
      aHiddenCategoryFile(now, { maxTickets: 2 }),
      aHiddenCategoryFile(now, { name: 'Press', maxTickets: 1 }),
    ],
  }),
)

test('each code of the hidden categories is printed with its link, also when it has to be made first', async () => {
  await shop.db.kysely.updateTable('token').set({ status: 'WAITING', code: null }).execute()
  const { code, lines } = await run(tokensCommand, 'gala')
  expect(code).toBe(0)
  const [head, ...rows] = lines.map(line => line.trimEnd().split(','))
  expect(head).toEqual(['category', 'code', 'status', 'link'])
  expect(rows.map(([category = '']) => category).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'Backstage',
    'Backstage',
    'Press',
  ])
  for (const [, token = '', status, link = ''] of rows) {
    expect(token).toMatch(/^[A-Z0-9]{6,}$/)
    expect(status).toBe('FREE')
    expect(link).toMatch(/^https:\/\/tickets\.example\.org\//)
    expect(link).toContain(token)
  }
})

test('those of one category can be asked for', async () => {
  const { lines } = await run(tokensCommand, 'gala', 'Press')
  expect(lines.slice(1).map(line => line.split(',')[0])).toEqual(['Press'])
})

test.each([
  [[], 'Say: tokens <event> [<category>].'],
  [['gala', 'Press', 'more'], 'Say: tokens <event> [<category>].'],
  [['nowhere'], 'There is no event "nowhere".'],
  [['gala', 'Conference'], 'Conference has no codes: nothing there is restricted.'],
])('tokens %j is refused', async (args, sentence) => {
  await expect(run(tokensCommand, ...args)).rejects.toThrow(new Refusal(sentence))
})

test('a cell that holds commas, quotes or line ends is quoted, and a formula is told as text', () => {
  expect(
    csv([
      ['category', 'code'],
      ['Hall, front', 'AB'],
      ['"Loge"', '=1+1'],
    ]),
  ).toBe('category,code\r\n"Hall, front",AB\r\n"""Loge""",\'=1+1')
})
