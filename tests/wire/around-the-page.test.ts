import { describe, expect, test } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { hold } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

/** What others than visitors read of a page. From a build of the client, which `npm test` makes. */
const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock, hasPages: true })
const { baseUrl } = shop.config
const alpine = await anOrganiser(url, apiKey)
const now = clock.now()
await alpine.open(
  anEventFile(now, {
    slug: 'several',
    title: 'Several',
    seats: 50,
    description: [
      { lang: 'en', body: 'A day' },
      { lang: 'it', body: 'Una giornata' },
    ],
    categories: [
      aCategoryFile(now, { name: 'Open', price: 40 }),
      aCategoryFile(now, { name: 'Gone', maxTickets: 1 }),
      aCategoryFile(now, { name: 'Crew', maxTickets: 5 }),
    ],
  }),
)
// Restricted as codes make it, whatever may open it.
await shop.db.kysely
  .updateTable('ticket_category')
  .set({ access_restricted: true })
  .where('name', '=', 'Crew')
  .execute()
await alpine.open(anEventFile(now, { slug: 'other', title: 'Other', tags: ['talks'] }))
await hold(aBuyer(url), 'several', { Gone: 1 })

const get = (path: string) => fetch(url + path, { redirect: 'manual' })
const headOf = async (path: string): Promise<string> =>
  /<head>[^]*<\/head>/.exec(await (await get(path)).text())?.[0] ?? ''
const linkOf = (head: string, rel: string) =>
  [...head.matchAll(/<link rel="([\w-]+)"([^>]*)>/g)]
    .filter(([, found]) => found === rel)
    .map(([, , rest = '']) => rest.replaceAll(baseUrl, '').trim())

describe('the page of an event', () => {
  test('names its languages, and itself in each of them', async () => {
    const languages = [
      'hreflang="en" href="/event/several?lang=en"',
      'hreflang="it" href="/event/several?lang=it"',
      'hreflang="x-default" href="/event/several"',
    ]
    for (const [query, own] of [
      ['', ''],
      ['?lang=it', '?lang=it'],
      ['?lang=de', ''],
      ['?utm_source=x', ''],
    ]) {
      const head = await headOf(`/event/several${query}`)
      expect(linkOf(head, 'canonical')).toEqual([`href="/event/several${own}"`])
      expect(linkOf(head, 'alternate').filter(link => link.startsWith('hreflang'))).toEqual(languages)
    }
  })

  test('names the answer by which other sites embed it', async () => {
    const [found = ''] = linkOf(await headOf('/event/several'), 'alternate').filter(link => link.includes('oembed'))
    const address = /href="([^"]+)"/.exec(found)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(await (await get(address)).json()).toMatchObject({ type: 'rich', title: 'Several' })
  })

  test('lists for search engines what everybody can buy, and nothing that is hidden', async () => {
    const head = await headOf('/event/several')
    const json = /<script type="application\/ld\+json"[^>]*>([^<]*)</.exec(head)?.[1] ?? ''
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Event',
      url: `${baseUrl}/event/several`,
      offers: [
        { name: 'Open', price: '40.00', priceCurrency: 'CHF', availability: 'https://schema.org/InStock' },
        { name: 'Gone', availability: 'https://schema.org/LimitedAvailability' },
      ],
    })
    expect(json).toMatch(/"validFrom":"\d{4}-.*"validThrough":"\d{4}-/)
    expect(await (await get('/event/several')).text()).not.toContain('Crew')
  })
})

describe('a list', () => {
  test('links its calendar and its feed', async () => {
    expect(linkOf(await headOf('/events-all?lang=it'), 'alternate').filter(link => link.startsWith('type'))).toEqual([
      'type="application/atom+xml" title="Feed delle novità (Atom)" href="/feed/events.atom?lang=it"',
      'type="text/calendar" title="Calendario da seguire (ICS)" href="/feed/events.ics?lang=it"',
    ])
    expect(await headOf('/o/alpine-systems')).toContain(`${baseUrl}/o/alpine-systems/events.ics?lang=en`)
  })

  test.each(['search=other', 'month=2027-03', 'tags=talks&search=other', 'organizer=1'])(
    'that a visitor has narrowed (%s) is not for search engines, and stays a list',
    async query => {
      const answer = await get(`/events-all?${query}`)
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('rel="canonical"')
    },
  )

  test('of everything is for search engines', async () => {
    const head = await headOf('/events-all')
    expect(head).not.toContain('noindex')
    expect(linkOf(head, 'canonical')).toEqual(['href="/events-all"'])
  })

  test('of an organiser says whose it is', async () => {
    expect(await headOf('/o/alpine-systems')).toContain('<title>Alpine Systems · Foyer</title>')
    expect(await headOf('/o/alpine-systems/events-all')).toContain('<title>Events · Alpine Systems · Foyer</title>')
    expect(await headOf('/events-all')).toContain('<title>Events · Foyer</title>')
    expect(await headOf('/')).toContain('<title>Foyer</title>')
  })

  test('names the manifest, the icon and the colour of the shop, by day and by night', async () => {
    const head = await headOf('/')
    for (const line of [
      '<meta name="theme-color" content="#a8321a" media="(prefers-color-scheme:light)">',
      '<meta name="theme-color" content="#ff9d7e" media="(prefers-color-scheme:dark)">',
      '<link rel="manifest" href="/site.webmanifest">',
      '<link rel="apple-touch-icon" href="/icon/180-a8321a.png">',
    ])
      expect(head).toContain(line)
  })

  test('of an organiser with one event leads straight to it', async () => {
    const choir = await anOrganiser(url, apiKey, 'Choir')
    await choir.open(anEventFile(now, { slug: 'concert', title: 'Concert' }))
    for (const path of ['/o/choir', '/o/choir/events-all']) {
      const answer = await get(`${path}?lang=it`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/event/concert?lang=it'])
    }
    expect((await get('/o/choir/events-all?search=concert')).status).toBe(200)
    // The name of an organiser on an event leads here, in a new tab too.
    const page = await get('/o/choir?stay=yes')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(`<link rel="canonical" href="${baseUrl}/o/choir">`)
  })

  test('of a topic with one event leads straight to it', async () => {
    const answer = await get('/events-all?tags=talks')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/event/other?tags=talks'])
  })

  test('reads what can not be read as not asked for', async () => {
    for (const query of ['month=May', `search=${'x'.repeat(300)}`, 'organizer=x', 'search=%00', 'tags=%25']) {
      expect([query, (await get(`/events-all?${query}`)).status]).toEqual([query, query === 'search=%00' ? 400 : 200])
    }
  })
})
