import { type ReactNode, startTransition, useState } from 'react'
import { Link } from '#client/kit/button/button.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import css from './shell.module.css'

/** The house name, what an application puts there, and the language. */
export function TopBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css.bar}>
      <Link to="/" className={css.house}>
        <HouseMark />
        Foyer
      </Link>
      {children}
      <LanguageChoice />
    </div>
  )
}

/** Two open doors. */
function HouseMark() {
  return (
    <svg className={css.mark} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" focusable="false">
      <path d="M2 3.2 11 1v22l-9-2.2zM13 1l9 2.2v17.6L13 23z" opacity=".25" />
      <path d="M2 3.2 8 5v14l-6 1.8zM22 3.2 16 5v14l6 1.8z" />
    </svg>
  )
}

/** Only where there is something to choose. */
function LanguageChoice() {
  const { language, offered, choose, t } = useLanguage()
  const toast = useToast()
  // The list shows the choice at once: with the arrow keys one goes on from there while the language is on its way.
  const [wanted, setWanted] = useState<string>()
  if (offered.length < 2) return null

  async function change(wish: string) {
    setWanted(wish)
    const isSpoken = await choose(wish)
    // Together with the language, which comes in a transition too.
    startTransition(() => setWanted(latest => (latest === wish ? undefined : latest)))
    if (!isSpoken) toast(t('foyer.language.not-loaded'), 'bad')
  }

  return (
    <label className={css.languages}>
      <Icon name="globe" />
      <span className="unseen">{t('reservation-page-complete.language')}</span>
      <select value={wanted ?? language} onChange={event => void change(event.target.value)}>
        {offered.map(({ locale, displayLanguage }) => (
          <option key={locale} value={locale} lang={locale}>
            {capitalised(displayLanguage, locale)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Many languages write their own name small; in a list of names it is capitalised. */
const capitalised = (name: string, locale: string): string => name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
