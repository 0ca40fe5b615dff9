import { describe, expect, test } from 'vitest'
import { readAsBuyer } from '#contract/desk-as-buyer.ts'
import { pathTo, eventPagePath } from '#contract/paths.ts'
import { days, hours } from '#domain/foundation/instant.ts'
import {
  aCategoryFile,
  anAccessCodeFile,
  aHiddenCategoryFile,
  anEventFile,
  localTime,
} from '#tests/builders/event-file.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock, hasPages: true })
const { url, apiKey } = served
const alpine = await anOrganiser(url, apiKey)
const choir = await anOrganiser(url, apiKey, 'Choir')
const now = clock.now()
const shortName = await alpine.open({
  ...anEventFile(now, { slug: 'alpine', seats: 100 }),
  tickets: {
    ...anEventFile(now, { seats: 100 }).tickets,
    categories: [
      aCategoryFile(now, { name: 'Early', endSellingDate: localTime(now, { days: 3 }) }),
      aCategoryFile(now, { name: 'Late', startSellingDate: localTime(now, { days: 3 }) }),
      aHiddenCategoryFile(now, { name: 'Speakers' }),
    ],
    promoCodes: [anAccessCodeFile({ name: 'SPEAKER', hiddenCategory: 'Speakers' })],
  },
})
const other = await choir.open(anEventFile(now, { slug: 'choir' }))
const organization = (organizationId: number) => ({ kind: 'organization', organizationId }) as const
const editor = await enterDesk(served, {
  email: 'editor@example.org',
  given: { role: 'EDITOR', scope: organization(alpine.organizationId) },
})
// Makes the codes of the hidden category.
await served.runJobs()
const path = pathTo(eventPagePath, { shortName })

const asBuyer = async (query: Record<string, string | number>, cookie = editor.cookie() ?? '') => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await fetch(`${url}${readAsBuyer.path}?${search.toString()}`, {
    headers: { cookie: `foyer_desk=${cookie}`, 'accept-language': 'en' },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** What a reader sees: the page without its scripts, its state, and what differs with each request. */
const shown = (html: string): string => /<div id="root"[^>]*>([^]*)<\/div>/.exec(withoutScripts(html))?.[1] ?? ''
const withoutScripts = (html: string): string => html.replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '').trimEnd()

describe('a page as buyers will see it', () => {
  test('is the page that the shop shows when its clock is there', async () => {
    const before = await asBuyer({ path })
    const later = await asBuyer({ path, at: now + days(4) })
    expect([before.status, later.status]).toEqual([200, 200])
    expect(shown(later.text)).not.toBe(shown(before.text))
    const buyers = async () => (await fetch(`${url}${path}`, { headers: { 'accept-language': 'en' } })).text()
    expect(shown(before.text)).toBe(shown(await buyers()))
    clock.move(days(4))
    expect(shown(later.text)).toBe(shown(await buyers()))
    clock.set(now)
  })

  test('shows what a code opens, and speaks another language', async () => {
    expect((await asBuyer({ path })).text).not.toContain('Speakers')
    expect((await asBuyer({ path, code: 'SPEAKER', at: now + hours(1) })).text).toContain('Speakers')
    expect((await asBuyer({ path, lang: 'de' })).text).toContain('<html lang="de"')
  })

  test('runs no script, sends nothing, and is shown by the desk alone', async () => {
    const { text, headers } = await asBuyer({ path })
    expect(text).not.toMatch(/<script|modulepreload/)
    expect(headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is for those who work for it: strangers, other organisations and pages of orders learn nothing', async () => {
    expect((await asBuyer({ path }, 'no-such-session')).status).toBe(401)
    expect((await asBuyer({ path: pathTo(eventPagePath, { shortName: other }), code: 'X' })).status).toBe(404)
    expect((await asBuyer({ path: '/event/nowhere' })).status).toBe(404)
    for (const elsewhere of [
      '//evil.example/event/x',
      'https://evil.example',
      '/event/x/reservation/y/book',
      '/desk',
      'x',
      '',
    ]) {
      const answer = await editor.ask(readAsBuyer, { query: { path: elsewhere } })
      expect([elsewhere, codes(answer)]).toEqual([elsewhere, [['path', 'foyer.desk.as-buyer.no-page']]])
    }
    expect((await asBuyer({ path: '/', at: now + hours(5) })).status).toBe(200)
    expect((await asBuyer({ path, at: -1 })).status).toBe(400)
  })
})
