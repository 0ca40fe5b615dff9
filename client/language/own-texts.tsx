import { type ReactNode, useMemo } from 'react'
import type { Event } from '#contract/event.ts'
import { LanguageContext, useLanguage } from './language-context.ts'
import { translator } from './texts.ts'

type OwnTextsProps = { readonly of: Pick<Event, 'i18nOverride'>; readonly children: ReactNode }

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
