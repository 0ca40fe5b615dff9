import { describe, expect, test } from 'vitest'
import { deskAttendeesPagePath, pathTo } from '#contract/paths.ts'
import { aCategoryFile, aQuestionFile, anEventFile } from '../builders/event-file.ts'
import { browsing, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

describe.each(waysIn('de'))('People imported at the desk, $width px, $hand, $language', way => {
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
  })
})
