import { describe, expect, test } from 'vitest'
import { deskNewOrderPagePath, deskOrdersPagePath, pathTo } from '#contract/paths.ts'
import { aCategoryFile, anEventFile } from '../builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { PAY_BY, buy, filledIn, infoOf, pay, sendDetails } from '../support/buyer/purchase.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

describe.each(wayByTurns(waysIn('en'), 1))('Changes of orders at the desk, $width px, $hand, $language', way => {
  test('a ticket moves to a dearer category by a link, whose transfer is confirmed with others', async () => {
    const key = `${way.width}-${way.hand}`
    const club = await organiserOf(shop, `Theatre ${key}`)
    const { tickets, ...file } = anEventFile(thisMoment(), { slug: `desk-changes-${key}` })
    const categories = [
      aCategoryFile(thisMoment(), { name: 'Balcony', price: 24 }),
      aCategoryFile(thisMoment(), { name: 'Box', price: 60, maxTickets: 2 }),
    ]
    const event = await club.open({
      ...file,
      settings: { BANK_TRANSFER_ENABLED: 'true', ON_SITE_ENABLED: 'true' },
      tickets: { ...tickets, paymentMethods: ['OFFLINE', 'ON_SITE'], currency: 'CHF', categories },
    })
    const buyer = aBuyer(shop.url)
    const order = await buy(buyer, event, { Balcony: 1 }, { by: 'ON_SITE' })
    await shop.runJobs()
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const scope = { kind: 'organization', organizationId: club.organizationId } as const
    await enterAsMember(shop, visitor, { email: `changes-${key}@example.org`, given: { role: 'OWNER', scope } })
    await visitor.open(`${deskOrdersPagePath}?order=${order}`)
    const drawer = page.getByRole('complementary', { name: say('foyer.desk.order'), exact: true })
    await drawer.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()

    // To a dearer category, by a link.
    await does.press(drawer.getByRole('button', { name: say('foyer.desk.order.act.change-category.short') }))
    const dialog = page.getByRole('dialog')
    const to = dialog.getByLabel(say('foyer.desk.order.act.category.to'))
    await does.choose(to, await to.getByText(/^Box/).innerText())
    await dialog.getByLabel(say('foyer.desk.order.act.category.difference')).waitFor()
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.what') }))
    await dialog
      .getByText(/CHF 36.00/)
      .first()
      .waitFor()
    await inspectPage(visitor, 'desk-order-category')
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.change-category.do') }))
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByRole('heading', { name: say('foyer.desk.order.linked') }).waitFor()
    await inspectPage(visitor, 'desk-order-linked')
    await does.press(
      drawer
        .locator('section', { hasText: say('foyer.desk.order.linked') })
        .getByRole('button')
        .first(),
    )
    await page.waitForURL(address => address.searchParams.get('order') !== order)
    const paying = new URL(page.url()).searchParams.get('order') ?? ''

    // The buyer promises a transfer on the pages of that order.
    await sendDetails(buyer, paying, filledIn(await infoOf(buyer, paying)))
    expect((await pay(buyer, paying, PAY_BY.OFFLINE)).status).toBe(200)
    await shop.runJobs()

    // Confirmed with all that wait.
    await visitor.open(`${deskOrdersPagePath}?show=AWAITED`)
    await does.press(page.getByRole('checkbox', { name: new RegExp(paying.slice(0, 8), 'i') }))
    const bar = page.getByRole('region', { name: say('foyer.desk.orders.bulk') })
    await bar.getByText(say('foyer.desk.orders.bulk.chosen', '1')).waitFor()
    await inspectPage(visitor, 'desk-orders-chosen')
    await does.press(bar.getByRole('button', { name: say('foyer.desk.orders.bulk.confirm-transfer') }))
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.orders.bulk.confirm-transfer.do', '1') }))
    await page.waitForURL(/\/desk\/jobs\//)
    await shop.runJobs()
    await page.getByText(say('foyer.desk.bulk.status.ENDED')).first().waitFor()
    await inspectPage(visitor, 'desk-orders-job')

    await visitor.open(`${deskOrdersPagePath}?order=${order}`)
    await drawer.getByText('Box', { exact: false }).first().waitFor()
    await drawer.getByText(say('foyer.desk.order.happened.category-changed')).first().waitFor()

    // A ticket for the press.
    const { id: eventId } = await shop.db.kysely
      .selectFrom('event')
      .select('id')
      .where('short_name', '=', event)
      .executeTakeFirstOrThrow()
    await visitor.open(pathTo(deskNewOrderPagePath, { eventId }))
    await does.write(page.getByLabel('Balcony'), '1')
    await does.write(page.getByLabel(say('foyer.desk.order.act.firstName')), 'Grace')
    await does.write(page.getByLabel(say('foyer.desk.order.act.lastName')), 'Hopper')
    await does.write(page.getByLabel(say('foyer.desk.order.act.email')), 'grace@example.org')
    await does.choose(page.getByLabel(say('foyer.desk.new-order.way')), say('foyer.desk.new-order.way.free'))
    await does.write(page.getByLabel(say('foyer.desk.new-order.reason')), 'Press')
    await does.press(page.getByRole('button', { name: say('foyer.desk.order.act.what') }))
    await page.getByText(/CHF.0\.00/).waitFor()
    await inspectPage(visitor, 'desk-new-order')
    await does.press(page.getByRole('button', { name: say('foyer.desk.new-order.make') }))
    await does.press(page.getByRole('link', { name: say('foyer.desk.new-order.open') }))
    await drawer.getByText('Press').waitFor()
  })
})
