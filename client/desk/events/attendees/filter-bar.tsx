import type { ResponseOf } from '#contract/call.ts'
import type { listDeskAttendees } from '#contract/desk-attendees.ts'
import { ATTENDEE_ENTRIES, hasTicket } from '#domain/organiser/order-desk/attendee.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { Pills, Pill, SearchField, Seek } from '../../parts/filters.tsx'
import { type AttendeeQuery, STATES } from './calls.ts'
import { useChange } from './use-address.ts'

export type AttendeePage = ResponseOf<typeof listDeskAttendees, 200>

type FilterBarProps = { readonly query: AttendeeQuery; readonly page: AttendeePage }

/** What is searched and shown; all of it is in the address. */
export function FilterBar({ query, page }: FilterBarProps) {
  const { t } = useLanguage()
  const change = useChange()
  return (
    <div className="no-print">
      <Seek>
        <SearchField label={t('foyer.desk.attendees.search')} value={query.q} onChange={q => change({ q })} />
        {page.categories.length > 1 && (
          <select
            aria-label={t('foyer.desk.attendees.category')}
            value={query.category ?? ''}
            onChange={event => change({ category: event.target.value })}
          >
            <option value="">{t('foyer.desk.attendees.category.all')}</option>
            {page.categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <select
          aria-label={t('foyer.desk.attendees.entry')}
          value={query.entry ?? ''}
          onChange={event => change({ entry: event.target.value })}
        >
          <option value="">{t('foyer.desk.attendees.entry.all')}</option>
          {ATTENDEE_ENTRIES.map(each => (
            <option key={each} value={each}>
              {t(`foyer.desk.attendees.entry.${each.toLowerCase()}`)}
            </option>
          ))}
        </select>
      </Seek>
      <Pills label={t('foyer.desk.attendees.state')}>
        {STATES.map(each => (
          <Pill key={each} isOn={query.state === each} onClick={() => change({ state: hasTicket(each) ? '' : each })}>
            {t(`foyer.desk.attendees.state.${each.toLowerCase()}`)}
          </Pill>
        ))}
        <Pill isOn={query.state === undefined} onClick={() => change({ state: 'all' })}>
          {t('foyer.desk.attendees.state.all')}
        </Pill>
        <AnswerPill query={query} page={page} />
      </Pills>
    </div>
  )
}

/** Which answer is asked for; pressed, it is asked for no more. */
function AnswerPill({ query: { answer }, page: { questions } }: FilterBarProps) {
  const { t } = useLanguage()
  const change = useChange()
  if (answer === '') return null
  const question = questions.find(({ id }) => answer.startsWith(`${id}:`))
  const value = answer.slice(answer.indexOf(':') + 1)
  return (
    <Pill isOn onClick={() => change({ answer: '' })}>
      <bdi>{question?.label}</bdi>
      {': '}
      <bdi>{value === '' ? t('foyer.desk.attendees.no-answer') : value}</bdi>
      <span aria-hidden>×</span>
      <span className="unseen">: {t('foyer.desk.orders.tag.drop')}</span>
    </Pill>
  )
}
