import { type ChangeEvent, type FormEvent, startTransition, useOptimistic } from 'react'
import { useLocation, useSearchParams } from '#client/routing/router.tsx'
import type { EventChoices } from '#contract/own.ts'
import type { EventSearch } from '#contract/page-need.ts'
import { SelectField } from '#client/kit/field/field.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { CHOSEN_HERE, carriedParameters, eventSearchOf, queryOfForm } from '../event-choice.ts'
import { SearchField } from '../search-field.tsx'
import css from './choice-form.module.css'

type ChoiceFormProps = { readonly chosenSearch: EventSearch; readonly choices: EventChoices }

/**
 * Narrows the list. What is chosen is in the address, so that it can be sent, marked and gone back to; without script
 * the same form asks the server.
 */
export function ChoiceForm({ chosenSearch: ofAddress, choices }: ChoiceFormProps) {
  const t = useT()
  const { pathname } = useLocation()
  const [query, setQuery] = useSearchParams()
  // The page at the new address is drawn a moment later: until then, too, the form shows what is chosen.
  const [chosenSearch, chooseAtOnce] = useOptimistic(ofAddress)
  const show = (form: HTMLFormElement, options?: { replace: boolean }) => {
    const chosen = queryOfForm(new FormData(form), query)
    startTransition(() => {
      chooseAtOnce(eventSearchOf(chosen, ofAddress.organizerSlug))
      setQuery(chosen, { ...options, state: CHOSEN_HERE })
    })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    show(event.currentTarget)
  }
  // Arrow keys run through a list entry by entry: that is one step back in the history, not ten.
  const onChoose = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => {
    if (form) show(form, { replace: true })
  }
  return (
    <form
      role="search"
      aria-label={t('foyer.search.form')}
      method="get"
      action={pathname}
      className={css.form}
      onSubmit={onSubmit}
    >
      {carriedParameters(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SearchField search={chosenSearch.search} />
      <details className={css.narrow}>
        <summary>{t('foyer.search.narrow')}</summary>
        <div className={css.lists}>
          <MonthField chosenSearch={chosenSearch} months={choices.months} onChange={onChoose} />
          {chosenSearch.organizerSlug === undefined && (choices.organizers.length > 1 || chosenSearch.organizer) ? (
            <OrganizerField chosenSearch={chosenSearch} organizers={choices.organizers} onChange={onChoose} />
          ) : null}
        </div>
        <div className={css.tags}>
          {KINDS.map(({ name, text }) => (
            <Check key={name} name={name} value="true" checked={chosenSearch[name] !== undefined} onChange={onChoose}>
              {t(text)}
            </Check>
          ))}
        </div>
        <Tags chosenSearch={chosenSearch.tags ?? []} tags={choices.tags} onChange={onChoose} />
      </details>
    </form>
  )
}

/** Checked, or not: what they are called in the address, and on the page. */
const KINDS = [
  { name: 'free', text: 'common.free' },
  { name: 'online', text: 'event.online.badge' },
  { name: 'weekend', text: 'foyer.search.weekend' },
] as const

type CheckProps = {
  readonly name: string
  readonly value: string
  readonly checked: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly children: string
}

function Check({ children, ...input }: CheckProps) {
  return (
    <label className={css.tag}>
      <input type="checkbox" {...input} />
      <span dir="auto">{children}</span>
    </label>
  )
}

type MonthFieldProps = {
  readonly chosenSearch: EventSearch
  readonly months: EventChoices['months']
  readonly onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

function MonthField({ chosenSearch: { month = '' }, months, onChange }: MonthFieldProps) {
  const { language, t } = useLanguage()
  // What the address asks for is shown, even if there is nothing in it.
  const offered = [...new Set([...months, ...(month ? [month] : [])])].sort()
  return (
    <SelectField id="month" name="month" label={t('foyer.search.month')} value={month} onChange={onChange}>
      <option value="">{t('foyer.search.any-month')}</option>
      {offered.map(each => (
        <option key={each} value={each} suppressHydrationWarning>
          {datesIn(language, 'UTC').month(Date.parse(`${each}-15T12:00:00Z`))}
        </option>
      ))}
    </SelectField>
  )
}

type OrganizerFieldProps = {
  readonly chosenSearch: EventSearch
  readonly organizers: EventChoices['organizers']
  readonly onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

function OrganizerField({ chosenSearch: { organizer = '' }, organizers, onChange }: OrganizerFieldProps) {
  const t = useT()
  return (
    <SelectField
      id="organizer"
      name="organizer"
      label={t('foyer.search.organizer')}
      value={organizers.some(({ id }) => String(id) === organizer) ? organizer : ''}
      onChange={onChange}
    >
      <option value="">{t('foyer.search.any-organizer')}</option>
      {organizers.map(({ id, name }) => (
        <option key={id} value={id} dir="auto">
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** So many tags are enough to choose from; they come with the most used first. */
const SHOWN_TAGS = 12

type TagsProps = {
  readonly chosenSearch: readonly string[]
  readonly tags: readonly string[]
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function Tags({ chosenSearch, tags, onChange }: TagsProps) {
  const { language, t } = useLanguage()
  const shown = [...new Set([...chosenSearch, ...tags.slice(0, SHOWN_TAGS)])]
  if (shown.length === 0) return null
  return (
    <fieldset className={css.tags}>
      <legend>{t('foyer.search.tags')}</legend>
      {shown
        .sort((a, b) => a.localeCompare(b, language))
        .map(tag => (
          <Check key={tag} name="tags" value={tag} checked={chosenSearch.includes(tag)} onChange={onChange}>
            {tag}
          </Check>
        ))}
    </fieldset>
  )
}
