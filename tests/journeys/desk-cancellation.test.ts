import { describe, test } from 'vitest'
import { deskEventPagePath, pathTo } from '#contract/paths.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button, link } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const other = otherBuyer(shop)

describe.each(wayByTurns(waysIn('en'), 1))('A cancelled event, $width px, $hand, $language', way => {
  test('says first what will happen, then ends its orders with a report, and its page says so', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsOwner(shop, visitor, `cancels-${way.width}@example.org`)
    const organiser = await organiserOf(shop, `Flooded Hall ${way.width}`)
    const slug = `flooded-${way.width}`
    await organiser.open(aFreeEventFile(thisMoment(), { slug, title: 'Flooded hall' }))
    const { id: eventId } = await shop.db.kysely
      .selectFrom('event')
      .select('id')
      .where('short_name', '=', slug)
      .executeTakeFirstOrThrow()
    const id = await other.reserve(slug, { Everybody: 2 })
    await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' })
    await other.confirmFree(id)

    await visitor.open(pathTo(deskEventPagePath, { eventId }))
    await does.press(page.getByText(say('foyer.desk.more-acts'), { exact: true }))
    await inspectPage(visitor, 'desk-event-more')
    await does.press(link(visitor, say('foyer.desk.act.cancel')))
    await page.getByText(say('foyer.desk.cancel.orders', 1, 2)).waitFor()
    await inspectPage(visitor, 'desk-cancel')
    await does.write(page.locator('#text'), 'There is water in the hall.')
    await does.press(button(visitor, say('foyer.desk.cancel.do')))
    await page.getByText(say('foyer.desk.cancel.sure.missing')).first().waitFor()
    await does.press(page.locator('#sure'))
    await does.press(button(visitor, say('foyer.desk.cancel.do')))
    await page.getByText(say('foyer.desk.bulk.status.ENDED'), { exact: true }).waitFor()
    await page.getByText(say('foyer.desk.bulk.outcome.unpaid')).waitFor()
    await inspectPage(visitor, 'desk-bulk-job')
    await visitor.open(`/event/${slug}`)
    await page.getByText('There is water in the hall.').waitFor()
    await inspectPage(visitor, 'event-cancelled')
  })
})
