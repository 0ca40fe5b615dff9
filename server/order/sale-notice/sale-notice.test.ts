import { beforeEach, describe, expect, test } from 'vitest'
import { cancelSaleNotice, requestSaleNotice } from '#contract/sale-notice.ts'
import { days, hours } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { codesOf } from '#tests/support/buyer/purchase.ts'
import { lettersTo } from '#tests/support/buyer/waiting-people.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { announceSales } from './announce-sales.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const EMAIL = 'early@example.org'
let number = 0

beforeEach(() => clock.set(SOME_DAY))

/** On sale in a day. */
async function aFutureSale(): Promise<string> {
  number += 1
  const startSellingDate = localTime(clock.now(), { days: 1 })
  const categories = [aCategoryFile(clock.now(), { startSellingDate })]
  return organiser.open(anEventFile(clock.now(), { slug: `sale-${number}`, categories }))
}

const leave = async (shortName: string, email = EMAIL, userLanguage = 'de') => {
  const { value } = await aBuyer(url).expect(requestSaleNotice, 200, {
    params: { shortName },
    body: { email, userLanguage },
  })
  return value
}
const cancel = (key: string) => aBuyer(url).expect(cancelSaleNotice, 200, { params: { key } })
const kept = () => shop.db.kysely.selectFrom('sale_notice').select('email').execute()
const subjects = async (shortName: string, email = EMAIL) =>
  (await lettersTo(shop.db, shortName, email)).map(({ subject }) => subject)

describe('A mail when the sale begins', () => {
  test('comes once, in the language of its reader, however many processes send it, and the address is deleted', async () => {
    const shortName = await aFutureSale()
    expect(await leave(shortName)).toMatchObject({ isKept: true, key: expect.any(String) })
    const again = await leave(shortName, ' EARLY@example.org ')
    expect(again).toEqual({ isKept: true, key: expect.any(String) })
    expect(await kept()).toHaveLength(2)
    await leave(shortName, 'other@example.org', 'fr')
    expect(await announceSales(shop)).toBe(0)
    expect(await subjects(shortName)).toEqual([])
    clock.move(days(1))
    await Promise.all([announceSales(shop), announceSales(shop), announceSales(shop)])
    expect(await subjects(shortName)).toEqual(['Alpine Systems Days: Tickets sind im Verkauf'])
    expect(await subjects(shortName, 'other@example.org')).toEqual(['Alpine Systems Days : les billets sont en vente'])
    const [letter] = await lettersTo(shop.db, shortName, EMAIL)
    expect(letter?.text).toContain(`/event/${shortName}?lang=de`)
    expect(await kept()).toEqual([])
    expect(await announceSales(shop)).toBe(0)
  })

  test('does not come to who cancelled it; once more changes nothing', async () => {
    const shortName = await aFutureSale()
    const { key } = (await leave(shortName)) ?? { key: null }
    await cancel('8f1c2f6e-3c55-4a0f-9a3e-8d1f3b6f2a11')
    await cancel('none')
    expect(await kept()).toHaveLength(1)
    await cancel(key ?? '')
    await cancel(key ?? '')
    expect(await kept()).toEqual([])
    clock.move(days(1))
    await announceSales(shop)
    expect(await subjects(shortName)).toEqual([])
  })

  test('comes to an address that was left twice, if one of them cancels its own; neither finds out about the other', async () => {
    const shortName = await aFutureSale()
    const mine = await leave(shortName)
    const ofStranger = await leave(shortName, 'Early@Example.org')
    expect(ofStranger).toEqual({ isKept: true, key: expect.not.stringMatching(mine?.key ?? '') })
    await cancel(ofStranger?.key ?? '')
    clock.move(days(1))
    expect(await announceSales(shop)).toBe(1)
    expect(await subjects(shortName)).toHaveLength(1)
  })

  test('waits while the event is not public, and for a sale that begins later', async () => {
    const shortName = await aFutureSale()
    await leave(shortName)
    const offer = await shop.catalog.offeredEvent(shortName)
    if (!offer) throw new Error('the event is not there')
    const set = async (status: 'PUBLIC' | 'DISABLED') => {
      await shop.db.kysely.updateTable('purchase_context').set({ status }).where('id', '=', offer.context.id).execute()
      shop.catalog.offerChanged(offer.context)
    }
    await set('DISABLED')
    clock.move(days(1))
    expect(await announceSales(shop)).toBe(0)
    expect(await kept()).toHaveLength(1)
    await set('PUBLIC')
    expect(await announceSales(shop)).toBe(1)
    expect(await subjects(shortName)).toHaveLength(1)
  })

  test('does not come after the event, and the address is deleted', async () => {
    const shortName = await aFutureSale()
    await leave(shortName)
    clock.move(days(365))
    expect(await announceSales(shop)).toBe(1)
    expect(await subjects(shortName)).toEqual([])
    expect(await kept()).toEqual([])
  })

  test('is not promised once the sale has begun, without an address, or of an unknown event', async () => {
    const shortName = await aFutureSale()
    const ask = (email: string, of = shortName) =>
      aBuyer(url).ask(requestSaleNotice, { params: { shortName: of }, body: { email, userLanguage: 'en' } })
    for (const email of ['', 'nowhere', `${'x'.repeat(255)}@example.org`]) {
      expect(codesOf(await ask(email))).toEqual(['error.email'])
    }
    expect((await ask(EMAIL, 'unknown')).status).toBe(404)
    clock.move(days(1) + hours(1))
    expect(await leave(shortName)).toEqual({ isKept: false, key: null })
    expect(await kept()).toEqual([])
  })
})
