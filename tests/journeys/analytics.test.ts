import { describe, expect, test, vi } from 'vitest'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { arrive, reserve, take } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

/** Empties the queue as Google's script does, and sends each event to its own address. */
const FAKE_SCRIPT = `
  window.counted = []
  const run = command => {
    counted.push(JSON.parse(JSON.stringify(Array.from(command))))
    if (command[0] === 'event') fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', mode: 'no-cors' })
  }
  const waiting = window.dataLayer
  waiting.forEach(run)
  waiting.push = run
`

describe('Visits', () => {
  test('are counted without recognising anybody, and without reporting orders', async () => {
    await state({ GOOGLE_ANALYTICS_KEY: 'G-TEST1' })
    const visitor = await enter()
    const counting = await fakeGoogle(visitor)
    await visitor.open('/event/type-evening?utm_source=letter')
    await expect.poll(() => counted(visitor)).toHaveLength(5)
    const [consent, begin, config] = await counted(visitor)
    expect(consent).toEqual([
      'consent',
      'default',
      { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' },
    ])
    expect(begin?.[0]).toBe('js')
    expect(config).toMatchObject([
      'config',
      'G-TEST1',
      {
        send_page_view: false,
        client_id: expect.stringMatching(/^[0-9a-f]{64}$/),
        page_location: `${shop.url}/event/type-evening`,
      },
    ])

    await take(visitor, 'Seat', 1)
    const id = await reserve(visitor)
    await expect.poll(() => lastPage(visitor)).toBe(`${shop.url}/event/type-evening/reservation/x/book`)
    expect(JSON.stringify(await counted(visitor))).not.toContain(id)
    await visitor.page.goBack()
    await arrive(visitor, 'Type Evening', /^\/event\/type-evening$/)
    await expect.poll(() => lastPage(visitor)).toBe(`${shop.url}/event/type-evening`)
    expect(counting.scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST1'])
    await expect.poll(() => counting.events).toBe(3)
  })

  test('may be recognised where the operator wants it, never for advertisements', async () => {
    await state({ GOOGLE_ANALYTICS_ANONYMOUS_MODE: 'false' })
    const visitor = await enter()
    await fakeGoogle(visitor)
    await visitor.open('/event/type-evening?utm_source=letter&code=SECRET')
    await expect.poll(() => lastPage(visitor)).toBe(`${shop.url}/event/type-evening?utm_source=letter`)
    const [consent, , config] = await counted(visitor)
    expect(consent?.[2]).toEqual({
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'granted',
    })
    expect(config?.[2]).not.toHaveProperty('client_id')
    expect(JSON.stringify(await counted(visitor))).not.toContain('SECRET')
  })
})

/** For the whole shop; answers when its pages know. */
async function state(settings: Readonly<Record<string, string>>): Promise<void> {
  const page = async () => (await fetch(`${shop.url}/events-all`)).text()
  const before = await page()
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value }))
  await shop.db.kysely.insertInto('setting').values(rows).execute()
  const analyticsIn = (html: string) => /"analyticsConfiguration":\{[^}]*\}/.exec(html)?.[0]
  await vi.waitFor(async () => expect(analyticsIn(await page())).not.toBe(analyticsIn(before)), { timeout: 4_000 })
}

async function fakeGoogle(visitor: Visitor): Promise<{ readonly scripts: string[]; events: number }> {
  visitor.expectComplaint(/^elsewhere: https:\/\/(www\.googletagmanager|region1\.google-analytics)\.com\//)
  const calls = { scripts: [] as string[], events: 0 }
  await visitor.page.route('https://www.googletagmanager.com/**', route => {
    calls.scripts.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: FAKE_SCRIPT })
  })
  await visitor.page.route('https://region1.google-analytics.com/**', route => {
    calls.events += 1
    return route.fulfill({ status: 204 })
  })
  return calls
}

type Command = readonly [string, string, Readonly<Record<string, unknown>>]

const counted = ({ page }: Visitor): Promise<readonly Command[]> => page.evaluate('window.counted ?? []')

const lastPage = async (visitor: Visitor): Promise<unknown> =>
  (await counted(visitor)).findLast(([name]) => name === 'event')?.[2]['page_location']
