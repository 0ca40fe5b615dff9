import { describe, test } from 'vitest'
import { deskEventsPagePath, passesPagePath } from '#contract/paths.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button, link } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const club = await organiserOf(shop, 'Quay Club')
await club.open(anEventFile(thisMoment(), { slug: 'quay-night', title: 'Quay night' }))

describe.each(wayByTurns(waysIn('fr'), 0))('Passes at the desk, $width px, $hand, $language', way => {
  test('an owner creates a pass, learns why it cannot be published, changes it over a reload, and finds it in the shop', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsOwner(shop, visitor, `passes-${way.width}@example.org`)
    const title = `Harbour season ${way.width}`

    await visitor.open(deskEventsPagePath)
    await page.getByRole('heading', { level: 1, name: say('foyer.desk.events') }).waitFor()
    await does.press(page.getByRole('main').getByRole('link', { name: say('foyer.desk.passes'), exact: true }))
    await page.getByRole('heading', { level: 1, name: say('foyer.desk.passes') }).waitFor()
    await page.getByRole('listitem').first().waitFor()
    await inspectPage(visitor, 'desk-passes')
    await does.press(link(visitor, say('foyer.desk.new-pass')))
    await page.locator('#title').waitFor()
    await page.locator('#organization').selectOption(String(club.organizationId))
    await does.write(page.locator('#title'), title)
    await does.write(page.locator('#description'), 'Every night by the water.')
    await does.write(page.locator('#price'), '90')
    await does.write(page.locator('#available'), '40')
    await does.press(page.getByRole('button', { name: /Quay night/ }))
    await inspectPage(visitor, 'desk-new-pass')
    await does.press(button(visitor, say('foyer.desk.new-pass.create')))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()

    await does.press(button(visitor, say('foyer.desk.pass.act.publish')))
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await inspectPage(visitor, 'desk-pass-refused')
    await does.press(page.getByRole('dialog').getByRole('button', { name: say('foyer.desk.leave-it') }))

    await does.press(link(visitor, say('foyer.desk.part.use')))
    await page.locator('#f-term-units').waitFor()
    await inspectPage(visitor, 'desk-pass-use')
    const inPage = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    await does.press(inPage(say('foyer.desk.settings')))
    await page.getByText(say('foyer.desk.origin.FOYER')).first().waitFor()
    await inspectPage(visitor, 'desk-pass-settings')
    await does.press(inPage(say('foyer.desk.event.edit')))
    await does.press(inPage(say('foyer.desk.part.accepted')))
    await page.getByText('Quay night').first().waitFor()
    await inspectPage(visitor, 'desk-pass-events')
    await does.press(link(visitor, say('foyer.desk.part.sale')))
    await does.write(page.locator('#f-price'), '0')
    await page.getByText(say('foyer.desk.unsaved.one')).waitFor()
    await page.reload()
    await page.getByText(say('foyer.desk.unsaved.one')).waitFor()
    await inspectPage(visitor, 'desk-pass-sale')
    await does.press(page.getByRole('button', { name: say('foyer.desk.save'), exact: true }))
    await page.getByRole('region', { name: say('foyer.desk.unsaved.title') }).waitFor({ state: 'detached' })

    await does.press(button(visitor, say('foyer.desk.pass.act.publish')))
    await does.press(page.getByRole('dialog').getByRole('button', { name: say('foyer.desk.pass.act.publish') }))
    await page.getByText(say('foyer.desk.state.public'), { exact: true }).waitFor()
    await inspectPage(visitor, 'desk-pass')
    await does.press(page.locator('summary', { hasText: say('foyer.desk.more-acts') }))
    await does.press(button(visitor, say('foyer.desk.act.duplicate')))
    await page.locator('#starts-at').waitFor()
    await inspectPage(visitor, 'desk-pass-duplicate')
    await does.press(page.getByRole('dialog').getByRole('button', { name: say('foyer.desk.act.duplicate') }))
    await page.getByText(say('foyer.desk.pass.state.draft'), { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()

    await visitor.open(passesPagePath)
    await does.press(page.getByRole('link', { name: title }))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  })
})
