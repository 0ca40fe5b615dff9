import { beforeEach, expect, test } from 'vitest'
import { EXTEND_CODES, type ExtendCode } from '#contract/error-codes.ts'
import { extendReservation } from '#contract/own.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type Reply, aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { codesOf, hold, infoOf } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(anEventFile(clock.now()))

beforeEach(() => clock.set(SOME_DAY))

const extend = (reservationId: string) => buyer.ask(extendReservation, { params: { reservationId } })

const PROVOKED: Record<ExtendCode, () => Promise<Reply>> = {
  'error.STEP_2_ORDER_HAS_EXPIRED': async () => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    clock.move(minutes(25))
    return extend(id)
  },
  'foyer.error.no-more-time': async () => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    await extend(id)
    await extend(id)
    return extend(id)
  },
}

test.each(EXTEND_CODES)('%s', async code => {
  const answer = await PROVOKED[code]()
  expect(answer).toMatchObject({ status: 422, value: { success: false, value: null } })
  expect(codesOf(answer)).toEqual([code])
  expect(answer.value).toHaveProperty('validationErrors.0.fieldName', 'extension')
})

test('each time adds ten minutes and says how often is left', async () => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const { validity } = await infoOf(buyer, id)
  expect((await extend(id)).value).toEqual({ validity: validity + minutes(10), extensionsLeft: 1 })
  expect((await extend(id)).value).toEqual({ validity: validity + minutes(20), extensionsLeft: 0 })
})
