import { expect, test } from 'vitest'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { agree, continueToOverview, contactField, reserve, take, writePerson } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const WORDS = 'أمسية الخط'
const inEnglish = [{ lang: 'en', body: WORDS }]

test('what people write has its own direction on every page of an order', async () => {
  const organiser = await organiserOf(shop, 'Khatt')
  const shortName = await organiser.open(
    anEventFile(thisMoment(), {
      slug: 'khatt',
      title: WORDS,
      description: inEnglish,
      location: { fullAddress: `${WORDS}, ${WORDS} 4` },
      facts: { refunds: { policy: 'NONE', text: inEnglish }, accessibility: inEnglish, bring: inEnglish },
      categories: [aCategoryFile(thisMoment(), { name: WORDS, description: inEnglish })],
      additionalServices: [
        { title: inEnglish, description: inEnglish, price: 5, supplementPolicy: 'OPTIONAL_UNLIMITED_AMOUNT' },
      ],
      additionalInfo: [
        { name: 'meal', type: 'GENERIC_TEXT', label: inEnglish, placeholder: inEnglish },
        { name: 'size', type: 'RADIO', label: inEnglish, restrictedValues: [{ value: 'S', descriptions: inEnglish }] },
      ],
    }),
  )
  const visitor = await enter({ width: 1280 })
  const { page, say, does } = visitor
  const seen: string[] = []
  const all: string[] = []
  const look = async (name: string) => {
    const { places, lost } = await placesOf(visitor)
    all.push(...lost.map(place => `${name}: ${place}`))
    expect(places, name).toBeGreaterThan(0)
    seen.push(name)
  }
  for (const [name, path] of [
    ['list', '/events-all'],
    ['event', `/event/${shortName}`],
  ] as const) {
    await visitor.open(path)
    await page.getByText(WORDS).first().waitFor()
    await look(name)
  }
  await take(visitor, WORDS, 1)
  await look('event with a choice')
  await inspectPage(visitor, 'right-to-left-event')
  await reserve(visitor)
  const person = { firstName: WORDS, lastName: WORDS, email: 'khatt@example.org' }
  await writePerson(visitor, part => contactField(visitor, part), person)
  await look('details')
  await continueToOverview(visitor, say('foyer.overview.title'))
  await look('overview')
  await does.pick(page.getByRole('radio', { name: say('reservation-page.on-site'), exact: true }))
  await agree(visitor)
  await page.locator('button[type=submit]:visible').last().click()
  await page.waitForURL(/\/success/)
  await page.locator('h1:not(.unseen)').waitFor()
  await page.getByText(WORDS).first().waitFor()
  await look('success')
  await page.locator('a[href*="/view"]').first().click()
  await page.waitForURL(/\/view/)
  await page.locator('article h1').waitFor()
  await look('ticket')
  expect(all).toEqual([])
  expect(seen).toHaveLength(7)
})

/** The places with Arabic words, and those whose direction is that of our own words around them. */
function placesOf({ page }: Visitor): Promise<{ places: number; lost: string[] }> {
  return page.locator('body').evaluate(body => {
    const isArabic = (text: string | null) => /[\u0600-\u06ff]/.test(text ?? '')
    const lost: string[] = []
    let places = 0
    const note = (element: { closest(rule: string): unknown; outerHTML: string } | null) => {
      if (element?.closest('script, style, .unseen')) return
      places += 1
      if (!element?.closest('[dir=auto], bdi')) lost.push(element?.outerHTML.slice(0, 160) ?? '')
    }
    const texts = body.ownerDocument.createTreeWalker(body, 4)
    while (texts.nextNode()) if (isArabic(texts.currentNode.textContent)) note(texts.currentNode.parentElement)
    for (const input of body.querySelectorAll('input, textarea')) if (isArabic(Reflect.get(input, 'value'))) note(input)
    return { places, lost }
  })
}
