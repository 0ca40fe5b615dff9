import { expect, test } from 'vitest'
import { expectConsistentData, stockCountsOf } from '../../support/database/consistency.ts'
import { CASES, type Case } from './cases.ts'
import { moneyThatIsNotDue } from './suite-money.ts'
import { paying } from './suite-paying.ts'
import { refusals } from './suite-refusals.ts'
import { refundTrouble } from './suite-refund-trouble.ts'
import { refunding } from './suite-refunds.ts'
import { trouble } from './suite-trouble.ts'
import { twoTabs } from './suite-two-tabs.ts'
import { refundedOrders } from './refunded-orders.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { statusOf } from '../../support/buyer/purchase.ts'
import type { Subject } from './subjects.ts'
import { type StandIn, type World, openWorld } from './world.ts'

/** Registers the test of a case, or leaves it out with the subject's reason. */
export type Covers = (name: Case, work: () => Promise<void>) => void

/** What every provider has to pass, over the wire and against its stand-in; the stand-in's books say where the money is. */
export async function providerSuite(subject: Subject, standIn: StandIn): Promise<void> {
  const world = await openWorld(subject, standIn)
  const covered: Case[] = []
  const covers: Covers = (name, work) => {
    covered.push(name)
    test.skipIf(name in subject.untold)(`${name}`, work)
  }
  paying(world, covers)
  refusals(world, covers)
  moneyThatIsNotDue(world, covers)
  twoTabs(world, covers)
  trouble(world, covers)
  const orders = refundedOrders(world, async id => {
    expect((await world.begin(id)).status).toBe(200)
    await world.acts({ id, reference: await world.referenceOf(id) }, 'pay')
    await world.fake.messages.deliver()
    await world.expectPaidOnce(id)
  })
  refunding(world, orders, covers)
  refundTrouble(world, orders, covers)
  if (subject.isNeverPolled) neverPolled(world)

  test('every case is covered, once', () => {
    expect(covered.toSorted()).toEqual([...CASES].toSorted())
  })

  test('nothing was asked that the provider’s documents do not allow, and the data are consistent', async () => {
    const { fake, other, shop, event } = world
    expect([...fake.violations(), ...(other?.violations() ?? [])]).toEqual([])
    const { held, sold } = await stockCountsOf(shop.db, event)
    await expectConsistentData(shop.db, event, { held, sold })
  })
}

function neverPolled({ startPayment, ask, begin, fake, later, buyer }: World): void {
  test('is not asked again without a message, but at the end', async () => {
    const { id } = await startPayment()
    const before = fake.requests().length
    expect((await ask(id)).value).toMatchObject({ success: false, failure: false })
    expect((await begin(id)).status).toBe(200)
    await later(minutes(3))
    expect(fake.requests()).toHaveLength(before)
    expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
    await later(minutes(200))
    expect(fake.requests().length).toBeGreaterThan(before)
    // A payment that has ended adds no time, and the order's own is over.
    expect(await statusOf(buyer, id)).toBeUndefined()
  })
}
