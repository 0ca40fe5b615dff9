import type { Info } from '#contract/info.ts'
import type { PageNeed } from '#contract/page-need.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type EventAnswers, eventAnswers } from '#server/catalog/browse/event-answers.ts'
import { type PassAnswers, passAnswers } from '#server/catalog/browse/pass-answers.ts'
import { readNeed } from '#server/catalog/browse/read-need.ts'
import type { Shop } from '#server/catalog/context.ts'
import { offeredLanguages } from '#server/foundation/language/languages.ts'
import type { SystemTexts } from '#server/foundation/language/overrides.ts'
import type { BriefMemory } from '#server/foundation/memory/brief-memory.ts'
import { type RenderedPage, type ServerEntry, markOf } from './page-memory.ts'
import { textFiles } from './text-files.ts'

const ENTRY = new URL('../../../dist/server/entry-server.js', import.meta.url)

export type DrawingSources = {
  readonly info: BriefMemory<'info', Info>
  readonly words: BriefMemory<'texts', SystemTexts>
}

/** What draws the pages of the shop. */
export const shopEntry = (): Promise<ServerEntry> => import(ENTRY.href)

/** A page as a buyer sees it at a moment; `url` is its path and query. */
type Looking = { readonly url: string; readonly language: string; readonly at: Instant; readonly code: string }

/** Draws pages of the shop by the code that draws them for buyers and the present data, for the desk: nothing is kept or counted. */
export function drawnPages(shop: Shop, sources: DrawingSources): (looking: Looking) => Promise<RenderedPage> {
  const texts = textFiles(sources.words)
  return async ({ url, language, at, code }) => {
    const entry = await shopEntry()
    const [info, words] = await Promise.all([sources.info.get('info'), sources.words.get('texts')])
    return entry.renderPage({
      url,
      language,
      texts: words.texts.bundle(language),
      textFiles: texts.addresses(words),
      info,
      languages: offeredLanguages,
      data: await readAll(shop, entry.needsOf(url), { at, code }),
      baseUrl: shop.config.baseUrl,
      isSignInOffered: false,
      markOf,
    })
  }
}

/** What the page needs, as it is at that moment, with the code that the buyer has typed. */
async function readAll(shop: Shop, needs: readonly PageNeed[], { at, code }: Pick<Looking, 'at' | 'code'>) {
  const then = { ...shop, clock: { now: () => at } }
  const answers: EventAnswers = eventAnswers(then)
  const passes: PassAnswers = passAnswers(then)
  const read = async (need: PageNeed): Promise<string | undefined> => {
    if (need.kind === 'ticket-categories') return answers.categories(need.shortName, { code })
    return need.kind === 'code-offer' ? undefined : readNeed(need, { answers, passes })
  }
  const texts = await Promise.all(needs.map(async need => ({ key: need.key, text: await read(need) })))
  // The decoding edge: our own answers.
  return texts.flatMap(({ key, text }) => (text === undefined ? [] : [{ key, value: JSON.parse(text) as unknown }]))
}
