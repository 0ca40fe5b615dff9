import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSubscription, linkEvents } from '#contract/organiser-subscription.ts'
import type { SubscriptionRequest } from '#contract/subscription-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buyPass } from '../support/buyer/pass-purchase.ts'
import { inconsistencies } from '../support/database/consistency.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { randomNumbers } from '../support/run/random-numbers.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'
import {
  type Fixture,
  confirmTransfer,
  fillIn,
  cancelOrder,
  joinTheList,
  letGo,
  openMoreSeats,
  openOffers,
  payFor,
  reserveSomething,
} from './people.ts'
import { reserveAPass, takeAPassOff, payWithAPass } from './pass-holders.ts'
import { FREE_NAME, SHORT_NAME, clubPass, everything, nothing, seasonPass } from './sold-event.ts'

/**
 * A sale in which people do anything at any time, over HTTP, often at the same moment, while the clock moves and jobs run.
 * After every step the books are checked. A failing run is repeated with FOYER_SEED=<the printed number>; FOYER_STEPS
 * makes it longer.
 */
const seed = Number(process.env['FOYER_SEED'] ?? randomInt(1_000_000))
const STEPS = Number(process.env['FOYER_STEPS'] ?? (isLongRun() ? 3000 : 200))

const MINUTE = 60_000

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
await organiser.open(everything(clock.now()))
await organiser.open(nothing(clock.now()))
const passes = await Promise.all([seasonPass(clock.now()), clubPass(clock.now())].map(offerPass))
/** Some have bought theirs before the sale begins. */
const [season = '', club = ''] = passes
const owner = aBuyer(url)
for (const confirmed of [await buyPass(owner, season), await buyPass(owner, season)]) await organiser.confirm(confirmed)
for (const _ of ['one', 'another', 'a third']) await buyPass(owner, club, { by: 'NONE' })
await runJobs()

const fixture: Fixture = {
  url,
  db: shop.db,
  organiser,
  random: randomNumbers(seed),
  open: new Set(),
  awaited: new Set(),
  complete: new Set(),
  counts: new Map(),
  joined: [],
  passes,
}

type Step = { readonly often: number; readonly take: () => Promise<unknown> }

/** What people do, one after the other or at once. */
const PEOPLE: readonly Step[] = [
  { often: 30, take: () => reserveSomething(fixture) },
  { often: 24, take: () => fillIn(fixture) },
  { often: 20, take: () => payFor(fixture) },
  { often: 5, take: () => cancelOrder(fixture) },
  { often: 3, take: () => confirmTransfer(fixture) },
  { often: 5, take: () => letGo(fixture) },
  { often: 6, take: () => joinTheList(fixture) },
  { often: 4, take: () => openOffers(fixture) },
  { often: 4, take: () => reserveAPass(fixture) },
  { often: 10, take: () => payWithAPass(fixture) },
  { often: 2, take: () => takeAPassOff(fixture) },
]
const CROWD: Step = { often: 6, take: takeAtOnce }
const ORGANISER: Step = { often: 2, take: () => openMoreSeats(fixture) }

/** What moves time happens alone: people act between two moments. */
const MOVES: readonly Step[] = [
  { often: 3, take: async () => clock.move(Math.floor(fixture.random() * 20 * MINUTE)) },
  { often: 1, take: async () => clock.move(Math.floor(fixture.random() * 300 * MINUTE)) },
  { often: 4, take: runJobs },
]

test(`a sale of ${STEPS} random steps keeps its books (seed ${seed})`, { timeout: 600_000 }, async () => {
  console.log(`simulated sale: FOYER_SEED=${seed} FOYER_STEPS=${STEPS}`)
  for (let step = 1; step <= STEPS; step += 1) {
    await pick(fixture.random() < 0.85 ? [...PEOPLE, CROWD, ORGANISER] : MOVES).take()
    expect(await inconsistencies(shop.db), `step ${step}`).toEqual([])
  }
  await expectKeptPromises()

  await settle()
  expect(await inconsistencies(shop.db)).toEqual([])
  await expectKeptPromises()
  await expectNothingLeft()
  console.log(
    [...fixture.counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, times]) => `${times} x ${what}`)
      .join('\n'),
  )
})

/** Both events take it. */
async function offerPass(body: SubscriptionRequest): Promise<string> {
  const id = await organiser.api.expect(createSubscription, 200, { body })
  const events = [{ slug: SHORT_NAME }, { slug: FREE_NAME }]
  await organiser.api.expect(linkEvents, 200, { params: { id }, body: events })
  return id
}

/** Waits for all of them, also when one fails. */
async function takeAtOnce(): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => pick(PEOPLE).take()))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

function pick(steps: readonly Step[]): Step {
  let left = fixture.random() * steps.reduce((sum, { often }) => sum + often, 0)
  const found = steps.find(({ often }) => (left -= often) < 0)
  if (!found) throw new Error('there is nothing to do')
  return found
}

/** No more buyers come: what is held expires, and every offer that can be made has been made. */
async function settle(): Promise<void> {
  for (let round = 0; round < 80; round += 1) {
    clock.move(12 * 60 * MINUTE)
    await runJobs()
    await runJobs()
  }
}

/** Every confirmed order has its tickets, and every order whose transfer may still arrive is waited for. */
async function expectKeptPromises(): Promise<void> {
  const rows = await shop.db.kysely.selectFrom('reservation').select(['id', 'status']).execute()
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
  const found = (ids: ReadonlySet<string>) => [...ids].map(id => [id, statusOf.get(id)])
  expect(found(fixture.complete).filter(([, status]) => status !== 'COMPLETE')).toEqual([])
  expect(found(fixture.awaited).filter(([, status]) => status !== 'OFFLINE_PAYMENT')).toEqual([])
}

/**
 * No seat lies idle between two owners, no subscriber is missing, and each offer was followed to its end, or its order
 * waits for a transfer that is not confirmed.
 */
async function expectNothingLeft(): Promise<void> {
  const seats = await shop.db.kysely.selectFrom('ticket').select('status').where('status', '=', 'RELEASED').execute()
  expect(seats).toEqual([])
  const pending = await shop.db.kysely.selectFrom('reservation').select('id').where('status', '=', 'PENDING').execute()
  expect(pending).toEqual([])
  const entries = await shop.db.kysely
    .selectFrom('waiting_list_entry as entry')
    .leftJoin('reservation', 'reservation.id', 'entry.reservation_id')
    .select(['entry.email', 'entry.status', 'reservation_id', 'reservation.status as order'])
    .execute()
  expect(entries.map(({ email }) => email).toSorted()).toEqual(fixture.joined.toSorted())
  const isAwaited = ({ order, reservation_id: id }: (typeof entries)[number]) =>
    order === 'OFFLINE_PAYMENT' && fixture.awaited.has(id ?? '')
  expect(entries.filter(entry => entry.status === 'PENDING' && !isAwaited(entry))).toEqual([])
}
