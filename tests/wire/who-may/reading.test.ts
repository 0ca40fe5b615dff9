import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { ask } from './asking.ts'
import type { Caller } from './callers.ts'
import { OTHER_PERSON, OWNER } from './people.ts'
import { ROUTES, type Row } from './routes.ts'
import { RULES, type RuleName } from './rules.ts'
import { order, setting } from './setting.ts'
import { type Subject, standingValues, subjectOf } from './subjects.ts'

/** A GET changes nothing that matters, because scanners of mails and previews of links follow addresses, too. */

/** The table that a statement writes: not `for update`, and not what `on conflict do update` repeats. */
const WRITES =
  /\b(?:insert\s+into|delete\s+from|(?<!\bfor\s)(?<!\bkey\s)(?<!\bdo\s)update(?=\s+"?\w+"?(?:\s+as\s+"?\w+"?)?\s+set\b))\s+"?(\w+)/g

/** What a GET may write, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  api_key: 'when a key was used last is noted to the minute, and what it opens does not depend on it',
  change_log: 'books and exports name people: who has downloaded them is noted each time, and nothing else changes',
  webhook_arrival: 'Saferpay sends its notifications by GET, and each arrival is noted once',
  wallet_pass:
    'the link of a wallet notes that its pass was handed out, and nothing of the ticket or the bought pass changes',
}

const shop = await setting()
const { app } = shop.served
const values = await standingValues(shop)

const written = new Set<string>()
const everWritten = new Set<string>()
const query = Client.prototype.query
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const [config] = args
  const text = typeof config === 'string' ? config : (config as { readonly text?: string }).text
  for (const [, table = ''] of text?.matchAll(WRITES) ?? []) {
    written.add(table)
    everWritten.add(table)
  }
  return Reflect.apply(query, this, args)
} as typeof query
afterAll(() => {
  Client.prototype.query = query
})

const reads = (Object.keys(ROUTES) as RuleName[]).flatMap(rule =>
  Object.entries(ROUTES[rule])
    .filter(([route]) => route.startsWith('GET '))
    .map(([route, row]) => [route, rule, row] as const),
)

const PEOPLE = {
  owner: { person: OWNER, buyer: shop.owner, whose: shop.credentials.owner },
  'by id': { person: OTHER_PERSON, buyer: shop.nobody, whose: shop.credentials['by id'] },
}
const subjects = new Map<string, Promise<Subject>>()

function subjectFor(whose: keyof typeof PEOPLE, { of: which = 'invoiced' }: Row): Promise<Subject> {
  const made = subjects.get(`${whose} ${which}`) ?? make()
  subjects.set(`${whose} ${which}`, made)
  return made

  async function make(): Promise<Subject> {
    const { person, buyer, whose: headers } = PEOPLE[whose]
    return subjectOf(shop, { whose: headers, which, id: await order(shop, { buyer, person, which }) })
  }
}

test.each(reads)('%s', async (route, name, row: Row) => {
  const callers: readonly Caller[] = RULES[name].may
  const tables = new Set<string>()
  for (const caller of callers) {
    const subject = await subjectFor(caller === 'by id' ? 'by id' : 'owner', row)
    const headers = caller === 'device' ? subject.telephone : shop.credentials[caller]
    written.clear()
    await ask(app, { route, row, values: { ...values, ...subject.values }, headers })
    for (const table of written) tables.add(table)
  }
  expect([...tables].filter(table => !(table in ALLOWED))).toEqual([])
})

test('every GET was called, and what POSTs write was seen', () => {
  expect(reads.length).toBeGreaterThan(120)
  expect([...everWritten]).toEqual(expect.arrayContaining(['reservation', 'ticket', 'audit', 'webhook_arrival']))
})
