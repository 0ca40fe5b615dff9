import { describe, expect, test } from 'vitest'
import { deskEventsPagePath, deskNewEventPagePath } from '#contract/paths.ts'
import { browsing, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { button, link } from './purchase.ts'
import { enterAsOwner } from './desk.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

describe.each(waysIn('de'))('Events at the desk, $width px, $hand, $language', way => {
  test('an owner creates an event, changes it, reloads in between, and publishes it', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsOwner(shop, visitor, `events-${way.width}@example.org`)
    const title = `Harbour concert ${way.width}`

    await visitor.open(deskEventsPagePath)
    await page.getByRole('heading', { level: 1, name: say('foyer.desk.events') }).waitFor()
    await page.getByRole('listitem').first().waitFor()
    await inspectPage(visitor, 'desk-events')
    await does.press(link(visitor, say('foyer.desk.new-event')))
    await page.locator('#title').waitFor()
    await does.write(page.locator('#title'), title)
    await does.write(page.locator('#startDate'), '15.5.2028')
    await does.write(page.locator('#startDate-time'), '19.30')
    await does.write(page.locator('#address'), 'Hafenstrasse 1, Luzern')
    await does.write(page.locator('#category'), 'Seat')
    await does.write(page.locator('#price'), '0')
    await does.write(page.locator('#seats'), '80')
    await page.getByText(say('foyer.desk.from.FOYER')).first().waitFor()
    await inspectPage(visitor, 'desk-new-event')
    await does.press(button(visitor, say('foyer.desk.new-event.draft')))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await inspectPage(visitor, 'desk-edit-basics')

    await does.press(link(visitor, say('foyer.desk.part.tickets')))
    await does.press(page.getByRole('button', { name: 'Seat', exact: false }).first())
    await does.write(page.getByLabel(say('foyer.desk.member.maxTickets'), { exact: true }), '60')
    await page.getByText(say('foyer.desk.unsaved.one')).waitFor()
    await inspectPage(visitor, 'desk-edit-tickets')
    await page.reload()
    await page.getByText(say('foyer.desk.unsaved.one')).waitFor()
    await does.press(button(visitor, say('foyer.desk.save')))
    await page.getByText(say('foyer.desk.saved')).waitFor()
    await expect.poll(() => page.getByText(say('foyer.desk.unsaved.one')).count()).toBe(0)

    await does.press(link(visitor, say('foyer.desk.event.overview')))
    await does.press(button(visitor, say('foyer.desk.act.publish')))
    await page.getByRole('dialog').getByText(say('foyer.desk.plan.no-mails')).waitFor()
    await inspectPage(visitor, 'desk-publish')
    await does.press(page.getByRole('dialog').getByRole('button', { name: say('foyer.desk.act.publish') }))
    await page.getByText(say('foyer.desk.state.public')).waitFor()
    await inspectPage(visitor, 'desk-event')
  })
})

test('a member who has not signed in is led to it at the same address', async () => {
  const visitor = await enter({ width: 1280, hand: 'mouse', language: 'en' })
  visitor.expectComplaint(/status of 401/)
  await visitor.open(deskNewEventPagePath)
  await visitor.page.getByRole('heading', { level: 1, name: visitor.say('foyer.desk.sign-in.title') }).waitFor()
})
