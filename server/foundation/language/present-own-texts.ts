import type { CommonContext } from '#domain/catalog/catalog/common-context.ts'
import type { OwnTexts } from './overrides.ts'
import { forBrowsers } from './texts.ts'

/** The own texts of an event or pass as clients lay them over the bundle of each of its languages. */
export function presentOwnTexts({
  context,
  ownTexts,
}: {
  readonly context: Pick<CommonContext, 'languages'>
  readonly ownTexts: OwnTexts
}): Record<string, Record<string, string>> {
  return Object.fromEntries(
    context.languages.flatMap(language => {
      const own = ownTexts.stated.get(language)
      return own ? [[language, { ...forBrowsers(own) }]] : []
    }),
  )
}
