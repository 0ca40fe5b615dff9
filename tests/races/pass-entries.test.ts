import { expect, test } from 'vitest'
import { applyCode } from '#contract/pass-use.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { readyToPay } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const categories = [aCategoryFile(clock.now(), { maxTickets: 1000 })]
const event = await organiser.open(anEventFile(clock.now(), { seats: 1000, categories }))
const pass = await storePassOf(shop.db, event)
const oncePerEvent = await storePassOf(shop.db, event, { usage: 'ONCE_PER_EVENT' })

const used = async (id: string) =>
  (await shop.db.kysely.selectFrom('ticket').select('id').where('bought_pass_id', '=', id).execute()).length

/** Of five orders that use the same pass at the same moment, so many have it in the end. */
async function fiveOrders(code: string) {
  const buyers = Array.from({ length: 5 }, () => aBuyer(url))
  const orders = await Promise.all(
    buyers.map(async buyer => ({ buyer, id: await readyToPay(buyer, event, { Conference: 2 }) })),
  )
  const answers = await Promise.all(
    orders.map(({ buyer, id }) =>
      buyer.ask(applyCode, {
        params: { reservationId: id },
        body: { code, email: null, type: 'SUBSCRIPTION' },
      }),
    ),
  )
  return answers.map(({ value }) => value as { value: boolean; validationErrors: readonly { code: string }[] })
}

test.each(repetitions())('the last entry of a pass is used by one order (%i)', async () => {
  const code = await storeBoughtPass(shop.db, pass, { maxEntries: 1 })
  const answers = await fiveOrders(code)
  expect(answers.filter(({ value }) => value)).toHaveLength(1)
  expect(answers.flatMap(({ validationErrors }) => validationErrors.map(({ code: each }) => each))).toEqual(
    Array.from({ length: 4 }, () => 'subscription.max-usage-reached'),
  )
  expect(await used(code)).toBe(1)
})

test.each(repetitions())('three entries pay for three tickets, in any order (%i)', async () => {
  const code = await storeBoughtPass(shop.db, pass, { maxEntries: 3 })
  const answers = await fiveOrders(code)
  expect(answers.filter(({ value }) => value)).toHaveLength(2)
  expect(await used(code)).toBe(3)
})

test.each(repetitions())('a pass for one ticket an event is used by one order of it (%i)', async () => {
  const code = await storeBoughtPass(shop.db, oncePerEvent)
  const answers = await fiveOrders(code)
  expect(answers.filter(({ value }) => value)).toHaveLength(1)
  expect(await used(code)).toBe(1)
})
