import { beforeEach, describe, expect, test } from 'vitest'
import { listEvents } from '#contract/event.ts'
import { getEventChoices } from '#contract/own.ts'
import { getListedEvents } from '#contract/listed-events.ts'
import { eventsPath, listedEventsPath } from '#contract/paths.ts'
import { days, instant } from '#domain/foundation/instant.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { FRESH_MS } from './catalog.ts'
import { refreshSearch } from './search-events.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// Some day is 15 January 2027.
const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const choir = await anOrganiser(url, apiKey, 'Choir')
const club = await anOrganiser(url, apiKey, 'Film Club')
const buyer = aBuyer(url)

const from = (startDate: string, endDate: string) => ({ startDate, endDate })
const at = (fullAddress: string) => ({ location: { fullAddress, coordinate: { latitude: '46.0', longitude: '8.95' } } })

await choir.open(
  anEventFile(clock.now(), {
    slug: 'candles',
    title: 'Un chœur aux chandelles',
    tags: ['music', 'open air'],
    ...at('Tonhalle, Zürich'),
    ...from('2027-05-31T20:00', '2027-06-01T00:00'),
  }),
)
await choir.open(
  anEventFile(clock.now(), {
    slug: 'week',
    title: 'Singing week',
    tags: ['music'],
    shortDescription: [{ lang: 'de', body: 'Größe ist nicht alles' }],
    description: [
      { lang: 'en', body: 'Every [voice](https://example.com/voice) counts.' },
      { lang: 'de', body: 'Mit **Flügelhorn**.' },
    ],
    ...at('Via Nassa, Lugano'),
    ...from('2027-05-28T09:00', '2027-06-03T17:00'),
  }),
)
await club.open(
  anEventFile(clock.now(), {
    slug: 'films',
    title: 'Film night',
    tags: ['film', 'a,b'],
    timezone: 'Pacific/Auckland',
    ...at('Auckland'),
    // In Zurich it is still May.
    ...from('2027-06-01T08:00', '2027-06-01T10:00'),
  }),
)
await club.open(anEventFile(clock.now(), { slug: 'secret', title: 'Secret chœur', status: 'DRAFT', tags: ['secret'] }))

beforeEach(() => clock.set(SOME_DAY))

const listed = async (query: Record<string, string>): Promise<string[]> => {
  const events = await buyer.expect(listEvents, 200, { query })
  return events.map(({ shortName }) => shortName)
}

describe('the list of events is searched', () => {
  test.each([
    ['part of a title', 'sing', ['week']],
    ['without regard to accents, case and ligatures', 'CHOEUR chandelles', ['candles']],
    ['with accents that are not there', 'fïlm', ['films']],
    ['a place', 'zurich', ['candles']],
    ['a place as it is written without umlauts', 'Zuerich', ['candles']],
    ['the organiser', 'film club', ['films']],
    ['a tag', 'open air', ['candles']],
    ['a short description, in any language', 'grosse', ['week']],
    ['nothing, which is no search', ' ', ['week', 'candles', 'films']],
    ['words that do not meet in one event', 'lugano zurich', []],
    ['a part of a word', 'ondhall', []],
    ['a part of a word', 'onhall', ['candles']],
    ['the beginning of a word, of two letters', 'lu', ['week']],
    ['a word of a description, in any language', 'Flügelhorn', ['week']],
    ['the same with an umlaut spelled out', 'fluegelhorn', ['week']],
    ['one wrong letter', 'chandelies', ['candles']],
    ['one wrong letter in one of two words', 'singing lugamo', ['week']],
    ['two letters exchanged', 'flim', ['films']],
    ['two wrong letters, which is another word', 'fulmi night', []],
    ['the address behind a link', 'example', []],
    ['what is no pattern', '%', []],
    ['what is no text search', "' | ! & :* (", []],
    ['a draft, which no list has', 'secret', []],
  ])('for %s', async (_, search, found) => expect(await listed({ search })).toEqual(found))

  test('together with what narrows it otherwise', async () => {
    expect(await listed({ search: 'choir', tags: 'music', organizerSlug: 'choir', month: '2027-05' })).toEqual([
      'week',
      'candles',
    ])
    expect(await listed({ search: 'choir', organizerSlug: 'film-club' })).toEqual([])
  })

  test('with a bounded number of characters', async () => {
    expect((await fetch(`${url}${eventsPath}?search=${'x'.repeat(201)}`)).status).toBe(400)
  })
})

describe('the search reads an event as it is', () => {
  const moved = async (set: string): Promise<void> => {
    await shop.db.pool.query(`update event set ${set} where short_name = 'films'`)
    clock.move(FRESH_MS)
  }

  test('whichever process has changed it', async () => {
    expect(await listed({ search: 'paihia' })).toEqual([])
    await moved("location = 'Paihia'")
    expect(await listed({ search: 'paihia' })).toEqual(['films'])
    expect(await listed({ search: 'auckland' })).toEqual([])
    await moved("location = 'Auckland'")
  })

  test('also where two processes fold it at once, the older text last', async () => {
    await moved("location = 'Paihia'")
    await Promise.all([refreshSearch(shop.db), refreshSearch(shop.db), refreshSearch(shop.db)])
    const { rows } = await shop.db.pool.query('select count(*)::int as due from event_search_due')
    expect(rows).toEqual([{ due: 0 }])
    await moved("location = 'Auckland'")
  })
})

describe('a month holds', () => {
  test('what takes place in it, even if it began before, by the clock of its place', async () => {
    expect(await listed({ month: '2027-05' })).toEqual(['week', 'candles'])
    expect(await listed({ month: '2027-06' })).toEqual(['week', 'films'])
    expect(await listed({ month: '2027-07' })).toEqual([])
  })

  test.each(['2027-13', '2027-5', 'may', '2027-05-01', '2027-05%20or%201=1'])('and "%s" is none', async month => {
    expect((await fetch(`${url}${eventsPath}?month=${month}`)).status).toBe(400)
  })
})

describe('what can be chosen from', () => {
  const choices = (query: Record<string, string> = {}) => buyer.expect(getEventChoices, 200, { query })

  test('is months, tags and organisers of public events, the most used tags first', async () => {
    expect(await choices()).toEqual({
      events: 3,
      months: ['2027-05', '2027-06'],
      tags: ['music', 'film', 'open air'],
      organizers: [
        { id: choir.organizationId, name: 'Choir' },
        { id: club.organizationId, name: 'Film Club' },
      ],
      organizerName: null,
    })
  })

  test('names an organiser who has passes only, as long as one is on sale', async () => {
    const pool = await anOrganiser(url, apiKey, 'Swimming Pool')
    expect(await choices({ organizerSlug: 'swimming-pool' })).toMatchObject({ events: 0, organizerName: null })
    await storePass(shop, { organizationId: pool.organizationId, status: 'DRAFT' })
    expect(await choices({ organizerSlug: 'swimming-pool' })).toMatchObject({ organizerName: null })
    await storePass(shop, { organizationId: pool.organizationId })
    expect(await choices({ organizerSlug: 'swimming-pool' })).toMatchObject({
      events: 0,
      organizers: [],
      organizerName: 'Swimming Pool',
    })
  })

  test('of one organiser is its own', async () => {
    expect(await choices({ organizerSlug: 'film-club' })).toMatchObject({
      events: 1,
      tags: ['film'],
      organizerName: 'Film Club',
    })
    expect(await choices({ organizerSlug: 'nobody' })).toEqual({
      events: 0,
      months: [],
      tags: [],
      organizers: [],
      organizerName: null,
    })
  })

  test('names the present month for what is going on, and nothing that is over', async () => {
    clock.move(days(138))
    expect(await choices()).toMatchObject({ events: 1, months: ['2027-06'] })
  })

  test('leads to events, each of it', async () => {
    const { months, tags, organizers } = await choices()
    for (const month of months) expect((await listed({ month })).length).toBeGreaterThan(0)
    for (const tag of tags) expect((await listed({ tags: tag })).length).toBeGreaterThan(0)
    for (const { id } of organizers) expect((await listed({ organizer: String(id) })).length).toBeGreaterThan(0)
  })
})

describe('the pages narrow the list besides to', () => {
  const shown = async (query: Record<string, string>): Promise<string[]> => {
    const { events, count } = await buyer.expect(getListedEvents, 200, { query })
    expect(count).toBeGreaterThanOrEqual(events.length)
    return events.map(({ shortName }) => shortName)
  }

  test('what costs nothing and what can be attended online', async () => {
    const open = { status: 'PUBLIC' } as const
    await club.open(aFreeEventFile(clock.now(), { slug: 'gratis', title: 'Gratis', ...open }))
    await club.open(anEventFile(clock.now(), { slug: 'stream', title: 'Stream', format: 'ONLINE', ...open }))
    expect(await shown({ free: 'true' })).toEqual(['gratis'])
    expect(await shown({ online: 'true' })).toEqual(['stream'])
    expect(await shown({ online: 'true', free: 'true' })).toEqual([])
    expect((await fetch(`${url}${listedEventsPath}?free=yes`)).status).toBe(400)
  })

  test('what takes place on this weekend, by the clock of its place', async () => {
    // A Friday; the films begin on Tuesday 1 June, the week ends on Thursday 3 June.
    clock.set(instant(Date.parse('2027-05-28T10:00:00Z')))
    expect(await shown({ weekend: 'true' })).toEqual(['week'])
    clock.set(instant(Date.parse('2027-05-31T10:00:00Z')))
    expect(await shown({ weekend: 'true' })).toEqual([])
  })

  test('a part of it, with the number of all', async () => {
    const all = await shown({})
    expect(await shown({ from: '1', limit: '2' })).toEqual(all.slice(1, 3))
    expect(await shown({ from: '900' })).toEqual([])
    for (const part of ['limit=0', 'limit=51', 'from=-1'])
      expect((await fetch(`${url}${listedEventsPath}?${part}`)).status).toBe(400)
  })
})
