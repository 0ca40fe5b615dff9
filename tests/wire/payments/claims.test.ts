import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { reserveTickets } from '#contract/reserve.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { cancelReservation } from '#contract/booking.ts'
import { refundReservation } from '#contract/refund.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { storeCode } from '#tests/builders/stored-codes.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { type StripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { buyPass, passOf } from '../../support/buyer/pass-purchase.ts'
import { categoryIds, filledIn, hold, infoOf, selection, sendDetails, statusOf } from '../../support/buyer/purchase.ts'
import { lettersOf } from '../../support/buyer/sent-mails.ts'
import { countAudit } from '../../support/database/consistency.ts'
import { linkGroup } from '../../support/organiser/attendee-group.ts'
import { STRIPE } from './subjects.ts'
import { openWorld } from './world.ts'

// What an order counts on is asked at each move into a payment and into FINALIZING (decision 58).

let script = ''
const world = await openWorld(STRIPE, {
  fake: async options => {
    const fake: StripeFake = await stripeInTests(options)
    ;({ script } = fake)
    return fake
  },
  environment: fake => ({ STRIPE_API_BASE: fake.url, STRIPE_JS_URL: script }),
})
const { shop, fake, buyer, begin, openEvent, referenceOf, organiser, later, paymentsOf, balanceOf } = world

let number = 0
const newEvent = (changes: Parameters<typeof openEvent>[0] = {}) =>
  openEvent({ slug: `claims-${(number += 1)}`, ...changes })

/** Tickets whose holders are ada1, ada2, ... */
async function ready(event: string, tickets = 1): Promise<string> {
  const id = await hold(buyer, event, { Conference: tickets })
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  return id
}

const placesOf = async (id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from attendee_group_place join ticket on ticket.id = ticket_id
    where reservation_id = ${id}`.execute(shop.db.kysely)
  return rows[0]?.count ?? 0
}
const act = async (id: string, what: 'pay' | 'decline') => {
  await fake.buyer(await referenceOf(id), what)
  await fake.messages.deliver()
}
const secretOf = (answer: { readonly value: unknown }) => (answer.value as { clientSecret: string | null }).clientSecret
const wrongOf = (answer: { readonly value: unknown }) => (answer.value as { errorMessage: string | null }).errorMessage
const refusalOf = async (id: string) => (await infoOf(buyer, id)).paymentRefusal

async function declined(event: string, tickets = 1): Promise<string> {
  const id = await ready(event, tickets)
  expect((await begin(id)).status).toBe(200)
  await act(id, 'decline')
  expect(await statusOf(buyer, id)).toBe('PENDING')
  return id
}

/** All that came for an order is on its way back, and the order is open with the reason. */
async function expectReturned(id: string, lost: 'code' | 'pass' | 'places' | 'price', reason: RegExp): Promise<void> {
  expect(await statusOf(buyer, id)).toBe('PENDING')
  expect((await paymentsOf(id)).map(({ status }) => status)).toContain('RETURNED')
  expect(await countAudit(shop.db, id, 'PAYMENT_RETURNED')).toBe(1)
  expect(await refusalOf(id)).toBe(`foyer.payment.returned.${lost}`)
  await sendRefunds(shop)
  expect(await balanceOf(id)).toBe(0n)
  const [letter] = await lettersOf(shop.db, id, 'Money back')
  expect(letter?.text).toMatch(reason)
}

describe('places of a group', () => {
  test('are taken when the same payment goes on after a decline, and the member can buy no second ticket', async () => {
    const event = await newEvent()
    await linkGroup(shop.db, event, { members: ['ada1@example.org'] })
    const id = await declined(event)
    expect(await placesOf(id)).toBe(0)
    const again = await begin(id)
    expect(secretOf(again)).not.toBeNull()
    expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
    expect(await placesOf(id)).toBe(1)
    const second = await ready(event)
    expect(wrongOf(await begin(second))).toMatch(/guest list/)
    await act(id, 'pay')
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(await placesOf(id)).toBe(1)
  })

  test('stay taken when Pay is pressed again before the shop knows of the decline', async () => {
    const event = await newEvent()
    await linkGroup(shop.db, event, { members: ['ada1@example.org'] })
    const id = await ready(event)
    await begin(id)
    await fake.buyer(await referenceOf(id), 'decline')
    expect(secretOf(await begin(id))).not.toBeNull()
    expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
    expect(await placesOf(id)).toBe(1)
    expect(await countAudit(shop.db, id, 'PAYMENT_FAILED')).toBe(1)
    await fake.messages.deliver()
    expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
    await act(id, 'pay')
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })

  test('are taken when the card is paid after a decline without another Pay', async () => {
    const event = await newEvent()
    await linkGroup(shop.db, event, { members: ['ada1@example.org'] })
    const id = await declined(event)
    await act(id, 'pay')
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(await placesOf(id)).toBe(1)
  })

  test('that another buyer has taken meanwhile refuse Pay, and the payment is ended at its provider', async () => {
    const event = await newEvent()
    await linkGroup(shop.db, event, { members: ['ada1@example.org'] })
    const first = await declined(event)
    const second = await ready(event)
    await begin(second)
    await act(second, 'pay')
    expect(await statusOf(buyer, second)).toBe('COMPLETE')
    expect(wrongOf(await begin(first))).toMatch(/guest list/)
    expect(await statusOf(buyer, first)).toBe('PENDING')
    expect((await paymentsOf(first)).at(-1)).toMatchObject({ status: 'INVALID', is_live: false })
  })

  test('that another buyer has taken between a decline and the same card paid send the money back', async () => {
    const event = await newEvent()
    await linkGroup(shop.db, event, { members: ['ada1@example.org'] })
    const first = await declined(event)
    const second = await ready(event)
    await begin(second)
    await act(second, 'pay')
    await act(first, 'pay')
    await expectReturned(first, 'places', /place on the guest list was taken/)
    expect(await placesOf(first)).toBe(0)
  })
})

/** A pass with one entry, bought and confirmed; its code, and its order. */
async function onePass(event: string): Promise<{ readonly order: string; readonly code: string }> {
  const { publicId } = await storePass(shop, {
    organizationId: organiser.organizationId,
    proxies: ['OFFLINE'],
    maxEntries: 1,
  })
  await organiser.api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
  const order = await buyPass(buyer, publicId)
  await organiser.confirm(order)
  const { id: code } = await passOf(buyer, order)
  return { order, code: code ?? '' }
}

const apply = (id: string, code: string) =>
  buyer.expect(applyCode, 200, { params: { reservationId: id }, body: { code, type: 'SUBSCRIPTION' } })
const endPass = (order: string) =>
  organiser.api.expect(refundReservation, 200, {
    params: { reservationId: order },
    body: { what: 'ORDER', money: false },
  })
const totalOf = async (id: string) => (await infoOf(buyer, id)).orderSummary.totalPrice

describe('a pass', () => {
  test('that ended between a decline and the next Pay pays for nothing: the order costs more, and the buyer reads so', async () => {
    const event = await newEvent()
    const { order, code } = await onePass(event)
    const id = await ready(event, 2)
    await apply(id, code)
    await begin(id)
    await act(id, 'decline')
    await endPass(order)
    const again = await begin(id)
    expect(secretOf(again)).toBeNull()
    expect(wrongOf(again)).toMatch(/pass/)
    expect(await statusOf(buyer, id)).toBe('PENDING')
    expect(await totalOf(id)).toBe('240.00')
    const anew = await begin(id)
    expect(secretOf(anew)).not.toBeNull()
    await act(id, 'pay')
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(await balanceOf(id)).toBe(24_000n)
  })

  test.each(['after a decline', 'while the buyer pays'])('that ends %s sends the money back that comes', async when => {
    const event = await newEvent()
    const { order, code } = await onePass(event)
    const id = await ready(event, 2)
    await apply(id, code)
    await begin(id)
    if (when === 'after a decline') await act(id, 'decline')
    await endPass(order)
    await act(id, 'pay')
    await expectReturned(id, 'pass', /pass doesn’t pay/)
    expect(await totalOf(id)).toBe('240.00')
    await begin(id)
    await act(id, 'pay')
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(await balanceOf(id)).toBe(24_000n)
  })

  test('that is applied in another tab lowers the price: money for the old price goes back', async () => {
    const event = await newEvent()
    const { code } = await onePass(event)
    const id = await declined(event, 2)
    await apply(id, code)
    await act(id, 'pay')
    await expectReturned(id, 'price', /costs something else/)
    expect(await totalOf(id)).toBe('120.00')
  })

  test('that is applied and taken off again leaves the payment as good as before', async () => {
    const event = await newEvent()
    const { code } = await onePass(event)
    const id = await declined(event, 2)
    await apply(id, code)
    await buyer.expect(removeCode, 200, { params: { reservationId: id }, query: { type: 'SUBSCRIPTION' } })
    await act(id, 'pay')
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(await balanceOf(id)).toBe(24_000n)
  })

  test('whose refund has not gone out when the buyer gives the order up: the buyer is still written to', async () => {
    const event = await newEvent()
    const { order, code } = await onePass(event)
    const id = await ready(event, 2)
    await apply(id, code)
    await begin(id)
    await endPass(order)
    await act(id, 'pay')
    await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
    expect(await statusOf(buyer, id)).toBeUndefined()
    await sendRefunds(shop)
    expect(await balanceOf(id)).toBe(0n)
    const { rows } = await sql<{ recipient: string }>`
      select recipient from mail where subject like 'Money back%' order by id desc limit 1`.execute(shop.db.kysely)
    expect(rows).toEqual([{ recipient: 'ada@example.org' }])
  })
})

describe('a code whose maximum was lowered meanwhile', () => {
  const withCode = async (event: string, promoCode: string): Promise<string> => {
    const body = { ...selection(await categoryIds(buyer, event), { Conference: 1 }), promoCode }
    const { value } = await buyer.expect(reserveTickets, 200, {
      params: { shortName: event },
      query: { lang: 'en' },
      body,
    })
    const id = value ?? ''
    await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
    return id
  }

  /** Two orders with a code for two; the card of the first was declined, and the second has paid with the only use that is left. */
  const tooMany = async (): Promise<string> => {
    const event = await newEvent()
    const name = `TWICE${number}`
    const code = await storeCode(shop.db, organiser.organizationId, name, { maximumUsage: 2 })
    const first = await withCode(event, name)
    const second = await withCode(event, name)
    expect((await begin(first)).status).toBe(200)
    await act(first, 'decline')
    await shop.db.kysely.updateTable('promo_code').set({ max_usage: 1 }).where('id', '=', code).execute()
    await begin(second)
    await act(second, 'pay')
    expect(await statusOf(buyer, second)).toBe('COMPLETE')
    return first
  }

  test('refuses Pay after a decline', async () => {
    expect(wrongOf(await begin(await tooMany()))).toMatch(/code/)
  })

  test('sends money back that comes by the card that was declined', async () => {
    const id = await tooMany()
    await act(id, 'pay')
    await expectReturned(id, 'code', /code was used up/)
  })

  test('pays an order whose payment was under way before', async () => {
    const event = await newEvent()
    const name = `BEFORE${number}`
    const code = await storeCode(shop.db, organiser.organizationId, name, { maximumUsage: 2 })
    const id = await withCode(event, name)
    await begin(id)
    const other = await withCode(event, name)
    await begin(other)
    await act(other, 'pay')
    await shop.db.kysely.updateTable('promo_code').set({ max_usage: 1 }).where('id', '=', code).execute()
    await act(id, 'pay')
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })
})

describe('an order that its organiser confirms by hand', () => {
  test.each(['ONCE_PER_VALUE', 'UNLIMITED'] as const)(
    'is confirmed when it is STUCK and has its place (%s)',
    async type => {
      const event = await newEvent()
      await linkGroup(shop.db, event, { members: ['ada1@example.org'], type })
      const id = await ready(event)
      await begin(id)
      fake.misbehave('down')
      await later(minutes(200))
      await later(minutes(60))
      expect(await statusOf(buyer, id)).toBe('STUCK')
      await organiser.confirm(id)
      expect(await statusOf(buyer, id)).toBe('COMPLETE')
      expect(await placesOf(id)).toBe(1)
      expect(await paymentsOf(id)).toMatchObject([{ status: 'INVALID' }, { status: 'COMPLETE' }])
      fake.misbehave('usual')
    },
  )

  test('is confirmed after a declined card; what is paid by the card all the same goes back', async () => {
    const id = await declined(await newEvent())
    const reference = await referenceOf(id)
    await organiser.confirm(id)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    await fake.buyer(reference, 'pay')
    await fake.messages.deliver()
    await sendRefunds(shop)
    expect(await balanceOf(id)).toBe(0n)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })
})
