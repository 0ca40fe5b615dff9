import { type ReactNode, useEffect, useMemo } from 'react'
import type { Event } from '#contract/event.ts'
import { LanguageContext, useLanguage } from './language-context.ts'
import { translator } from './texts.ts'

type OwnTextsProps = { readonly of: Pick<Event, 'i18nOverride' | 'contentLanguages'>; readonly children: ReactNode }

/** Within it an event speaks its own words, and the visitor chooses among its languages. */
export function OwnTexts({ of: { i18nOverride, contentLanguages }, children }: OwnTextsProps) {
  const setting = useLanguage()
  const { language, texts, offer } = setting

  useEffect(() => {
    offer(contentLanguages)
    return () => offer(undefined)
  }, [offer, contentLanguages])

  const own = useMemo(
    () => ({ ...setting, t: translator(texts, i18nOverride[language]) }),
    [setting, texts, i18nOverride, language],
  )
  return <LanguageContext value={own}>{children}</LanguageContext>
}
