import { describe, expect, test } from 'vitest'
import { deskAttendeesPagePath, deskSeatBlocksPagePath, pathTo } from '#contract/paths.ts'
import { aCategoryFile, aQuestionFile, anEventFile } from '../builders/event-file.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

describe.each(wayByTurns(waysIn('de'), 0))('People imported at the desk, $width px, $hand, $language', way => {
  test('a list is uploaded, its columns corrected, its faults shown, and its people imported once', async () => {
    const key = `${way.width}-${way.hand}`
    const club = await organiserOf(shop, `Choir ${key}`)
    const event = await club.open(
      anEventFile(thisMoment(), {
        slug: `desk-import-${key}`,
        seats: 30,
        categories: [
          aCategoryFile(thisMoment(), { name: 'Saal', price: 24 }),
          aCategoryFile(thisMoment(), { name: 'Loge', price: 60, maxTickets: 2 }),
        ],
        additionalInfo: [aQuestionFile()],
      }),
    )
    const { id } = await shop.db.kysely
      .selectFrom('event')
      .select('id')
      .where('short_name', '=', event)
      .executeTakeFirstOrThrow()
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const scope = { kind: 'organization', organizationId: club.organizationId } as const
    await enterAsMember(shop, visitor, { email: `import-${key}@example.org`, given: { role: 'FINANCE', scope } })
    await visitor.open(pathTo(deskAttendeesPagePath, { eventId: String(id) }))
    await does.press(page.getByText(say('foyer.desk.more-acts'), { exact: true }))
    await does.press(page.getByRole('link', { name: say('foyer.desk.import'), exact: true }))

    const file = page.locator('input[type=file]')
    const choose = (name: string, text: string) =>
      file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('notiz.txt', 'Nur eine Notiz')
    await page.getByText(say('foyer.desk.import.file.no-table')).waitFor()
    await choose(
      'gaeste.csv',
      'Vorname;Nachname;E-Mail;Wo;Which meal?\r\n' +
        'Ada;Lovelace;ada@example.org;Loge;vegan\r\n' +
        'Grace;Hopper;grace@example.org;;\r\n' +
        'Alan;;alan;Balkon;stone\r\n',
    )
    const where = page.getByLabel('Wo', { exact: true })
    await where.waitFor()
    await does.press(page.getByRole('button', { name: say('foyer.desk.order.act.what') }))
    await page.getByText(say('foyer.desk.import.refused.category')).first().waitFor()
    await does.choose(where, say('foyer.desk.import.column.category'))
    const category = page.getByLabel(say('foyer.desk.import.category'))
    await does.choose(category, await category.getByText(/^Saal/).innerText())
    await inspectPage(visitor, 'desk-import-columns')
    await does.press(page.getByRole('button', { name: say('foyer.desk.order.act.what') }))
    await page.getByText(say('foyer.desk.import.fault.category', 'Balkon')).waitFor()
    await inspectPage(visitor, 'desk-import-plan')
    await does.press(page.getByRole('button', { name: say('foyer.desk.import.start', '2') }))
    await page.waitForURL(/\/desk\/jobs\//)
    await shop.runJobs()
    await page.getByText(say('foyer.desk.bulk.status.ENDED')).first().waitFor()
    await page.getByText(say('foyer.desk.bulk.row', 4)).waitFor()
    await inspectPage(visitor, 'desk-import-job')
    const tickets = await shop.db.kysely
      .selectFrom('ticket')
      .select('last_name')
      .where('event_id', '=', id)
      .where('reservation_id', 'is not', null)
      .orderBy('last_name')
      .execute()
    expect(tickets.map(({ last_name }) => last_name)).toEqual(['Hopper', 'Lovelace'])

    // The last seat of the category is held, and ordered from.
    await visitor.open(pathTo(deskSeatBlocksPagePath, { eventId: String(id) }))
    await does.write(page.getByLabel(say('foyer.desk.blocks.name')), 'Sponsoren')
    const from = page.getByLabel(say('foyer.desk.blocks.from'), { exact: true })
    await does.choose(from, await from.getByText(/^Loge/).innerText())
    await does.write(page.getByLabel(say('foyer.desk.blocks.count')), '2')
    await does.press(page.getByRole('button', { name: say('foyer.desk.blocks.do'), exact: true }))
    await page.getByText(say('foyer.desk.block.refused.free', '1')).first().waitFor()
    await does.write(page.getByLabel(say('foyer.desk.blocks.count')), '1')
    await does.press(page.getByRole('button', { name: say('foyer.desk.blocks.do'), exact: true }))
    await page.getByText(say('foyer.desk.blocks.seats', '1')).waitFor()
    await inspectPage(visitor, 'desk-seat-blocks')
    await does.press(page.getByRole('link', { name: say('foyer.desk.blocks.order') }))
    await page.getByLabel(say('foyer.desk.new-order.seats'), { exact: true }).waitFor()
    await does.write(page.getByLabel('Loge'), '1')
    await does.write(page.getByLabel(say('foyer.desk.order.act.firstName'), { exact: true }), 'Emmy')
    await does.write(page.getByLabel(say('foyer.desk.order.act.lastName'), { exact: true }), 'Noether')
    await does.write(page.getByLabel(say('foyer.desk.order.act.email'), { exact: true }), 'emmy@example.org')
    await does.choose(page.getByLabel(say('foyer.desk.new-order.way')), say('foyer.desk.new-order.way.paid'))
    await does.press(page.getByRole('button', { name: say('foyer.desk.order.act.what') }))
    await does.press(page.getByRole('button', { name: say('foyer.desk.new-order.make') }))
    await page.getByRole('link', { name: say('foyer.desk.new-order.open') }).waitFor()
    await visitor.open(pathTo(deskSeatBlocksPagePath, { eventId: String(id) }))
    await page.getByText(say('foyer.desk.blocks.none')).waitFor()
  })
})
