import { describe, expect, test } from 'vitest'
import { infoPath } from '#contract/paths.ts'
import { statementsOf } from '../support/database/count-statements.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { hold } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'
import { putCountsIn, setCountsAside } from '#server/operation/web/shown-counts.ts'
import { HOSTILE_TEXTS } from './hostile.ts'

/** From a build of the client, which `npm test` makes. */
describe('pages', async () => {
  const clock = manualClock()
  const { url, apiKey, shop } = await testShop({ clock, hasPages: true })
  const organiser = await anOrganiser(url, apiKey)
  const description = [
    { lang: 'en', body: 'A day' },
    { lang: 'it', body: 'Una giornata' },
  ]
  const shortName = await organiser.open(anEventFile(clock.now(), { description, seats: 50 }))
  // With a single event, home and list lead straight to it.
  await organiser.open(anEventFile(clock.now(), { slug: 'second', title: 'Second' }))
  const reservationId = await hold(aBuyer(url), shortName, { Conference: 1 })
  const { organizationId } = organiser
  const pass = await storePass(shop, { organizationId })
  await storePass(shop, { organizationId, title: { en: 'Other pass' } })
  const passPage = `/subscription/${pass.publicId}`
  const eventPage = `/event/${shortName}`
  const bookPage = `/event/${shortName}/reservation/${reservationId}/book`

  const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' })
  const noncesOf = (html: string) => [...html.matchAll(/<script[^>]*\bnonce="([^"]*)"/g)].map(([, nonce]) => nonce)
  const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

  test.each(['search', 'organizer', 'month', 'tags', 'lang', 'code', 'utm_source'])(
    'a list is read by the same statements when its address repeats "%s" twenty times',
    async name => {
      const read = async (query: string) => {
        // The state of a list is kept for a second, too, unless an offer changes.
        shop.catalog.offerChanged(pass)
        const statements = await statementsOf(async () => {
          const answer = await get(`/events-all?${query}`)
          expect([answer.status, (await answer.text()).includes('</html>')]).toEqual([200, true])
        })
        // Settings, texts and the sales of events are kept for a second, whatever is asked for.
        return statements.filter(statement => !/from (setting|text_override)|"vatStatus"/.test(statement))
      }
      const addressed = (from: number, count: number) =>
        Array.from({ length: count }, (_, index) => `${name}=${from + index}`).join('&')
      await read(addressed(1, 1))
      // Lists are kept by what they are asked for: neither address has been read before, then both have.
      const [once, twentyTimes] = [addressed(2, 1), addressed(3, 20)]
      for (const visit of ['first', 'second']) {
        const statements = await read(once)
        expect(statements.length, visit).toBeGreaterThan(0)
        expect(await read(twentyTimes), visit).toEqual(statements)
      }
    },
  )

  test.each([
    ['home', '/'],
    ['list', '/events-all'],
    ['event', eventPage],
    ['passes', '/subscriptions-all'],
    ['pass', passPage],
    ['details', bookPage],
  ])(
    'each answer of the %s page has a nonce of its own, the same in its policy and in its scripts',
    async (_, path) => {
      const nonces = new Set<string>()
      for (let index = 0; index < 3; index += 1) {
        const answer = await get(path)
        const html = await answer.text()
        const nonce = /script-src 'nonce-([0-9a-f]{32})'/.exec(policyOf(answer))?.[1] ?? 'none'
        expect(noncesOf(html).length).toBeGreaterThan(0)
        expect(new Set(noncesOf(html))).toEqual(new Set([nonce]))
        expect(html.match(/<script(?![^>]*\bnonce=)[^>]*>/g)).toBeNull()
        expect(html.replace(/\bnonce="[^"]*"/g, '')).not.toContain(nonce)
        nonces.add(nonce)
      }
      expect(nonces.size).toBe(3)
    },
  )

  test.each(['/my-orders', '/my-profile'])('%s leads home where sign-in is off', async path => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  })

  test('a text of an organiser that guesses at the placeholder of the nonce is shown as it was typed', async () => {
    const guess = '__NONCE__ 00000000-0000-4000-8000-000000000000'
    const guessing = await organiser.open(anEventFile(clock.now(), { slug: 'guessing', title: guess }))
    const answer = await get(`/event/${guessing}`)
    const html = await answer.text()
    const nonce = /script-src 'nonce-([0-9a-f]{32})'/.exec(policyOf(answer))?.[1] ?? 'none'
    expect(html).toContain(guess)
    expect(html.replace(/\bnonce="[^"]*"/g, '')).not.toContain(nonce)
  })

  test.each([100, 101, 12_345, 999_999_999])(
    'a page with %d tickets left is drawn with the count put in at the end as it is drawn with the count itself',
    async left => {
      const settings = { DISPLAY_TICKETS_LEFT_INDICATOR: true }
      const categories = [
        aCategoryFile(clock.now(), { name: 'Hall', maxTickets: 20 }),
        aCategoryFile(clock.now(), { name: 'Balcony', maxTickets: 21 }),
      ]
      const slug = `counted-${left}`
      await organiser.open(anEventFile(clock.now(), { slug, seats: 41, settings, categories }))
      const html = await (await get(`/event/${slug}`)).text()
      const [, state = ''] = /<script type="application\/json" id="foyer-state"[^>]*>([^]*?)<\/script>/.exec(html) ?? []
      const entry = await import(new URL('../../dist/server/entry-server.js', import.meta.url).href)
      const texts = await (await get('/api/v2/public/i18n/bundle/en')).json()
      const draw = async (page: string) => {
        const around = { url: `/event/${slug}`, texts, baseUrl: url, isSignInOffered: false, markOf: () => '0' }
        return JSON.stringify(await entry.renderPage({ ...around, ...JSON.parse(page) }))
      }
      const counted = state.replaceAll(/"availableTickets":2[01]/g, `"availableTickets":${left}`)
      const { answers, counts } = setCountsAside([counted])
      expect(counts).toEqual([String(left), String(left)])
      const drawn = await draw(counted)
      expect(drawn.split(`${left} left`)).toHaveLength(3)
      // A failure would print two whole pages.
      expect(putCountsIn(await draw(answers[0] ?? ''), counts) === drawn).toBe(true)
    },
  )

  test('names a picture of its own to other sites, in its language, with another address once it says something else', async () => {
    const slug = await organiser.open(anEventFile(clock.now(), { slug: 'shared', title: 'A "shared" <event>' }))
    const previewOf = async (language: string) => {
      const html = await (await get(`/event/${slug}?lang=${language}`)).text()
      return Object.fromEntries(
        [...html.matchAll(/property="og:([\w:]+)" content="([^"]*)"/g)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      )
    }
    const [english, german] = [await previewOf('en'), await previewOf('de')]
    expect(english).toMatchObject({ 'image:width': '1200', 'image:height': '630', 'image:type': 'image/png' })
    expect(english['image:alt']).toMatch(/^A &quot;shared&quot; &lt;event&gt;, .*\d{4}/)
    expect(german['image']).toContain(`/share/event/${slug}/de.`)
    for (const { image = '' } of [english, german]) {
      const answer = await fetch(url + new URL(image).pathname)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
    await shop.db.kysely
      .updateTable('purchase_context')
      .set(({ eb }) => ({ title: JSON.stringify({ en: 'Renamed' }), version: eb('version', '+', 1) }))
      .where('id', 'in', eb => eb.selectFrom('event').select('id').where('short_name', '=', slug))
      .execute()
    await expect.poll(async () => (await previewOf('en'))['image'], { timeout: 5_000 }).not.toBe(english['image'])
  })

  test('a page a visitor has is not sent again, and keeps the policy it came with', async () => {
    const first = await get(eventPage)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(eventPage, { 'if-none-match': tag })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.has('content-security-policy')).toBe(false)
    }
  })

  test('a page changes its tag with what it shows', async () => {
    const other = await organiser.open(
      anEventFile(clock.now(), { slug: 'other', categories: [aCategoryFile(clock.now(), { maxTickets: 1 })] }),
    )
    const before = (await get(`/event/${other}`)).headers.get('etag')
    expect((await get(`/event/${other}`)).headers.get('etag')).toBe(before)
    await hold(aBuyer(url), other, { Conference: 1 })
    expect((await get(`/event/${other}`)).headers.get('etag')).not.toBe(before)
  })

  test('pages to browse may be in shared caches for a moment and set no cookie', async () => {
    for (const path of ['/', eventPage, '/subscriptions-all', passPage]) {
      const answer = await get(path)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate')
      expect(answer.headers.get('vary')).toMatch(/accept-language/i)
      expect(answer.headers.has('set-cookie')).toBe(false)
    }
  })

  test('the page of a pass says to search engines what it is, where it is, and in which languages', async () => {
    const html = await (await get(`${passPage}?lang=de`)).text()
    const { baseUrl } = shop.config
    expect(html).toContain('<title>Abo: Saisonkarte</title>')
    expect(html).toContain(`<link rel="canonical" href="${baseUrl}${passPage}?lang=de">`)
    for (const language of ['en', 'de'])
      expect(html).toContain(`hreflang="${language}" href="${baseUrl}${passPage}?lang=${language}"`)
    expect(html).not.toContain('hreflang="it"')
    const [, script = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html) ?? []
    const data: unknown = JSON.parse(script)
    expect(data).toMatchObject({ '@type': 'Product', name: 'Saisonkarte', offers: { price: '100.00' } })
  })

  test('pages of polls are for visitors with a PIN, and for no search engine', async () => {
    for (const path of [`${eventPage}/poll`, `${eventPage}/poll/1`]) {
      const answer = await get(`${path}?pin=C4F7XA`)
      expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(await answer.text()).not.toContain('C4F7XA')
    }
    expect((await get(`${eventPage}/poll/1/more`)).status).toBe(404)
    expect(await (await get('/robots.txt')).text()).toContain('Disallow: /event/*/poll\n')
  })

  test('a pass that is not public is shown, and not spread; one that is unknown is not there', async () => {
    const { publicId } = await storePass(shop, { organizationId, status: 'DRAFT' })
    const hidden = await get(`/subscription/${publicId}`)
    expect([hidden.status, hidden.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expect((await get(passPage)).headers.has('x-robots-tag')).toBe(false)
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense'])
      expect((await get(`/subscription/${id}`)).status).toBe(404)
  })

  test('the list of a single pass leads to the pass, with all that the address says', async () => {
    const { organizationId: of } = await anOrganiser(url, apiKey, 'Solo')
    const { publicId } = await storePass(shop, { organizationId: of })
    const answer = await get('/o/solo/subscriptions-all?lang=de&utm_source=letter')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/subscription/${publicId}?lang=de&utm_source=letter`,
    ])
  })

  test('what the holder of a pass is shown is nothing for search engines', async () => {
    const html = await (await get(`/events-all?subscription=${crypto.randomUUID()}`)).text()
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('the pages of an order are private to its buyer, and not for search engines', async () => {
    const answer = await get(bookPage)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('set-cookie')).toMatch(/^ALFIO_SESSION=[^;]+;.*HttpOnly/)
    expect(await answer.text()).not.toContain('ada@')
  })

  test.each([
    ['what the address asks for', `${eventPage}?lang=it`, 'en', 'it'],
    ['what the browser prefers', eventPage, 'it-CH, en;q=0.5', 'it'],
    ['the visitor’s language also where the event has another', `${eventPage}?lang=de`, 'en', 'de'],
    ['any language of the shop on other pages', '/', 'de', 'de'],
  ])('a page speaks %s', async (_, path, accepted, language) => {
    const answer = await get(path, { 'accept-language': accepted })
    expect(/<html[^>]*\blang="(\w+)"/.exec(await answer.text())?.[1]).toBe(language)
  })

  test('an unknown event is not found, like an unknown pass and an unknown address, and search engines leave its page', async () => {
    const answer = await get('/event/unknown')
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
    const missing = await get('/no/such/page')
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('<title>There is nothing here · Foyer</title>')
  })

  test('a draft has a page for those who know its address, which asks search engines to leave it', async () => {
    const draft = await organiser.open(anEventFile(clock.now(), { slug: 'draft', status: 'DRAFT' }))
    const answer = await get(`/event/${draft}`)
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expect((await get(eventPage)).headers.get('x-robots-tag')).toBeNull()
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s is no method of a page, and nothing of an unknown one',
    async method => {
      const ask = async (path: string) => {
        const answer = await fetch(url + path, { method })
        return [answer.status, answer.headers.get('allow'), await answer.text()]
      }
      for (const path of ['/', '/events-all', eventPage, bookPage]) {
        expect([path, ...(await ask(path))]).toEqual([path, 405, 'GET, HEAD, OPTIONS', '"method not allowed"'])
      }
      expect(await ask('/no/such/page')).toEqual([404, null, ''])
    },
  )

  test('addresses of the API and of files are never pages', async () => {
    for (const path of ['/api/v2/public/unknown', '/api/unknown', '/file/unknown/x', '/assets/unknown.js']) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(await answer.text()).not.toContain('<html')
    }
    expect((await get(infoPath)).headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('every page has the headers that keep a browser careful', async () => {
    const answer = await get(eventPage)
    expect(policyOf(answer)).toMatch(/object-src 'none'.*base-uri 'self'.*frame-ancestors 'none'/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  test.each([
    '/event/',
    '/e/',
    '/events-all?organizer=',
    '/events-all?tags=',
    '/?organizer=',
    '/o/',
    `${eventPage}?lang=`,
    `/event/${shortName}/reservation/`,
  ])('an address that begins with %s and goes on with nonsense does not break the shop', async beginning => {
    const statuses: [string, number][] = []
    for (const text of HOSTILE_TEXTS) statuses.push([text, (await get(beginning + text)).status])
    expect(statuses.filter(([, status]) => status >= 500)).toEqual([])
  })

  test('the address of an order does not appear in the page of its event', async () => {
    expect(await (await get(eventPage)).text()).not.toContain(reservationId)
    expect(shop.config.mode).toBe('development')
  })
})
