import { expect } from 'vitest'
import { discardPayment } from '#contract/payment-calls.ts'
import { minutes } from '#domain/foundation/instant.ts'
import type { BuyerAct } from '#tests/fakes/provider-fake.ts'
import { PAY_BY, infoOf, pay, statusOf } from '../../support/buyer/purchase.ts'
import type { Case } from './cases.ts'
import type { Covers } from './provider-suite.ts'
import type { World } from './world.ts'

const REFUSALS: readonly (readonly [Case, BuyerAct])[] = [
  ['declined, then paid by a new attempt', 'decline'],
  ['declined for want of money, then paid', 'decline-funds'],
  ['declined as stolen, then paid', 'decline-stolen'],
  ['the bank’s check failed, then paid', 'authenticate-and-fail'],
]

/** Payments that are refused, given up, or worked on for a while. */
export function refusals(world: World, covers: Covers): void {
  const { fake, buyer, begin, startPayment, acts, later, expectPaidOnce, expectNothingLeft, referenceOf, clock } = world

  for (const [name, act] of REFUSALS) {
    covers(name, async () => {
      const open = await startPayment()
      const { id } = open
      await acts(open, act)
      await fake.messages.deliver()
      expect(await statusOf(buyer, id)).toBe('PENDING')
      const { paymentRefusal, validity } = await infoOf(buyer, id)
      expect(paymentRefusal).toMatch(/^(foyer\.payment|error)\./)
      if (act === 'decline-stolen') expect(paymentRefusal).not.toMatch(/stolen|lost|fraud/i)
      expect(validity - clock.now()).toBeGreaterThanOrEqual(minutes(10))
      expect((await begin(id)).status).toBe(200)
      await acts({ id, reference: await referenceOf(id) }, 'pay')
      await fake.messages.deliver()
      await expectPaidOnce(id)
    })
  }

  covers('declined, and the buyer does not try again', async () => {
    const open = await startPayment()
    const { id } = open
    await acts(open, 'decline')
    await fake.messages.deliver()
    await later(minutes(200))
    await later(minutes(1))
    await expectNothingLeft(id)
  })

  covers('abandoned', async () => {
    const { id, reference } = await startPayment()
    await fake.buyer(reference, 'abandon')
    await later(minutes(200))
    await later(minutes(30))
    await expectNothingLeft(id)
  })

  covers('abandoned, and the provider never says that it has ended', async () => {
    const { id, reference } = await startPayment()
    await fake.buyer(reference, 'abandon')
    fake.misbehave('down')
    await later(minutes(200))
    expect(await statusOf(buyer, id)).toBe('STUCK')
    await later(minutes(200))
    expect(await statusOf(buyer, id)).toBe('STUCK')
    expect(await world.balanceOf(id)).toBe(0n)
  })

  covers('worked on for hours, then paid', async () => {
    const open = await startPayment()
    const { id, reference } = open
    await acts(open, 'pay-later')
    await later(minutes(200))
    expect(await statusOf(buyer, id)).toBe('WAITING_EXTERNAL_CONFIRMATION')
    await fake.office.settle(reference)
    await later(minutes(200))
    await expectPaidOnce(id)
  })

  covers('worked on, then failed', async () => {
    const open = await startPayment()
    const { id, reference } = open
    await acts(open, 'pay-later')
    await later(minutes(5))
    await fake.office.fail(reference)
    await later(minutes(200))
    await later(minutes(200))
    await expectNothingLeft(id)
  })

  covers('given up for another way to pay', async () => {
    const { id, reference } = await startPayment()
    const isAbandoned = await buyer.expect(discardPayment, 200, { params: { reservationId: id } })
    const other = await pay(buyer, id, PAY_BY.ON_SITE)
    // As long as the provider may still take the money, the order can't be paid in another way.
    expect(other.status).toBe(isAbandoned ? 200 : 422)
    await acts({ id, reference }, 'pay').catch(() => undefined)
    await fake.messages.deliver()
    await later(minutes(3))
    await later(minutes(3))
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    if (isAbandoned) expect(await world.balanceOf(id)).toBe(0n)
    else await expectPaidOnce(id)
  })
}
