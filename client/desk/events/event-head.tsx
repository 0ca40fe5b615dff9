import type { ReactNode } from 'react'
import type { DeskEvent, ListedDeskEvent } from '#contract/desk-event.ts'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useLocation } from '#client/routing/router.tsx'
import { type DateParts, datesIn } from '#domain/foundation/language/dates.ts'
import { Tabs } from '../parts/tabs.tsx'
import { Tag, Title } from '../parts/work.tsx'
import { useEventPages } from './event-pages.ts'
import { stateOf } from './sale-words.ts'

type EventHeadProps = { readonly event: DeskEvent; readonly acts?: ReactNode }

/** The head of a page of an event that the member edits. */
export function EventHead({ event, acts }: EventHeadProps) {
  const { language } = useLanguage()
  const { file, facts, id, shortName, status } = event
  const [start, end] = [momentOf(file.startDate), momentOf(file.endDate)]
  // The file's hours are those of the event: written as such, whatever zone they are in.
  const dates = datesIn(language, 'UTC')
  return (
    <Head
      eventId={id}
      title={file.title ?? shortName}
      state={stateOf({ status, isArchived: facts.isArchived, isCancelled: facts.cancelledAt !== null })}
      day={start === undefined ? undefined : dates.tile(start, end ?? start)}
      when={start === undefined ? undefined : `${dates.moment(start)} (${file.timezone ?? 'UTC'})`}
      where={file.format === 'ONLINE' ? null : (file.location?.fullAddress ?? undefined)}
      acts={acts}
    />
  )
}

type ListedEventHeadProps = {
  readonly event: ListedDeskEvent
  /** Of the page, where it is none of those that the head leads to. */
  readonly name?: string | undefined
  readonly acts?: ReactNode
}

/** The head of a page of an event for members who work for it and don't edit it. */
export function ListedEventHead({ event, name, acts }: ListedEventHeadProps) {
  const { language } = useLanguage()
  const { id, title, startsAt, endsAt, timezone, format, location } = event
  const dates = datesIn(language, timezone)
  return (
    <Head
      eventId={id}
      title={title}
      state={stateOf(event)}
      day={dates.tile(startsAt, endsAt)}
      when={`${dates.moment(startsAt)} (${timezone})`}
      where={format === 'ONLINE' ? null : (location ?? undefined)}
      name={name}
      acts={acts}
    />
  )
}

type HeadProps = {
  readonly eventId: number
  readonly title: string
  readonly state: ReturnType<typeof stateOf>
  readonly day: DateParts | undefined
  readonly when: string | undefined
  /** Null: online. */
  readonly where: string | null | undefined
  readonly name?: string | undefined
  readonly acts: ReactNode
}

/** What the event is, and those of its pages that are for the member. */
function Head({ eventId, title, state, day, when, where, name, acts }: HeadProps) {
  const t = useT()
  const { pathname } = useLocation()
  const pages = useEventPages(eventId)
  useHouseTitle(tabTitleOf(name ?? pages.find(({ to }) => to === pathname)?.name, title))
  return (
    <>
      <Title
        {...(day !== undefined && { day })}
        lead={
          <>
            <Tag tone={state.tone}>{t(state.key)}</Tag>{' '}
            <WhenAndWhere when={when} where={where === null ? t('foyer.desk.online') : where} />
          </>
        }
        {...(acts !== undefined && acts !== false && { acts })}
      >
        {title}
      </Title>
      <Tabs label={title} pages={pages} />
    </>
  )
}

type WhenAndWhereProps = { readonly when: string | undefined; readonly where: string | undefined }

function WhenAndWhere({ when, where }: WhenAndWhereProps) {
  return (
    <>
      {when}
      {when && where && ' · '}
      <bdi>{where}</bdi>
    </>
  )
}

const tabTitleOf = (page: string | undefined, title: string): string =>
  page === undefined ? title : `${page}, ${title}`

/** A local date-time as if it were UTC, for its words. */
function momentOf(local: string | null | undefined): number | undefined {
  const moment = local ? Date.parse(`${local}Z`) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}
