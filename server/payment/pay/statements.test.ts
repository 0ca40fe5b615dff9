import { expect, test } from 'vitest'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { jobsOf } from '#server/shop.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  PAY_BY,
  filledIn,
  hold,
  infoOf,
  pay as payOverHttp,
  readyToPay,
  sendDetails,
} from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { pay } from './pay.ts'
import { retryFinalizations } from './finalize.ts'

// Each statement is a round trip, and the database is what all buyers share. `begin` and `commit` are counted too.

const clock = manualClock()
const { url, apiKey, shop, outbox, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const event = await organiser.open(aFreeEventFile(clock.now(), { seats: 100 }))

/** Where others run the jobs, Pay only hands the order over. */
const handingOver: Shop = { ...shop, jobs: { areRun: true, wake: async () => {}, whenRun: async () => {} } }

const transport = mailTransport({ smtpUrl: undefined, mailFrom: 'shop@example.org', outbox })
const deliverMail = jobsOf(shop, transport).find(({ name }) => name === 'deliver-mail')

/** The event, its key and the jobs are known; no mail is left. */
const warm = await readyToPay(buyer, event, { Everybody: 2 })
await payOverHttp(buyer, warm, PAY_BY.NONE)
await runJobs()
await deliverMail?.run()

async function orderOf(id: ReservationId) {
  const order = await findReservation(shop.db, id)
  if (!order) throw new Error(`there is no order ${id}`)
  return order
}

/** Whether buyers can sign in is read once a second, for all of them; it may be due just now. */
const IS_SIGN_IN_OFFERED = /'system' as level from setting where organization_id is null/

function expectAtMost(limit: number, statements: readonly string[]): void {
  const ofAll = statements.findIndex(statement => IS_SIGN_IN_OFFERED.test(statement.replaceAll('"', '')))
  const own = ofAll < 0 ? statements : statements.toSpliced(ofAll, 1)
  expect(own.length, `no statement was seen`).toBeGreaterThan(0)
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(limit)
}

test('the details of a free order of two tickets are judged and stored in 2 statements', async () => {
  const id = await hold(buyer, event, { Everybody: 2 })
  const form = filledIn(await infoOf(buyer, id))
  const statements = await statementsOf(async () => {
    expect((await sendDetails(buyer, id, form)).status).toBe(200)
  })
  expectAtMost(2, statements)
})

test('a refusal of details takes no more', async () => {
  const id = await hold(buyer, event, { Everybody: 2 })
  const form = { ...filledIn(await infoOf(buyer, id)), email: 'no address' }
  const statements = await statementsOf(async () => {
    expect((await sendDetails(buyer, id, form)).status).toBe(422)
  })
  expectAtMost(2, statements)
})

test('a reservation is read in 1 statement', async () => {
  const id = await hold(buyer, event, { Everybody: 2 })
  expectAtMost(1, await statementsOf(() => infoOf(buyer, id)))
})

test('a free order of two tickets is confirmed in 2 statements, and finished and mailed in 10', async () => {
  const id = (await readyToPay(buyer, event, { Everybody: 2 })) as ReservationId
  const choice = { proxy: null, method: null, gatewayToken: null, isTermsAccepted: true, isPrivacyAccepted: true }
  const captcha = { answer: '', visitor: '127.0.0.1' }
  expectAtMost(
    2,
    await statementsOf(async () => {
      expect(await pay(handingOver, id, choice, captcha)).toMatchObject({ ok: true })
    }),
  )
  const finishing = await statementsOf(async () => {
    expect(await retryFinalizations(shop)).toBe(1)
  })
  const { contextId } = await orderOf(id)
  await shop.catalog.offerOf(contextId)
  const mailing = await statementsOf(async () => {
    expect(await deliverMail?.run()).toBe(4)
  })
  expectAtMost(10, [...finishing, ...mailing])
})
