import { useEffect, useRef } from 'react'
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { organizerAtomPath, organizerCalendarPath, pathTo, shopAtomPath, shopCalendarPath } from '#contract/paths.ts'
import css from './search-field.module.css'

/** Words to look for, and the button that searches. Belongs in a form. */
export function SearchField({ search }: { search: string | undefined }) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(search)
  // The field is the visitor's own until the address changes under it: back, forward, "show all".
  useEffect(() => {
    if (field.current && shown.current !== search) field.current.value = search ?? ''
    shown.current = search
  }, [search])
  return (
    <div className={css.search}>
      <TextField
        id="search"
        name="search"
        type="search"
        ref={field}
        label={t('foyer.search.words')}
        defaultValue={search}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button type="submit">{t('foyer.search.submit')}</Button>
    </div>
  )
}

/** The same events as a calendar and as a feed, for those who want to follow them. */
export function FeedLinks({ organizerSlug }: { organizerSlug: string | undefined }) {
  const { language, t } = useLanguage()
  const calendar = organizerSlug === undefined ? shopCalendarPath : pathTo(organizerCalendarPath, { organizerSlug })
  const atom = organizerSlug === undefined ? shopAtomPath : pathTo(organizerAtomPath, { organizerSlug })
  return (
    <p className={css.feeds}>
      <a href={`${calendar}?lang=${language}`} type="text/calendar">
        {t('foyer.feeds.calendar')}
      </a>
      <a href={`${atom}?lang=${language}`} type="application/atom+xml">
        {t('foyer.feeds.atom')}
      </a>
    </p>
  )
}
