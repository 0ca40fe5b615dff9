import { expect, test } from 'vitest'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { arrive, button, contactField, reserve, stubOf, writePerson } from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Garden House')

test('an event without an address of terms asks for consent to none, with its order and in the waiting list', async () => {
  const event = await organiser.open(
    aFreeEventFile(thisMoment(), {
      slug: 'garden-without-terms',
      title: 'Garden Walk',
      description: [{ lang: 'en', body: 'Through the beds.' }],
      termsAndConditionsUrl: null,
      seats: 1,
      settings: { ENABLE_WAITING_QUEUE: true },
    }),
  )
  const visitor = await enter({ width: 390, hand: 'touch' })
  const { page, does, say } = visitor
  await visitor.open(`/event/${event}`)
  // The last seat of the only kind is chosen already, or will be in a moment: no button has anything to add.
  await expect.poll(() => stubOf(visitor, 'Everybody').locator('output').textContent()).toBe('1')
  await reserve(visitor)
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada.garden@example.org' }
  await writePerson(visitor, part => contactField(visitor, part), ada)
  await inspectPage(visitor, 'free-without-terms')
  expect(await page.locator('#terms, #privacy').count()).toBe(0)
  await does.press(button(visitor, say('foyer.overview.get-free')))
  await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)

  await visitor.open(`/event/${event}`)
  const field = (name: string) => page.locator(`form [name="${name}"]`)
  await field('firstName').waitFor()
  await inspectPage(visitor, 'waiting-list-without-terms')
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await writePerson(visitor, field, { ...ada, email: 'berta.garden@example.org' })
  await does.press(page.locator('form').getByRole('button', { name: say('show-event.sold-out.subscribe') }))
  await page.getByText(say('show-event.sold-out.subscription-complete')).waitFor()
})
