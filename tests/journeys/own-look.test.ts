import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { storeImage } from '#server/foundation/file/image.ts'
import { freePort } from '../../tools/free-port.ts'
import { type Visitor, browsing, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { ADA } from '../support/buyer/purchase.ts'
import { arrive, button, contactField, getFree, link, stubOf, take, writePerson } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

const CSS = 'h1 { letter-spacing: 0.125px } /* </style><script>document.title = "broken out"</script> */'

describe.each(
  wayByTurns(
    [
      { width: 1280, hand: 'mouse', language: 'en' },
      { width: 390, hand: 'touch', language: 'de' },
    ] as const,
    1,
  ),
)("An organiser's look and words, $width px, $hand, $language", way => {
  test('go along to the ticket, and stay behind when the event is left', async () => {
    await dress('type-evening', way.language)
    const visitor = await enter(way)
    const { page, say, does } = visitor
    await visitor.open('/event/type-evening')
    expect(await spacing(visitor)).toBe('0.125px')
    await page.getByRole('heading', { name: `Tables ${way.language}` }).waitFor()
    await take(visitor, 'Seat', 1)
    await does.press(button(visitor, say('show-event.continue')))
    await arrive(visitor, `Who are you? ${way.language}`, /\/book$/)
    expect(await spacing(visitor)).toBe('0.125px')
    await inspectPage(visitor, 'own-words-book')
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await getFree(visitor, say('foyer.success.title', 'Ada'))
    await does.press(link(visitor, new RegExp(`^${say('reservation-page-complete.show-ticket')}`)))
    await arrive(visitor, 'Ada Lovelace', /\/view$/)
    expect(await spacing(visitor)).toBe('0.125px')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
    expect(await spacing(visitor)).toBe('0.125px')

    await does.press(link(visitor, 'Foyer').first())
    await arrive(visitor, say('foyer.home.title'), /^\/$/)
    expect(await spacing(visitor)).not.toBe('0.125px')
    expect(await page.locator('style[data-event-custom-css]').count()).toBe(0)
    expect(await page.title()).not.toBe('broken out')
  })

  test('are not those of other events', async () => {
    await dress('type-evening', way.language)
    const visitor = await enter(way)
    await visitor.open('/event/four-rivers')
    await stubOf(visitor, 'Weekend').waitFor()
    await visitor.page.getByRole('heading', { name: visitor.say('show-event.tickets'), exact: true }).waitFor()
    expect(await spacing(visitor)).not.toBe('0.125px')
  })
})

test("an organiser's style sheet takes in no style and no font of another site, and no picture but over https", async () => {
  const urls: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    urls.push(request.url)
    response.writeHead(200, { 'content-type': 'text/css' }).end('h1 { letter-spacing: 9px }')
  })
  const port = await freePort()
  elsewhere.listen(port, '127.0.0.1')
  afterAll(() => elsewhere.close())
  const at = (path: string): string => `url("http://127.0.0.1:${port}/${path}")`
  const css = `@import ${at('look.css')};
    @font-face { font-family: Elsewhere; src: ${at('font.woff2')} }
    h1 { letter-spacing: 0.125px; font-family: Elsewhere; background-image: ${at('seen.png')} }`
  await dress('candlelight-concert', 'en', css)
  const visitor = await enter({ width: 1280, hand: 'mouse', language: 'en' })
  const complaints: string[] = []
  visitor.page.on('console', message => complaints.push(message.text()))
  visitor.expectComplaint(/^elsewhere: |violates the following Content Security Policy directive/)
  await visitor.open('/event/candlelight-concert')
  expect(await spacing(visitor)).toBe('0.125px')
  for (const path of ['look.css', 'font.woff2', 'seen.png'])
    await expect.poll(() => complaints.join('\n')).toContain(`${port}/${path}' violates`)
  expect(urls).toEqual([])
})

test("the shop's own name, logo, cover and colour are on its pages, in their titles and previews, and read in the light and in the dark", async () => {
  const now = instant(Date.now())
  const store = async (name: string): Promise<string> => {
    const picture = await readFile(new URL(`../../samples/images/${name}.webp`, import.meta.url))
    return String(await storeImage(shop.db, picture, now))
  }
  const settings = {
    SHOP_NAME: 'House of <Maps>',
    SHOP_LOGO: await store('type-evening'),
    SHOP_COVER: await store('four-rivers'),
    // Too light to be read on paper.
    SHOP_ACCENT: '#66ccff',
  }
  const { kysely } = shop.db
  await kysely
    .insertInto('setting')
    .values(Object.entries(settings).map(([key, value]) => ({ key, value })))
    .execute()
  try {
    const visitor = await enter({ width: 1280, hand: 'mouse', language: 'en' })
    const { page } = visitor
    await expect
      .poll(async () => {
        await visitor.open('/events-all')
        return page.title()
      })
      .toBe('Events · House of <Maps>')
    expect(await page.locator('meta[property="og:site_name"]').getAttribute('content')).toBe(settings.SHOP_NAME)
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toContain(settings.SHOP_COVER)
    await visitor.open('/')
    expect(await page.title()).toBe(settings.SHOP_NAME)
    await link(visitor, settings.SHOP_NAME).waitFor()
    const accent = page.getByRole('button', { name: visitor.say('foyer.search.submit') })
    expect(
      await accent.evaluate(button => button.ownerDocument.defaultView?.getComputedStyle(button).backgroundColor),
    ).not.toBe('rgb(168, 50, 26)')
    await inspectPage(visitor, 'own-house')
  } finally {
    await kysely.deleteFrom('setting').where('key', 'in', Object.keys(settings)).execute()
  }
})

/** Gives an event its own style sheet and two texts; answers when it has them. */
async function dress(shortName: string, language: string, css = CSS): Promise<void> {
  const { kysely } = shop.db
  const { id } = await kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  const words = { 'show-event.tickets': 'Tables', 'reservation-page.your-details': 'Who are you?' }
  await kysely
    .insertInto('setting')
    .values({ key: 'EVENT_CUSTOM_CSS', value: css, purchase_context_id: id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await kysely
    .insertInto('text_override')
    .values(
      Object.entries(words).map(([key, text]) => ({
        key,
        language,
        value: `${text} ${language}`,
        purchase_context_id: id,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const page = async () => (await fetch(`${shop.url}/event/${shortName}?lang=${language}`)).text()
  await vi.waitFor(async () => expect(await page()).toContain(`Tables ${language}`), { timeout: 4_000 })
}

/** Of the heading: only the organiser's style sheet says something about it. */
const spacing = ({ page }: Visitor): Promise<string> =>
  page.evaluate("getComputedStyle(document.querySelector('h1')).letterSpacing")
