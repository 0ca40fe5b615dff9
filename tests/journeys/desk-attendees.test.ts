import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deskAttendeesPagePath, pathTo } from '#contract/paths.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage, takePicture } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { readPdf } from '../support/documents/pdf/read-pdf.ts'
import { aDinner, bookDinner } from '../support/organiser/attendees.ts'
import { rowsOfXlsx } from '../support/organiser/exports.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const club = await organiserOf(shop, 'Dinner Club')
const scope = { kind: 'organization', organizationId: club.organizationId } as const

const event = await club.open(aDinner(thisMoment(), 'dinner'))
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', event)
  .executeTakeFirstOrThrow()
const INJECTED = '<img src=x onerror="document.title=1">'
await bookDinner(aBuyer(shop.url), event, [
  { name: ['Zoë', 'Özdemir'], answers: { meal: ['vegan'], note: [INJECTED] }, size: 'S' },
  { name: ['Ada', 'Byron'], answers: { meal: ['meat'] }, size: 'L' },
  { name: ['Bo', 'Crewe'], category: 'Crew', answers: { meal: ['vegan'], days: ['sat', 'sun'] } },
])
await bookDinner(aBuyer(shop.url), event, [{ name: ['Dora', 'Dunn'] }])

describe.each(wayByTurns(waysIn('de'), 1))('Attendees at the desk, $width px, $hand, $language', way => {
  test('are listed with their answers, summed up for the caterer, and printed', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const email = `attendees-${way.width}@example.org`
    await enterAsMember(shop, visitor, { email, given: { role: 'OWNER', scope } })
    await visitor.open(pathTo(deskAttendeesPagePath, { eventId }))
    await page.getByRole('link', { name: 'Byron, Ada' }).waitFor()
    expect(await page.getByText(INJECTED).count()).toBe(1)
    const more = page.getByText(say('foyer.desk.more-acts'), { exact: true })
    await does.press(more)
    await takePicture(visitor, 'desk-attendees-more')
    await does.press(page.getByRole('button', { name: say('foyer.desk.attendees.columns') }))
    const dialog = page.getByRole('dialog')
    await does.press(dialog.getByLabel(/Size$/))
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.close') }))
    await dialog.waitFor({ state: 'detached' })
    await inspectPage(visitor, 'desk-attendees')
    await does.press(more)
    await does.press(page.getByRole('button', { name: say('foyer.desk.badge'), exact: true }))
    await page.getByText(say('foyer.desk.badge.count', '4')).waitFor()
    await does.choose(page.locator('#badge-size'), say('foyer.desk.badge.size.62x100'))
    await inspectPage(visitor, 'desk-badges')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: say('foyer.desk.badge.download') }).click(),
    ])
    const badges = await readPdf(Buffer.concat(await (await download.createReadStream()).toArray()))
    expect(badges).toMatchObject({ pages: 4, text: expect.stringMatching(/Ada\s+Byron/) })
    await does.press(dialog.getByRole('button', { name: say('foyer.desk.close') }))
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: 'Byron, Ada' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Byron' }).innerText()).toMatch(/L/)
    await does.press(page.getByRole('button', { name: say('foyer.desk.attendees.view.answers') }))
    await page.getByText(say('foyer.desk.attendees.sums.hint')).waitFor()
    await inspectPage(visitor, 'desk-answers')
    const meals = page.getByRole('region', { name: /Essen|meal/ })
    expect(await meals.getByRole('button').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(Veganes Essen|Vegan dish)\s+2$/)]),
    )
    await does.press(meals.getByRole('button', { name: new RegExp(say('foyer.desk.attendees.names')) }))
    const vegan = page.getByRole('heading', { name: /Veganes Essen|Vegan dish/ }).locator('..')
    await vegan.getByText('Özdemir, Zoë').waitFor()
    expect(await vegan.getByRole('listitem').count()).toBe(2)
    await inspectPage(visitor, 'desk-caterer')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await does.press(page.getByRole('link', { name: say('foyer.desk.export'), exact: true }))
    await page.getByLabel(say('foyer.desk.export.kind'), { exact: true }).waitFor()
    const name = `Meals ${way.width}`
    await does.press(page.getByLabel(say('foyer.desk.export.column.attendee.email'), { exact: true }))
    await does.write(page.getByLabel(say('foyer.desk.export.name')), name)
    await does.choose(
      page.getByLabel(say('foyer.desk.export.schedule'), { exact: true }),
      say('foyer.desk.export.schedule.daily'),
    )
    await does.press(page.getByLabel(`Nadia Brunner, ${email}`))
    await inspectPage(visitor, 'desk-export')
    await does.press(page.getByRole('button', { name: say('foyer.desk.export.save'), exact: true }))
    await page.getByRole('link', { name: new RegExp(`: ${name}$`) }).waitFor()
    await inspectPage(visitor, 'desk-exports')

    await does.press(page.getByRole('button', { name: `${say('foyer.desk.export.edit.do')}: ${name}` }))
    await page.getByRole('heading', { name: say('foyer.desk.export.edit.title', name) }).waitFor()
    const address = page.getByLabel(say('foyer.desk.export.column.attendee.email'), { exact: true })
    expect(await address.isChecked()).toBe(false)
    await inspectPage(visitor, 'desk-export-edit')
    // Another member is first.
    visitor.expectComplaint(/status of 409/)
    await sql`update saved_export set name = ${`${name}, theirs`} where name = ${name}`.execute(shop.db.kysely)
    await does.press(page.getByRole('button', { name: say('foyer.desk.save'), exact: true }))
    await page.getByRole('heading', { name: say('foyer.desk.export.edit.title', `${name}, theirs`) }).waitFor()
    await does.write(page.getByLabel(say('foyer.desk.export.name')), `${name}, changed`)
    await does.press(page.getByRole('button', { name: say('foyer.desk.save'), exact: true }))
    await page.getByRole('link', { name: new RegExp(`: ${name}, changed$`) }).waitFor()
    await page.getByRole('heading', { name: say('foyer.desk.export.new') }).waitFor()
    await shop.advance('PT24H')
    const mails = await shop.mailsTo(email, 1)
    await shop.resetClock()
    const mail = mails.find(({ subject }) => subject.startsWith(name))
    if (!mail) throw new Error('no export was mailed')
    const rows = await rowsOfXlsx(await shop.attachment(mail, mail.attachments[0]?.fileName ?? ''))
    // The member's own language is that of the file.
    expect(rows.map(row => Object.values(row)[0])).toEqual(['Özdemir', 'Byron', 'Crewe', 'Dunn'])
    expect(rows.flatMap(row => Object.values(row))).not.toContain('ada.byron@example.org')
  })
})
