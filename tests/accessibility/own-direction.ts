import type { Page } from 'playwright-core'
import type { RunningShop } from '../support/shop/running-shop.ts'

/** Titles, names and places that people have written in this shop, the longest first. */
export async function writtenWords({ db: { kysely } }: Pick<RunningShop, 'db'>): Promise<readonly string[]> {
  const [organizations, titles, places, categories, holders] = await Promise.all([
    kysely.selectFrom('organization').select('name').execute(),
    kysely.selectFrom('purchase_context').select('title').execute(),
    kysely.selectFrom('event').select('location').execute(),
    kysely.selectFrom('ticket_category').select('name').execute(),
    kysely.selectFrom('ticket').select(['first_name', 'last_name']).distinct().execute(),
  ])
  const words = [
    ...organizations.map(({ name }) => name),
    ...titles.flatMap(({ title }) => Object.values({ ...(title as object) }).map(String)),
    ...places.map(({ location }) => location),
    ...categories.map(({ name }) => name),
    ...holders.flatMap(({ first_name: first, last_name: last }) => [first, last]),
  ]
  const written = words.flatMap(word => (word !== null && word.length > 2 ? [word] : []))
  return [...new Set(written)].sort((a, b) => b.length - a.length)
}

/**
 * The places that show nothing but what people have written, without a direction of its own: in Arabic or Hebrew it would be set as
 * our words are. Sentences of ours with a name within are not among them.
 */
export function withoutOwnDirection(page: Page, words: readonly string[]): Promise<readonly string[]> {
  return page.locator('body').evaluate((body, [...written]) => {
    const view = body.ownerDocument.defaultView
    const texts = body.ownerDocument.createTreeWalker(body, view.NodeFilter.SHOW_TEXT)
    const isWritten = (text: string) => {
      const rest = written.reduce((left, word) => left.replaceAll(word, ''), text)
      return rest !== text && /^[\s\d·,×:()–-]*$/.test(rest)
    }
    const lost = []
    while (texts.nextNode()) {
      const { data, parentElement: around } = texts.currentNode
      if (!isWritten(data) || around.closest('script, style, .unseen, [dir=auto], bdi')) continue
      if (around.checkVisibility()) lost.push(`${data} (in <${around.localName} ${around.className}>)`)
    }
    return lost
  }, words)
}
