import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deskEventFiguresPagePath, pathTo } from '#contract/paths.ts'
import { aCategoryFile, anEventFile } from '../builders/event-file.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const club = await organiserOf(shop, 'Filmclub Seeblick')
const scope = { kind: 'organization', organizationId: club.organizationId } as const

/** An event with one order a day; some of its people are in. */
async function soldEvent(slug: string, title: string, counts: readonly number[]): Promise<number> {
  const { tickets, ...file } = anEventFile(thisMoment(), { slug, title, seats: 60 })
  const categories = [
    aCategoryFile(thisMoment(), { ordinal: 1, name: 'Seat', price: 24 }),
    aCategoryFile(thisMoment(), { ordinal: 2, name: 'Student', price: 12 }),
  ]
  const settings = { ON_SITE_ENABLED: 'true' }
  const event = await club.open({
    ...file,
    settings,
    tickets: { ...tickets, paymentMethods: ['ON_SITE'], currency: 'EUR', categories },
  })
  for (const [index, count] of counts.entries()) {
    const id = await buy(aBuyer(shop.url), event, { Seat: count, Student: 1 }, { by: 'ON_SITE' })
    await sql`update reservation set confirmed_at = confirmed_at - make_interval(days => ${(counts.length - index) * 2})
      where id = ${id}`.execute(shop.db.kysely)
  }
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', event)
    .executeTakeFirstOrThrow()
  return id
}

async function letSomeIn(eventId: number): Promise<void> {
  await sql`with entered as (update ticket set status = 'CHECKED_IN', locked = true
      where id in (select id from ticket where event_id = ${eventId} and status = 'TO_BE_PAID' order by id limit 5)
      returning uuid, id)
    insert into check_in_scan (event_id, ticket_uuid, at, scanned_by, operation, status)
    select ${eventId}, uuid, now() + make_interval(mins => (10 * (id % 4))::int), 'door', 'SCAN', 'SUCCESS' from entered`.execute(
    shop.db.kysely,
  )
}

const earlier = await soldEvent('figures-earlier', 'Seaside cinema', [4, 2])
const eventId = await soldEvent('figures', 'Lakeside cinema', [2, 5, 1])
await letSomeIn(eventId)

describe.each(wayByTurns(waysIn('de'), 1))('Figures of an event at the desk, $width px, $hand, $language', way => {
  test('show what was sold when, as charts with their tables, and beside an earlier event', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const email = `figures-${way.width}-${way.hand}@example.org`
    await enterAsMember(shop, visitor, { email, given: { role: 'OWNER', scope } })
    await visitor.open(pathTo(deskEventFiguresPagePath, { eventId }))
    await page.getByRole('img', { name: /^11 / }).waitFor()
    const days = page.getByRole('region', { name: say('foyer.desk.figures.days') })
    await does.press(days.getByText(say('foyer.desk.figures.table')))
    expect(await days.getByRole('row').allInnerTexts()).toHaveLength(4)
    const ofKinds = page.getByRole('region', { name: say('foyer.desk.part.tickets') })
    expect(await ofKinds.getByRole('row', { name: /^Seat/ }).innerText()).toMatch(/8\s.*192/s)
    const others = page.getByLabel(say('foyer.desk.figures.compare-with'))
    await does.choose(others, (await others.getByRole('option', { name: /^Seaside/ }).textContent()) ?? '')
    await page
      .getByRole('img', { name: new RegExp(say('foyer.desk.figures.days-before', 30).replace('30', '\\d+')) })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('compareWith')).toBe(String(earlier))
    await inspectPage(visitor, 'desk-figures')
  })
})
