import { describe, expect, test } from 'vitest'
import { testShop } from '../../support/shop/test-shop.ts'
import { type Received, ask } from './asking.ts'
import { type Caller, EVERYBODY, WITH_TOKEN } from './callers.ts'
import { collectingRoutes } from './collecting-routes.ts'
import { type Credentials, OTHER_PERSON, OWNER, membersOf, signedIn } from './people.ts'
import { ROUTES, type Row } from './routes.ts'
import type { Rule } from './rule.ts'
import { RULES, type RuleName } from './rules.ts'
import { order, setting } from './setting.ts'
import { MADE_UP, type Subject, type Values, standingValues, subjectOf } from './subjects.ts'

/** Who may call what: every route of the running server, asked by each kind of caller (docs/generated/who-may.md). */

const shop = await setting()
const { app } = shop.served
const values = await standingValues(shop)

const PEOPLE = {
  owner: { person: OWNER, buyer: shop.owner, whose: shop.credentials.owner },
  nobody: { person: OTHER_PERSON, buyer: shop.nobody, whose: shop.credentials['by id'] },
}
const NAMES = [OWNER, OTHER_PERSON].flatMap(person => Object.values(person))

/** How many answers named a person. */
let revealed = 0

const subjects = new Map<string, Promise<Subject>>()

/** The order that a route is asked about; one of its own where the route changes it. */
function subjectFor(route: string, { of: which = 'invoiced', isChanging }: Row, whose: keyof typeof PEOPLE) {
  const isOwn = isChanging === true || which === 'held' || which === 'filled'
  const key = [whose, which, isOwn && route].join()
  const made = subjects.get(key) ?? make()
  subjects.set(key, made)
  return made

  async function make(): Promise<Subject> {
    const { person, buyer, whose: headers } = PEOPLE[whose]
    return subjectOf(shop, { whose: headers, which, id: await order(shop, { buyer, person, which }) })
  }
}

const PUBLIC_WRITE = /^(POST|PUT|DELETE) \/api\/v2\/public\//
/** It needs no session; of who has signed in it needs the token, too. */
const OLDER_WRITE = /^POST \/api\/reservation\//

/** The statuses a caller may get, by rule and row. */
function statusesFor(caller: Caller, route: string, rule: Rule, row: Row): readonly number[] {
  if (PUBLIC_WRITE.test(route) && !WITH_TOKEN.includes(caller)) return [403]
  if (OLDER_WRITE.test(route) && caller === 'foreign token') return [403]
  if (rule.may.includes(caller)) return [row.answers ?? 200].flat()
  const refusal = row.refuses ?? rule.refuses
  return [rule.others?.includes(caller) ? (row.others ?? refusal) : refusal].flat()
}

/** Those who may come last, so that all others ask about something that is still there. */
function inOrder({ may, others = [] }: Rule): Caller[] {
  const ranked = (caller: Caller) => (may.includes(caller) ? 2 : others.includes(caller) ? 1 : 0)
  return EVERYBODY.toSorted((one, two) => ranked(one) - ranked(two))
}

/** Whose secrets these callers know anyway. */
const KNOWS: Partial<Record<Caller, keyof typeof PEOPLE>> = {
  owner: 'owner',
  'foreign token': 'owner',
  'by id': 'nobody',
}

async function credentialsFor({ isEnding }: Row): Promise<Record<Exclude<Caller, 'device'>, Credentials>> {
  if (!isEnding) return shop.credentials
  const newcomer = async () => {
    const email = `${crypto.randomUUID()}@newcomer.example`
    return signedIn(shop.served, shop.provider, { firstName: 'New', lastName: 'Comer', email })
  }
  const owner = await newcomer()
  const foreign = { ...owner, 'x-csrf-token': shop.credentials['foreign token']['x-csrf-token'] ?? '' }
  const members = await membersOf(shop.served, shop.ofMembers)
  return { ...shop.credentials, ...members, owner, 'foreign token': foreign, stranger: await newcomer() }
}

describe.each(Object.entries(RULES) as [RuleName, Rule][])('%s', (name, rule) => {
  test.each(Object.entries(ROUTES[name]))('%s', async (route, row) => {
    const credentials = await credentialsFor(row)
    const [ofOwner, ofOtherPerson] = [await subjectFor(route, row, 'owner'), await subjectFor(route, row, 'nobody')]
    const answerFor = (caller: Caller, named: Values, as = route) => {
      const headers = caller === 'device' ? ofOwner.telephone : credentials[caller]
      return ask(app, { route: as, row, values: named, headers })
    }
    const [received, expected] = [new Map<Caller, unknown>(), new Map<Caller, unknown>()]
    for (const caller of inOrder(rule)) {
      const { values: named } = caller === 'by id' ? ofOtherPerson : ofOwner
      if (caller === rule.may[0]) await expectUnknown()
      if (caller === rule.others?.[0]) await expectNothingShown(named)
      const answer = await answerFor(caller, { ...values, ...named })
      const mayRead = rule.may.includes(caller)
      if (mayRead && NAMES.some(one => answer.all.includes(one))) revealed += 1
      const statuses = statusesFor(caller, route, rule, row)
      const status = statuses.includes(answer.status) ? statuses : `${answer.status} ${answer.body.slice(0, 200)}`
      const secrets = mayRead && rule.showsNames ? [] : secretsBut(KNOWS[caller], ofOwner, ofOtherPerson)
      received.set(caller, { status, leaked: leakedIn(answer, secrets) })
      expected.set(caller, { status: statuses, leaked: [] })
      if (caller === 'stranger' && route.startsWith('GET ')) await expectSameOfHead(answer)
    }
    expect(received).toEqual(expected)

    async function expectSameOfHead({ status }: Received): Promise<void> {
      const head = await answerFor('stranger', { ...values, ...ofOwner.values }, route.replace('GET ', 'HEAD '))
      const secrets = rule.showsNames ? [] : secretsBut(undefined, ofOwner, ofOtherPerson)
      expect([head.status, head.body, leakedIn(head, secrets)]).toEqual([status, '', []])
    }

    /** To those who may. */
    async function expectUnknown(): Promise<void> {
      const [caller] = rule.may
      if (caller === undefined || !/[:*]/.test(route)) return
      const { status, body } = await answerFor(caller, MADE_UP)
      expect([status, body]).toEqual([row.unknown ?? rule.unknown, body])
    }

    /** Another organisation doesn't learn what exists, but where the wire wants it so. */
    async function expectNothingShown(named: Values): Promise<void> {
      const [caller] = rule.others ?? []
      if (caller === undefined || !/[:*]/.test(route)) return
      const [real, madeUp] = [await answerFor(caller, { ...values, ...named }), await answerFor(caller, MADE_UP)]
      const isShown = real.status !== madeUp.status || real.body !== madeUp.body
      expect([isShown, real.body, madeUp.body]).toEqual([row.shows !== undefined, real.body, madeUp.body])
    }
  })
})

function leakedIn({ all, sent }: Received, secrets: readonly string[]): string[] {
  return secrets.filter(secret => all.includes(secret) && !sent.includes(secret))
}

/** What a caller must not learn: names of people and ids of their orders, tickets and passes, but their own. */
function secretsBut(reader: keyof typeof PEOPLE | undefined, ofOwner: Subject, ofOtherPerson: Subject): string[] {
  const owners = reader === 'owner' ? [] : [...Object.values(OWNER), ...ofOwner.secrets]
  const unknownTicket = reader === 'nobody' ? [] : [...Object.values(OTHER_PERSON), ...ofOtherPerson.secrets]
  return [...owners, ...unknownTicket]
}

test('some who may get names, so that the search for names proves something', () => {
  expect(revealed).toBeGreaterThan(20)
})

const NAMED = Object.values(ROUTES).flatMap(rows => Object.keys(rows))

test('every route of the running server is in the table, and every one of the table is there', () => {
  const ofReads = NAMED.filter(route => route.startsWith('GET ')).map(route => route.replace('GET', 'HEAD'))
  expect(new Set(shop.routes)).toEqual(new Set([...NAMED, ...ofReads]))
  expect(NAMED.length).toBeGreaterThan(180)
  expect(new Set(NAMED).size).toBe(NAMED.length)
})

test('a shop in production has nothing of development', async () => {
  const environment = { FOYER_MODE: 'production', FOYER_BASE_URL: 'https://tickets.example.org' } as const
  const [, routes] = await collectingRoutes(() => testShop({ environment, hasPages: true }))
  const ofDevelopment = [...Object.keys(ROUTES.looking), ...Object.keys(ROUTES.changing)]
  expect(new Set(routes.filter(route => !route.startsWith('HEAD ')))).toEqual(
    new Set(NAMED.filter(route => !ofDevelopment.includes(route))),
  )
})
