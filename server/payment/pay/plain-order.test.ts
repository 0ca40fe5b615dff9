import { expect, test } from 'vitest'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import {
  PAY_BY,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  statusOf,
} from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// An order that changes between the statement that reads it and the one that stores is decided again (decision 74).

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const event = await organiser.open(aFreeEventFile(clock.now(), { seats: 100 }))

/** Another transaction has changed the order, and commits once `work` waits for it. */
async function whileChanging<Result>(id: string, set: string, work: () => Promise<Result>): Promise<Result> {
  const other = await shop.db.pool.connect()
  try {
    await other.query('begin')
    await other.query(`update reservation set ${set} where id = $1`, [id])
    const result = work()
    await whenWaiting()
    await other.query('commit')
    return await result
  } finally {
    other.release()
  }
}

async function whenWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await shop.db.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%reservation%'
       and datname = current_database()`,
    )
    if (rows.length > 0) return
  }
}

const EXPIRED = `validity = '2000-01-01'`

test('Pay of an order whose time has been ended meanwhile is refused', async () => {
  const id = await readyToPay(buyer, event, { Everybody: 2 })
  expect((await whileChanging(id, EXPIRED, () => pay(buyer, id, PAY_BY.NONE))).status).toBe(422)
  expect(await statusOf(buyer, id)).toBe('PENDING')
})

test('Pay of an order whose details are to be given again is refused', async () => {
  const id = await readyToPay(buyer, event, { Everybody: 2 })
  expect((await whileChanging(id, 'validated = false', () => pay(buyer, id, PAY_BY.NONE))).status).toBe(422)
  expect(await statusOf(buyer, id)).toBe('PENDING')
})

test('Pay of an order that has been changed and may still be paid confirms it', async () => {
  const id = await readyToPay(buyer, event, { Everybody: 2 })
  expect((await whileChanging(id, `language = 'de'`, () => pay(buyer, id, PAY_BY.NONE))).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('details of an order whose time has been ended meanwhile are refused, and none are stored', async () => {
  const id = await hold(buyer, event, { Everybody: 2 })
  const form = filledIn(await infoOf(buyer, id))
  expect((await whileChanging(id, EXPIRED, () => sendDetails(buyer, id, form))).status).toBe(422)
  const named = await shop.db.pool.query('select from ticket where reservation_id = $1 and email is not null', [id])
  expect(named.rows).toHaveLength(0)
  expect(await infoOf(buyer, id)).toMatchObject({ email: null, validatedBookingInformation: false })
})

test('details of an order that has been changed and is still open are stored', async () => {
  const id = await hold(buyer, event, { Everybody: 2 })
  const form = filledIn(await infoOf(buyer, id))
  expect((await whileChanging(id, `language = 'de'`, () => sendDetails(buyer, id, form))).status).toBe(200)
  expect(await infoOf(buyer, id)).toMatchObject({ validatedBookingInformation: true })
})
