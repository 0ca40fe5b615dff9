import { expect, test } from 'vitest'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { hold } from '#tests/support/buyer/purchase.ts'
import { setStatus } from '#tests/support/database/set-status.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { findReservation } from './reservations.ts'

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const { db } = shop
const event = await (await anOrganiser(url, apiKey)).open(anEventFile(SOME_DAY))
const id = (await hold(aBuyer(url), event, { Conference: 1 })) as ReservationId

const PLACED = { proxy: expect.any(String) }
const COMPLETE = { ...PLACED, confirmedAt: SOME_DAY }

test.each(RESERVATION_STATUSES)('a reservation that is %s has what its status promises, and no more', async status => {
  await setStatus(db, id, status)
  const found = await findReservation(db, id)
  const expected = status === 'PENDING' ? {} : status === 'COMPLETE' ? COMPLETE : PLACED
  expect(found).toMatchObject({ status, ...expected })
  expect(['proxy', 'confirmedAt'].filter(name => found && name in found)).toEqual(Object.keys(expected))
})

test.each([
  ['a payment without a provider', { payment_proxy: null }, 'is COMPLETE, and nobody handles its payment'],
  ['no time of confirmation', { confirmed_at: null }, 'is COMPLETE, and nobody knows since when'],
])('a row with %s is broken', async (_, lacking, message) => {
  await setStatus(db, id, 'COMPLETE')
  await db.kysely.updateTable('reservation').set(lacking).where('id', '=', id).execute()
  await expect(findReservation(db, id)).rejects.toThrow(`reservation ${id} ${message}`)
})
