import { expect, test } from 'vitest'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { RESERVATION_STATUSES, statusesWith } from '#domain/order/reservation/states.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { findCode } from '#server/catalog/promo-code/find-code.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { storeCode } from '#tests/builders/stored-codes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { hold } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { areUsesLeft } from './code-uses.ts'
import { lockReservation } from './reservations.ts'

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const { db } = shop
const organiser = await anOrganiser(url, apiKey)
const event = await organiser.open(anEventFile(SOME_DAY, { seats: 20 }))
const code = await storeCode(db, organiser.organizationId, 'LASTUSE', { maximumUsage: 1 })

async function orderWithCode(): Promise<ReservationId> {
  const id = (await hold(aBuyer(url), event, { Conference: 1 })) as ReservationId
  await db.kysely.updateTable('reservation').set({ promo_code_id: code }).where('id', '=', id).execute()
  return id
}
const own = await orderWithCode()
const other = await orderWithCode()

const canPay = () =>
  transaction(db, async tx => {
    const reservation = await lockReservation(tx, own)
    return reservation && areUsesLeft(tx, reservation)
  })

async function isFound(): Promise<boolean> {
  const offer = await shop.catalog.offeredEvent(event)
  return offer !== undefined && (await findCode(db, offer, 'LASTUSE', SOME_DAY)) !== undefined
}

test.each(RESERVATION_STATUSES)('Pay and the page of the event count alike while another order is %s', async status => {
  await db.kysely.updateTable('reservation').set({ status }).where('id', '=', other).execute()
  const isUsed = statusesWith('countsAsUse').some(counted => counted === status)
  expect([await canPay(), await isFound()]).toEqual([!isUsed, !isUsed])
})
