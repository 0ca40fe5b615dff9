import { applyCode } from '#contract/pass-use.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { type Reply, aBuyer } from '../../support/buyer/buyer.ts'
import { hold } from '../../support/buyer/purchase.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

type Bought = NonNullable<Parameters<typeof storeBoughtPass>[2]>

/** One shop for everything that can be wrong with the code of a pass. */
export type PassFixture = {
  readonly now: Instant
  /** The code of a pass for the event. */
  bought(pass: Bought): Promise<string>
  /** Of one that pays for one ticket of each event. */
  boughtForOne(): Promise<string>
  /** Types a code at a new order of one ticket. */
  apply(code: string): Promise<Reply>
  /** At two orders, one after the other; the answer to the second. */
  applyTwice(code: string): Promise<Reply>
  /** A PIN that two passes have, without an e-mail. */
  applyPinOfTwo(): Promise<Reply>
}

export async function openPassFixture(): Promise<PassFixture> {
  const clock = manualClock()
  const { url, apiKey, shop } = await testShop({ clock })
  const organiser = await anOrganiser(url, apiKey)
  const buyer = aBuyer(url)
  const event = await organiser.open(anEventFile(clock.now()))
  const [any, one] = [await storePassOf(shop.db, event), await storePassOf(shop.db, event, { usage: 'ONCE_PER_EVENT' })]
  const apply = async (code: string) => {
    const reservationId = await hold(buyer, event, { Conference: 1 })
    return buyer.ask(applyCode, { params: { reservationId }, body: { code, type: 'SUBSCRIPTION' } })
  }
  return {
    now: clock.now(),
    bought: pass => storeBoughtPass(shop.db, any, pass),
    boughtForOne: () => storeBoughtPass(shop.db, one),
    apply,
    applyTwice: async code => {
      const first = await apply(code)
      if (first.status !== 200) throw new Error(`the first order was answered ${first.status}`)
      return apply(code)
    },
    applyPinOfTwo: async () => {
      for (const id of ['c09644d4-3694-4b5f-9a3e-000000000001', 'c09644d4-3694-4b5f-9a3e-000000000002']) {
        await storeBoughtPass(shop.db, any, { id })
      }
      return apply('HNLD4PHJ')
    },
  }
}
