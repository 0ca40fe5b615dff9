import { beforeEach, describe, expect, test } from 'vitest'
import { discardPayment } from '#contract/payment-calls.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { infoOf, statusOf } from '../../support/buyer/purchase.ts'
import { PAYPAL } from './subjects.ts'
import { openWorld } from './world.ts'

// How long seats are held for a buyer who is at PayPal: no longer than the shop has said, whatever PayPal does.

const world = await openWorld(PAYPAL, {
  fake: paypalInTests,
  environment: ({ url }) => ({ PAYPAL_API_BASE: url }),
})
const { buyer, begin, startPayment, ready, later, shop } = world

beforeEach(() => world.fake.misbehave('usual'))

test('giving up and beginning again does not add up', async () => {
  const { id } = await startPayment()
  const first = (await infoOf(buyer, id)).validity
  for (let count = 0; count < 5; count += 1) {
    expect(await buyer.expect(discardPayment, 200, { params: { reservationId: id } })).toBe(true)
    expect((await begin(id)).status).toBe(200)
  }
  expect((await infoOf(buyer, id)).validity).toBe(first)
})

describe('abandoned, the seats are free in the end', () => {
  const toItsEnd = async () => {
    await later(minutes(100))
    await later(minutes(100))
  }

  test('while PayPal is down', async () => {
    const { id } = await startPayment()
    world.fake.misbehave('down')
    await toItsEnd()
    expect(await statusOf(buyer, id)).toBeUndefined()
  })

  test('while PayPal has been down since Pay was pressed', async () => {
    const id = await ready()
    world.fake.misbehave('down')
    await begin(id)
    await toItsEnd()
    expect(await statusOf(buyer, id)).toBeUndefined()
  })

  test.each([
    ['the app', { PAYPAL_CLIENT_ID: 'another', PAYPAL_CLIENT_SECRET: 'of-another' }],
    ['the secret', { PAYPAL_CLIENT_SECRET: 'renewed' }],
  ])('when the organiser has changed %s meanwhile', async (what, changes) => {
    const event = await world.openEvent({ slug: what.replace('the ', 'other-') })
    const { id } = await startPayment(event)
    const contextId = (await shop.catalog.offeredEvent(event))?.context.id
    if (contextId === undefined) throw new Error(`${event} is not there`)
    await putSettings(shop.db, { level: 'context', contextId }, Object.entries(changes))
    shop.catalog.offerChanged({ id: contextId, shortName: event })
    await toItsEnd()
    expect(await statusOf(buyer, id)).toBeUndefined()
  })
})
