import { beforeEach, expect, test } from 'vitest'
import { getEvent, getTicketCategories, listEvents } from '#contract/event.ts'
import { calendarPath, eventsPath, pathTo, shortEventLinkPath } from '#contract/paths.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, aFreeEventFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, hold, infoOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const alpine = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Other Club')
const buyer = aBuyer(url)
const now = clock.now()

const open = async (slug: string, days: number, changes = {}, by = alpine) =>
  by.open(
    anEventFile(now, {
      slug,
      startDate: localTime(now, { days }),
      endDate: localTime(now, { days, hours: 2 }),
      ...changes,
    }),
  )

await open('second', 70, { tags: ['talks', 'systems'] })
await open('first', 60, { tags: ['talks'] })
await open('third', 80, {}, other)
await open('long', 60, { endDate: localTime(now, { days: 61 }) })
await open('draft', 65, { status: 'DRAFT' })

beforeEach(() => clock.set(SOME_DAY))

const listed = async (query: string): Promise<string[]> => {
  const answer = await fetch(`${url}${eventsPath}${query}`)
  const list = (await answer.json()) as { shortName: string }[]
  return list.map(({ shortName }) => shortName)
}

test('the list shows public events that have not ended, by begin and then by end', async () => {
  expect(await listed('')).toEqual(['first', 'long', 'second', 'third'])
  clock.move(days(60) + minutes(121))
  expect(await listed('')).toEqual(['long', 'second', 'third'])
})

test.each([
  ['an organiser by id', () => `?organizer=${alpine.organizationId}`, ['first', 'long', 'second']],
  ['an organiser by slug', () => '?organizerSlug=other-club', ['third']],
  ['none by an unknown slug', () => '?organizerSlug=nobody', []],
  ['a tag', () => '?tags=talks', ['first', 'second']],
  ['several tags, all of which an event must carry', () => '?tags=talks&tags=systems', ['second']],
  ['tags between commas', () => '?tags=talks,systems', ['second']],
  ['an empty tag, which is none', () => '?tags=', ['first', 'long', 'second', 'third']],
  [
    'everything together',
    () => `?tags=talks&organizer=${alpine.organizationId}&organizerSlug=alpine-systems`,
    ['first', 'second'],
  ],
  ['a contradiction', () => `?organizer=${alpine.organizationId}&organizerSlug=other-club`, []],
])('the list can be limited to %s', async (_, query, expected) => {
  expect(await listed(query())).toEqual(expected)
})

test('the dates of the list come in every language of the shop, those of the event in its own', async () => {
  const [first] = await buyer.expect(listEvents, 200, {})
  expect(Object.keys(first?.formattedBeginDate ?? {}).toSorted()).toEqual(['de', 'en', 'fr', 'it'])
  expect(Object.keys(first?.title ?? {})).toEqual(['en'])
  const event = await buyer.expect(getEvent, 200, { params: { shortName: 'first' } })
  expect(Object.keys(event.formattedBeginDate)).toEqual(['en'])
  expect(event).toMatchObject({
    displayName: 'Alpine Systems Days',
    format: 'IN_PERSON',
    currency: 'CHF',
    vat: '8.10',
    vatIncluded: true,
    sameDay: true,
    free: false,
    organizationName: 'Alpine Systems',
    bankAccount: 'CH93 0076 2011 6238 5295 7',
    bankAccountOwner: [''],
    mapUrl: '',
    customCss: null,
    datesWithOffset: { startDateTime: after(now, days(60)), startTimeZoneOffset: 3600 },
  })
})

test('a draft is found by its address, and so is an event that is over; a disabled one is not', async () => {
  expect((await buyer.ask(getEvent, { params: { shortName: 'draft' } })).status).toBe(200)
  clock.move(days(90))
  const later = aBuyer(url)
  expect((await later.ask(getEvent, { params: { shortName: 'first' } })).status).toBe(200)
  expect((await later.ask(getTicketCategories, { params: { shortName: 'first' } })).status).toBe(200)
  await open('disabled', 60)
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', 'disabled')
    .executeTakeFirstOrThrow()
  await shop.db.kysely.updateTable('purchase_context').set({ status: 'DISABLED' }).where('id', '=', id).execute()
  shop.catalog.offerChanged({ id, shortName: 'disabled' })
  for (const call of [getEvent, getTicketCategories]) {
    expect((await later.ask(call, { params: { shortName: 'disabled' } })).status).toBe(404)
  }
  expect((await fetch(`${url}${pathTo(calendarPath, { shortName: 'disabled', locale: 'en' })}`)).status).toBe(404)
})

test('categories state the phase of their sale', async () => {
  const shortName = await open('sales', 60, {
    seats: 20,
    settings: { DISPLAY_TICKETS_LEFT_INDICATOR: true },
    categories: [
      aCategoryFile(now, { name: 'Now' }),
      aCategoryFile(now, { name: 'Few', maxTickets: 2, price: 0 }),
      aCategoryFile(now, { name: 'Later', maxTickets: 3, startSellingDate: localTime(now, { days: 2 }) }),
      aCategoryFile(now, { name: 'Over', maxTickets: 3, endSellingDate: localTime(now, { days: -2 }) }),
    ],
  })
  await hold(buyer, shortName, { Few: 2 })
  const items = await buyer.expect(getTicketCategories, 200, { params: { shortName } })
  expect(items.ticketCategories).toMatchObject([
    {
      name: 'Now',
      bounded: false,
      saleableAndLimitNotReached: true,
      soldOutOrLimitReached: false,
      maximumSaleableTickets: 5,
      availableTickets: null,
      formattedFinalPrice: '120.00',
      free: false,
    },
    {
      name: 'Few',
      bounded: true,
      saleableAndLimitNotReached: false,
      soldOutOrLimitReached: true,
      maximumSaleableTickets: 0,
      availableTickets: 0,
      containsPendingTickets: true,
      formattedFinalPrice: '0.00',
      free: true,
    },
    {
      name: 'Later',
      saleInFuture: true,
      saleableAndLimitNotReached: false,
      soldOutOrLimitReached: false,
      expired: false,
      availableTickets: 3,
    },
  ])
  expect(items.expiredCategories).toMatchObject([{ name: 'Over', expired: true, saleableAndLimitNotReached: false }])
  expect(items).toMatchObject({ waitingList: false, additionalServices: [] })
  expect((await buyer.expect(getEvent, 200, { params: { shortName } })).availableTicketsCount).toBe(12)
})

test('expired categories can be left out, and without the indicator the number of seats left is hidden', async () => {
  const shortName = await open('discreet', 60, {
    settings: { DISPLAY_EXPIRED_CATEGORIES: false },
    categories: [
      aCategoryFile(now, { maxTickets: 4 }),
      aCategoryFile(now, { name: 'Over', endSellingDate: localTime(now, { days: -2 }) }),
    ],
  })
  const items = await buyer.expect(getTicketCategories, 200, { params: { shortName } })
  expect(items.expiredCategories).toEqual([])
  expect(items.ticketCategories.map(({ availableTickets }) => availableTickets)).toEqual([null])
  expect((await buyer.expect(getEvent, 200, { params: { shortName } })).availableTicketsCount).toBeNull()
})

test('a sale begins by the clock, without anything else happening', async () => {
  const shortName = await open('clock', 60, {
    categories: [aCategoryFile(now, { startSellingDate: localTime(now, { minutes: 10 }) })],
  })
  const state = async () =>
    (await aBuyer(url).expect(getTicketCategories, 200, { params: { shortName } })).ticketCategories.map(
      ({ saleInFuture, saleableAndLimitNotReached }) => [saleInFuture, saleableAndLimitNotReached],
    )
  expect(await state()).toEqual([[true, false]])
  clock.move(minutes(10) + 1)
  expect(await state()).toEqual([[false, true]])
})

test('what an organiser changes is shown at once', async () => {
  const shortName = await open('changing', 60)
  expect((await buyer.expect(getEvent, 200, { params: { shortName } })).displayName).toBe('Alpine Systems Days')
  await alpine.change(shortName, { title: 'Moved' })
  expect((await buyer.expect(getEvent, 200, { params: { shortName } })).displayName).toBe('Moved')
})

const calendar = (locale: string, query = '') =>
  fetch(`${url}${pathTo(calendarPath, { shortName: 'first', locale })}${query}`, { redirect: 'manual' })

test('the calendar file is one entry, shown in place', async () => {
  const answer = await calendar('en')
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="?[\w-]+\.ics"?$/)
  const file = await answer.text()
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(file).toContain('A day about systems that stay up.')
})

test.each(['de', 'xx', 'constructor', '__proto__'])(
  'in a language the event does not speak (%s) it has no description',
  async locale => {
    const answer = await calendar(locale)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('DESCRIPTION')
  },
)

test('the calendar of Google is another address', async () => {
  const answer = await calendar('en', '?type=google')
  expect(answer.status).toBe(302)
  expect(new URL(answer.headers.get('location') ?? '').hostname).toBe('www.google.com')
})

test('the calendar of Outlook is another address, with the times in UTC', async () => {
  const answer = await calendar('en', '?type=outlook')
  expect(answer.status).toBe(302)
  const form = new URL(answer.headers.get('location') ?? '')
  expect(form.hostname).toBe('outlook.live.com')
  const start = /DTSTART;TZID=Europe\/Zurich:(\d{4})(\d\d)(\d\d)T(\d\d)/.exec(await (await calendar('en')).text())
  const [, year, month, day, hour] = start ?? []
  const zoned = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:00`).toZonedDateTime('Europe/Zurich')
  expect(form.searchParams.get('startdt')).toBe(
    `${zoned.withTimeZone('UTC').toPlainDateTime().toString({ smallestUnit: 'second' })}+00:00`,
  )
  expect(form.searchParams.get('subject')).not.toBe('')
})

test('a ticket of a category with its own times is entered at these times', async () => {
  const shortName = await open('two-days', 60, {
    endDate: localTime(now, { days: 61 }),
    categories: [
      aCategoryFile(now, {
        name: 'Second day',
        customValidity: {
          validityStart: localTime(now, { days: 60, hours: 20 }),
          validityEnd: localTime(now, { days: 60, hours: 23 }),
        },
      }),
    ],
  })
  const id = await buy(buyer, shortName, { 'Second day': 1 })
  const ticketId = ticketsOf(await infoOf(buyer, id))[0]?.uuid ?? ''
  const file = async (query: string) =>
    (await fetch(`${url}${pathTo(calendarPath, { shortName, locale: 'en' })}${query}`)).text()
  const start = (text: string) => /DTSTART;TZID=Europe\/Zurich:(.*)/.exec(text)?.[1]?.trim()
  expect(start(await file(''))).toBe('20270316T090000')
  expect(start(await file(`?ticketId=${ticketId}`))).toBe('20270317T050000')
  for (const foreign of ['unknown', '00000000-0000-4000-8000-000000000000']) {
    expect(start(await file(`?ticketId=${foreign}`))).toBe('20270316T090000')
  }
})

test('the short link leads to the page of the event', async () => {
  const answer = await fetch(`${url}${pathTo(shortEventLinkPath, { shortName: 'first' })}`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/event/first'])
})

test('the VAT rate of an event has two decimals in every currency', async () => {
  const file = anEventFile(clock.now(), { slug: 'tokyo' })
  await alpine.open({ ...file, tickets: { ...file.tickets, currency: 'JPY', taxPercentage: 7.7 } })
  expect(await buyer.expect(getEvent, 200, { params: { shortName: 'tokyo' } })).toMatchObject({ vat: '7.70' })
})

test('a free event has no currency', async () => {
  const shortName = await alpine.open(aFreeEventFile(now))
  expect(await buyer.expect(getEvent, 200, { params: { shortName } })).toMatchObject({
    free: true,
    currencyDescriptor: null,
  })
})
