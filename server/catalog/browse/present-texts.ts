import type { EventOffer } from '#domain/catalog/catalog/event.ts'
import { type CommonContext, displayName } from '#domain/catalog/catalog/common-context.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { type Rendering, renderedHtml } from '#server/foundation/markdown/rendered-markdown.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'

/** The one name of what is sold under each of its languages. */
export function titleByLanguage(context: Pick<CommonContext, 'title' | 'languages'>): Record<string, string> {
  return Object.fromEntries(context.languages.map(language => [language, displayName(context)]))
}

/** Markdown as HTML, in the languages of the context that have a text; `descriptionsOf` says what to render before. */
export function markdownByLanguage(
  { languages }: Pick<CommonContext, 'languages'>,
  markdown: LocalizedTexts,
  texts: Texts,
): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap(language => {
      const text = markdown[language]
      return text === undefined ? [] : [[language, renderedHtml(text, sayIn(texts, language))]]
    }),
  )
}

type Described = Pick<EventOffer, 'categories' | 'services'> & {
  readonly context: Pick<CommonContext, 'languages' | 'description' | 'organization'>
}

/** All that is rendered where an offer is presented. */
export function descriptionsOf({ context, categories, services }: Described, texts: Texts): Rendering[] {
  const owner = ownerOf(context.organization)
  return [context, ...categories, ...services].flatMap(({ description }) =>
    context.languages.flatMap(language => {
      const markdown = description[language]
      return markdown === undefined ? [] : [{ to: 'html' as const, markdown, say: sayIn(texts, language), owner }]
    }),
  )
}
