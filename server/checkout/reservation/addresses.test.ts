import { expect, test } from 'vitest'
import { resendReservationEmail } from '#contract/booking.ts'
import { RESEND_CODES } from '#contract/error-codes.ts'
import { eventReservationPath, pathTo } from '#contract/paths.ts'
import { days } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { mailsOf } from '#tests/support/database/consistency.ts'
import { type Buyer, aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, codesOf, hold, readyToPay } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const description = [
  { lang: 'en', body: 'A day' },
  { lang: 'de', body: 'Ein Tag' },
]
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 100, description }))
const other = await organiser.open(anEventFile(clock.now(), { slug: 'other' }))

const leadsTo = async (reservationId: string, query = '', eventName = shortName) => {
  const answer = await fetch(url + pathTo(eventReservationPath, { eventName, reservationId }) + query, {
    redirect: 'manual',
  })
  expect(answer.status).toBe(302)
  return answer.headers.get('location')
}

const held = await hold(buyer, shortName, { Conference: 1 })

test('the address in mails leads to the page that fits', async () => {
  const base = `/event/${shortName}/reservation/`
  expect(await leadsTo(held)).toBe(`${base}${held}/book`)
  const ready = await readyToPay(buyer, shortName, { Conference: 1 })
  expect(await leadsTo(ready)).toBe(`${base}${ready}/overview`)
  const waiting = await buy(buyer, shortName, { Conference: 1 }, { by: 'OFFLINE' })
  expect(await leadsTo(waiting)).toBe(`${base}${waiting}/waiting-payment`)
  const done = await buy(buyer, shortName, { Conference: 1 })
  expect(await leadsTo(done)).toBe(`${base}${done}/success`)
})

test.each([
  ['FINALIZING', 'success'],
  ['OFFLINE_FINALIZING', 'waiting-payment'],
  ['DEFERRED_OFFLINE_PAYMENT', 'deferred-payment'],
  ['EXTERNAL_PROCESSING_PAYMENT', 'processing-payment'],
  ['WAITING_EXTERNAL_CONFIRMATION', 'processing-payment'],
  ['IN_PAYMENT', 'error'],
  ['STUCK', 'error'],
  ['CANCELLED', 'not-found'],
  ['CREDIT_NOTE_ISSUED', 'not-found'],
] as const)('an order that is %s is shown on the page %s', async (status, page) => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  await shop.db.kysely.updateTable('reservation').set({ status }).where('id', '=', id).execute()
  expect(await leadsTo(id)).toBe(`/event/${shortName}/reservation/${id}/${page}`)
})

test('an unknown order has its page too; an unknown event has none', async () => {
  expect(await leadsTo('unknown')).toBe(`/event/${shortName}/reservation/unknown/not-found`)
  expect(await leadsTo(held, '', 'unknown')).toBe('/')
})

test('language and pass go on to the page, everything else stays behind', async () => {
  expect(await leadsTo(held, '?lang=de&subscription=abc&utm_source=mail&lang=')).toBe(
    `/event/${shortName}/reservation/${held}/book?lang=de&subscription=abc`,
  )
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
  'an order id such as %s leads nowhere else',
  async id => {
    expect(await leadsTo(id)).toMatch(/^\/event\/alpine\/reservation\//)
  },
)

const resend = (
  publicIdentifier: string,
  reservationId: string,
  { lang = 'en', type = 'event', who = buyer }: { lang?: string; type?: 'event' | 'subscription'; who?: Buyer } = {},
) =>
  who.ask(resendReservationEmail, {
    params: { purchaseContextType: type, publicIdentifier, reservationId },
    query: { lang },
  })

test('the confirmation is mailed again, in the language asked for', async () => {
  const id = await buy(buyer, shortName, { Conference: 1 })
  const before = await mailsOf(shop.db, id)
  expect(await resend(shortName, id)).toMatchObject({ status: 200, value: true })
  expect(await mailsOf(shop.db, id)).toEqual(before)
  expect((await resend(shortName, id, { lang: 'de' })).value).toBe(true)
  expect(await mailsOf(shop.db, id)).toEqual([...before, 'ada@example.org'].toSorted())
  expect((await resend(shortName, id, { lang: 'xx' })).value).toBe(true)
  expect(await mailsOf(shop.db, id)).toHaveLength(before.length + 1)
})

test('what is not confirmed, not known, or of another event is not mailed', async () => {
  const done = await buy(buyer, shortName, { Conference: 1 })
  expect((await resend(shortName, held)).value).toBe(false)
  expect((await resend(shortName, 'unknown')).value).toBe(false)
  expect((await resend(other, done)).value).toBe(false)
  expect((await resend('unknown', done)).status).toBe(404)
  expect((await resend(shortName, done, { type: 'subscription' })).status).toBe(404)
})

test('once the event is over, the confirmation is sent again to who asks for it, and nothing else is sent', async () => {
  const id = await buy(buyer, shortName, { Conference: 1 })
  clock.move(days(400))
  const answer = await resend(shortName, id, { who: aBuyer(url) })
  await runJobs()
  clock.move(days(-400))
  expect(answer).toMatchObject({ status: 200, value: true })
  const mails = await shop.db.kysely
    .selectFrom('mail')
    .select(['recipient', 'status'])
    .where('reservation_id', '=', id)
    .orderBy('recipient')
    .execute()
  expect(mails.map(({ recipient, status }) => [recipient, status])).toEqual([
    ['ada1@example.org', 'ERROR'],
    ['ada@example.org', 'SENT'],
    ['hello@alpine-systems.example', 'ERROR'],
  ])
})

test('an order that was cancelled has no mail to be sent again', async () => {
  const id = await buy(buyer, shortName, { Conference: 1 })
  const before = await mailsOf(shop.db, id)
  await shop.db.kysely.updateTable('reservation').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
  const answer = await resend(shortName, id)
  expect(answer).toMatchObject({ status: 422, value: { success: false, value: false } })
  expect(codesOf(answer)).toEqual([...RESEND_CODES])
  expect(await mailsOf(shop.db, id)).toEqual(before)
})
