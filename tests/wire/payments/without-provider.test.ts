import { describe, expect, test } from 'vitest'
import { cancelReservation } from '#contract/booking.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { PAY_BY, pay, readyToPay, statusOf } from '../../support/buyer/purchase.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'
import { APPLIES_TO_ALL } from './cases.ts'

// The cases of the provider suite that apply without an online provider: bank transfer, at the desk, and free orders.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const paid = await organiser.open(anEventFile(clock.now(), { seats: 100 }))
const free = await organiser.open(aFreeEventFile(clock.now(), { slug: 'free', seats: 100 }))
const buyer = aBuyer(url)

const WAYS = [
  { name: 'Bank transfer', event: paid, by: PAY_BY.OFFLINE, end: 'OFFLINE_PAYMENT' },
  { name: 'On site', event: paid, by: PAY_BY.ON_SITE, end: 'COMPLETE' },
  { name: 'Free', event: free, by: PAY_BY.NONE, end: 'COMPLETE' },
] as const

describe.each(WAYS)('$name', ({ event, by, end }) => {
  const category = event === free ? 'Everybody' : 'Conference'
  const ready = () => readyToPay(buyer, event, { [category]: 2 })
  const transactionsOf = async (id: string) =>
    (await shop.db.kysely.selectFrom('payment_transaction').select('id').where('order_id', '=', id).execute()).length

  test(`${APPLIES_TO_ALL[0]}`, async () => {
    const id = await ready()
    await Promise.all(Array.from({ length: 10 }, () => pay(buyer, id, by)))
    expect(await statusOf(buyer, id)).toBe(end)
    expect(await transactionsOf(id)).toBeLessThanOrEqual(1)
  })

  test(`${APPLIES_TO_ALL[1]}`, async () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'America/St_Johns'
    try {
      const id = await ready()
      expect((await pay(buyer, id, by)).status).toBe(200)
      expect(await statusOf(buyer, id)).toBe(end)
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  test(`${APPLIES_TO_ALL[2]}`, async () => {
    const id = await ready()
    await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
    expect((await pay(buyer, id, by)).status).toBe(404)
    expect(await transactionsOf(id)).toBe(0)
  })
})
