import { useState } from 'react'
import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { useParams, useSearchParams } from '#client/routing/router.tsx'
import { deskExportsPagePath, deskImportPagePath, deskNewMessagePagePath, pathTo } from '#contract/paths.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Work } from '../../parts/work.tsx'
import { EventPartHead } from '../event-part-head.tsx'
import { useMayAt } from '../use-may-at.ts'
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
  const [dialog, setDialog] = useState<Choice>()
  const close = () => setDialog(undefined)
  return (
    <>
      <EventPartHead
        eventId={eventId}
        title={page.event.title}
        name={t('foyer.desk.attendees')}
        lead={<Lead page={page} hasCount={!isOfAnswers} />}
        acts={
          <PeopleActs
            eventId={eventId}
            query={query}
            isOfAnswers={isOfAnswers}
            onOpen={setDialog}
            onPrint={() => (isOfAnswers ? print() : setPrinting(true))}
          />
        }
      />
      {page.questions.length > 0 && <Views isOfAnswers={isOfAnswers} />}
      {isOfAnswers ? (
        <Answers eventId={eventId} />
      ) : (
        <>
          <ColumnChoice page={page} columns={columns} isOpen={dialog === 'columns'} onClose={close} />
          <BadgeChoice eventId={eventId} query={query} isOpen={dialog === 'badges'} onClose={close} />
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

/** What is chosen in a dialog. */
type Choice = 'columns' | 'badges'

type PeopleActsProps = {
  readonly eventId: number
  readonly query: AttendeeQuery
  readonly isOfAnswers: boolean
  readonly onOpen: (choice: Choice) => void
  readonly onPrint: () => void
}

/**
 * What is done most with these people, and the rest behind one button. A message is to those who are listed: all filters but the
 * search, which is for names.
 */
function PeopleActs({ eventId, query, isOfAnswers, onOpen, onPrint }: PeopleActsProps) {
  const { t } = useLanguage()
  const may = useMayAt(eventId)
  const filter = new URLSearchParams(filterOf({ ...query, q: '' })).toString()
  const exported = `?kind=attendees&event=${eventId}&state=${query.state ?? 'all'}`
  return (
    <span className="no-print">
      <span className={css.acts}>
        <ButtonLink tone="quiet" to={`${pathTo(deskNewMessagePagePath, { eventId })}?${filter}`}>
          {t('foyer.desk.messages.write')}
        </ButtonLink>
        <ButtonLink tone="quiet" to={deskExportsPagePath + exported}>
          {t('foyer.desk.export')}
        </ButtonLink>
        <More>
          {!isOfAnswers && (
            <Button tone="quiet" onClick={() => onOpen('columns')}>
              {t('foyer.desk.attendees.columns')}
            </Button>
          )}
          {!isOfAnswers && (
            <Button tone="quiet" onClick={() => onOpen('badges')}>
              {t('foyer.desk.badge')}
            </Button>
          )}
          <Button tone="quiet" onClick={onPrint}>
            {t('foyer.desk.print')}
          </Button>
          {may('manage-orders') && (
            <ButtonLink tone="quiet" to={pathTo(deskImportPagePath, { eventId })}>
              {t('foyer.desk.import')}
            </ButtonLink>
          )}
        </More>
      </span>
    </span>
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
