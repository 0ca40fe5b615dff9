import { describe, expect, test } from 'vitest'
import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import { pathTo, withdrawalPagePath } from '#contract/paths.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buyPass } from '../support/buyer/pass-purchase.ts'
import { type Visitor, browsing, inTurn, waysToTake } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button, expectFocusOn } from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Jazz Cellar')
const POSSIBLE = { kind: 'possible', days: 14, afterUse: 'PRO_RATA' } as const

/** The page where a buyer withdraws from the contract about a pass. */
async function aWithdrawalPage(withdrawal: Withdrawal = POSSIBLE): Promise<string> {
  const title = { en: 'Ten evenings of jazz', de: 'Zehn Abende Jazz' }
  const place = { db: shop.db, clock: { now: thisMoment } }
  const { publicId } = await storePass(place, { organizationId: organiser.organizationId, title, withdrawal })
  const id = await buyPass(aBuyer(shop.url), publicId)
  // A busy shop finishes orders a moment after they are confirmed.
  await shop.runJobs()
  expect((await organiser.confirm(id)).status).toBe(200)
  await shop.runJobs()
  return pathTo(withdrawalPagePath, { id: publicId, reservationId: id })
}

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'en' },
] as const

describe.each(inTurn(waysToTake(SCREENS)))('Withdrawing, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('takes a statement and its confirmation, and shows that it is done', async () => {
    const path = await aWithdrawalPage()
    const visitor = await enter(way)
    const { does, say, page } = visitor
    await visitor.open(path)
    await heading(visitor, 'foyer.withdrawal.title').waitFor()
    expect(await page.getByLabel(say('common.first-name')).inputValue()).toBe('Ada')
    await inspectPage(visitor, 'withdrawal-statement')

    await does.write(page.getByLabel(say('common.email')), 'ada')
    await does.press(button(visitor, say('foyer.withdrawal.continue')))
    await expectFocusOn(page.getByRole('group', { name: say('foyer.withdrawal.problems') }))
    expect(await page.getByLabel(say('common.email')).getAttribute('aria-invalid')).toBe('true')
    await inspectPage(visitor, 'withdrawal-refused')

    await does.write(page.getByLabel(say('common.email')), 'ada@example.org')
    await does.press(button(visitor, say('foyer.withdrawal.continue')))
    await expectFocusOn(heading(visitor, 'foyer.withdrawal.confirm-heading'))
    await inspectPage(visitor, 'withdrawal-confirm')

    await does.press(button(visitor, say('foyer.withdrawal.back')))
    await expectFocusOn(heading(visitor, 'foyer.withdrawal.title'))
    await does.press(button(visitor, say('foyer.withdrawal.continue')))
    await does.press(button(visitor, say('foyer.withdrawal.confirm')))
    await expectFocusOn(heading(visitor, 'foyer.withdrawal.done.title'))
    await inspectPage(visitor, 'withdrawal-done')

    await visitor.open(path)
    await heading(visitor, 'foyer.withdrawal.done.title').waitFor()
    await visitor.open(path.replace(/\/[a-z-]+$/, ''))
    await expectWithdrawnOrder(visitor)
  })

  journey('is refused with its reason where it is not offered', async () => {
    const reason = { en: 'It is for one evening.', de: 'Es gilt für einen Abend.' }
    const visitor = await enter(way)
    await visitor.open(await aWithdrawalPage({ kind: 'none', reason }))
    await heading(visitor, 'foyer.withdrawal.refused.not-offered').waitFor()
    await visitor.page.getByText(reason[way.language], { exact: true }).waitFor()
    await inspectPage(visitor, 'withdrawal-not-offered')
  })
})

test('an order that is too old for it, and one that does not exist', async () => {
  const visitor = await enter()
  const path = await aWithdrawalPage()
  const [, id = ''] = /reservation\/([^/]+)/.exec(path) ?? []
  await shop.db.kysely
    .updateTable('reservation')
    .set({ confirmed_at: new Date('2026-01-05T12:00:00Z') })
    .where('id', '=', id)
    .execute()
  await visitor.open(path)
  await heading(visitor, 'foyer.withdrawal.refused.over').waitFor()
  await inspectPage(visitor, 'withdrawal-over')
  visitor.expectComplaint(/404/)
  await visitor.open(path.replace(id, crypto.randomUUID()))
  await heading(visitor, 'foyer.withdrawal.unknown.title').waitFor()
})

const heading = ({ page, say }: Visitor, key: string) =>
  page.getByRole('heading', { level: 1, name: say(key), exact: true })

/** The link of the order says when it was withdrawn from, and what money comes back by which way and until when. */
async function expectWithdrawnOrder(visitor: Visitor): Promise<void> {
  const { page, say } = visitor
  await heading(visitor, 'foyer.ended.WITHDRAWN').waitFor()
  const [on = ''] = say('foyer.ended.on', '\0').split('\0')
  expect(await page.getByText(say('foyer.ended.WITHDRAWN.text', 'Jazz Cellar')).textContent()).toContain(on)
  const [before = ''] = say('foyer.ended.by-organizer', 'Jazz Cellar', '\0').split('\0')
  const [until = ''] = say('foyer.ended.by-organizer.until', '\0').split('\0')
  const money = await page.getByText(before).textContent()
  expect(money).toMatch(/100[.,]00/)
  expect(money).toContain(until)
  await inspectPage(visitor, 'order-withdrawn')
}
