import { type ReactNode, useMemo } from 'react'
import type { Event } from '#contract/event.ts'
import { LanguageContext, translator, useLanguage } from './language-context.ts'

type OwnTextsProps = { readonly of: Pick<Event, 'i18nOverride'>; readonly children: ReactNode }

type OtherTextsProps = {
  /** By the key of a text, the key of the one that is said instead. */
  readonly words: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** Within it some texts are said in other words. */
export function OtherTexts({ words, children }: OtherTextsProps) {
  const setting = useLanguage()
  const own = useMemo(() => {
    const { texts } = setting
    const others = Object.entries(words).map(([key, other]) => [key, texts[other] ?? other])
    return { ...setting, t: translator(texts, Object.fromEntries(others)) }
  }, [setting, words])
  return <LanguageContext value={own}>{children}</LanguageContext>
}

/** Within it an event speaks its own words. */
export function OwnTexts({ of: { i18nOverride }, children }: OwnTextsProps) {
  const setting = useLanguage()
  const { language, texts } = setting
  const own = useMemo(
    () => ({ ...setting, t: translator(texts, i18nOverride[language]) }),
    [setting, texts, i18nOverride, language],
  )
  return <LanguageContext value={own}>{children}</LanguageContext>
}
