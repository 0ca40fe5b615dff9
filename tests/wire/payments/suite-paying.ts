import { expect } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { statusOf } from '../../support/buyer/purchase.ts'
import type { Covers } from './provider-suite.ts'
import type { World } from './world.ts'

/** Payments that are made, however it becomes known. */
export function paying(world: World, covers: Covers): void {
  const { fake, buyer, subject } = world
  const {
    ready,
    begin,
    startPayment,
    pay,
    check,
    acts,
    goOn,
    comeBack,
    later,
    expectPaidOnce,
    paymentsOf,
    referenceOf,
  } = world

  /** Paid, and the shop does not know yet. */
  const paid = async () => {
    const open = await startPayment()
    await acts(open, 'pay', { isUnheard: true })
    return open
  }

  covers('paid, and reported by a message', async () => {
    const { id } = await paid()
    expect(await fake.messages.deliver()).not.toEqual([])
    await expectPaidOnce(id)
    expect((await pay(id)).status).toBe(200)
  })

  covers('paid, and not reported: the buyer has it checked', async () => {
    const { id } = await paid()
    fake.messages.drop()
    expect(await check(id)).toBe(true)
    await expectPaidOnce(id)
  })

  covers('paid, and not reported: the buyer never comes back', async () => {
    const { id } = await paid()
    fake.messages.drop()
    await later(world.untilChecked)
    await expectPaidOnce(id)
  })

  covers('paid, and the message comes late', async () => {
    const { id } = await paid()
    expect(await check(id)).toBe(true)
    await later(minutes(100))
    for (const status of await fake.messages.deliver()) expect(status).toBe(200)
    await expectPaidOnce(id)
  })

  for (const [name, how] of [
    ['messages twice', 'twice'],
    ['messages out of order', 'reversed'],
  ] as const) {
    covers(name, async () => {
      const { id } = await paid()
      for (const status of await fake.messages.deliver(how)) expect(status).toBe(200)
      await expectPaidOnce(id)
    })
  }

  covers('a forged message', async () => {
    const { id, reference } = await startPayment()
    expect(await fake.messages.forge(reference)).toBeLessThan(500)
    expect(await statusOf(buyer, id)).toBe(world.startedStatus)
    await acts({ id, reference }, 'pay')
    await fake.messages.deliver()
    await expectPaidOnce(id)
  })

  covers('messages refused for a wrong secret, sent again by hand once it is mended', async () => {
    const secret = subject.messageSecret ?? ''
    const event = await world.openEvent({ slug: 'wrong-secret' })
    const { shop } = world
    const offer = await shop.catalog.offeredEvent(event)
    const write = async (value: string) => {
      await putSettings(shop.db, { level: 'context', contextId: offer?.context.id ?? 0 }, [[secret, value]])
      shop.catalog.offerChanged({ id: offer?.context.id ?? 0, shortName: event })
    }
    await write('whsec_mistyped')
    const open = await startPayment(event)
    const { id } = open
    await acts(open, 'pay', { isUnheard: true })
    expect(await fake.messages.deliver()).toContain(400)
    expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
    await write(fake.settings[secret] ?? '')
    for (const status of await fake.messages.redeliver()) expect(status).toBe(200)
    await expectPaidOnce(id)
  })

  covers('the buyer comes back twice', async () => {
    const { id, reference } = await startPayment()
    await fake.buyer(reference, 'pay')
    const answers = await Promise.all([comeBack(id), comeBack(id)])
    for (const { status, headers } of answers) {
      expect(status).toBe(302)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('location')).not.toContain('?')
    }
    await goOn(id)
    await expectPaidOnce(id)
  })

  covers('Pay pressed ten times at once', async () => {
    const id = await ready()
    await Promise.all(Array.from({ length: 10 }, () => begin(id)))
    await acts({ id, reference: await referenceOf(id) }, 'pay')
    await fake.messages.deliver()
    await expectPaidOnce(id)
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  covers('asked about ten times at once', async () => {
    const { id } = await paid()
    await Promise.all([...Array.from({ length: 10 }, () => check(id)), fake.messages.deliver()])
    await expectPaidOnce(id)
  })

  covers('in a process whose time zone is not UTC', async () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'America/St_Johns'
    try {
      const { id } = await paid()
      await fake.messages.deliver()
      await expectPaidOnce(id)
      const abandoned = await startPayment()
      await fake.buyer(abandoned.reference, 'abandon')
      await later(minutes(200))
      await later(minutes(30))
      await world.expectNothingLeft(abandoned.id)
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })
}
