import { expect } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { PAY_BY, pay, statusOf } from '../../support/buyer/purchase.ts'
import { lettersOf } from '../../support/buyer/sent-mails.ts'
import type { Covers } from './provider-suite.ts'
import type { World } from './world.ts'

/** One tab is at the provider, the other pays the same order by another method through another provider. */
export function twoTabs(world: World, covers: Covers): void {
  const { fake, other, shop, buyer, subject, startPayment, acts, later, balanceOf, paymentsOf, onwardFrom } = world
  let event: Promise<string> | undefined
  const openEvent = () => {
    if (!other) throw new Error(`no other is paid through besides ${subject.name}`)
    return (event ??= world.openEvent({ slug: 'two-tabs', settings: other.settings, besides: [other.proxy] }))
  }
  const press = (id: string) => pay(buyer, id, PAY_BY.PAYPAL)
  /** The buyer is led to the other provider, agrees there, and comes back: the next Pay takes the money. */
  const agreeInOtherTab = async (id: string): Promise<void> => {
    expect((await press(id)).status).toBe(200)
    const reference = (await paymentsOf(id)).at(-1)?.reference ?? ''
    await other?.buyer(reference, 'pay')
    await fetch(await onwardFrom(other?.back(reference) ?? ''), { redirect: 'manual' })
  }
  const otherTakings = (id: string) => chargesOf(other?.books() ?? [], id)
  const chargesOf = async (books: ReturnType<typeof fake.books>, id: string): Promise<readonly bigint[]> => {
    const ids = (await paymentsOf(id)).map(payment => String(payment.id))
    return books.filter(({ transactionId }) => ids.includes(transactionId)).map(({ amount }) => amount)
  }
  const untilQuiet = async (): Promise<void> => {
    for (const provider of [fake, other])
      for (const status of (await provider?.messages.deliver('twice')) ?? []) expect(status).toBe(200)
    await later(minutes(3))
    await later(minutes(3))
  }

  covers('paid by two methods in two tabs', async () => {
    if (subject.isOverOnceRefused) return waitsForTheFirst()
    await secondIsRefunded()
    await secondIsNotTaken()
  })

  /** Refused in the first tab, where it can be tried again: both are paid, and one of them goes back. */
  const secondIsRefunded = async (): Promise<void> => {
    const first = await refusedFirst()
    const { id } = first
    await agreeInOtherTab(id)
    await fake.buyer(first.reference, 'pay')
    expect((await press(id)).status).toBe(200)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    await untilQuiet()
    const payments = await paymentsOf(id)
    expect(payments.map(({ status, review }) => [status, review])).toEqual([
      ['RETURNED', null],
      ['COMPLETE', null],
    ])
    const due = payments[0]?.amount
    expect(await chargesOf(fake.books(), id)).toEqual([due, due])
    expect(await balanceOf(id)).toBe(0n)
    expect(await otherTakings(id)).toEqual([due])
    expect(await lettersOf(shop.db, id, 'Money back')).toHaveLength(1)
  }

  /** The payment of the first tab completes the order: Pay in the other one takes nothing any more. */
  const secondIsNotTaken = async (): Promise<void> => {
    const first = await refusedFirst()
    const { id } = first
    await agreeInOtherTab(id)
    await fake.buyer(first.reference, 'pay')
    await fake.messages.deliver()
    expect((await press(id)).status).toBe(200)
    await untilQuiet()
    await world.expectPaidOnce(id)
    expect(await otherTakings(id)).toEqual([])
  }

  /** As long as the first may be paid, no other payment of the order is begun. */
  const waitsForTheFirst = async (): Promise<void> => {
    const first = await startPayment(await openEvent())
    expect((await press(first.id)).status).toBe(422)
    await acts(first, 'pay')
    await untilQuiet()
    await world.expectPaidOnce(first.id)
    expect((await press(first.id)).status).toBe(200)
    expect(await paymentsOf(first.id)).toHaveLength(1)
  }

  const refusedFirst = async () => {
    const first = await startPayment(await openEvent())
    await acts(first, 'decline')
    await fake.messages.deliver()
    expect(await statusOf(buyer, first.id)).toBe('PENDING')
    return first
  }
}
