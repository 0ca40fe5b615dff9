import { XmlElement, parseXml } from '@rgrove/parse-xml'
import { beforeEach, describe, expect, test } from 'vitest'
import { getShopAtom, getShopCalendar, getSitemap } from '#contract/pages.ts'
import { getCalendar } from '#contract/event.ts'
import { pathTo, robotsPath } from '#contract/paths.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { readCalendar } from '#tests/support/documents/read-calendar.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { baseUrl } = shop.config
const { host } = new URL(baseUrl)
const alpine = await anOrganiser(url, apiKey)
const choir = await anOrganiser(url, apiKey, 'Choir')
const idle = await anOrganiser(url, apiKey, 'Idle')
const quiet = await anOrganiser(url, apiKey, 'Quiet')
await shop.db.kysely
  .updateTable('organization')
  .set({ name: 'Choir & Friends' })
  .where('id', '=', choir.organizationId)
  .execute()
const now = clock.now()

const NASTY = 'Tea & <b>"cake"</b>, it\'s]]> \u0007 5 > 4'
const BODIES = [
  { lang: 'en', body: 'Words with **weight** & a [link](https://a.example/?a=1&b=2).' },
  { lang: 'de', body: 'Worte mit **Gewicht**.' },
]
await alpine.open(anEventFile(now, { slug: 'first', description: BODIES, tags: ['a & b'] }))
await alpine.open(
  anEventFile(now, {
    slug: 'nasty',
    title: NASTY,
    startDate: localTime(now, { days: 61 }),
    endDate: localTime(now, { days: 62 }),
  }),
)
await choir.open(
  anEventFile(now, {
    slug: 'concert',
    title: 'Concert',
    description: BODIES,
    startDate: localTime(now, { days: 70 }),
    endDate: localTime(now, { days: 71 }),
  }),
)
await alpine.open(anEventFile(now, { slug: 'draft', status: 'DRAFT' }))
await alpine.open(anEventFile(now, { slug: 'disabled' }))
await shop.db.kysely
  .updateTable('purchase_context')
  .set({ status: 'DISABLED' })
  .where('id', 'in', query => query.selectFrom('event').select('id').where('short_name', '=', 'disabled'))
  .execute()

beforeEach(() => clock.set(SOME_DAY))

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })
const xmlOf = async (path: string): Promise<XmlElement> => {
  const { root } = parseXml(await (await get(path)).text())
  if (!root) throw new Error(`${path} is empty`)
  return root
}
const all = (parent: XmlElement, name: string): XmlElement[] =>
  parent.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name)
const textOf = (parent: XmlElement, name: string): string => all(parent, name)[0]?.text ?? ''

const SHOP = ['first', 'nasty', 'concert']
const uid = (shortName: string) => `${shortName}@${host}`

describe('the calendar to subscribe to', () => {
  const calendarAt = async (path: string) => readCalendar(await (await get(path)).text())

  test('lists what is public and has not ended, by begin', async () => {
    expect((await calendarAt('/feed/events.ics')).entries.map(entry => entry.uid)).toEqual(SHOP.map(uid))
    clock.move(days(65))
    expect((await calendarAt('/feed/events.ics')).entries.map(entry => entry.uid)).toEqual([uid('concert')])
  })

  test('of an organiser lists its own, under its name', async () => {
    const read = await calendarAt('/o/choir/events.ics')
    expect(read.name).toBe('Events · Choir & Friends')
    expect(read.entries.map(entry => entry.uid)).toEqual([uid('concert')])
  })

  test('leads to the page of each event, and says in the language that is asked for what the event says in it', async () => {
    const [first, , concert] = (await calendarAt('/feed/events.ics?lang=de')).entries
    expect(first).toMatchObject({ url: `${baseUrl}/event/first?lang=de`, description: 'Worte mit Gewicht.' })
    expect(concert).toMatchObject({ summary: 'Concert' })
    const [inEnglish] = (await calendarAt('/feed/events.ics')).entries
    expect(inEnglish).toMatchObject({
      url: `${baseUrl}/event/first`,
      description: 'Words with weight & a link (https://a.example/?a=1&b=2).',
    })
    const [, unspoken] = (await calendarAt('/feed/events.ics?lang=de')).entries
    expect(unspoken).toMatchObject({
      summary: expect.stringContaining('Tea & <b>"cake"'),
      url: `${baseUrl}/event/nasty`,
    })
  })

  test('has the same entry as the file of the event alone, and a newer version of it after a change', async () => {
    const alone = await calendarAt(pathTo(getCalendar.path, { shortName: 'concert', locale: 'en' }))
    const before = (await calendarAt('/o/choir/events.ics')).entries[0]
    expect(alone.entries[0]).toMatchObject({ uid: before?.uid, sequence: before?.sequence })
    clock.move(days(1))
    await choir.change('concert', { title: 'Late concert' })
    const [changed] = (await calendarAt('/o/choir/events.ics')).entries
    expect(changed).toMatchObject({ uid: before?.uid, sequence: (before?.sequence ?? 0) + 1, summary: 'Late concert' })
    expect((changed?.stamp ?? '') > (before?.stamp ?? '')).toBe(true)
  })
})

describe('the Atom feed', () => {
  test('has all that RFC 4287 asks for', async () => {
    const feed = await xmlOf('/feed/events.atom')
    expect(feed.attributes).toMatchObject({ xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' })
    expect(textOf(feed, 'id')).toBe(`${baseUrl}/feed/events.atom`)
    const links = all(feed, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']])
    expect(links).toEqual([
      ['self', `${baseUrl}/feed/events.atom`],
      ['alternate', `${baseUrl}/events-all`],
    ])
    const entries = all(feed, 'entry')
    expect(entries.map(entry => textOf(entry, 'id'))).toEqual(
      SHOP.map(shortName => `tag:${host.split(':')[0]},2026:event/${shortName}`),
    )
    for (const part of [feed, ...entries]) {
      expect(textOf(part, 'title')).not.toBe('')
      expect(textOf(part, 'updated')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(all(part, 'author')).toHaveLength(1)
    }
  })

  test('carries any text as it is, and a description as the safe HTML of the page', async () => {
    const [first, nasty] = all(await xmlOf('/feed/events.atom'), 'entry')
    if (!first || !nasty) throw new Error('entries are missing')
    expect(textOf(nasty, 'title').replace(' \u0007', ' ')).toBe(NASTY.replace(' \u0007', ' '))
    expect(textOf(first, 'content')).toContain('<strong>weight</strong>')
    expect(textOf(first, 'content')).toContain('href="https://a.example/?a=1&amp;b=2"')
    expect(all(first, 'category')[0]?.attributes['term']).toBe('a & b')
    expect(textOf(first, 'summary')).toMatch(/2027, .*Piazza Indipendenza 4, Lugano/)
  })

  test('of an organiser lists its own', async () => {
    const feed = await xmlOf('/o/choir/events.atom?lang=de')
    expect(textOf(feed, 'title')).toBe('Veranstaltungen · Choir & Friends')
    expect(all(feed, 'entry')).toHaveLength(1)
  })
})

describe('every feed', () => {
  const paths = [getShopCalendar.path, getShopAtom.path, '/o/choir/events.ics', '/o/choir/events.atom', getSitemap.path]

  test.each(paths.map((path, index) => [path, index + 2] as const))(
    '%s is sent once, and again after a change',
    async (path, later) => {
      const first = await get(path)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      expect(first.headers.get('cache-control')).toBe('public, max-age=300')
      expect(first.headers.has('set-cookie')).toBe(false)
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await get(path, { 'if-none-match': tag })
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      }
      clock.move(days(later))
      await choir.change('concert', { title: `Concert of ${path}` })
      expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
    },
  )

  test.each(paths)('%s never names what is not public', async path => {
    const text = await (await get(path)).text()
    expect(text).toContain('concert')
    expect(text).not.toMatch(/draft|disabled/)
  })

  test('of an organiser who sells nothing at the moment is empty; of an unknown one, or with nothing public yet, it is not found', async () => {
    expect(quiet.organizationId).toBeGreaterThan(idle.organizationId)
    // A pass whose sale is over: public, and in no list.
    const onSale = { start: after(now, -days(2)), end: after(now, -days(1)) }
    await storePass(shop, { organizationId: idle.organizationId, onSale })
    expect(readCalendar(await (await get('/o/idle/events.ics')).text()).entries).toEqual([])
    expect(all(await xmlOf('/o/idle/events.atom'), 'entry')).toEqual([])
    const kinds = ['ics', 'atom']
    for (const path of ['unknown', 'quiet'].flatMap(name => kinds.map(kind => `/o/${name}/events.${kind}`))) {
      const answer = await get(path)
      expect([answer.status, await answer.text()]).toEqual([404, ''])
    }
  })

  test.each(['xx', '', '<b>'])('answers in English when asked for "%s"', async language => {
    const feed = await xmlOf(`/feed/events.atom?lang=${encodeURIComponent(language)}`)
    expect([feed.attributes['xml:lang'], textOf(feed, 'id')]).toEqual(['en', `${baseUrl}/feed/events.atom`])
  })
})

describe('search engines', () => {
  test('find the pages of all listed events, the lists, and each in its languages', async () => {
    const pages = all(await xmlOf('/sitemap.xml'), 'url')
    expect(pages.map(page => textOf(page, 'loc').slice(baseUrl.length))).toEqual([
      '/',
      '/events-all',
      '/o/alpine-systems',
      '/o/alpine-systems/events-all',
      '/event/first',
      '/event/nasty',
      '/event/concert',
    ])
    for (const page of pages) expect(textOf(page, 'lastmod')).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z$/)
    const alternates = (index: number) =>
      all(pages[index] ?? new XmlElement('none'), 'xhtml:link').map(({ attributes }) => attributes['hreflang'])
    expect(alternates(0)).toEqual(['en', 'it', 'de', 'fr', 'x-default'])
    expect(alternates(4)).toEqual(['en', 'de', 'x-default'])
    expect(alternates(5)).toEqual([])
  })

  test('find the passes that are sold, and their list from two on', async () => {
    const paths = async () =>
      all(await xmlOf('/sitemap.xml'), 'url').map(page => textOf(page, 'loc').slice(baseUrl.length))
    const { organizationId } = idle
    const one = await storePass(shop, { organizationId })
    await storePass(shop, { organizationId, status: 'DRAFT' })
    await storePass(shop, { organizationId, onSale: { start: after(now, days(1)), end: null } })
    const passPages = async () => (await paths()).filter(path => /subscription|^\/o\/idle/.test(path))
    expect(await passPages()).toEqual([`/subscription/${one.publicId}`])
    const two = await storePass(shop, { organizationId })
    expect(await passPages()).toEqual([
      '/subscriptions-all',
      '/o/idle',
      '/o/idle/subscriptions-all',
      ...[one, two].map(({ publicId }) => `/subscription/${publicId}`),
    ])
  })

  test('read where not to search, and where the sitemap is', async () => {
    const answer = await get(robotsPath)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await answer.text()).trim().split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /event/*/reservation/*',
      'Disallow: /event/*/ticket/*',
      'Disallow: /subscription/*/reservation/*',
      'Disallow: /event/*/poll',
      'Disallow: /event/*/poll/*',
      'Disallow: /my-orders',
      'Disallow: /my-profile',
      '',
      `Sitemap: ${baseUrl}/sitemap.xml`,
    ])
  })
})
