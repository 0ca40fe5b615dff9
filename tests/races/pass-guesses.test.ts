import { expect, test } from 'vitest'
import { applyCode } from '#contract/pass-use.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { readyToPay } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const event = await organiser.open(anEventFile(clock.now(), { seats: 500 }))
const pass = await storePassOf(shop.db, event)

/** What the limit lets through in a minute (server/foundation/http/rate-limit.ts). */
const GUESSES = 20

test.each(repetitions())(
  'of sixty PINs tried at once from one address, in many sessions, twenty are checked (%i)',
  async run => {
    const id = await storeBoughtPass(shop.db, pass)
    const pin = passPin(id as BoughtPassId)
    const from = `198.51.100.${run}`
    const reservationId = await readyToPay(aBuyer(url), event, { Conference: 1 })
    const guess = async (code: string) => {
      const guesser = aBuyer(url, { 'x-forwarded-for': from })
      return guesser.ask(applyCode, { params: { reservationId }, body: { code, type: 'SUBSCRIPTION' } })
    }
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess(`AAAAAA${LETTERS.at(index % 25)}A`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(GUESSES)
    expect(statuses.filter(status => status === 429)).toHaveLength(60 - GUESSES)
    // Even the right one is refused now, and the answer says when to come back.
    const late = await guess(pin)
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await shop.db.kysely.selectFrom('ticket').select('id').where('bought_pass_id', '=', id).execute()).toEqual(
      [],
    )
    // It keeps no other buyer waiting.
    const owner = aBuyer(url, { 'x-forwarded-for': '203.0.113.77' })
    const params = { reservationId }
    const answer = await owner.ask(applyCode, { params, body: { code: pin, type: 'SUBSCRIPTION' } })
    expect(answer).toMatchObject({ status: 200, value: { success: true, value: true } })
  },
)

const LETTERS = 'ACDEFGHJKLMNPQRTUVWXY3467'

const tryFrom = async (from: string, reservationId: string, code: string) => {
  const guesser = aBuyer(url, { 'x-forwarded-for': from })
  return (await guesser.ask(applyCode, { params: { reservationId }, body: { code, type: 'SUBSCRIPTION' } })).status
}
const counted = (statuses: readonly number[]) => [200, 429].map(status => statuses.filter(of => of === status).length)

test('of PINs tried at one order from many addresses thirty in a minute are checked', async () => {
  const reservationId = await readyToPay(aBuyer(url), event, { Conference: 1 })
  const tries = Array.from({ length: 40 }, (_, index) =>
    tryFrom(`192.0.2.${index}`, reservationId, `DDDDDD${LETTERS.at(index % 25)}${LETTERS.at(index >= 25 ? 1 : 0)}`),
  )
  expect(counted(await Promise.all(tries))).toEqual([30, 10])
})

test('one PIN, however written, is checked twenty times a minute, at many orders and addresses', async () => {
  const orders = await Promise.all([1, 2].map(() => readyToPay(aBuyer(url), event, { Conference: 1 })))
  const tries = Array.from({ length: 30 }, (_, index) =>
    tryFrom(`203.0.113.${index}`, orders[index % 2] ?? '', index % 3 === 0 ? 'eeeeeeea' : 'EEEEEEEA'),
  )
  expect(counted(await Promise.all(tries))).toEqual([20, 10])
})
