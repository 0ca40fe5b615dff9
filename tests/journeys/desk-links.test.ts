import { describe, expect, test } from 'vitest'
import { deskEventLinksPagePath, deskOrdersPagePath, namedEventLinkPath, pathTo } from '#contract/paths.ts'
import { aFreeEventFile } from '../builders/event-file.ts'
import { storeCode } from '../builders/stored-codes.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { readPdf } from '../support/documents/pdf/read-pdf.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsMember } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button, take } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

describe.each(wayByTurns(waysIn('fr'), 1))('Links at the desk, $width px, $hand, $language', way => {
  test('one is made, a buyer comes by it and orders, and the figures say so; its poster leads there', async () => {
    const slug = `links-${way.width}`
    const { organizationId, open } = await organiserOf(shop, `Club ${slug}`)
    const shortName = await open(aFreeEventFile(thisMoment(), { slug, title: 'Lake party', seats: 10 }))
    const { id: eventId } = await shop.db.kysely
      .selectFrom('event')
      .select('id')
      .where('short_name', '=', shortName)
      .executeTakeFirstOrThrow()
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const given = { role: 'OWNER', scope: { kind: 'organization', organizationId } } as const
    await enterAsMember(shop, visitor, { email: `${slug}@example.org`, given })
    await visitor.open(pathTo(deskEventLinksPagePath, { eventId }))
    await page.getByText(say('foyer.desk.links.none')).waitFor()
    await does.write(page.getByLabel(say('foyer.desk.links.name')), 'Big Poster')
    await does.press(button(visitor, say('foyer.desk.links.make')))
    await page.getByText(say('foyer.desk.link.name.wrong')).first().waitFor()
    await inspectPage(visitor, 'desk-links-refused')
    await does.write(page.getByLabel(say('foyer.desk.links.name')), 'poster')
    await does.press(button(visitor, say('foyer.desk.links.make')))
    await page.getByText(new RegExp(`/e/${slug}/l/poster$`)).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('link', { name: say('foyer.desk.links.poster', 'A4') })
        .first()
        .click(),
    ])
    const chunks = await (await download.createReadStream()).toArray()
    expect((await readPdf(Buffer.concat(chunks))).qrText).toMatch(new RegExp(`/e/${slug}/l/poster$`))

    // The name goes on from page to page, and with the order.
    const buyer = await enter(way)
    await buyer.open(pathTo(namedEventLinkPath, { shortName, name: 'poster' }))
    expect(buyer.page.url()).toContain(`/event/${slug}?via=poster`)
    await take(buyer, 'Everybody', 1)
    await buyer.does.press(button(buyer, buyer.say('show-event.continue')))
    await buyer.page.waitForURL(/\/reservation\/[0-9a-f-]{36}\/book/)
    const orders = await shop.db.kysely
      .selectFrom('reservation')
      .select('channel')
      .where('purchase_context_id', '=', eventId)
      .execute()
    expect(orders).toEqual([{ channel: 'poster' }])

    await storeCode(shop.db, organizationId, 'FRIENDS', { eventId })
    const row = page.getByRole('row', { name: /^poster/ })
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.getByRole('heading', { name: say('foyer.desk.channels') }).waitFor()
          return row.count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
    // A phone leaves out the column of the orders begun.
    expect(await row.locator('td').allTextContents()).toEqual([expect.stringMatching(/^\d+$/), '1', '0'])
    await does.press(page.getByRole('button', { name: `${say('foyer.desk.links.edit.code')}: poster` }))
    const line = page.getByRole('listitem').filter({ hasText: `/e/${slug}/l/poster` })
    await line.getByLabel(say('foyer.desk.links.code')).selectOption('FRIENDS')
    await inspectPage(visitor, 'desk-links')
    await does.press(line.getByRole('button', { name: say('foyer.desk.save') }))
    await line.getByRole('combobox').waitFor({ state: 'detached' })
    expect(await line.innerText()).toContain('FRIENDS')

    await visitor.open(`${deskOrdersPagePath}?event=${eventId}`)
    const channel = page.getByLabel(say('foyer.desk.orders.channel'))
    await channel.selectOption('-')
    await page.getByText(say('foyer.desk.orders.none-found')).waitFor()
    await channel.selectOption('poster')
    await page.getByText(say('foyer.desk.orders.none-found')).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('channel')).toBe('poster')
    await inspectPage(visitor, 'desk-orders-by-channel')
  })
})
