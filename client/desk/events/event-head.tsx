import type { ReactNode } from 'react'
import type { DeskEvent } from '#contract/desk-event.ts'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useLocation } from '#client/routing/router.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { Tabs } from '../parts/tabs.tsx'
import { Tag, Title } from '../parts/work.tsx'
import { useEventPages } from './event-pages.ts'
import { stateOf } from './sale-words.ts'

type EventHeadProps = { readonly event: DeskEvent; readonly acts?: ReactNode }

/** The head of every page of one event: what it is, and its pages. */
export function EventHead({ event, acts }: EventHeadProps) {
  const { t, language } = useLanguage()
  const { pathname } = useLocation()
  const { file, facts } = event
  const title = file.title ?? event.shortName
  const zone = file.timezone ?? 'UTC'
  const [start, end] = [momentOf(file.startDate), momentOf(file.endDate)]
  const state = stateOf({ status: event.status, isArchived: facts.isArchived, isCancelled: facts.cancelledAt !== null })
  const where = file.format === 'ONLINE' ? t('foyer.desk.online') : file.location?.fullAddress
  // The file's hours are those of the event: written as such, whatever zone they are in.
  const dates = datesIn(language, 'UTC')
  const pages = useEventPages(event.id)
  useHouseTitle(tabTitleOf(pages.find(({ to }) => to === pathname)?.name, title))
  return (
    <>
      <Title
        {...(start !== undefined && { day: dates.tile(start, end ?? start) })}
        lead={
          <>
            <Tag tone={state.tone}>{t(state.key)}</Tag>{' '}
            <WhenAndWhere when={start === undefined ? undefined : `${dates.moment(start)} (${zone})`} where={where} />
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
