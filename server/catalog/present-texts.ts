import { type Event, displayName } from '#domain/catalog/event.ts'
import type { LocalizedTexts } from '#domain/language/texts.ts'
import { markdownToHtml } from '#server/documents/markdown.ts'
import { sayIn } from '#server/documents/say.ts'
import type { Texts } from '#server/language/texts.ts'

/** The one name of an event under each of its languages. */
export function titleByLanguage(event: Pick<Event, 'title' | 'languages'>): Record<string, string> {
  return Object.fromEntries(event.languages.map(language => [language, displayName(event)]))
}

/** Markdown as HTML, in the languages of the event that have a text. */
export function markdownByLanguage(
  { languages }: Pick<Event, 'languages'>,
  markdown: LocalizedTexts,
  texts: Texts,
): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap(language => {
      const text = markdown[language]
      return text === undefined ? [] : [[language, markdownToHtml(text, sayIn(texts, language))]]
    }),
  )
}
