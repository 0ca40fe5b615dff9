import { useEffect, useState } from 'react'
import type { AnsweredQuestion } from '#contract/desk-attendees.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/work.tsx'
import { nameOf } from './attendee-table.tsx'
import { answersQuery, attendeesQuery } from './calls.ts'
import { useChange } from './use-address.ts'
import css from './attendees.module.css'

/** The sums of the answers to each question; of one that is chosen also who has answered what. */
export function Answers({ eventId }: { readonly eventId: number }) {
  const t = useT()
  const [address] = useSearchParams()
  const query = useQuery(answersQuery(eventId))
  return (
    <Loaded query={query}>
      {({ questions }) => {
        const chosen = questions.find(({ question }) => String(question.id) === address.get('question'))
        if (chosen) return <Names eventId={eventId} answered={chosen} />
        return (
          <>
            <p className={css.hint}>{t('foyer.desk.attendees.sums.hint')}</p>
            <div className={css.questions}>
              {questions.map(answered => (
                <Sums key={answered.question.id} answered={answered} />
              ))}
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

type Answered = { readonly answered: AnsweredQuestion }

const titleOf = ({ label, extra }: AnsweredQuestion['question']): string =>
  extra === null ? label : `${extra}: ${label}`

/** A question with how often each answer was given. */
function Sums({ answered }: Answered) {
  const { t, language } = useLanguage()
  const change = useChange()
  const { question, asked, unanswered, sums, others } = answered
  const numbers = new Intl.NumberFormat(language)
  const show = (value: string) => change({ view: '', question: '', answer: `${question.id}:${value}` })
  const most = Math.max(1, unanswered, ...sums.map(({ count }) => count))
  return (
    <Panel title={titleOf(question)} flush>
      <ul className={css.sums}>
        {sums.map(({ answer, label, count }) => (
          <li key={answer}>
            <SumLine label={label} count={count} share={count / most} onShow={() => show(answer)} />
          </li>
        ))}
        {others > 0 && <li className={css.rest}>{t('foyer.desk.attendees.others', numbers.format(others))}</li>}
        {unanswered > 0 && (
          <li data-none>
            <SumLine
              label={t('foyer.desk.attendees.no-answer')}
              count={unanswered}
              share={unanswered / most}
              onShow={() => show('')}
            />
          </li>
        )}
        {asked === 0 && <li className={css.rest}>{t('foyer.desk.attendees.not-asked')}</li>}
      </ul>
      {asked > 0 && (
        <div className={css.foot}>
          <Button tone="quiet" onClick={() => change({ question: String(question.id) })}>
            {t('foyer.desk.attendees.names')}
            <span className="unseen">: {titleOf(question)}</span>
          </Button>
        </div>
      )}
    </Panel>
  )
}

type SumLineProps = {
  readonly label: string
  readonly count: number
  /** Of the most frequent answer, from 0 to 1. */
  readonly share: number
  readonly onShow: () => void
}

function SumLine({ label, count, share, onShow }: SumLineProps) {
  const { language } = useLanguage()
  return (
    <button type="button" className={css.sum} onClick={onShow}>
      <bdi>{label}</bdi>
      <strong>{new Intl.NumberFormat(language).format(count)}</strong>
      <span className={css.bar} style={{ inlineSize: `${share * 100}%` }} aria-hidden />
    </button>
  )
}

/** Who has given which answer to one question: the list for those who cook, sew or count. */
function Names({ eventId, answered }: Answered & { readonly eventId: number }) {
  const { t } = useLanguage()
  const change = useChange()
  const { question, sums, unanswered, others } = answered
  const groups = [
    ...sums.filter(({ count }) => count > 0).map(({ answer, label, count }) => ({ answer, label, count })),
    ...(unanswered > 0 ? [{ answer: '', label: t('foyer.desk.attendees.no-answer'), count: unanswered }] : []),
  ]
  return (
    <>
      <div className={css.chosen}>
        <h2 dir="auto">{titleOf(question)}</h2>
        <span className="no-print">
          <Button tone="quiet" onClick={() => change({ question: '' })}>
            {t('foyer.desk.attendees.all-questions')}
          </Button>
        </span>
      </div>
      <div className={css.groups}>
        {groups.map(({ answer, label, count }) => (
          <Group key={answer} eventId={eventId} label={label} count={count} answer={`${question.id}:${answer}`} />
        ))}
      </div>
      {others > 0 && <p className={css.rest}>{t('foyer.desk.attendees.others', others)}</p>}
    </>
  )
}

type GroupProps = {
  readonly eventId: number
  readonly label: string
  readonly count: number
  readonly answer: string
}

function Group({ eventId, label, count, answer }: GroupProps) {
  const { language } = useLanguage()
  const [cursors, setCursors] = useState<readonly string[]>([''])
  const more = (next: string) => setCursors(known => (known.includes(next) ? known : [...known, next]))
  return (
    <section className={css.group}>
      <h3>
        <bdi>{label}</bdi>
        <span className={css.total}>{new Intl.NumberFormat(language).format(count)}</span>
      </h3>
      <ul>
        {cursors.map((cursor, index) => (
          <GroupPart
            key={cursor}
            eventId={eventId}
            answer={answer}
            cursor={cursor}
            {...(index === cursors.length - 1 && { onMore: more })}
          />
        ))}
      </ul>
    </section>
  )
}

type GroupPartProps = {
  readonly eventId: number
  readonly answer: string
  readonly cursor: string
  readonly onMore?: (next: string) => void
}

/** All names are read, page by page, so that none is missing on paper. */
function GroupPart({ eventId, answer, cursor, onMore }: GroupPartProps) {
  const t = useT()
  const query = { q: '', category: undefined, entry: undefined, state: 'COMPLETE' as const, answer }
  const part = useQuery(attendeesQuery(eventId, query, cursor))
  const next = part.data?.nextCursor ?? null
  useEffect(() => {
    if (next !== null) onMore?.(next)
  }, [next, onMore])
  if (part.isError) return <Loaded query={part}>{() => null}</Loaded>
  return part.data?.attendees.map(attendee => (
    <li key={attendee.ticketId}>
      <span dir="auto">{nameOf(attendee) || t('foyer.desk.attendees.nameless')}</span>{' '}
      <span className="soft" dir="auto">
        {attendee.category}
      </span>
    </li>
  ))
}
