import { describe, expect, test } from 'vitest'
import { deskEventsPagePath, deskPagePath, deskPeoplePagePath } from '#contract/paths.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { aCategoryFile, anEventFile } from '../builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember, enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { link } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const club = await organiserOf(shop, 'Filmclub Seeblick')
const scope = { kind: 'organization', organizationId: club.organizationId } as const

async function anOverdueTransfer(slug: string): Promise<void> {
  const { tickets, ...file } = anEventFile(thisMoment(), { slug })
  const categories = [aCategoryFile(thisMoment(), { name: 'Seat', price: 24 })]
  const event = await club.open({
    ...file,
    settings: { BANK_TRANSFER_ENABLED: 'true' },
    tickets: { ...tickets, paymentMethods: ['OFFLINE', 'STRIPE'], currency: 'EUR', categories },
  })
  await buy(aBuyer(shop.url), event, { Seat: 1 }, { by: 'OFFLINE' })
  await shop.runJobs()
  await shop.db.kysely
    .updateTable('reservation')
    .set({ validity: timestamp(thisMoment()) })
    .where('status', '=', 'OFFLINE_PAYMENT')
    .execute()
}

describe.each(wayByTurns(waysIn('de'), 0))('Home of the desk, $width px, $hand, $language', way => {
  test('what needs a person comes first, and a transfer is confirmed in one press', async () => {
    await anOverdueTransfer(`overdue-${way.width}-${way.hand}`)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsOwner(shop, visitor, `home-${way.width}-${way.hand}@example.org`)
    await visitor.open(deskPagePath)
    await page.getByText(say('foyer.desk.home.coming'), { exact: true }).waitFor()
    await inspectPage(visitor, 'desk-home')
    await does.press(page.getByRole('button', { name: say('foyer.desk.need.confirm') }).first())
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await inspectPage(visitor, 'desk-home-confirm')
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.need.confirm') }))
    await page.getByText(say('foyer.desk.need.transfers-overdue.one')).waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBeGreaterThan(3)
  })
})

describe('A role', () => {
  const way = { width: 1280, hand: 'mouse', language: 'en' } as const

  test.each([
    ['FINANCE', ['Home', 'Events'], true],
    ['DESK', ['Home', 'Events'], false],
    ['DOOR', ['Home', 'Events'], false],
    ['EDITOR', ['Home', 'Events', 'Settings'], false],
    ['OWNER', ['Home', 'Events', 'People', 'Settings'], true],
  ] as const)('%s sees the ways %j, money: %s', async (role, ways, seesMoney) => {
    const visitor = await enter(way)
    const { page, say } = visitor
    visitor.expectComplaint(/status of 403/)
    await enterAsMember(shop, visitor, { email: `${role}@example.org`.toLowerCase(), given: { role, scope } })
    await visitor.open(deskPagePath)
    await page.getByText(say('foyer.desk.home.coming'), { exact: true }).waitFor()
    const bar = page.getByRole('navigation', { name: say('foyer.desk.ways') }).first()
    expect(await bar.getByRole('link').allInnerTexts()).toEqual(expect.arrayContaining([...ways]))
    expect(await bar.getByRole('link', { name: say('foyer.desk.people') }).count()).toBe(role === 'OWNER' ? 1 : 0)
    expect(await page.getByRole('columnheader', { name: say('foyer.desk.home.column.money') }).count()).toBe(
      seesMoney ? 1 : 0,
    )
    if (role === 'OWNER') return
    // An address that is typed answers politely.
    await visitor.open(deskPeoplePagePath)
    await page.getByRole('heading', { level: 1, name: say('foyer.desk.failed.title') }).waitFor()
  })
})

describe.each(wayByTurns(waysIn('fr'), 1))('The empty shop, $width px, $hand, $language', way => {
  test('shows the first steps, and leads to the first event', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const { organizationId } = await organiserOf(shop, `Empty ${way.width} ${way.hand}`)
    const own = { kind: 'organization', organizationId } as const
    const email = `empty-${way.width}-${way.hand}@example.org`
    await enterAsMember(shop, visitor, { email, given: { role: 'OWNER', scope: own } })
    await visitor.open(deskPagePath)
    await page.getByRole('heading', { level: 1, name: say('foyer.desk.first.title') }).waitFor()
    await inspectPage(visitor, 'desk-home-empty')
    await does.press(link(visitor, say('foyer.desk.first.event.do')))
    await page.waitForURL(url => url.pathname.startsWith(deskEventsPagePath))
  })
})
