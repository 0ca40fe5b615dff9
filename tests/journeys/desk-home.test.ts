import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { acceptDeskLink, invite } from '#contract/member.ts'
import {
  deskAsBuyerPagePath,
  deskAttendeesPagePath,
  deskBoxOfficePagePath,
  deskDoorsPagePath,
  deskEditEventPagePath,
  deskEventFiguresPagePath,
  deskEventLinksPagePath,
  deskEventPagePath,
  deskEventSettingsPagePath,
  deskEventsPagePath,
  deskMessagesPagePath,
  deskMoneyPagePath,
  deskOrdersPagePath,
  deskPagePath,
  deskPeoplePagePath,
  deskSettingsPagePath,
  deskSponsorsPagePath,
  pathTo,
} from '#contract/paths.ts'
import type { MemberRole } from '#domain/access/principal/principal.ts'
import { makeLink } from '#server/access/member/links.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { aCategoryFile, anEventFile } from '../builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { PASSWORD, openDesk } from '../support/organiser/desk.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import type { Caller } from '../wire/who-may/callers.ts'
import { ROUTES } from '../wire/who-may/routes.ts'
import { RULES, type RuleName } from '../wire/who-may/rules.ts'
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

const V1 = '/api/organiser/v1'
const EVENT = `${V1}/events/:eventId`
const TITLE = 'Choir by the lake'

/** Where a member is led to, and what the page there needs by the table of who may call what. */
const WAYS = {
  [deskEventsPagePath]: `GET ${V1}/events`,
  [deskOrdersPagePath]: `GET ${V1}/orders`,
  [deskMoneyPagePath]: `GET ${V1}/payments/attention`,
  [deskPeoplePagePath]: `GET ${V1}/members`,
  [deskSettingsPagePath]: `GET ${V1}/settings`,
}
const PAGES_OF_EVENT = {
  [deskEventFiguresPagePath]: `GET ${EVENT}/figures`,
  [deskEventLinksPagePath]: `GET ${EVENT}/links`,
  [deskEditEventPagePath]: `PUT ${EVENT}`,
  [deskEventSettingsPagePath]: `GET ${EVENT}`,
  [deskAsBuyerPagePath]: `GET ${V1}/as-buyer`,
  [deskOrdersPagePath]: `GET ${V1}/orders`,
  [deskAttendeesPagePath]: `GET ${EVENT}/attendees`,
  [deskMessagesPagePath]: `GET ${EVENT}/messages`,
  [deskDoorsPagePath]: `GET ${EVENT}/doors`,
  [deskSponsorsPagePath]: `GET ${EVENT}/sponsors`,
  [deskBoxOfficePagePath]: `GET ${EVENT}/box-office`,
}

/** Each role, and as whom the table has it. */
const ROLES = [
  ['OWNER', 'member owner'],
  ['EDITOR', 'editor'],
  ['FINANCE', 'finance'],
  ['DESK', 'desk'],
  ['DOOR', 'door'],
] as const satisfies readonly (readonly [MemberRole, Caller])[]

function mayCall(caller: Caller, route: string): boolean {
  const [rule] = Object.entries(ROUTES).find(([, rows]) => route in rows) ?? []
  if (rule === undefined) throw new Error(`the table does not have ${route}`)
  const allowed: readonly Caller[] = RULES[rule as RuleName].may
  return allowed.includes(caller)
}

const pathsFor = (caller: Caller, pages: Readonly<Record<string, string>>): string[] =>
  Object.entries(pages).flatMap(([path, route]) => (mayCall(caller, route) ? [path] : []))

describe('An invited member', () => {
  const screens = [
    { width: 1280, hand: 'mouse', language: 'en' },
    { width: 390, hand: 'touch', language: 'en' },
  ] as const
  const turns = ROLES.flatMap(([role, caller], turn) => wayByTurns(screens, turn).map(way => ({ role, caller, way })))

  test.each(turns)('as $role sees and opens what the table says, $way.width px', async ({ role, caller, way }) => {
    const eventId = await theEvent()
    const visitor = await enter(way)
    const { page, does, say } = visitor
    visitor.expectComplaint(/status of (401|403)/)
    await visitor.open(await invited(`${role}-${way.width}@example.org`.toLowerCase(), role))
    await does.write(page.getByLabel(say('foyer.desk.your-name')), 'Nadia Brunner')
    await does.write(page.getByLabel(say('foyer.desk.password'), { exact: true }), PASSWORD)
    await does.press(page.getByRole('button', { name: say('foyer.desk.link.invitation.submit') }))
    await page.getByText(say('foyer.desk.home.coming'), { exact: true }).waitFor()
    expect(await page.getByRole('columnheader', { name: say('foyer.desk.home.column.money') }).count()).toBe(
      mayCall(caller, `GET ${V1}/payments/attention`) ? 1 : 0,
    )
    const bar = page.getByRole('navigation', { name: say('foyer.desk.ways') }).first()
    expect(await pathsIn(bar)).toEqual([deskPagePath, ...pathsFor(caller, WAYS)].toSorted())

    await does.press(bar.locator(`a[href="${deskEventsPagePath}"]`))
    await does.press(page.getByRole('main').getByRole('link', { name: TITLE }))
    const tabs = page.getByRole('navigation', { name: TITLE })
    await tabs.waitFor()
    const ofEvent = [deskEventPagePath, ...pathsFor(caller, PAGES_OF_EVENT)]
    expect(await pathsIn(tabs)).toEqual(ofEvent.map(path => pathOf(path, eventId)).toSorted())
    await inspectPage(visitor, `desk-event-as-${role.toLowerCase()}`)
    const refused: string[] = []
    page.on('response', answer => {
      if ([403, 404].includes(answer.status())) refused.push(answer.url())
    })
    const [, ...others] = await tabs.getByRole('link').all()
    for (const other of others) {
      await does.press(other)
      await expect.poll(() => page.getByText(say('foyer.loading')).count()).toBe(0)
      const title = page.getByRole('heading', { level: 1 })
      await title.waitFor()
      expect([say('foyer.desk.failed.title'), say('foyer.desk.missing.title')]).not.toContain(await title.innerText())
      await page.goBack()
      await tabs.waitFor()
    }
    expect(refused).toEqual([])
    if (role === 'OWNER') return
    // An address that is typed answers politely.
    await visitor.open(deskPeoplePagePath)
    await page.getByRole('heading', { level: 1, name: say('foyer.desk.failed.title') }).waitFor()
  })
})

const pathOf = (path: string, eventId: number): string => pathTo(path, { eventId, section: 'tickets' })

/** The pages that these links lead to. */
async function pathsIn(links: Locator): Promise<string[]> {
  const all = await links.getByRole('link').all()
  const addresses = await Promise.all(all.map(one => one.getAttribute('href')))
  return addresses.map(address => (address ?? '').replace(/\?.*/, '')).toSorted()
}

let eventOfRoles: Promise<number> | undefined
/** The event that members of each role look at. */
function theEvent(): Promise<number> {
  eventOfRoles ??= club
    .open(anEventFile(thisMoment(), { slug: 'choir-by-the-lake', title: TITLE }))
    .then(async slug => {
      const named = shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', slug)
      return (await named.executeTakeFirstOrThrow()).id
    })
  return eventOfRoles
}

/** The address in the mail by which an owner has invited a person. */
async function invited(email: string, role: MemberRole): Promise<string> {
  const owner = openDesk(shop.url)
  const given = { role: 'OWNER', scope } as const
  const invitation = { kind: 'INVITATION', email: `inviter-${email}`, language: 'en', given } as const
  const token = await transaction(shop.db, tx => makeLink(tx, invitation, thisMoment()))
  await owner.ask(acceptDeskLink, { params: { token }, body: { name: 'Grace Hopper', password: PASSWORD } })
  const { organizationId } = club
  await owner.ask(invite, { body: { email, role, language: 'en', organizationId, eventId: null } })
  const [mail] = await shop.mailsTo(email, 1)
  return /\/desk\/link\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
}

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
