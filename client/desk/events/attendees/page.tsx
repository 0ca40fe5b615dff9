import { useState } from 'react'
import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { useParams, useSearchParams } from '#client/routing/router.tsx'
import { deskExportsPagePath, deskImportPagePath, deskNewMessagePagePath, pathTo } from '#contract/paths.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Work } from '../../parts/work.tsx'
import { useMay } from '../../session/me.ts'
import { EventPartHead } from '../event-part-head.tsx'
import { Answers } from './answers.tsx'
import { AttendeeTable } from './attendee-table.tsx'
import { BadgeChoice } from './badge-choice.tsx'
import { type AttendeeQuery, attendeeQueryOf, attendeesQuery, filterOf } from './calls.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type ChosenColumns, useColumns } from './columns.ts'
import { FilterBar, type AttendeePage } from './filter-bar.tsx'
import { useChange } from './use-address.ts'
import css from './attendees.module.css'

/** The people of an event: who they are, whether they are in, and what they have answered. */
export function Page() {
  const id = Number(useParams().eventId)
  const [address] = useSearchParams()
  const query = attendeeQueryOf(address)
  const first = useQuery({ ...attendeesQuery(id, query, ''), placeholderData: keepPreviousData })
  return (
    <Loaded query={first}>
      {page => (
        <Work>
          <People eventId={id} page={page} />
        </Work>
      )}
    </Loaded>
  )
}

type PeopleProps = { readonly eventId: number; readonly page: AttendeePage }

function People({ eventId, page }: PeopleProps) {
  const { t } = useLanguage()
  const [address] = useSearchParams()
  const query = attendeeQueryOf(address)
  const isOfAnswers = address.get('view') === 'answers'
  const columns = useColumns(eventId, page)
  const [isPrinting, setPrinting] = useState(false)
  return (
    <>
      <EventPartHead
        eventId={eventId}
        title={page.event.title}
        name={t('foyer.desk.attendees')}
        lead={<Lead page={page} hasCount={!isOfAnswers} />}
        acts={
          <span className="no-print">
            <span className={css.acts}>
              {!isOfAnswers && <ColumnChoice page={page} columns={columns} />}
              {!isOfAnswers && <BadgeChoice eventId={eventId} query={query} />}
              <Elsewhere eventId={eventId} query={query} />
              <Button tone="quiet" onClick={() => (isOfAnswers ? print() : setPrinting(true))}>
                {t('foyer.desk.print')}
              </Button>
            </span>
          </span>
        }
      />
      {page.questions.length > 0 && <Views isOfAnswers={isOfAnswers} />}
      {isOfAnswers ? (
        <Answers eventId={eventId} />
      ) : (
        <>
          <FilterBar query={query} page={page} />
          <AttendeeTable
            key={JSON.stringify(query)}
            eventId={eventId}
            query={query}
            first={page}
            columns={shownColumns(columns.chosen, query)}
            isPrinting={isPrinting}
            onPrinted={() => setPrinting(false)}
          />
        </>
      )}
    </>
  )
}

type ElsewhereProps = { readonly eventId: number; readonly query: AttendeeQuery }

/** Other pages about these people. A message is to those who are listed: all filters but the search, which is for names. */
function Elsewhere({ eventId, query }: ElsewhereProps) {
  const { t } = useLanguage()
  const may = useMay()
  const filter = new URLSearchParams(filterOf({ ...query, q: '' })).toString()
  return (
    <>
      {may('manage-orders') && (
        <ButtonLink tone="quiet" to={pathTo(deskImportPagePath, { eventId })}>
          {t('foyer.desk.import')}
        </ButtonLink>
      )}
      <ButtonLink
        tone="quiet"
        to={`${deskExportsPagePath}?kind=attendees&event=${eventId}&state=${query.state ?? 'all'}`}
      >
        {t('foyer.desk.export')}
      </ButtonLink>
      <ButtonLink tone="quiet" to={`${pathTo(deskNewMessagePagePath, { eventId })}?${filter}`}>
        {t('foyer.desk.messages.write')}
      </ButtonLink>
    </>
  )
}

/** When it is, also on paper, and how many people are listed. */
function Lead({ page, hasCount }: { readonly page: AttendeePage; readonly hasCount: boolean }) {
  const { t, language } = useLanguage()
  const { event, count } = page
  const dates = useDates(event.timezone)
  return (
    <>
      {dates.moment(event.startsAt)}
      {hasCount && count !== null && (
        <span className={css.count}>
          {t(
            count === 1 ? 'foyer.desk.attendees.count.one' : 'foyer.desk.attendees.count',
            new Intl.NumberFormat(language).format(count),
          )}
        </span>
      )}
    </>
  )
}

/** The state is the same of all where it is filtered by. */
function shownColumns({ plain, questions }: ChosenColumns, { state }: AttendeeQuery): ChosenColumns {
  return { questions, plain: plain.filter(each => each !== 'state' || state === undefined) }
}

/** The list, or the answers. */
function Views({ isOfAnswers }: { readonly isOfAnswers: boolean }) {
  const { t } = useLanguage()
  const change = useChange()
  return (
    <div className="no-print">
      <div className={css.views} role="group" aria-label={t('foyer.desk.attendees.view')}>
        <button type="button" aria-pressed={!isOfAnswers} onClick={() => change({ view: '', question: '' })}>
          {t('foyer.desk.attendees.view.list')}
        </button>
        <button type="button" aria-pressed={isOfAnswers} onClick={() => change({ view: 'answers' })}>
          {t('foyer.desk.attendees.view.answers')}
        </button>
      </div>
    </div>
  )
}
