import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { deskAccountPagePath, deskEventsPagePath, deskPagePath } from '#contract/paths.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { PASSWORD } from '../support/organiser/desk.ts'
import { type BlankShop, blankShop } from '../support/shop/running-shop.ts'
import { addPasskey, keepPasskeys, seconds, setUpCodes, signOut } from './desk.ts'
import { button, link } from './purchase.ts'

/** Each way begins with a shop of its own. */
const hours: (readonly [BlankShop, ReturnType<typeof waysIn>[number], Awaited<ReturnType<typeof browsing>>])[] = []
for (const way of wayByTurns(waysIn('de'), 1)) {
  const shop = await blankShop()
  hours.push([shop, way, await browsing({ url: new URL(ownerLinkOf(shop)).origin })])
}

/** The link that the shop has printed at its first start. */
function ownerLinkOf({ printed }: BlankShop): string {
  return /http\S+\/desk\/link\/\S+/.exec(printed())?.[0] ?? ''
}

describe.each(hours)('The first hour of a shop', (shop, way, { enter }) => {
  test(`leads from the printed link to a sold ticket, ${way.width} px, ${way.hand}`, async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of (401|404)/)
    const email = 'first-owner@example.org'

    // The owner.
    await visitor.open(ownerLinkOf(shop))
    await does.write(page.getByLabel(say('foyer.desk.email')), email)
    await does.write(page.getByLabel(say('foyer.desk.your-name')), 'Nadia Brunner')
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), PASSWORD)
    await does.press(button(visitor, say('foyer.desk.link.owner.submit')))
    const firstSteps = page.getByRole('heading', { level: 1, name: say('foyer.desk.first.title') })
    await firstSteps.waitFor()

    // The sample comes and goes.
    await does.press(button(visitor, say('foyer.desk.sample.load')))
    await page.getByText(say('foyer.desk.sample.loaded')).waitFor()
    await inspectPage(visitor, 'desk-home-sample')
    await does.press(button(visitor, say('foyer.desk.sample.remove')))
    await page.getByText(say('foyer.desk.sample.removed')).waitFor()
    await firstSteps.waitFor()

    // Signs in again without a password, and by the code of an app.
    await keepPasskeys(visitor)
    await visitor.open(deskAccountPagePath)
    await addPasskey(visitor)
    const { secret, usedAt } = await setUpCodes(visitor)
    await signOut(visitor)
    await does.press(button(visitor, say('foyer.desk.sign-in.passkey')))
    await firstSteps.waitFor()
    await signOut(visitor)
    await does.write(page.locator('#email'), email)
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), PASSWORD)
    await does.press(button(visitor, say('foyer.desk.sign-in.submit')))
    const code = await generate({ secret, epoch: seconds(Math.max(Date.now(), usedAt + 30_000)) })
    await does.write(page.getByLabel(say('foyer.desk.sign-in.code')), code)
    await does.press(button(visitor, say('foyer.desk.sign-in.code.submit')))
    await firstSteps.waitFor()

    // The keys of the desk.
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText(say('foyer.desk.keys.search')).waitFor()
    await inspectPage(visitor, 'desk-keys-help')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // The event.
    await does.press(link(visitor, say('foyer.desk.first.event.do')))
    const typed: string[] = []
    const write = async (field: string, text: string) => {
      await does.write(page.locator(field), text)
      typed.push(field)
    }
    await write('#name', 'Harbour Club')
    await inspectPage(visitor, 'desk-new-organization')
    await does.press(button(visitor, say('foyer.desk.go-on')))
    await write('#title', 'First night')
    await write('#startDate', '1.6.2028')
    await write('#startDate-time', '19')
    await write('#address', 'Hafenstrasse 1, Luzern')
    await write('#category', 'Seat')
    await write('#price', '0')
    await write('#seats', '40')
    await does.press(button(visitor, say('foyer.desk.new-event.publish')))
    await page.getByText(say('foyer.desk.state.public'), { exact: true }).waitFor()
    expect(typed).toHaveLength(8)

    const other = otherBuyer(shop)
    const id = await other.reserve('first-night', { Seat: 1 })
    await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' })
    await other.confirmFree(id)
    await page.reload()
    await page.getByText(`1${say('foyer.desk.sold')}`).waitFor()

    await visitor.open(deskEventsPagePath)
    await page.getByRole('link', { name: 'First night' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('first')
    expect(await page.getByRole('searchbox').inputValue()).toBe('first')
    await visitor.open(deskPagePath)
    await page.getByText(say('foyer.desk.home.coming'), { exact: true }).waitFor()
    await inspectPage(visitor, 'desk-home-first-event')
  })
})
