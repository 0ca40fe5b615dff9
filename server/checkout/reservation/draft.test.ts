import { describe, expect, test } from 'vitest'
import { type BookingDraft, getBookingDraft, storeBookingDraft } from '#contract/booking-draft.ts'
import { backToBooking } from '#contract/booking.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aDraft } from '#tests/builders/booking-draft.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import {
  PAY_BY,
  cancel,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const other = aBuyer(url)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 200 }))

const at = (reservationId: string) => ({ params: { reservationId } })
const write = (id: string, draft: BookingDraft) => buyer.expect(storeBookingDraft, 200, { ...at(id), body: draft })
const read = (id: string) => other.expect(getBookingDraft, 200, at(id))
const NOTHING = { version: 0, draft: null }
const stored = () => shop.db.kysely.selectFrom('booking_draft').selectAll().execute()

describe('The draft of the details of an order', () => {
  test('is read by any visitor with the link, and the last one that was written counts', async () => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    expect(await read(id)).toEqual(NOTHING)
    const first = await write(id, aDraft('A'))
    const [ticket] = ticketsOf(await infoOf(buyer, id))
    const holder = { firstName: 'Grace', lastName: '', email: '', isBuyer: false, isLater: false, userLanguage: 'en' }
    const draft = aDraft('Ada', { tickets: { [ticket?.uuid ?? '']: { ...holder, additional: { meal: ['vegan'] } } } })
    const second = await write(id, draft)
    expect(second.version).toBeGreaterThan(first.version ?? 0)
    expect(await read(id)).toEqual({ version: second.version, draft })
    expect(await infoOf(buyer, id)).toMatchObject({ firstName: null, validatedBookingInformation: false })
  })

  test('ends when details are sent, whether they are accepted or refused', async () => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    const first = await write(id, aDraft('Typed'))
    const form = filledIn(await infoOf(buyer, id))
    expect((await sendDetails(buyer, id, { ...form, email: '' })).status).toBe(422)
    expect(await read(id)).toEqual(NOTHING)
    const again = await write(id, aDraft('Typed after'))
    expect(again.version).toBeGreaterThan(0)
    expect(again.version).toBeGreaterThanOrEqual(first.version ?? 0)
    expect((await sendDetails(buyer, id, form)).status).toBe(200)
    expect(await write(id, aDraft('Too late'))).toEqual({ version: null })
    await buyer.expect(backToBooking, 200, at(id))
    expect(await read(id)).toEqual(NOTHING)
  })

  test('that is written while details are accepted never outlives them', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await hold(buyer, shortName, { Conference: 1 })
      const form = filledIn(await infoOf(buyer, id))
      await write(id, aDraft('Earlier'))
      const drafts = [1, 2, 3].map(async () => write(id, aDraft('Meanwhile')))
      const [answer] = await Promise.all([sendDetails(buyer, id, form), ...drafts])
      expect(answer.status).toBe(200)
      await buyer.expect(backToBooking, 200, at(id))
      expect(await read(id)).toEqual(NOTHING)
      await cancel(buyer, id)
    }
  })

  test('ends with its order: when the tickets are released, and when the time is over', async () => {
    const [released, expired] = [
      await hold(buyer, shortName, { Conference: 1 }),
      await hold(buyer, shortName, { Conference: 1 }),
    ]
    await write(released, aDraft('Ada'))
    await write(expired, aDraft('Ada'))
    await cancel(buyer, released)
    expect((await buyer.ask(getBookingDraft, at(released))).status).toBe(404)
    clock.move(minutes(26))
    expect(await write(expired, aDraft('Late'))).toEqual({ version: null })
    expect(await read(expired)).toEqual(NOTHING)
    clock.move(minutes(30))
    await runJobs()
    expect((await buyer.ask(storeBookingDraft, { ...at(expired), body: aDraft('Later') })).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  test('of an order that went on without details is erased', async () => {
    const id = await readyToPay(buyer, shortName, { Conference: 1 })
    expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
    await shop.db.kysely
      .insertInto('booking_draft')
      .values({
        reservation_id: id,
        version: 1n,
        content: JSON.stringify(aDraft('Ada')),
        written_at: new Date(clock.now()),
      })
      .execute()
    expect(await read(id)).toEqual(NOTHING)
    await erasePersonalData(shop)
    expect(await stored()).toEqual([])
  })

  test('is refused when it is too large, of another form, or of no order', async () => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    const ask = (draft: BookingDraft, of = id) => buyer.ask(storeBookingDraft, { ...at(of), body: draft })
    expect((await ask(aDraft('x'.repeat(10_001)))).status).toBe(400)
    const long = Array.from({ length: 7 }, () => 'x'.repeat(10_000))
    const holder = { ...aDraft(''), isSomebodyElse: true, additional: { motto: long } }
    await expect(ask(aDraft('Ada', { owner: holder }))).rejects.toThrow('answered 413')
    expect((await ask(JSON.parse('{"firstName":"Ada"}'))).status).toBe(400)
    expect((await ask(aDraft('Ada'), '8f1c2f6e-3c55-4a0f-9a3e-8d1f3b6f2a11')).status).toBe(404)
    expect((await ask(aDraft('Ada'), 'none')).status).toBe(404)
    expect(await read(id)).toEqual(NOTHING)
  })
})
