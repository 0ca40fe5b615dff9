import { expect } from 'vitest'
import type { RefundForm } from '#contract/refund.ts'
import { infoOf, ticketsOf } from '../../support/buyer/purchase.ts'
import { BUYER, type GivenBack } from './given-back.ts'
import type { Covers } from './provider-suite.ts'
import type { World } from './world.ts'

const PRESSES = 5

/** Money that the organiser gives back, and that arrives. */
export function refunding({ fake, buyer, balanceOf }: World, orders: GivenBack, covers: Covers): void {
  const { paidOrder, refund, read, refundsOf, creditNotesOf, returnedOf, untilDone, told, audited, sumOf } = orders

  /** Presses several times at once, and once more when it is done: one wish. */
  const press = async (id: string, form: RefundForm) => {
    const answers = await Promise.all(Array.from({ length: PRESSES }, () => refund(id, form)))
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
    await untilDone()
    expect(await refund(id, form)).toMatchObject({ repeated: true, refunds: [{ status: 'DONE' }] })
    await untilDone()
    return answers[0]
  }

  covers('given back as a whole by the organiser', async () => {
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
    expect(await told(id, 'Money back')).toEqual([BUYER])
    expect(await told(id, 'Credit note for')).toEqual([BUYER])
  })

  covers('given back in part by the organiser', async () => {
    const id = await paidOrder()
    const tickets = ticketsOf(await infoOf(buyer, id)).map(({ uuid }) => uuid)
    await press(id, { what: 'AMOUNT', amount: '12.50', requestId: 'amount' })
    // The same again is another wish.
    await press(id, { what: 'AMOUNT', amount: '12.50', requestId: 'once more' })
    await press(id, { what: 'TICKETS', tickets: tickets.slice(0, 1), requestId: 'ticket' })
    expect(await returnedOf(id)).toEqual([1250n, 1250n, 12_000n])
    expect((await refundsOf(id)).map(({ origin, status }) => [origin, status])).toEqual(
      Array.from({ length: 3 }, () => ['ORGANISER', 'DONE']),
    )
    const standing = await read(id)
    expect(standing).toMatchObject({ status: 'COMPLETE', refunded: '145.00', left: '95.00' })
    expect(standing.tickets).toHaveLength(1)
    expect(await creditNotesOf(id)).toBe(3)
    expect([await audited(id, 'REFUND_REQUESTED'), await audited(id, 'REFUND')]).toEqual([3, 3])
    expect(await told(id, 'Money back')).toEqual([BUYER, BUYER, BUYER])
  })

  covers('given back, and worked on by the provider for a day', async () => {
    const id = await paidOrder()
    fake.office.refundsGo('pending')
    await refund(id, { what: 'ORDER', requestId: 'whole' })
    await untilDone()
    expect(await refundsOf(id)).toMatchObject([{ status: 'PENDING' }])
    expect(await told(id, 'Money back')).toEqual([BUYER])
    await fake.office.endRefunds()
    await orders.nextDay()
    expect(await refundsOf(id)).toMatchObject([{ origin: 'ORGANISER', status: 'DONE' }])
    expect(await balanceOf(id)).toBe(0n)
    expect([await audited(id, 'REFUND'), await creditNotesOf(id)]).toEqual([1, 1])
    expect(await told(id, 'Money back')).toEqual([BUYER])
  })
}
