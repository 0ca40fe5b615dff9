import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventFile } from '#contract/event-file.ts'
import { updateEvent } from '#contract/organiser.ts'
import { aCategoryFile, aPromoCodeFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { type Reply, aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { codesOf, reserve } from '../support/buyer/purchase.ts'
import { setUpEvent } from '../support/organiser/event-setup.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { pool } = shop.db
const organiser = await anOrganiser(url, apiKey)
const valid = { validFrom: localTime(clock.now(), { days: -1 }), validTo: localTime(clock.now(), { days: 20 }) }
const saved = await organiser.open(
  anEventFile(clock.now(), {
    slug: 'saved',
    seats: 200,
    categories: [aCategoryFile(clock.now(), { accessCode: 'EVERYBODY' })],
    promoCodes: [aPromoCodeFile({ ...valid, maxUsage: 100 })],
  }),
)
const other = await organiser.open(anEventFile(clock.now(), { slug: 'other', seats: 200 }))
const setup = await setUpEvent(shop, saved)
await setup.extra({ title: 'Booklet', price: 1000 })

/** Changes the event, a category's own code, and what the organisation has for all of its events. */
const CHANGE: EventFile = {
  title: 'Another title',
  tickets: {
    max: 210,
    categories: [{ name: 'Conference', accessCode: 'EVERYONE' }],
    promoCodes: [aPromoCodeFile({ ...valid, maxUsage: 90 })],
  },
  organizer: { name: 'Alpine Systems', promoCodes: [aPromoCodeFile({ ...valid, name: 'FOR-ALL', maxUsage: 100 })] },
}
const save = (): Promise<Reply> => organiser.api.ask(updateEvent, { params: { slug: saved }, body: CHANGE })

// Saving ends with a note in the audit: as long as this connection holds the lock, a save has done everything and does
// not commit.
const holding = await pool.connect()
afterAll(() => holding.release())
beforeAll(async () => {
  await organiser.change(saved, CHANGE)
  await pool.query(`
    create function held_up() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(42); return new; end $$;
    create trigger held_up before insert on audit for each row when (new.type = 'EVENT_UPDATE')
    execute function held_up()`)
})

/** Saves as often at once, and buys while the saves can't end. */
async function whileSaving(times: number, buy: () => Promise<void>): Promise<void> {
  await holding.query('select pg_advisory_lock(42)')
  const saves = Array.from({ length: times }, save)
  try {
    await untilWaiting(pool, Promise.race(saves))
    await buy()
  } finally {
    await holding.query('select pg_advisory_unlock(42)')
  }
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200))
}

test('while an event is saved, its tickets and extras are sold, with its codes and those of the organisation', async () => {
  await whileSaving(1, async () => {
    const buyer = aBuyer(url)
    for (const order of [
      { tickets: { Conference: 1 } },
      { tickets: { Conference: 1 }, extras: { Booklet: 1 } },
      { tickets: { Conference: 1 }, code: 'TENOFF10' },
      { tickets: { Conference: 1 }, code: 'FOR-ALL' },
    ]) {
      const answer = await setup.order(buyer, order)
      expect([order, answer.status, codesOf(answer)]).toEqual([order, 200, []])
    }
  })
})

test('sixteen saves of an event at once keep no buyer from buying, there or elsewhere', async () => {
  await whileSaving(16, async () => {
    const buyers = Array.from({ length: 16 }, () => aBuyer(url))
    const sold = await Promise.all(
      buyers.map((buyer, index) => reserve(buyer, index % 2 ? saved : other, { Conference: 1 })),
    )
    expect(sold.map(({ status }) => status)).toEqual(buyers.map(() => 200))
  })
})
