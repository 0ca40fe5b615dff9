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

test('Pay and details of other orders do not wait for an order that is locked', async () => {
  const locked = await readyToPay(buyer, event, { Everybody: 2 })
  const paid = await readyToPay(buyer, event, { Everybody: 1 })
  const held = await Promise.all([1, 2, 3].map(() => hold(buyer, event, { Everybody: 1 })))
  const forms = await Promise.all(held.map(async id => filledIn(await infoOf(buyer, id))))
  const form = filledIn(await infoOf(buyer, locked))
  const other = await shop.db.pool.connect()
  await other.query('begin')
  await other.query('select from reservation where id = $1 for update', [locked])
  const first = Promise.all([pay(buyer, locked, PAY_BY.NONE), sendDetails(buyer, locked, form)])
  const others = [
    pay(buyer, paid, PAY_BY.NONE),
    ...held.map((id, index) => sendDetails(buyer, id, forms[index] ?? form)),
  ]
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await other.query('commit')
  other.release()
  await first
  expect(await statusOf(buyer, paid)).toBe('COMPLETE')
})

test('of two changes of one order at the same moment each is stored or decided again', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => hold(buyer, event, { Everybody: 1 })))
  const forms = await Promise.all(ids.map(async id => filledIn(await infoOf(buyer, id))))
  const sent = ids.flatMap((id, index) =>
    ['One', 'Two'].map(lastName => sendDetails(buyer, id, { ...forms[index], lastName })),
  )
  expect((await Promise.all(sent)).every(({ status }) => status === 200)).toBe(true)
  for (const id of ids) expect(['One', 'Two']).toContain((await infoOf(buyer, id)).lastName)
})

test('of Pay pressed twice at the same moment both are answered, and the order is confirmed once', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => readyToPay(buyer, event, { Everybody: 1 })))
  const answers = await Promise.all(ids.flatMap(id => [pay(buyer, id, PAY_BY.NONE), pay(buyer, id, PAY_BY.NONE)]))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  for (const id of ids) expect(await statusOf(buyer, id)).toBe('COMPLETE')
  const { rows } = await shop.db.pool.query(
    `select count(*)::int as times from audit where type = 'RESERVATION_COMPLETE' and reservation_id = any($1::uuid[]) group by reservation_id`,
    [ids],
  )
  expect(rows).toEqual(ids.map(() => ({ times: 1 })))
})
