import { describe, expect, test } from 'vitest'
import { deskOrdersPagePath } from '#contract/paths.ts'
import { aCategoryFile, anEventFile } from '../builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

describe.each(wayByTurns(waysIn('en'), 0))('Orders at the desk, $width px, $hand, $language', way => {
  test('an order is found, noted and tagged, its transfer confirmed, and a ticket taken out of it', async () => {
    const key = `${way.width}-${way.hand}`
    const club = await organiserOf(shop, `Club ${key}`)
    const { tickets, ...file } = anEventFile(thisMoment(), { slug: `desk-orders-${key}` })
    const categories = [aCategoryFile(thisMoment(), { name: 'Seat', price: 24 })]
    const event = await club.open({
      ...file,
      settings: { BANK_TRANSFER_ENABLED: 'true', ON_SITE_ENABLED: 'true' },
      tickets: { ...tickets, paymentMethods: ['OFFLINE', 'ON_SITE'], currency: 'CHF', categories },
    })
    const waiting = await buy(aBuyer(shop.url), event, { Seat: 2 }, { by: 'OFFLINE' })
    await buy(aBuyer(shop.url), event, { Seat: 1 }, { by: 'ON_SITE' })
    await shop.runJobs()
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const scope = { kind: 'organization', organizationId: club.organizationId } as const
    await enterAsMember(shop, visitor, { email: `orders-${key}@example.org`, given: { role: 'OWNER', scope } })
    await visitor.open(deskOrdersPagePath)
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().waitFor()
    await inspectPage(visitor, 'desk-orders')
    await page.getByRole('searchbox').fill(waiting.slice(0, 8).toUpperCase())
    await page.waitForURL(/q=/)
    await page.getByText(say('foyer.desk.orders.found', '1')).waitFor()
    await does.press(page.getByRole('link', { name: 'Ada Lovelace' }))
    const drawer = page.getByRole('complementary', { name: say('foyer.desk.order'), exact: true })
    await drawer.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    expect(new URL(page.url()).searchParams.get('order')).toBe(waiting)
    await does.write(drawer.getByLabel(say('foyer.desk.order.note.new')), 'Phoned, pays this week.')
    await does.press(drawer.getByRole('button', { name: say('foyer.desk.order.note.add') }))
    await drawer.getByText('Nadia Brunner').waitFor()
    await does.press(drawer.getByRole('button', { name: say('foyer.desk.order.tags.add') }))
    await does.write(drawer.getByLabel(say('foyer.desk.order.tags'), { exact: true }), 'VIP')
    await does.press(drawer.getByRole('button', { name: say('foyer.desk.order.tags.save') }))
    await drawer.getByText('VIP', { exact: true }).waitFor()
    await inspectPage(visitor, 'desk-order')
    await does.press(drawer.getByRole('button', { name: say('foyer.desk.order.act.confirm-transfer.short') }))
    const dialog = page.getByRole('dialog')
    await dialog.getByText(say('foyer.desk.order.plan.confirmed')).waitFor()
    await inspectPage(visitor, 'desk-order-confirm')
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.confirm-transfer.do') }))
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByText(say('foyer.desk.order.state.paid'), { exact: true }).waitFor()
    await does.press(drawer.getByRole('button', { name: say('foyer.desk.order.act.refund.short') }))
    await does.choose(
      dialog.getByLabel(say('foyer.desk.order.act.refund.kind')),
      say('foyer.desk.order.act.refund.tickets'),
    )
    await does.press(dialog.getByLabel(/Ada 2 Lovelace/))
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.what') }))
    await dialog.getByText(say('foyer.desk.order.plan.no-money')).waitFor()
    await inspectPage(visitor, 'desk-order-refund')
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.refund.do') }))
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByText('Ada 2 Lovelace').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('order')).toBeNull()
  })
})
