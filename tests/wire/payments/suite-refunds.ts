import { expect } from 'vitest'
import { type RefundForm, refundReservation } from '#contract/refund.ts'
import { days, minutes } from '#domain/instant.ts'
import { giveMoneyBack } from '#server/payment/online/give-money-back.ts'
import { statusOf } from '../../support/buyer/purchase.ts'
import { lettersOf } from '../../support/buyer/sent-mails.ts'
import { countAudit } from '../../support/database/consistency.ts'
import type { Covers } from './provider-suite.ts'
import type { World } from './world.ts'

/** The call of each provider that gives money back. */
const REFUND_CALL = /refunds?$/i
/** Of two tickets for CHF 120.00 each. */
const WHOLE = 24_000n
const PART = 1_050n

/** Money that the organiser gives back through the provider; `paid`: an order that is complete. */
export function refunds(world: World, covers: Covers, paid: () => Promise<string>): void {
  const { fake, shop, buyer, organiser, subject, balanceOf, paymentsOf, later } = world

  const wish = (id: string, body: RefundForm) =>
    organiser.api.ask(refundReservation, { params: { reservationId: id }, body })
  const part = { what: 'AMOUNT', amount: '10.50' } as const
  const refundsOf = (id: string) =>
    shop.db.kysely
      .selectFrom('payment_refund')
      .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
      .select(['origin', 'payment_refund.status', 'payment_refund.amount'])
      .where('order_id', '=', id)
      .orderBy('payment_refund.id')
      .execute()
  const booked = async (id: string) => {
    const ids = (await paymentsOf(id)).map(payment => String(payment.id))
    return fake.books().filter(({ kind, transactionId }) => kind === 'refund' && ids.includes(transactionId))
  }
  const reviewsOf = async (id: string) =>
    (await paymentsOf(id)).flatMap(({ review }) => (review === null ? [] : [review]))
  const done = (amount: bigint) => ({ origin: 'ORGANISER', status: 'DONE', amount })

  covers('refunded in full, and asked for twice', async () => {
    const id = await paid()
    const body = { what: 'ORDER', requestId: `${id}-1` } as const
    const answers = await Promise.all([wish(id, body), wish(id, body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await later(minutes(5))
    await fake.messages.deliver('twice')
    expect(await balanceOf(id)).toBe(0n)
    expect(await refundsOf(id)).toEqual([done(WHOLE)])
    expect(await statusOf(buyer, id)).toBe('CANCELLED')
    expect(await countAudit(shop.db, id, 'REFUND')).toBe(1)
    expect(await lettersOf(shop.db, id, 'Money back')).toHaveLength(1)
  })

  covers('refunded in part, and then the rest', async () => {
    const id = await paid()
    expect((await wish(id, { ...part, requestId: '1' })).status).toBe(200)
    await later(minutes(5))
    expect(await balanceOf(id)).toBe(WHOLE - PART)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect((await wish(id, { what: 'AMOUNT', amount: '240', requestId: '2' })).status).toBe(422)
    expect((await wish(id, { what: 'ORDER', requestId: '3' })).status).toBe(200)
    await later(minutes(5))
    expect(await balanceOf(id)).toBe(0n)
    expect(await refundsOf(id)).toEqual([done(PART), done(WHOLE - PART)])
  })

  covers('a refund that the provider refuses', async () => {
    const id = await paid()
    fake.office.refundsGo('refused')
    expect((await wish(id, { ...part, requestId: '1' })).status).toBe(200)
    await later(minutes(5))
    expect(await refundsOf(id)).toMatchObject([{ status: 'FAILED' }])
    expect(await reviewsOf(id)).toEqual(['REFUND_FAILED'])
    expect(await balanceOf(id)).toBe(WHOLE)
    // Nobody is told of money that has not gone back, and it can be tried again.
    expect(await lettersOf(shop.db, id, 'Money back')).toEqual([])
    fake.office.refundsGo('usual')
    expect((await wish(id, { ...part, requestId: '2' })).status).toBe(200)
    await later(minutes(5))
    expect(await balanceOf(id)).toBe(WHOLE - PART)
  })

  covers('a refund that takes days', async () => {
    const id = await paid()
    fake.office.refundsGo('pending')
    await wish(id, { ...part, requestId: '1' })
    await later(minutes(5))
    expect(await refundsOf(id)).toMatchObject([{ status: 'PENDING' }])
    await fake.office.endRefunds()
    await fake.messages.deliver()
    await later(days(2))
    expect(await refundsOf(id)).toEqual([done(PART)])
    expect(await balanceOf(id)).toBe(WHOLE - PART)
  })

  covers('a refund that fails days later', async () => {
    const id = await paid()
    fake.office.refundsGo('fail-later')
    await wish(id, { ...part, requestId: '1' })
    await later(minutes(5))
    await fake.messages.deliver()
    await fake.office.endRefunds()
    await fake.messages.deliver()
    await later(days(2))
    expect(await refundsOf(id)).toMatchObject([{ status: 'FAILED' }])
    expect(await reviewsOf(id)).toEqual(['REFUND_FAILED'])
    expect(await balanceOf(id)).toBe(WHOLE)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })

  covers('a refund whose message comes before its answer', async () => {
    const id = await paid()
    fake.messages.drop()
    fake.misbehave('slow', { count: 1, of: REFUND_CALL })
    await wish(id, { ...part, requestId: '1' })
    const given = giveMoneyBack(shop)
    await expect.poll(() => fake.messages.waiting()).toBeGreaterThan(0)
    await fake.messages.deliver()
    await given
    await fake.messages.deliver('twice')
    await later(minutes(5))
    expect(await refundsOf(id)).toEqual([done(PART)])
    expect(await balanceOf(id)).toBe(WHOLE - PART)
    expect(await countAudit(shop.db, id, 'REFUND')).toBe(1)
  })

  covers('a refund whose answer is lost', async () => {
    const id = await paid()
    fake.misbehave('lost', { count: 1, of: REFUND_CALL })
    await wish(id, { ...part, requestId: '1' })
    await later(minutes(5))
    fake.misbehave('usual')
    await later(minutes(90))
    await later(days(2))
    expect((await booked(id)).length).toBeLessThanOrEqual(1)
    // Where asking again could give the money back twice, a person is asked.
    if (subject.isRefundUnrepeatable) expect(await reviewsOf(id)).toEqual(['REFUND_FAILED'])
    else expect([await refundsOf(id), await balanceOf(id)]).toEqual([[done(PART)], WHOLE - PART])
  })
}
