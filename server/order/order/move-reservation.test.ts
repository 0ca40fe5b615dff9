import { expect, test } from 'vitest'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { ReservationStatus } from '#domain/order/reservation/states.ts'
import { type Tx, statement, transaction } from '#server/foundation/database/database.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { hold } from '#tests/support/buyer/purchase.ts'
import { setStatus } from '#tests/support/database/set-status.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { assertMoved, deleteReservations, moveReservation, movedTo } from './move-reservation.ts'
import { lockReservation } from './reservations.ts'

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const { db } = shop
const event = await (await anOrganiser(url, apiKey)).open(anEventFile(SOME_DAY, { seats: 50 }))
const at = SOME_DAY

async function reservationThatIs(status: ReservationStatus): Promise<ReservationId> {
  const id = (await hold(aBuyer(url), event, { Conference: 1 })) as ReservationId
  await setStatus(db, id, status)
  return id
}

async function rowOf(id: ReservationId) {
  const columns = ['status', 'payment_proxy'] as const
  return db.kysely.selectFrom('reservation').select(columns).where('id', '=', id).executeTakeFirst()
}

async function trailOf(id: ReservationId) {
  const lines = db.kysely.selectFrom('audit').select(['type', 'entity_type', 'modifications'])
  return lines.where('reservation_id', '=', id).where('type', '<>', 'RESERVATION_CREATE').orderBy('id').execute()
}

async function locked(tx: Tx, id: ReservationId) {
  const reservation = await lockReservation(tx, id)
  if (!reservation) throw new Error(`there is no reservation ${id}`)
  return reservation
}

test('a move writes the status, what changes with it, and the trail, in one statement', async () => {
  const id = await reservationThatIs('PENDING')
  const statements = await statementsOf(() =>
    transaction(db, async tx =>
      moveReservation(tx, await locked(tx, id), 'FINALIZING', {
        at,
        set: { payment_proxy: 'ON_SITE' },
        notes: [{ type: 'TERMS_CONDITION_ACCEPTED', modifications: { url: 'https://example.org' } }],
      }),
    ),
  )
  expect(await rowOf(id)).toEqual({ status: 'FINALIZING', payment_proxy: 'ON_SITE' })
  expect(await trailOf(id)).toEqual([
    { type: 'TERMS_CONDITION_ACCEPTED', entity_type: 'RESERVATION', modifications: { url: 'https://example.org' } },
  ])
  // begin, lock, move, commit
  expect(statements).toHaveLength(4)
})

test('a move that the table lacks throws, and nothing is changed', async () => {
  const id = await reservationThatIs('COMPLETE')
  const move = transaction(db, async tx =>
    moveReservation(tx, await locked(tx, id), 'PENDING', { at, notes: [{ type: 'RESERVATION_COMPLETE' }] }),
  )
  await expect(move).rejects.toThrow(`reservation ${id} can't move from COMPLETE to PENDING`)
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETE' })
  expect(await trailOf(id)).toEqual([])
})

test('a reservation that is not where it was read is not moved', async () => {
  const id = await reservationThatIs('STUCK')
  const move = transaction(db, async tx =>
    moveReservation(tx, { ...(await locked(tx, id)), status: 'PENDING' }, 'FINALIZING', { at, notes: [] }),
  )
  await expect(move).rejects.toThrow(`reservation ${id} is not PENDING any more`)
})

const COMPLETE_ALL = statement<{ moved: number }>(
  'test-complete-all',
  `with done as (select unnest($1::uuid[]) as order_id), ${movedTo('COMPLETE', {
    rows: 'done',
    id: 'order_id',
    set: `payment_proxy = 'ADMIN'`,
    note: { at: 'now()', type: `'RESERVATION_COMPLETE'` },
  })} select count(*)::int as moved from moved`,
)

function completeAll(ids: readonly ReservationId[]): Promise<void> {
  return transaction(db, async tx => {
    const [counted] = await tx.query(COMPLETE_ALL, [ids])
    assertMoved(ids, counted?.moved ?? 0, 'COMPLETE')
  })
}

test('many are moved by one statement, each with its line in the trail', async () => {
  const ids = [await reservationThatIs('FINALIZING'), await reservationThatIs('OFFLINE_PAYMENT')]
  await completeAll(ids)
  for (const id of ids) {
    expect(await rowOf(id)).toEqual({ status: 'COMPLETE', payment_proxy: 'ADMIN' })
    expect(await trailOf(id)).toMatchObject([{ type: 'RESERVATION_COMPLETE' }])
  }
})

test('of many none is moved when the table lacks the move of one', async () => {
  const ids = [await reservationThatIs('FINALIZING'), await reservationThatIs('CANCELLED')]
  await expect(completeAll(ids)).rejects.toThrow(`only 1 of the reservations ${ids.join(', ')} can move to COMPLETE`)
  expect(await Promise.all(ids.map(rowOf))).toMatchObject([{ status: 'FINALIZING' }, { status: 'CANCELLED' }])
})

test('reservations are deleted where that is their end, and the trail says why', async () => {
  const open = await reservationThatIs('PENDING')
  const credited = await reservationThatIs('CREDIT_NOTE_ISSUED')
  const discard = (id: ReservationId) =>
    transaction(db, async tx => {
      await tx.kysely
        .updateTable('ticket')
        .set({ status: 'FREE', reservation_id: null })
        .where('reservation_id', '=', id)
        .execute()
      await deleteReservations(tx, [id], { at, type: 'RESERVATION_REPLACED', modifications: { by: credited } })
    })
  await discard(open)
  expect(await rowOf(open)).toBeUndefined()
  expect(await trailOf(open)).toMatchObject([{ type: 'RESERVATION_REPLACED', modifications: { by: credited } }])
  await expect(discard(credited)).rejects.toThrow(`only 0 of the reservations ${credited} can move to DELETED`)
  expect(await rowOf(credited)).toMatchObject({ status: 'CREDIT_NOTE_ISSUED' })
})
