import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { after, minutes } from '#domain/foundation/instant.ts'
import { ZERO } from '#domain/foundation/money/money.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { SOME_DAY, aCategory, anEvent } from '#tests/builders/offer.ts'
import { storeOneEvent } from '#tests/support/database/one-event.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { holdSeats } from './hold-seats.ts'

const { db, pool } = await testDatabase({ maxConnections: 1 })

/** PostgreSQL plans the first five runs of a statement for their values, and then asks whether that is worth it. */
const RUNS = 10
const PLANNED = 5

/** A sale that is large enough: the more seats, the dearer PostgreSQL thinks an order of unknown length to be. */
await storeOneEvent(pool, 50_000)
await pool.query('insert into ticket (event_id) select id from event, generate_series(1, 50000); analyze')

test('a connection that has held seats a few times plans no more', async () => {
  for (let run = 0; run < RUNS; run += 1) expect(await holdSeats(db, aRequest())).toBe('held')
  const { rows } = await pool.query(
    `select custom_plans::int, generic_plans::int from pg_prepared_statements where name = 'hold-seats'`,
  )
  expect(rows).toEqual([{ custom_plans: PLANNED, generic_plans: RUNS - PLANNED }])
})

/** Of an event that is not there: planned like any other. */
function aRequest() {
  const id = reservationId(randomUUID())
  if (!id) throw new Error('randomUUID made no UUID')
  const event = anEvent()
  const unit = { source: ZERO, discount: ZERO, final: ZERO, vat: ZERO }
  return {
    id,
    event,
    language: event.languages[0],
    lines: [{ category: aCategory(), quantity: 2, unit }],
    price: { source: ZERO, discount: ZERO, vat: ZERO, total: ZERO },
    promoCodeId: null,
    discountRuleId: null,
    now: SOME_DAY,
    validity: after(SOME_DAY, minutes(25)),
    visit: null,
  }
}
