import { describe, test } from 'vitest'
import { deskLinkPagePath, deskPagePath, pathTo } from '#contract/paths.ts'
import { makeLink } from '#server/access/member/links.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { PASSWORD } from '../support/organiser/desk.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { button, land, link } from './purchase.ts'
import { thisMoment } from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)

describe.each(wayByTurns(waysIn('de'), 0))('Signing in at the desk, $width px, $hand, $language', way => {
  const email = `owner-${way.width}-${way.hand}@example.org`

  test('the first owner opens the link, and signs in again after a wrong password', async () => {
    const token = await transaction(shop.db, tx => makeLink(tx, { kind: 'OWNER' }, thisMoment()))
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of (401|404)/)
    await visitor.open(pathTo(deskLinkPagePath, { token }))
    await land(visitor, say('foyer.desk.link.owner.title'), /^\/desk\/link\//)
    await inspectPage(visitor, 'desk-owner')
    await does.write(page.getByLabel(say('foyer.desk.email')), email)
    await does.write(page.getByLabel(say('foyer.desk.your-name')), 'Nadia Brunner')
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), 'short')
    await does.press(button(visitor, say('foyer.desk.link.owner.submit')))
    await page.getByText(say('foyer.desk.link.failed')).waitFor()
    await inspectPage(visitor, 'desk-owner-refused')
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), PASSWORD)
    await does.press(button(visitor, say('foyer.desk.link.owner.submit')))
    const menu = page.locator('summary', { hasText: 'NB' })
    await menu.waitFor()
    await page.waitForURL(url => url.pathname === deskPagePath)

    await does.press(menu)
    await inspectPage(visitor, 'desk-menu')
    await does.press(button(visitor, say('foyer.desk.sign-out')))
    await land(visitor, say('foyer.desk.sign-in.title'), /^\/desk$/)
    await inspectPage(visitor, 'desk-sign-in')
    await does.write(page.getByLabel(say('foyer.desk.email')), email)
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), 'not this one at all')
    await does.press(button(visitor, say('foyer.desk.sign-in.submit')))
    await page.getByText(say('foyer.desk.sign-in.wrong')).waitFor()
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), PASSWORD)
    await does.press(button(visitor, say('foyer.desk.sign-in.submit')))
    await menu.waitFor()

    await visitor.open(pathTo(deskLinkPagePath, { token }))
    await land(visitor, say('foyer.desk.link.gone.title'), /^\/desk\/link\//)
  })
})

describe.each(wayByTurns(waysIn('fr'), 1))('A lost password, $width px, $hand, $language', way => {
  test('a member asks for a link; the answer is the same for an address that no member has', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of 401/)
    await visitor.open(deskPagePath)
    await land(visitor, say('foyer.desk.sign-in.title'), /^\/desk$/)
    await does.press(link(visitor, say('foyer.desk.lost-password.link')))
    await does.write(page.getByLabel(say('foyer.desk.email')), 'stranger@example.org')
    await does.press(button(visitor, say('foyer.desk.lost-password.submit')))
    await page.getByText(say('foyer.desk.lost-password.sent', 'stranger@example.org')).waitFor()
    await inspectPage(visitor, 'desk-lost-password')
  })
})
