import { expect } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import type { Mood } from '#tests/fakes/provider-fake.ts'
import { statusOf } from '../../support/buyer/purchase.ts'
import type { Case } from './cases.ts'
import type { Covers } from './provider-suite.ts'
import type { World } from './world.ts'

const AT_BEGINNING: readonly (readonly [Case, Mood])[] = [
  ['provider down when it begins', 'down'],
  ['provider answering nonsense when it begins', 'nonsense'],
  ['provider not reached when it begins', 'unreachable'],
  ['answer lost after it was begun', 'lost'],
  ['provider busy when it begins', 'busy'],
  ['provider slow', 'slow'],
]

/** Providers that are down, slow, or out of their mind. */
export function trouble(world: World, covers: Covers): void {
  const { fake, buyer, ready, begin, startPayment, acts, ask, check, later, expectPaidOnce, referenceOf } = world

  for (const [name, mood] of AT_BEGINNING) {
    covers(name, async () => {
      const id = await ready()
      fake.misbehave(mood, { count: 1 })
      await begin(id)
      fake.misbehave('usual')
      await later(minutes(3))
      await begin(id)
      await acts({ id, reference: await referenceOf(id) }, 'pay')
      await check(id)
      await expectPaidOnce(id)
    })
  }

  covers('provider down while it is asked', async () => {
    const open = await startPayment()
    const { id } = open
    await acts(open, 'pay', { isUnheard: true })
    fake.misbehave('down')
    expect(await check(id)).toBe(false)
    expect((await ask(id)).value).toMatchObject({ success: false, failure: false })
    expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
    fake.misbehave('usual')
    await later(world.untilChecked)
    await expectPaidOnce(id)
  })

  covers('cancelled by the provider itself', async () => {
    const { id, reference } = await startPayment()
    await fake.office.cancel(reference)
    await check(id)
    expect(await statusOf(buyer, id)).toBe('PENDING')
    expect((await begin(id)).status).toBe(200)
    await acts({ id, reference: await referenceOf(id) }, 'pay')
    await fake.messages.deliver()
    await expectPaidOnce(id)
  })
}
