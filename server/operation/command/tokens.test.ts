import { expect, test } from 'vitest'
import { aCategoryFile, aHiddenCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { csv } from '#server/foundation/base/text.ts'
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
  const [head, ...rows] = lines.map(line => line.trim().split(','))
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

const USAGE = 'Say: tokens <event> [<category>] [--separator comma|semicolon].'

test.each([
  [[], USAGE],
  [['gala', '--separator', 'tab'], USAGE],
  [['gala', 'Press', 'more'], USAGE],
  [['nowhere'], 'There is no event "nowhere".'],
  [['gala', 'Conference'], 'Conference has no codes: nothing there is restricted.'],
])('tokens %j is refused', async (args, sentence) => {
  await expect(run(tokensCommand, ...args)).rejects.toThrow(new Refusal(sentence))
})

test('a spreadsheet opens the file: the mark of UTF-8, CR and LF, and the separator of its language', async () => {
  const { lines } = await run(tokensCommand, 'gala')
  expect(lines.join('\n')).toMatch(/^\u{feff}category,code,status,link\r\n(.+\r\n){2}.+\r$/u)
  await shop.db.kysely
    .updateTable('purchase_context')
    .set({ languages: ['de', 'en'] })
    .execute()
  const german = await run(tokensCommand, 'gala', 'Press')
  expect(german.lines[0]).toBe('\u{feff}category;code;status;link\r')
  const withComma = await run(tokensCommand, 'gala', 'Press', '--separator', 'comma')
  expect(withComma.lines[0]).toBe('\u{feff}category,code,status,link\r')
})

test('a cell that holds commas, quotes or line ends is quoted, and a formula is written as text', () => {
  expect(
    csv([
      ['category', 'code'],
      ['Hall, front', 'AB'],
      ['Hall; back', 'CD'],
      ['"Loge"', '=1+1'],
    ]),
  ).toBe('category,code\r\n"Hall, front",AB\r\n"Hall; back",CD\r\n"""Loge""",\'=1+1')
})
