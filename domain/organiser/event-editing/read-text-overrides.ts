import type { Known, StatedText } from './event-draft.ts'
import type { Refuser } from './event-problem.ts'
import type { EventRequest } from './event-request.ts'

type TextsReading = {
  readonly request: Pick<EventRequest, 'i18nOverride'>
  readonly known: Pick<Known, 'languages' | 'isTextKey'>
  readonly findings: Refuser<'language-unknown' | 'text-key-unknown'>
}

/** The organiser's own texts: of languages the shop speaks, under keys it has. */
export function readTextOverrides({ request, known, findings }: TextsReading): readonly StatedText[] | undefined {
  const read = Object.entries(request.i18nOverride ?? {}).flatMap(([lang, texts]) => {
    const language = known.languages.find(one => one === lang)
    if (language === undefined) {
      findings.refuse('language-unknown', `i18nOverride.${lang}`, lang, known.languages.join(', '))
      return [undefined]
    }
    return Object.entries(texts).map(([key, text]) =>
      known.isTextKey(key)
        ? { language, key, text: text.trim() }
        : findings.refuse('text-key-unknown', `i18nOverride.${lang}.${key}`, key),
    )
  })
  return read.every(text => text !== undefined) ? read : undefined
}
