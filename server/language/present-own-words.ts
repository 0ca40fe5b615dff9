import type { CommonContext } from '#domain/catalog/purchase-context.ts'
import type { OwnWords } from './overrides.ts'
import { forBrowsers } from './texts.ts'

/** The own texts of an event or pass as clients lay them over the bundle of each of its languages. */
export function presentOwnWords({
  context,
  words,
}: {
  readonly context: Pick<CommonContext, 'languages'>
  readonly words: OwnWords
}): Record<string, Record<string, string>> {
  return Object.fromEntries(
    context.languages.flatMap(language => {
      const own = words.told.get(language)
      return own ? [[language, { ...forBrowsers(own) }]] : []
    }),
  )
}
