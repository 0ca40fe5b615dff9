import { expect } from 'vitest'
import { cancelReservation } from '#contract/booking.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { hold, statusOf } from '../../support/buyer/purchase.ts'
import type { Covers } from './provider-suite.ts'
import { TICKETS, type World } from './world.ts'

/** Money that comes when it is not due any more, or is not what was due; and what happens to money later. */
export function moneyThatIsNotDue(world: World, covers: Covers): void {
  const { fake, buyer, shop, subject, startPayment, acts, check, later, balanceOf, paymentsOf, expectPaidOnce } = world

  covers('paid after the order was released', async () => {
    const open = await startPayment()
    const { id, reference } = open
    await acts(open, 'decline')
    await fake.messages.deliver()
    await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
    const isPaid = await fake.buyer(reference, 'pay').then(
      () => true,
      () => false,
    )
    expect(isPaid).toBe(subject.isOverOnceRefused !== true)
    await later(minutes(3))
    await later(minutes(3))
    expect(await balanceOf(id)).toBe(0n)
  })

  covers('paid after its time, with the seats still there', async () => {
    const { id, reference } = await startPayment()
    fake.misbehave('down')
    await later(minutes(31))
    fake.misbehave('usual')
    await acts({ id, reference }, 'pay')
    await fake.messages.deliver()
    await later(minutes(200))
    await expectPaidOnce(id)
  })

  covers('paid after its time, and the seats are gone', async () => {
    const event = await world.openEvent({ slug: 'two-seats', seats: TICKETS })
    const { id, reference } = await startPayment(event)
    await fake.buyer(reference, 'abandon')
    await later(minutes(200))
    await later(minutes(30))
    expect(await statusOf(buyer, id)).toBeUndefined()
    await hold(buyer, event, { Conference: TICKETS })
    // What has ended at the provider can't be paid any more; what was paid nevertheless goes back.
    await acts({ id, reference }, 'pay').catch(() => undefined)
    await fake.messages.deliver()
    await later(minutes(3))
    await later(minutes(3))
    expect(await balanceOf(id)).toBe(0n)
  })

  for (const [name, what] of [
    ['another sum', 'amount'],
    ['another currency', 'currency'],
    ['of the other mode, or another payment', 'mode'],
  ] as const) {
    covers(name, async () => {
      const { id, reference } = await startPayment()
      await fake.buyer(reference, 'pay')
      fake.office.falsify(reference, what)
      await world.goOn(id)
      await check(id)
      expect(await statusOf(buyer, id)).toBe('STUCK')
      expect((await paymentsOf(id)).some(({ review }) => review !== null)).toBe(true)
    })
  }

  const refundsOf = (id: string) =>
    shop.db.kysely
      .selectFrom('payment_refund')
      .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
      .select(['origin', 'payment_refund.status', 'payment_refund.amount'])
      .where('order_id', '=', id)
      .execute()

  covers('refunded in the provider’s back office', async () => {
    const open = await startPayment()
    const { id, reference } = open
    await acts(open, 'pay')
    await fake.messages.deliver()
    await fake.office.refund(reference, 100n)
    await fake.messages.deliver('twice')
    expect(await refundsOf(id)).toEqual([{ origin: 'PROVIDER', status: 'DONE', amount: 100n }])
  })

  covers('disputed', async () => {
    const open = await startPayment()
    const { id, reference } = open
    await acts(open, 'pay')
    await fake.messages.deliver()
    await fake.office.dispute(reference, 'open')
    await fake.messages.deliver()
    expect((await paymentsOf(id)).map(({ review }) => review)).toEqual(['DISPUTE_OPEN'])
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })
}
