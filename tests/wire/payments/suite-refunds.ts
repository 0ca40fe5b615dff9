import { expect } from 'vitest'
import type { RefundForm } from '#contract/refund.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { infoOf, ticketsOf } from '../../support/buyer/purchase.ts'
import { BUYER, type RefundedOrders, SELLER } from './refunded-orders.ts'
import type { Covers } from './provider-suite.ts'
import type { World } from './world.ts'

const PRESSES = 5

/** Money that the organiser refunds, and that arrives. */
export function refunding(
  { fake, buyer, balanceOf, openEvent, clock, shop, subject }: World,
  orders: RefundedOrders,
  covers: Covers,
): void {
  const { paidOrder, refund, read, refundsOf, creditNotesOf, returnedOf, untilDone, recipientsOf, audited, sumOf } =
    orders

  /** Presses several times at once, and once more when it is done: one refund. */
  const press = async (id: string, form: RefundForm) => {
    const answers = await Promise.all(Array.from({ length: PRESSES }, () => refund(id, form)))
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
    await untilDone()
    expect(await refund(id, form)).toMatchObject({ repeated: true, refunds: [{ status: 'DONE' }] })
    await untilDone()
    return answers[0]
  }

  covers('refunded as a whole by the organiser', async () => {
    const id = await paidOrder()
    const amount = await sumOf(id)
    const answer = await press(id, { what: 'ORDER', requestId: 'whole' })
    expect(answer).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', creditNoteNumber: expect.any(String), left: '0.00' })
    expect(await returnedOf(id)).toEqual([amount])
    expect(await balanceOf(id)).toBe(0n)
    expect(await refundsOf(id)).toEqual([{ origin: 'ORGANISER', status: 'DONE', amount }])
    expect(await read(id)).toMatchObject({ refunded: '240.00', left: '0.00', tickets: [] })
    expect(await creditNotesOf(id)).toBe(1)
    expect([await audited(id, 'REFUND_REQUESTED'), await audited(id, 'REFUND')]).toEqual([1, 1])
    expect(await recipientsOf(id, 'Money back')).toEqual([BUYER])
    expect(await recipientsOf(id, 'Credit note for')).toEqual([BUYER])
  })

  covers('refunded in part by the organiser', async () => {
    const id = await paidOrder()
    const tickets = ticketsOf(await infoOf(buyer, id)).map(({ uuid }) => uuid)
    await press(id, { what: 'AMOUNT', amount: '12.50', requestId: 'amount' })
    // The same amount under another id is another refund.
    await press(id, { what: 'AMOUNT', amount: '12.50', requestId: 'once more' })
    await press(id, { what: 'TICKETS', tickets: tickets.slice(0, 1), requestId: 'ticket' })
    expect(await returnedOf(id)).toEqual([1250n, 1250n, 12_000n])
    expect((await refundsOf(id)).map(({ origin, status }) => [origin, status])).toEqual(
      Array.from({ length: 3 }, () => ['ORGANISER', 'DONE']),
    )
    const reservation = await read(id)
    expect(reservation).toMatchObject({ status: 'COMPLETE', refunded: '145.00', left: '95.00' })
    expect(reservation.tickets).toHaveLength(1)
    expect(await creditNotesOf(id)).toBe(3)
    expect([await audited(id, 'REFUND_REQUESTED'), await audited(id, 'REFUND')]).toEqual([3, 3])
    expect(await recipientsOf(id, 'Money back')).toEqual([BUYER, BUYER, BUYER])
  })

  covers('refunded, and worked on by the provider for a day', async () => {
    const id = await paidOrder()
    fake.office.refundsGo('pending')
    await refund(id, { what: 'ORDER', requestId: 'whole' })
    await untilDone()
    expect(await refundsOf(id)).toMatchObject([{ status: 'PENDING' }])
    expect(await recipientsOf(id, 'Money back')).toEqual([BUYER])
    await fake.office.endRefunds()
    await orders.nextDay()
    expect(await refundsOf(id)).toMatchObject([{ origin: 'ORGANISER', status: 'DONE' }])
    expect(await balanceOf(id)).toBe(0n)
    expect([await audited(id, 'REFUND'), await creditNotesOf(id)]).toEqual([1, 1])
    expect(await recipientsOf(id, 'Money back')).toEqual([BUYER])
  })

  covers('refunded after the people of the order were erased', async () => {
    const settings = { ...SELLER, RETENTION_DAYS: '30' }
    const id = await paidOrder(await openEvent({ slug: 'erased-and-refunded', settings }))
    const amount = await sumOf(id)
    clock.set(after(clock.now(), days(100)))
    await erasePersonalData(shop)
    const needed = shop.providers.find(({ proxy }) => proxy === subject.proxy)?.online?.refunds.needs
    const { metadata } = await shop.db.kysely
      .selectFrom('payment_transaction')
      .select('metadata')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(needed).toEqual(expect.arrayContaining(Object.keys(metadata ?? {})))
    await refund(id, { what: 'ORDER', requestId: 'whole' })
    await untilDone()
    expect(await refundsOf(id)).toEqual([{ origin: 'ORGANISER', status: 'DONE', amount }])
    expect(await balanceOf(id)).toBe(0n)
    const { erased_at: erasedAt, ...owner } = await shop.db.kysely
      .selectFrom('reservation')
      .select(['erased_at', 'email', 'account_id', 'visit'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(erasedAt).not.toBeNull()
    expect(owner).toEqual({ email: null, account_id: null, visit: null })
  })
}
