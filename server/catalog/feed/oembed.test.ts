import { describe, expect, test } from 'vitest'
import { getOembed } from '#contract/oembed.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { baseUrl } = shop.config
const organiser = await anOrganiser(url, apiKey, 'Alpine')
await shop.db.kysely
  .updateTable('organization')
  .set({ name: 'Alpine "Systems"' })
  .where('id', '=', organiser.organizationId)
  .execute()
const now = clock.now()
const event = await organiser.open(anEventFile(now, { slug: 'summer', title: 'Summer <b>"Nights"</b> & more' }))
const hidden = await organiser.open(anEventFile(now, { slug: 'hidden', title: 'Hidden', status: 'DRAFT' }))
const { publicId: passId } = await storePass(shop, {
  organizationId: organiser.organizationId,
  title: { en: 'Ten films' },
})
const { slug } = await shop.db.kysely
  .selectFrom('organization')
  .select('slug')
  .where('id', '=', organiser.organizationId)
  .executeTakeFirstOrThrow()

const quiet = await anOrganiser(url, apiKey, 'Quiet House')
await quiet.open(anEventFile(now, { slug: 'first', status: 'DRAFT' }))

const page = (path: string): string => baseUrl + path
const ask = (query: { url: string; format?: string; maxwidth?: number; maxheight?: number }) =>
  aBuyer(url).ask(getOembed, { query })

test('a page of an event is embedded with its tickets alone, and with a plain link where it is not shown', async () => {
  const answer = await ask({ url: page(`/event/${event}?utm_source=x`), format: 'json' })
  expect(answer.status).toBe(200)
  expect(answer.value).toEqual({
    version: '1.0',
    type: 'rich',
    title: 'Summer <b>"Nights"</b> & more',
    author_name: 'Alpine "Systems"',
    author_url: page(`/o/${slug}`),
    provider_name: 'Foyer',
    provider_url: baseUrl,
    cache_age: 3600,
    html:
      '<div style="max-width:640px;max-height:720px;overflow:auto">' +
      `<foyer-shop src="${page('/event/summer')}" title="Summer &lt;b&gt;&quot;Nights&quot;&lt;/b&gt; &amp; more" view="tickets">` +
      `<a href="${page('/event/summer')}">Summer &lt;b&gt;&quot;Nights&quot;&lt;/b&gt; &amp; more</a></foyer-shop></div>` +
      `<script type="module" src="${baseUrl}/embed/v1.js"></script>`,
    width: 640,
    height: 720,
  })
})

test.each([
  ['pass', () => page(`/subscription/${passId}`), 'Ten films'],
  ['organiser', () => page(`/o/${slug}/`), 'Alpine "Systems"'],
])('a page of a %s is embedded', async (_, address, title) => {
  expect((await ask({ url: address() })).value).toMatchObject({ type: 'rich', title })
})

test('the room of the page around is respected', async () => {
  const narrow = await ask({ url: page('/event/summer'), maxwidth: 300, maxheight: 200 })
  expect(narrow.value).toMatchObject({
    width: 300,
    height: 200,
    html: expect.stringContaining('max-width:300px;max-height:200px'),
  })
  const wide = await ask({ url: page('/event/summer'), maxwidth: 3000, maxheight: 2000 })
  expect(wide.value).toMatchObject({ width: 640, height: 720 })
})

describe('oEmbed is refused', () => {
  test.each([
    ['of another site', () => 'https://elsewhere.example/event/summer'],
    ['whose host only begins as ours', () => `${baseUrl}.elsewhere.example/event/summer`],
    ['with a name and a password', () => page('/event/summer').replace('://', '://a:b@')],
    ['with another scheme', () => page('/event/summer').replace('http:', 'ftp:')],
    ['that is no address', () => 'summer'],
    ['that is empty', () => ''],
    ['of an order', () => page('/event/summer/reservation/4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b/book')],
    ['of a ticket', () => page('/event/summer/ticket/4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b/view')],
    ['of an unknown event', () => page('/event/winter')],
    ['of an unknown pass', () => page('/subscription/4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b')],
    ['of what is no id', () => page('/subscription/x')],
    ['of an unknown organiser', () => page('/o/unknown')],
    ['of an organiser with nothing public yet', () => page('/o/quiet-house')],
    ['that can not be decoded', () => page('/event/%E0%A4%A')],
    ['with a way up', () => page('/event/../api/v2/info')],
    ['of the home page', () => page('/')],
  ])('for an address %s (404)', async (_, address) => {
    expect((await ask({ url: address() })).status).toBe(404)
  })

  test('for an event that is not public (401)', async () => {
    expect((await ask({ url: page(`/event/${hidden}`) })).status).toBe(401)
  })

  test.each(['xml', 'yaml'])('in %s (501)', async format => {
    expect((await ask({ url: page('/event/summer'), format })).status).toBe(501)
  })

  test.each(['maxwidth=0', 'maxwidth=x', 'maxheight=-5', 'maxheight=1e9'])('with a room of %s (400)', async room => {
    const address = encodeURIComponent(page('/event/summer'))
    expect((await fetch(`${url}/api/oembed?url=${address}&${room}`)).status).toBe(400)
  })
})
