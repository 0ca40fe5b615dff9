import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inconsistencies } from '../../support/database/consistency.ts'
import { organiserWithNewKey } from '../../support/organiser/organiser.ts'
import { isLongRun } from '../../support/run/repetitions.ts'
import type { Caller } from '../who-may/callers.ts'
import { type Credentials, OTHER_PERSON, OWNER } from '../who-may/people.ts'
import type { Row, Which } from '../who-may/routes.ts'
import { offeredEvent, order, setting } from '../who-may/setting.ts'
import { type Subject, namesOfEvent, standingValues, subjectOf } from '../who-may/subjects.ts'
import { examplesOf, observed } from './examples.ts'
import { type Operation, publishedOperations } from './published.ts'
import { type Planned, anyRequest, rowOf } from './requests.ts'
import { rightBodies } from './right-bodies.ts'
import { send } from './sending.ts'

/**
 * Requests of every kind to every call of the published document, and what comes of orders to which they are sent one after the other
 * and at the same time: each answer is one that the document allows, and the books are right. FOYER_SEED says which requests.
 */

const SEED = Number(process.env['FOYER_SEED'] ?? 20_271_130)
/** Orders of one event, before its seats are gone. */
const OF_AN_EVENT = 50
/** Requests for a call, and orders with requests for each. */
const [EACH, ORDERS] = isLongRun() ? [400, 2_000] : [6, 25]

const [shop, sent] = await observed(() => setting())
const { app, url, apiKey, runJobs } = shop.served
const values = await standingValues(shop)
const operations = await publishedOperations(url)

const PEOPLE = {
  owner: { person: OWNER, buyer: shop.owner, whose: shop.credentials.owner, caller: 'owner' },
  nobody: { person: OTHER_PERSON, buyer: shop.nobody, whose: shop.credentials['by id'], caller: 'by id' },
} as const
type Whose = keyof typeof PEOPLE

async function newSubject(whose: Whose, which: Which, offering = shop): Promise<Subject> {
  const { person, buyer, whose: headers } = PEOPLE[whose]
  const subjectIn = async (of: typeof shop) =>
    subjectOf(of, { whose: headers, which, id: await order(of, { buyer, person, which }) })
  // Requests may have unpublished the event, or ended its sale: the order is of a new one then.
  return subjectIn(offering).catch(async () => subjectIn(await withNewEvent()))
}

let events = 0
async function withNewEvent(): Promise<typeof shop> {
  events += 1
  // Requests may have deleted the key of the organiser, too.
  const organiser = await organiserWithNewKey(url, apiKey, shop.organiser.organizationId)
  const event = await organiser.open(offeredEvent(shop.wallets, `fuzzed-${events}`))
  return { ...shop, organiser, offers: { ...shop.offers, event } }
}

const headersOf = (caller: Caller, { telephone }: Subject): Credentials =>
  caller === 'device' ? telephone : shop.credentials[caller]

const recorded = await examplesOf(sent, shop.served.shop.db)
const right = rightBodies(shop.served.clock.now())
/** Bodies that did something: sent before, or right by what is known of the call; and that of the table of who may call what. */
function examplesFor({ route }: Operation, { body }: Row): readonly unknown[] {
  return [...(recorded.get(route) ?? []), ...(right[route] ?? []), ...(body === undefined ? [] : [body])]
}

const statuses = new Map<number, number>()
const faults: string[] = []

async function sendTo(subject: Subject, planned: Planned, named = values): Promise<void> {
  const headers = headersOf(planned.caller, subject)
  const { status, fault } = await send(app, planned, { values: { ...named, ...subject.values }, headers })
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  if (fault !== undefined) faults.push(fault)
}

describe('each call', () => {
  /** With few wrong parts a request gets far; with many it is wrong in unforeseen ways. */
  const anyRarity = fc.constantFrom(Infinity, 80, 30, 12)
  const subjects = new Map<string, Promise<Subject>>()
  function subjectFor(whose: Whose, { of: which = 'invoiced', isChanging }: Row, route: string): Promise<Subject> {
    const isOwn = isChanging === true || which === 'held' || which === 'filled'
    const key = [whose, which, isOwn && route].join()
    const made = subjects.get(key) ?? newSubject(whose, which)
    subjects.set(key, made)
    return made
  }

  test.each(operations.map((operation, index) => [operation.route, operation, index] as const))(
    '%s',
    async (route, operation, index) => {
      const { row } = rowOf(operation)
      const any = anyRarity.chain(rarity => anyRequest({ operation, examples: examplesFor(operation, row), rarity }))
      faults.length = 0
      for (const planned of fc.sample(any, { seed: SEED + index, numRuns: EACH }))
        await sendTo(await subjectFor(planned.caller === 'by id' ? 'nobody' : 'owner', row, route), planned)
      expect(faults).toEqual([])
    },
    isLongRun() ? 300_000 : 60_000,
  )
})

describe('orders', () => {
  const ofOrders = operations.filter(({ path }) =>
    /:(reservationId|ticketIdentifier|uuid|UUID|boughtId|serialNumber)\b/.test(path),
  )
  const anyStep = fc.oneof(
    ...ofOrders.flatMap(operation => {
      const plan = { operation, examples: examplesFor(operation, rowOf(operation).row) }
      const isWrite = operation.method !== 'GET'
      return [
        { weight: isWrite ? 6 : 1, arbitrary: anyRequest({ ...plan, rarity: Infinity }) },
        { weight: isWrite ? 2 : 1, arbitrary: anyRequest({ ...plan, rarity: 40 }) },
      ]
    }),
  )
  const anyLife = fc.record({
    whose: fc.constantFrom<Whose>('owner', 'nobody'),
    which: fc.constantFrom<Which>('held', 'held', 'filled', 'filled', 'receipted', 'invoiced', 'pass'),
    steps: fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 8 }),
  })

  test(`${ORDERS} orders, with requests one after the other and at the same time`, async () => {
    faults.length = 0
    let [offering, named] = [shop, values]
    for (const [index, { whose, which, steps }] of fc.sample(anyLife, { seed: SEED, numRuns: ORDERS }).entries()) {
      if (index % OF_AN_EVENT === OF_AN_EVENT - 1) {
        offering = await withNewEvent()
        named = { ...values, ...(await namesOfEvent(shop.served.shop, offering.offers.event)) }
      }
      const subject = await newSubject(whose, which, offering)
      const own = (caller: Caller) => (caller === 'owner' || caller === 'by id' ? PEOPLE[whose].caller : caller)
      for (const together of steps)
        await Promise.all(together.map(planned => sendTo(subject, { ...planned, caller: own(planned.caller) }, named)))
    }
    expect(faults).toEqual([])
  }, 1_200_000)
})

test('afterwards the shop works, its jobs run, and its books are right', async () => {
  await runJobs()
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  expect(await inconsistencies(shop.served.shop.db)).toEqual([])
  const count = [...statuses.values()].reduce((sum, one) => sum + one, 0)
  console.log(
    `fuzz: FOYER_SEED=${SEED}, ${count} requests`,
    Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)),
  )
  expect(count).toBeGreaterThan(2_500)
  // Requests that are refused at the door find nothing behind it.
  expect(statuses.get(200)).toBeGreaterThan(count / 10)
})
