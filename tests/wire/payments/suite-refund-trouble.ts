import { expect } from 'vitest'
import { days } from '#domain/foundation/instant.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import type { Shop } from '#server/catalog/context.ts'
import { BUYER, CLUB, type RefundedOrders } from './refunded-orders.ts'
import type { Covers } from './provider-suite.ts'
import type { World } from './world.ts'

/** The requests to a provider for a refund. */
const ASKING = /^POST .*refund/i

/** Refunds that fail, whose answer is lost, or whose message comes before their answer. */
export function refundTrouble(world: World, orders: RefundedOrders, covers: Covers): void {
  const { fake, shop, subject, later, balanceOf, paymentsOf } = world
  const { paidOrder, refund, read, refundsOf, creditNotesOf, returnedOf, untilDone, recipientsOf, audited, sumOf } =
    orders

  /** The organiser knows that the money has stayed; an order that was ended has ended all the same, and nothing more is credited. */
  const expectStayed = async (id: string): Promise<void> => {
    expect(await refundsOf(id)).toMatchObject([{ origin: 'ORGANISER', status: 'FAILED' }])
    expect(await balanceOf(id)).toBe(240_00n)
    expect(await read(id)).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', refunded: '0.00', left: '240.00' })
    expect((await paymentsOf(id)).map(({ review }) => review)).toEqual(['REFUND_FAILED'])
    expect(await recipientsOf(id, 'A refund has failed')).toEqual([CLUB])
    expect([await audited(id, 'REFUND_ATTEMPT_FAILED'), await creditNotesOf(id)]).toEqual([1, 1])
  }
  /** It can be refunded once more, by another request. */
  const giveOnceMore = async (id: string): Promise<void> => {
    fake.office.refundsGo('usual')
    await refund(id, { what: 'ORDER', requestId: 'once more' })
    await untilDone()
    expect(await balanceOf(id)).toBe(0n)
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['FAILED', 'DONE'])
    expect(await creditNotesOf(id)).toBe(1)
  }

  covers('a refund that is refused', async () => {
    const id = await paidOrder()
    fake.office.refundsGo('refused')
    await refund(id, { what: 'ORDER', requestId: 'whole' })
    await untilDone()
    await expectStayed(id)
    expect(await recipientsOf(id, 'Money back')).toEqual([])
    expect(await audited(id, 'REFUND')).toBe(0)
    await giveOnceMore(id)
  })

  covers('a refund that fails days later', async () => {
    const id = await paidOrder()
    fake.office.refundsGo('fail-later')
    await refund(id, { what: 'ORDER', requestId: 'whole' })
    await untilDone()
    // Accepted, and on its way as far as the shop knows.
    expect(await recipientsOf(id, 'Money back')).toEqual([BUYER])
    await later(days(3))
    await fake.office.endRefunds()
    await orders.nextDay()
    await expectStayed(id)
    expect(await recipientsOf(id, 'Money back')).toEqual([BUYER])
    await giveOnceMore(id)
  })

  for (const [name, mood] of [
    ['a refund whose answer was lost', 'lost'],
    ['provider down when it is to refund money', 'down'],
  ] as const) {
    covers(name, async () => {
      for (const away of [0, days(50)]) {
        const id = await paidOrder()
        await refund(id, { what: 'ORDER', requestId: 'whole' })
        fake.misbehave(mood, { of: ASKING })
        await sendRefunds(shop)
        expect(await refundsOf(id)).toMatchObject([{ status: 'WANTED' }])
        expect(await recipientsOf(id, 'Money back')).toEqual([])
        fake.misbehave('usual')
        await later(away)
        const before = fake.requests().filter(request => ASKING.test(request)).length
        await untilDone()
        if (!subject.isRefundSentOnce) {
          await expectGoneOnce(id)
          continue
        }
        await expectStayed(id)
        expect(fake.requests().filter(request => ASKING.test(request))).toHaveLength(before)
        expect(await recipientsOf(id, 'Money back')).toEqual([])
      }
    })
  }

  const expectGoneOnce = async (id: string): Promise<void> => {
    const amount = await sumOf(id)
    expect(await returnedOf(id)).toEqual([amount])
    expect(await refundsOf(id)).toEqual([{ origin: 'ORGANISER', status: 'DONE', amount }])
    expect([await audited(id, 'REFUND'), await creditNotesOf(id)]).toEqual([1, 1])
    expect(await recipientsOf(id, 'Money back')).toEqual([BUYER])
    expect(await read(id)).toMatchObject({ refunded: '240.00', left: '0.00' })
    expect((await paymentsOf(id)).map(({ review }) => review)).toEqual([null])
  }

  covers('a refund reported by a message before its answer', async () => {
    const id = await paidOrder()
    await refund(id, { what: 'ORDER', requestId: 'whole' })
    let messages: readonly number[] = []
    await sendRefunds(
      answeredAfter(shop, async () => {
        messages = await fake.messages.deliver('twice')
        expect(await refundsOf(id)).toMatchObject([{ status: 'WANTED' }, { origin: 'PROVIDER', status: 'DONE' }])
      }),
    )
    expect(messages).not.toEqual([])
    expect(new Set(messages)).toEqual(new Set([200]))
    await untilDone()
    await expectGoneOnce(id)
  })
}

/** The same shop, whom answers to refunds reach after something else has happened. */
function answeredAfter(shop: Shop, happens: () => Promise<void>): Shop {
  return {
    ...shop,
    providers: shop.providers.map(provider => {
      const { online } = provider
      if (!online) return provider
      const { refunds } = online
      const send: typeof refunds.send = async attempt => {
        const answer = await refunds.send(attempt)
        await happens()
        return answer
      }
      return { ...provider, online: { ...online, refunds: { ...refunds, send } } }
    }),
  }
}
