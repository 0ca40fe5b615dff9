import { parseXml } from '@rgrove/parse-xml'
import { describe, expect, test } from 'vitest'
import { getEvent } from '#contract/event.ts'
import { type Visitor, browsing, waysToTake, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { readCalendar } from '../support/documents/read-calendar.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { arrive, button, expectFocusOn, link } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

const WAYS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'fr' },
  { width: 390, hand: 'keyboard', language: 'it' },
] as const

const words = ({ page, say }: Visitor) => page.getByRole('searchbox', { name: say('foyer.search.words') })
const month = ({ page, say }: Visitor) => page.getByRole('combobox', { name: say('foyer.search.month') })
const organizer = ({ page, say }: Visitor) => page.getByRole('combobox', { name: say('foyer.search.organizer') })
const topic = ({ page }: Visitor, name: string) => page.getByRole('checkbox', { name, exact: true })
const events = ({ page }: Visitor) => page.getByRole('main').getByRole('article')
const titles = (visitor: Visitor) => visitor.page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()
const query = ({ page }: Visitor): string => new URL(page.url()).searchParams.toString()

/** On a phone the filters are folded, so that what was found comes first. */
async function unfold({ page, does }: Visitor): Promise<void> {
  const fold = page.getByRole('search').locator('summary')
  const isFolded = await fold.isVisible()
  expect(isFolded).toBe((page.viewportSize()?.width ?? 0) < 700)
  if (isFolded) await does.press(fold)
}

/** A month that can be chosen and in which the event is not: the dates of the sample go with the day of the test. */
async function monthWithout(visitor: Visitor, eventName: string): Promise<string> {
  const answer = await fetch(`${shop.url}/api/v2/public/event/${eventName}`)
  const { datesWithOffset: dates } = (await answer.json()) as { readonly datesWithOffset: Dates }
  const itsMonths = [
    monthOf(dates.startDateTime, dates.startTimeZoneOffset),
    monthOf(dates.endDateTime, dates.endTimeZoneOffset),
  ]
  const others = ['', ...itsMonths].map(value => `:not([value="${value}"])`).join('')
  return String(await month(visitor).locator(`option${others}`).first().textContent())
}

type Dates = Readonly<Record<`${'start' | 'end'}${'DateTime' | 'TimeZoneOffset'}`, number>>

const monthOf = (milliseconds: number, offsetSeconds: number): string =>
  new Date(milliseconds + offsetSeconds * 1000).toISOString().slice(0, 7)

/** What screen readers read out when the list changes. */
async function expectAnnounced({ page, say }: Visitor, count: number): Promise<void> {
  const status = page.getByRole('main').getByRole('status')
  const text =
    count === 0
      ? say('foyer.search.nothing')
      : say(count === 1 ? 'foyer.search.found.one' : 'foyer.search.found.other', count)
  await expect.poll(() => status.textContent()).toBe(text)
}

const rowOf = (visitor: Visitor, shortName: string) =>
  events(visitor).filter({ has: visitor.page.locator(`a[href^="/event/${shortName}"]`) })

/** Each row says what a ticket costs, and what keeps from buying one. */
async function expectPricesAndStates(visitor: Visitor): Promise<void> {
  const { say } = visitor
  const wordsOf = async (shortName: string) => (await rowOf(visitor, shortName).innerText()).replaceAll(/\s+/g, ' ')
  const [begins = ''] = say('foyer.list.starts', '\0').split('\0')
  const [from = ''] = say('foyer.list.from', '\0').split('\0')
  expect(await wordsOf('alpine-systems-days')).toMatch(new RegExp(`${from}(CHF 30|30 CHF)`))
  expect(await wordsOf('type-evening')).toContain(say('common.free'))
  expect(await wordsOf('candlelight-concert')).toContain(say('foyer.order.sold-out.title'))
  expect(await wordsOf('harbour-film-nights')).toContain(begins)
}

describe.each(wayByTurns(waysToTake(WAYS), 0))('Events, $width px, $hand, $language', way => {
  test('are found by a word, from the home page on, and the list stays a list when one is left', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    // A parameter that a mail of an organiser adds to the address, and pages don't know.
    await visitor.open('/?utm_source=mail')
    await words(visitor).waitFor()
    await visitor.open('/')
    await inspectPage(visitor, 'home-search')
    await does.write(words(visitor), 'Zuerich')
    await page.keyboard.press('Enter')
    await arrive(visitor, say('event-list.title'), /^\/events-all$/)
    await expectAnnounced(visitor, 1)
    expect(await titles(visitor)).toEqual(['Type Evening'])
    expect(await words(visitor).inputValue()).toBe('Zuerich')
    await inspectPage(visitor, 'events-found')

    await does.write(words(visitor), 'CHANDELLES')
    await does.press(button(visitor, say('foyer.search.submit')))
    await expect.poll(() => titles(visitor)).toEqual(['Un chœur aux chandelles'])
    expect(query(visitor)).toBe('search=CHANDELLES')
    await page.goBack()
    await expect.poll(() => titles(visitor)).toEqual(['Type Evening'])
    expect(await words(visitor).inputValue()).toBe('Zuerich')

    await does.press(page.getByRole('link', { name: 'Type Evening' }))
    await arrive(visitor, 'Type Evening', /^\/event\/type-evening$/)
    expect(query(visitor)).toBe('')
  })

  test('are narrowed by month, organiser and topic, all of it in the address', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open('/events-all')
    const everything = await events(visitor).count()
    expect(everything).toBeGreaterThan(5)
    await expectAnnounced(visitor, everything)
    await expectPricesAndStates(visitor)
    await inspectPage(visitor, 'events-all')

    await unfold(visitor)
    await does.press(topic(visitor, say('event.online.badge')))
    await expect.poll(() => rowOf(visitor, 'type-evening').count()).toBe(0)
    expect(await rowOf(visitor, 'reading-logs').count()).toBe(1)
    expect(query(visitor)).toBe('online=true')
    await does.press(topic(visitor, say('event.online.badge')))
    await does.press(topic(visitor, say('foyer.search.weekend')))
    await expect.poll(() => query(visitor)).toBe('weekend=true')
    await does.press(topic(visitor, say('foyer.search.weekend')))
    await does.press(topic(visitor, say('common.free')))
    await expectAnnounced(visitor, 2)
    expect(query(visitor)).toBe('free=true')
    await does.press(topic(visitor, say('common.free')))
    await does.press(topic(visitor, 'music'))
    await expectAnnounced(visitor, 2)
    await expectFocusOn(topic(visitor, 'music'))
    await does.choose(organizer(visitor), 'Four Rivers')
    await expect.poll(() => titles(visitor)).toEqual(['Four Rivers Festival'])
    // A test's mouse takes an entry without opening the list.
    if (way.hand === 'keyboard') await expectFocusOn(organizer(visitor))
    await does.choose(month(visitor), await monthWithout(visitor, 'four-rivers'))
    await expectAnnounced(visitor, 0)
    expect(query(visitor)).toMatch(/^month=\d{4}-\d\d&organizer=\d+&tags=music$/)
    await inspectPage(visitor, 'events-nothing-found')

    await page.reload()
    await expectAnnounced(visitor, 0)
    await unfold(visitor)
    expect(await topic(visitor, 'music').isChecked()).toBe(true)
    await does.press(link(visitor, say('foyer.search.show-all')))
    await expectAnnounced(visitor, everything)
    expect(query(visitor)).toBe('')
    expect(await topic(visitor, 'music').isChecked()).toBe(false)
    await expectFocusOn(page.getByRole('main').getByRole('status'))
  })
})

test('Two boxes that are ticked at the same moment both narrow the list', async () => {
  const visitor = await enter()
  const { page, say } = visitor
  await visitor.open('/events-all')
  await page.locator('input[name=free], input[name=weekend]').evaluateAll(boxes => {
    for (const box of boxes) if ('click' in box && box.click instanceof Function) box.click()
  })
  await expect.poll(() => query(visitor)).toBe('free=true&weekend=true')
  for (const kind of ['common.free', 'foyer.search.weekend'])
    expect(await topic(visitor, say(kind)).isChecked()).toBe(true)
})

test('Without script the same form asks the server, in the language of the page', async () => {
  const visitor = await enter({ width: 390, language: 'en', context: { javaScriptEnabled: false } })
  const { page } = visitor
  await page.goto('/?lang=de')
  const german = visitor.speaking('de')
  await words(german).fill('grösse zürich')
  await button(german, german.say('foyer.search.submit')).click()
  await page.waitForURL(/events-all/)
  await expectAnnounced(german, 0)
  await words(german).fill('zürich')
  await unfold(german)
  await topic(german, 'design').check()
  await button(german, german.say('foyer.search.submit')).click()
  await expectAnnounced(german, 1)
  expect(await titles(german)).toEqual(['Type Evening'])
  expect(new URL(page.url()).searchParams.get('lang')).toBe('de')
  await link(german, german.say('foyer.search.show-all')).click()
  await page.waitForURL(/events-all\?lang=de$/)
  expect(await events(german).count()).toBeGreaterThan(5)
})

test('A list that cannot be narrowed has no form, and its only event is shown at once', async () => {
  const visitor = await enter()
  await visitor.open('/o/lettera/events-all')
  expect(new URL(visitor.page.url()).pathname).toBe('/event/type-evening')
  // Its home page has a pass besides.
  await visitor.open('/o/lettera')
  expect(await events(visitor).count()).toBe(2)
  await visitor.open('/o/lettera/events-all?search=nowhere')
  await expectAnnounced(visitor, 0)
  await visitor.page.getByRole('search').waitFor()
  expect(await organizer(visitor).count()).toBe(0)
})

test('Each list says where it can be subscribed to, in its head and to people, and that is there', async () => {
  const visitor = await enter({ language: 'de' })
  const { page, say } = visitor
  for (const [path, folder] of [
    ['/events-all', '/feed'],
    ['/o/lettera/events-all?search=x', '/o/lettera'],
  ] as const) {
    await visitor.open(path)
    const shown = await link(visitor, say('foyer.feeds.calendar')).getAttribute('href')
    expect(shown).toBe(`${folder}/events.ics?lang=de`)
    expect(readCalendar(await (await fetch(shop.url + shown)).text()).entries.length).toBeGreaterThan(0)
    const atom = await link(visitor, say('foyer.feeds.atom')).getAttribute('href')
    expect(parseXml(await (await fetch(`${shop.url}${atom}`)).text()).root?.name).toBe('feed')
    const inHead = await page
      .locator('head link[rel=alternate][type]')
      .evaluateAll(links => links.map(it => it.getAttribute('type')))
    expect(inHead).toEqual(['application/atom+xml', 'text/calendar'])
  }
})

describe.each(wayByTurns(WAYS.slice(0, 2), 0))('The calendar of an organiser, $width px, $hand, $language', way => {
  test('is a table of the days of a month, which lead to their events, and goes on to other months', async () => {
    const { organizerSlug } = await aBuyer(shop.url).expect(getEvent, 200, { params: { shortName: 'type-evening' } })
    const visitor = await enter(way)
    const { page, say, does } = visitor
    await visitor.open(`/o/${organizerSlug}`)
    await does.press(link(visitor, new RegExp(`^${say('foyer.calendar')}$`)))
    await arrive(visitor, say('foyer.calendar'), /\/calendar$/)
    const days = page.getByRole('table').getByRole('link')
    await days.first().waitFor()
    expect(await page.getByRole('columnheader').count()).toBe(7)
    await inspectPage(visitor, 'calendar-of-organizer')
    const [one] = await titles(visitor)
    await does.press(
      page
        .getByRole('table')
        .getByRole('link', { name: new RegExp(`: ${one}$`) })
        .first(),
    )
    await arrive(visitor, one ?? '', /^\/event\//)
    await page.goBack()
    await days.first().waitFor()
    await page.goto(`/o/${organizerSlug}/calendar?month=2031-02`)
    await page.getByText(say('foyer.calendar.empty')).waitFor()
    expect(await page.getByRole('table').getByRole('row').count()).toBe(6)
    await page.goto('/o/unknown/calendar')
    await page.getByRole('heading', { name: say('foyer.no-events.title') }).waitFor()
  })
})
