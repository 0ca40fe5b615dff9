import type { FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useT } from '#client/language/language-context.ts'
import { carriedAlong, queryOfForm } from '../event-choice.ts'
import { SearchField } from '../search-field.tsx'
import css from './home.module.css'

/** Looks for words in all events; the list that answers can be narrowed further. */
export function SearchForm({ allEvents }: { allEvents: string }) {
  const t = useT()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const search = queryOfForm(new FormData(event.currentTarget), query).toString()
    void navigate({ pathname: allEvents, search })
  }
  return (
    <form
      role="search"
      aria-label={t('foyer.search.form')}
      method="get"
      action={allEvents}
      className={css.search}
      onSubmit={onSubmit}
    >
      {carriedAlong(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SearchField search={undefined} />
    </form>
  )
}
