import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, inTurn } from '../support/browser/browser.ts'
import { takePicture } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  continueToOverview,
  expectTotal,
  link,
  reserve,
  stubOf,
  take,
  writePerson,
} from './purchase.ts'
import { anEventWithCodes, anEventWithWaitingList, organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Lake House')
await organiser.open(anEventWithCodes(thisMoment()))
await organiser.open(anEventWithWaitingList(thisMoment()))
await otherBuyer(shop).reserveAll('attic-concert', 'Chair')

const NAMES = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' }
const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

const SCREENS = [
  { width: 1280, hand: 'keyboard', language: 'en' },
  { width: 390, hand: 'touch', language: 'en' },
] as const

describe.each(inTurn(SCREENS))('The language, $width px, $hand', ({ journey, ...way }) => {
  test('can be changed on every page, and nothing is lost by it', async () => {
    const visitor = await enter(way)
    const { page, does } = visitor
    await visitor.open('/event/four-rivers')
    await take(visitor, 'Weekend', 1)
    await take(visitor, 'Children', 1)
    const german = await change(visitor, 'de', 'event')
    await expect.poll(() => stubOf(german, 'Weekend').locator('output').textContent()).toBe('1')
    await page.getByText('Rhein, Rhone, Reuss und Tessin').waitFor()

    await reserve(german)
    await writePerson(german, part => contactField(german, part), ADA)
    await page.getByText(german.say('foyer.book.later.others.one')).waitFor()
    const french = await change(german, 'fr', 'details')
    expect(await contactField(french, 'email').inputValue()).toBe(ADA.email)
    await page.getByText(french.say('foyer.book.later.others.one')).waitFor()

    await continueToOverview(french, french.say('foyer.overview.title'))
    await does.pick(page.getByRole('radio', { name: french.say('reservation-page.on-site'), exact: true }))
    await agree(french)
    const italian = await change(french, 'it', 'overview')
    expect(await page.getByRole('radio', { name: italian.say('reservation-page.on-site') }).isChecked()).toBe(true)
    expect(await page.locator('#terms').isChecked()).toBe(true)

    await does.press(button(italian, /70[.,]00/))
    await arrive(italian, italian.say('foyer.success.title', 'Ada'), /\/success$/)
    const english = await change(italian, 'en', 'success')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: english.say('foyer.success.title', 'Ada') }).waitFor()
    await does.press(link(english, english.say('foyer.to-event')))
    await arrive(english, 'Four Rivers Festival', /^\/event\/four-rivers$/)
  })

  journey('takes nothing of a code, of extras, and of a form for the waiting list', async () => {
    const visitor = await enter(way)
    const { page, does } = visitor
    await visitor.open('/event/lake-days?code=SUMMER-27')
    await page.getByText('SUMMER-27').first().waitFor()
    await take(visitor, 'Conference', 2)
    await take(visitor, 'Dinner by the lake', 1)
    const german = await change(visitor, 'de', 'event-with-code')
    await expectTotal(german, '256.50')
    await page.getByText('SUMMER-27').first().waitFor()
    await expect.poll(() => stubOf(german, 'Abendessen am See').locator('output').textContent()).toBe('1')

    await german.open('/event/attic-concert')
    await does.write(page.locator('#waiting-firstName'), ADA.firstName)
    await does.write(page.locator('#waiting-email'), ADA.email)
    await change(german, 'en', 'waiting-list')
    await expect.poll(() => page.locator('#waiting-firstName').inputValue()).toBe(ADA.firstName)
    expect(await page.locator('#waiting-email').inputValue()).toBe(ADA.email)
  })

  journey('is the one that the address asks for, also where the organiser writes in another', async () => {
    const visitor = await enter(way)
    await visitor.open('/event/four-rivers?lang=it')
    await expectLanguage(visitor, 'it')
    await visitor.open('/event/type-evening?lang=fr')
    await expectLanguage(visitor, 'fr')
    const title = visitor.page.getByRole('heading', { level: 1, name: 'Type Evening' })
    expect(await title.getAttribute('lang')).toBe('en')
    await visitor.page.getByRole('heading', { name: visitor.speaking('fr').say('show-event.tickets') }).waitFor()
    // It stays on the pages that follow, also on those that are loaded anew.
    await visitor.open('/event/four-rivers')
    await expectLanguage(visitor, 'fr')
  })
})

/** Chooses a language by its own name; the visitor speaks it from now on. */
async function change(visitor: Visitor, language: keyof typeof NAMES, where: string): Promise<Visitor> {
  const { page, does, say } = visitor
  const list = page.getByRole('banner').getByRole('combobox', { name: say('reservation-page-complete.language') })
  await does.choose(list, NAMES[language])
  const changed = visitor.speaking(language)
  await expectLanguage(changed, language)
  await takePicture(changed, `language-${where}`)
  return changed
}

async function expectLanguage({ page }: Visitor, language: string): Promise<void> {
  const htmlLanguage = () => page.locator('html').evaluate(root => [root.lang, root.dir])
  await expect.poll(htmlLanguage).toEqual([language, 'ltr'])
}
