import { useId, useState } from 'react'
import { deskEventsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { keepPreviousData, queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { DeskIcon } from '../parts/desk-icon.tsx'
import { SearchField, Seek } from '../parts/filters.tsx'
import { Stack } from '../parts/work.tsx'
import css from './fields/fields.module.css'

/** An event that takes a pass; without categories for all of them. */
export type AcceptingEvent = { readonly slug: string; readonly categories: readonly string[] }

type AcceptingEventsProps = {
  readonly organizationId: number
  readonly accepting: readonly AcceptingEvent[]
  readonly onChange: (next: readonly AcceptingEvent[]) => void
  /** Whether the kinds of tickets can be chosen for which an event takes the pass. */
  readonly withCategories?: boolean
}

/** So many events are offered at once; the others are searched. */
const OFFERED = 8

const foundQuery = (organizationId: number, q: string, when: 'upcoming' | 'all') =>
  queryOptions({
    queryKey: ['desk', 'events', 'of', organizationId, when, q],
    queryFn: ({ signal }) =>
      valueOf(
        server().call('GET', deskEventsPath, { query: { when, organizationId, q: q === '' ? undefined : q }, signal }),
      ),
    staleTime: 30_000,
  })

/** Which events of the organisation take a pass: those that do, and others to add, found by their title. */
export function AcceptingEvents({ organizationId, accepting, onChange, withCategories = false }: AcceptingEventsProps) {
  const { t, language } = useLanguage()
  const [sought, setSought] = useState('')
  const all = useQuery(foundQuery(organizationId, '', 'all'))
  const found = useQuery({
    ...foundQuery(organizationId, sought, sought === '' ? 'upcoming' : 'all'),
    placeholderData: keepPreviousData,
  })
  const titles = new Map(
    [...(all.data?.events ?? []), ...(found.data?.events ?? [])].map(({ shortName, title }) => [shortName, title]),
  )
  const offered = (found.data?.events ?? [])
    .filter(({ shortName }) => accepting.every(({ slug }) => slug !== shortName))
    .slice(0, OFFERED)
  const put = (next: AcceptingEvent) => onChange(accepting.map(each => (each.slug === next.slug ? next : each)))
  return (
    <Stack>
      {accepting.length === 0 ? (
        <p className="soft">{t('foyer.desk.accepting.none')}</p>
      ) : (
        <div className={css.list}>
          <ol>
            {accepting.map(each => (
              <Accepting
                key={each.slug}
                accepting={each}
                title={titles.get(each.slug) ?? each.slug}
                onRemove={() => onChange(accepting.filter(({ slug }) => slug !== each.slug))}
                {...(withCategories && { onChange: put })}
              />
            ))}
          </ol>
        </div>
      )}
      <Seek>
        <SearchField label={t('foyer.desk.accepting.search')} value={sought} onChange={setSought} />
      </Seek>
      {found.data && offered.length === 0 && <p className="soft">{t('foyer.desk.accepting.no-more')}</p>}
      {offered.length > 0 && (
        <div className={css.list}>
          <ol>
            {offered.map(({ shortName, title, startsAt, timezone }) => (
              <li key={shortName} className={css.row}>
                <span className={css.named}>
                  <b dir="auto">{title}</b> <span className="soft">{datesIn(language, timezone).moment(startsAt)}</span>
                </span>
                <Button tone="quiet" onClick={() => onChange([...accepting, { slug: shortName, categories: [] }])}>
                  <DeskIcon name="plus" />
                  {t('foyer.desk.accepting.add')}
                  <span className="unseen">: {title}</span>
                </Button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Stack>
  )
}

type AcceptingProps = {
  readonly accepting: AcceptingEvent
  readonly title: string
  readonly onRemove: () => void
  readonly onChange?: (next: AcceptingEvent) => void
}

function Accepting({ accepting, title, onRemove, onChange }: AcceptingProps) {
  const t = useT()
  const id = useId()
  const { categories } = accepting
  return (
    <li>
      <div className={css.row}>
        <b dir="auto" className={css.named}>
          {title}
        </b>
        <TextButton onClick={onRemove}>
          {t('foyer.desk.remove')}
          <span className="unseen">: {title}</span>
        </TextButton>
      </div>
      {onChange && (
        <div className={css.open}>
          <details className={css.more} open={categories.length > 0 || undefined}>
            <summary>{t('foyer.desk.accepting.kinds')}</summary>
            <TextAreaField
              id={id}
              label={t('foyer.desk.member.categories')}
              hint={t('foyer.desk.member.categories.hint')}
              rows={2}
              value={categories.join('\n')}
              onChange={event =>
                onChange({ ...accepting, categories: event.target.value === '' ? [] : event.target.value.split('\n') })
              }
            />
          </details>
        </div>
      )}
    </li>
  )
}
