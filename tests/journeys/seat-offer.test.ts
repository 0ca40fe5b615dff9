import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, waysToTake, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { agree, arrive, button, contactField, continueToOverview } from './purchase.ts'
import { anEventWithWaitingList, organiserOf, thisMoment } from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Seats That Return')

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en', slug: 'attic-one', email: 'ada.waits@example.org' },
  { width: 390, hand: 'touch', language: 'de', slug: 'attic-two', email: 'berta.waits@example.org' },
  { width: 390, hand: 'keyboard', language: 'en', slug: 'attic-three', email: 'clara.waits@example.org' },
] as const

describe.each(wayByTurns(waysToTake(SCREENS), 1))(
  'A seat that comes back, $width px, $hand, $language',
  ({ slug, email, ...way }) => {
    test('is offered to who has waited, by mail, and bought from there', async () => {
      await organiser.open({ ...anEventWithWaitingList(thisMoment()), slug })
      const [held] = await otherBuyer(shop).reserveAll(slug, 'Chair')
      const visitor = await enter(way)
      await joinTheList(visitor, { slug, email })

      await otherBuyer(shop).release(held ?? '')
      const mails = await shop.mailsTo(email, 2)
      const [address] = mails.flatMap(
        ({ text }) => /\/event\/[^\s"]+\/reservation\/[0-9a-f-]{36}[^\s"]*/.exec(text) ?? [],
      )
      expect(address).toBeDefined()

      const { page, say } = visitor
      await visitor.open(address ?? '')
      await page.getByRole('heading', { level: 1, name: say('reservation-page.your-details') }).waitFor()
      await expect.poll(() => contactField(visitor, 'email').inputValue()).toBe(email)
      await page.getByText(say('foyer.countdown.until', '').trim().slice(0, 12)).waitFor()
      await inspectPage(visitor, 'offer-details')
      await continueToOverview(visitor, say('foyer.overview.title'))
      await visitor.does.pick(page.getByRole('radio', { name: say('reservation-page.on-site'), exact: true }))
      await agree(visitor)
      await visitor.does.press(button(visitor, /(35|20)[.,]00/))
      await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)

      const entry = await shop.db.kysely
        .selectFrom('waiting_list_entry')
        .innerJoin('reservation', 'reservation.id', 'reservation_id')
        .select(['waiting_list_entry.status', 'reservation.status as order'])
        .where('waiting_list_entry.email', '=', email)
        .executeTakeFirstOrThrow()
      expect(entry).toEqual({ status: 'ACQUIRED', order: 'COMPLETE' })
    })

    test('is no longer waited for by who leaves the list from the mail', async () => {
      await organiser.open({ ...anEventWithWaitingList(thisMoment()), slug: `${slug}-left` })
      await otherBuyer(shop).reserveAll(`${slug}-left`, 'Chair')
      const visitor = await enter(way)
      await joinTheList(visitor, { slug: `${slug}-left`, email: `left-${email}` })
      const mails = await shop.mailsTo(`left-${email}`, 1)
      const [address] = mails.flatMap(({ text }) => /\/waiting-list\/[0-9a-f-]{36}[^\s"]*/.exec(text) ?? [])

      const { page, say } = visitor
      await page.goto(address ?? '')
      await inspectPage(visitor, 'leave-waiting-list')
      await visitor.does.press(button(visitor, say('foyer.leave-waiting-list.button')))
      await page.getByRole('heading', { level: 1, name: say('foyer.leave-waiting-list.done.title') }).waitFor()
      await inspectPage(visitor, 'left-waiting-list')
      const entries = await shop.db.kysely
        .selectFrom('waiting_list_entry')
        .select('id')
        .where('email', '=', `left-${email}`)
        .execute()
      expect(entries).toEqual([])
    })
  },
)

async function joinTheList(visitor: Visitor, { slug, email }: { slug: string; email: string }): Promise<void> {
  const { page, does, say } = visitor
  await visitor.open(`/event/${slug}`)
  await page.locator('#waiting-firstName').waitFor()
  for (const [name, value] of Object.entries({ firstName: 'Ada', lastName: 'Lovelace', email })) {
    await does.write(page.locator(`#waiting-${name}`), value)
  }
  await does.press(page.locator('#waiting-privacyPolicyAccepted'))
  await does.press(page.locator('#waiting-termAndConditionsAccepted'))
  await does.press(button(visitor, say('show-event.sold-out.subscribe')))
  await page.getByText(say('show-event.sold-out.subscription-complete')).waitFor()
  await page.getByText(say('foyer.waiting.first')).filter({ visible: true }).first().waitFor()
}
