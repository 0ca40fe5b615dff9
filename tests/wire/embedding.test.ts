import { gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { getEvent } from '#contract/event.ts'
import { getInfo } from '#contract/info.ts'
import { eventPath, infoPath, languagesPath, pathTo } from '#contract/paths.ts'
import { capturedMails } from '#server/mail/letter/outbox.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { buy } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

/** What organisers and operators add to the pages of a shop. From a build of the client, which `npm test` makes. */
const clock = manualClock()
const { url, apiKey, shop, outbox, runJobs } = await testShop({ clock, hasPages: true })
const organiser = await anOrganiser(url, apiKey)
const description = [
  { lang: 'en', body: 'A day' },
  { lang: 'de', body: 'Ein Tag' },
]
const shortName = await organiser.open(anEventFile(clock.now(), { description }))
const other = await organiser.open(anEventFile(clock.now(), { slug: 'other', title: 'Other' }))
const eventPage = `/event/${shortName}`

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' })
const policyAt = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? ''
const eventOf = (name: string) => aBuyer(url).expect(getEvent, 200, { params: { shortName: name } })
const contextId = async (name: string) => (await shop.catalog.offeredEvent(name))?.context.id ?? 0

/** For the whole shop unless an event is named. */
async function state(settings: Readonly<Record<string, string>>, event?: string): Promise<void> {
  const purchase_context_id = event === undefined ? null : await contextId(event)
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value, purchase_context_id }))
  await shop.db.kysely.insertInto('setting').values(rows).execute()
}

/** The shop reads what is stated once a second. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 4_000, interval: 100 })

describe('a page in a frame', () => {
  test('is allowed to no site by default', async () => {
    expect(await policyAt(eventPage)).toContain("frame-ancestors 'none'")
    expect((await get(eventPage)).headers.get('x-frame-options')).toBe('DENY')
  })

  test('is allowed to the sites that are named, and sent anew to browsers that have the page', async () => {
    const before = (await get(eventPage)).headers.get('etag') ?? ''
    await state({ EMBED_ALLOWED_ORIGINS: 'https://a.example\nhttps://*.b.example' })
    await soon(async () =>
      expect(await policyAt(eventPage)).toContain('frame-ancestors https://a.example https://*.b.example;'),
    )
    const again = await get(eventPage, { 'if-none-match': before })
    expect([again.status, again.headers.has('x-frame-options')]).toEqual([200, false])
    expect((await get('/')).headers.has('x-frame-options')).toBe(false)
  })

  test('is a matter of pages only', async () => {
    expect((await get(infoPath)).headers.get('x-frame-options')).toBe('DENY')
  })

  test('sends no messages by default', async () => {
    const none = { enabled: false, notificationOrigin: '' }
    expect((await aBuyer(url).expect(getInfo, 200, {})).embeddingConfiguration).toEqual(none)
    expect((await eventOf(shortName)).embeddingConfiguration).toEqual(none)
  })

  test('notifies the configured site, that of the event before that of the shop', async () => {
    await state({ EMBED_POST_MESSAGE_ORIGIN: 'https://a.example' })
    await state({ EMBED_POST_MESSAGE_ORIGIN: 'https://c.b.example' }, other)
    await soon(async () => {
      const { embeddingConfiguration } = await eventOf(other)
      expect(embeddingConfiguration).toEqual({ enabled: true, notificationOrigin: 'https://c.b.example' })
      expect((await eventOf(shortName)).embeddingConfiguration.notificationOrigin).toBe('https://a.example')
      const info = await aBuyer(url).expect(getInfo, 200, {})
      expect(info.embeddingConfiguration).toEqual({ enabled: true, notificationOrigin: 'https://a.example' })
      expect(await (await get('/')).text()).toContain('<meta name="message-origin" content="https://a.example">')
    })
  })
})

test('the script for other sites has a lasting address, may be loaded by all of them, and is small', async () => {
  const answer = await get('/embed/v1.js')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(answer.headers.has('cross-origin-resource-policy')).toBe(false)
  const script = await answer.text()
  expect(script).toContain('foyer-shop')
  expect(gzipSync(script).length).toBeLessThan(2_000)
  expect(script).not.toMatch(/\bimport\b/)
  expect((await get('/embed/unknown.js')).status).toBe(404)
})

describe('counting visits', () => {
  const analyticsOf = async (headers: Record<string, string> = {}) =>
    JSON.parse(await (await get(pathTo(eventPath, { shortName }), headers)).text()).analyticsConfiguration

  test('is off by default: no page may talk to another site', async () => {
    expect(await analyticsOf()).toEqual({
      googleAnalyticsKey: null,
      googleAnalyticsScrambledInfo: true,
      clientId: null,
    })
    expect(await policyAt(eventPage)).not.toMatch(/google|connect-src/)
  })

  test('without recognising visitors goes by a digest of the session, the same as long as the session lasts', async () => {
    await state({ GOOGLE_ANALYTICS_KEY: 'G-TEST1' })
    await soon(async () => expect((await analyticsOf()).googleAnalyticsKey).toBe('G-TEST1'))
    const session = (await get(languagesPath)).headers.get('x-auth-token') ?? ''
    const { clientId } = await analyticsOf({ 'x-auth-token': session })
    expect(clientId).toBe(
      createHash('sha256')
        .update(session.split('.')[0] ?? '')
        .digest('hex'),
    )
    expect((await analyticsOf({ 'x-auth-token': session })).clientId).toBe(clientId)
    expect((await analyticsOf()).clientId).not.toBe(clientId)
    await soon(async () => {
      const info = JSON.parse(await (await get(infoPath)).text())
      expect(String(info.analyticsConfiguration.clientId)).toMatch(/^[0-9a-f]{64}$/)
    })
  })

  test('leaves no trace of a visitor in pages that are the same for everybody', async () => {
    const answer = await get(eventPage)
    expect(await answer.text()).toMatch(
      /"googleAnalyticsKey":"G-TEST1","googleAnalyticsScrambledInfo":true,"clientId":null/,
    )
    expect(answer.headers.get('content-security-policy')).toMatch(/connect-src 'self' [^;]*google-analytics\.com/)
  })

  test('of visitors that may be recognised needs no digest', async () => {
    await state({ GOOGLE_ANALYTICS_ANONYMOUS_MODE: 'false' })
    await soon(async () =>
      expect(await analyticsOf()).toEqual({
        googleAnalyticsKey: 'G-TEST1',
        googleAnalyticsScrambledInfo: false,
        clientId: null,
      }),
    )
  })
})

test("the organiser's style sheet is in its page with the nonce of the policy, and ends where it should", async () => {
  await state({ EVENT_CUSTOM_CSS: 'h1::after { content: "</style><script>x</script>" }' }, shortName)
  await soon(async () => expect((await eventOf(shortName)).customCss).toContain('\\3c /style>'))
  const answer = await get(eventPage)
  const [, nonce = 'none'] = /style-src-elem 'self' 'nonce-([0-9a-f]{32})'/.exec(policyOf(answer)) ?? []
  const [, attributes = '', css = ''] = /<style([^>]*)>(.*?)<\/style>/s.exec(await answer.text()) ?? []
  expect(attributes).toContain(`nonce="${nonce}"`)
  expect(attributes).toContain('data-event-custom-css="true"')
  expect(css).toBe('h1::after { content: "\\3c /style><script>x\\3c /script>" }')
  expect(await (await get(`/event/${other}`)).text()).not.toContain('<style')
  expect((await eventOf(other)).customCss).toBeNull()
})

const policyOf = (answer: Response): string => answer.headers.get('content-security-policy') ?? ''

describe("the organiser's own words", async () => {
  const organization_id = organiser.organizationId
  const purchase_context_id = await contextId(shortName)
  const rows = [
    { language: 'en', key: 'show-event.continue', value: 'Onwards' },
    { language: 'en', key: 'show-event.tickets', value: 'Places', organization_id },
    { language: 'en', key: 'show-event.tickets', value: 'Seats', purchase_context_id },
    { language: 'en', key: 'show-event.tickets.left', value: '{0} to go', purchase_context_id },
    { language: 'de', key: 'show-event.tickets', value: 'Plätze', organization_id },
    { language: 'en', key: 'foyer.mail.ticket.subject', value: 'In you go: {0}', purchase_context_id },
  ]
  await shop.db.kysely.insertInto('text_override').values(rows).execute()

  test('of the whole shop are in its bundles, unless the query excludes them', async () => {
    const bundle = async (query = '') => JSON.parse(await (await get(`/api/v2/public/i18n/bundle/en${query}`)).text())
    await soon(async () => expect((await bundle())['show-event.continue']).toBe('Onwards'))
    expect((await bundle('?withSystemOverride=false'))['show-event.continue']).not.toBe('Onwards')
    expect((await bundle())['show-event.tickets']).not.toMatch(/Places|Seats/)
  })

  test('come with the event, the event before its organisation', async () => {
    await soon(async () =>
      expect((await eventOf(shortName)).i18nOverride).toEqual({
        en: { 'show-event.tickets': 'Seats', 'show-event.tickets.left': '{{0}} to go' },
        de: { 'show-event.tickets': 'Plätze' },
      }),
    )
    expect((await eventOf(other)).i18nOverride).toEqual({ en: { 'show-event.tickets': 'Places' } })
  })

  test('are in the page as it comes from the server', async () => {
    await soon(async () => {
      const html = await (await get(eventPage)).text()
      expect(html).toMatch(/>Seats[^<]*</)
      expect(html).toContain('Onwards')
      expect(await (await get(`${eventPage}?lang=de`)).text()).toMatch(/>Plätze[^<]*</)
    })
  })

  test('are in the mails of the event', async () => {
    await soon(async () => expect((await shop.catalog.offeredEvent(shortName))?.ownTexts.all.size).toBe(2))
    await buy(aBuyer(url), shortName, { Conference: 1 })
    await runJobs()
    const subjects = (await capturedMails(outbox)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^In you go: /))
  })
})
