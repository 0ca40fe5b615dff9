import { type Event, type EventOffer, displayName } from '#domain/catalog/event.ts'
import type { LocalizedTexts } from '#domain/language/texts.ts'
import { type Rendering, renderedHtml } from '#server/markdown/rendered-markdown.ts'
import { sayIn } from '#server/language/say.ts'
import type { Texts } from '#server/language/texts.ts'

/** The one name of an event under each of its languages. */
export function titleByLanguage(event: Pick<Event, 'title' | 'languages'>): Record<string, string> {
  return Object.fromEntries(event.languages.map(language => [language, displayName(event)]))
}

/** Markdown as HTML, in the languages of the event that have a text; `descriptionsOf` says what to render before. */
export function markdownByLanguage(
  { languages }: Pick<Event, 'languages'>,
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
  readonly event: Pick<Event, 'languages' | 'description'>
}

/** All that is rendered where an offer is presented. */
export function descriptionsOf({ event, categories, services }: Described, texts: Texts): Rendering[] {
  return [event, ...categories, ...services].flatMap(({ description }) =>
    event.languages.flatMap(language => {
      const markdown = description[language]
      return markdown === undefined ? [] : [{ to: 'html' as const, markdown, say: sayIn(texts, language) }]
    }),
  )
}
