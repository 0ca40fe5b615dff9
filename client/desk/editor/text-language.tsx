import type { DeskEventFacts } from '#contract/desk-event.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { Pill, Pills } from '../parts/filters.tsx'

type TextLanguageProps = {
  readonly language: string
  readonly onChange: (language: string) => void
  readonly missing: DeskEventFacts['missing']
}

/** In which language texts are shown and typed; one in which texts are missing says how many. */
export function TextLanguage({ language, onChange, missing }: TextLanguageProps) {
  const { t, offered } = useLanguage()
  const lacking = (locale: string): number => missing.find(each => each.language === locale)?.members.length ?? 0
  return (
    <div>
      <p className="soft small">{t('foyer.desk.text-language')}</p>
      <Pills label={t('foyer.desk.text-language')}>
        {offered.map(({ locale, displayLanguage }) => (
          <Pill key={locale} isOn={locale === language} onClick={() => onChange(locale)}>
            <span lang={locale}>{displayLanguage}</span>
            {lacking(locale) > 0 && <span> ({t('foyer.desk.missing-texts', lacking(locale))})</span>}
          </Pill>
        ))}
      </Pills>
    </div>
  )
}
