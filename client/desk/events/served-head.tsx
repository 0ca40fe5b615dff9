import type { ReactNode } from 'react'
import type { ListedDeskEvent } from '#contract/desk-event.ts'
import {
  deskAttendeesPagePath,
  deskBoxOfficePagePath,
  deskDoorsPagePath,
  deskEventFiguresPagePath,
  deskEventPagePath,
  deskMessagesPagePath,
  deskOrdersPagePath,
  pathTo,
} from '#contract/paths.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { Loaded, Missing } from '../parts/loaded.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Tag, Title, Work } from '../parts/work.tsx'
import { useMay } from '../session/me.ts'
import { listedEventQuery } from './calls.ts'
import { stateOf } from './sale-words.ts'

type ServedEventProps = {
  readonly eventId: number
  readonly acts?: ReactNode
  readonly children: (event: ListedDeskEvent) => ReactNode
}

/** A page of an event for members who work for it and don't edit it: its money, its people or its doors. */
export function ServedEvent({ eventId, acts, children }: ServedEventProps) {
  const query = useQuery(listedEventQuery(eventId))
  return (
    <Loaded query={query}>
      {({ events: [event] }) =>
        event ? (
          <Work>
            <ServedHead event={event} acts={acts} />
            {children(event)}
          </Work>
        ) : (
          <Missing />
        )
      }
    </Loaded>
  )
}

/** What the event is, and the pages of it that are for the roles of the member. */
function ServedHead({ event, acts }: { readonly event: ListedDeskEvent; readonly acts: ReactNode }) {
  const { t, language } = useLanguage()
  const may = useMay()
  const { id: eventId, title, startsAt, endsAt } = event
  const dates = datesIn(language, event.timezone)
  const state = stateOf(event)
  const where = event.format === 'ONLINE' ? t('foyer.desk.online') : event.location
  useHouseTitle(title)
  const pages = [
    { to: pathTo(deskEventPagePath, { eventId }), name: t('foyer.desk.event.overview') },
    ...(may('manage-orders')
      ? [{ to: pathTo(deskEventFiguresPagePath, { eventId }), name: t('foyer.desk.figures') }]
      : []),
    ...(may('serve-orders')
      ? [
          { to: `${deskOrdersPagePath}?event=${eventId}`, name: t('foyer.desk.orders') },
          { to: pathTo(deskAttendeesPagePath, { eventId }), name: t('foyer.desk.attendees') },
          { to: pathTo(deskMessagesPagePath, { eventId }), name: t('foyer.desk.messages') },
        ]
      : []),
    ...(may('see-entrance') ? [{ to: pathTo(deskDoorsPagePath, { eventId }), name: t('foyer.desk.door') }] : []),
    ...(may('manage-orders') ? [{ to: pathTo(deskBoxOfficePagePath, { eventId }), name: t('foyer.desk.box') }] : []),
  ]
  return (
    <>
      <Title
        day={dates.tile(startsAt, endsAt)}
        lead={
          <>
            {dates.moment(startsAt)} ({event.timezone})
            {where && (
              <>
                {' · '}
                <bdi>{where}</bdi>
              </>
            )}
          </>
        }
        acts={
          <>
            <Tag tone={state.tone}>{t(state.key)}</Tag>
            {acts}
          </>
        }
      >
        {title}
      </Title>
      <Tabs label={title} pages={pages} />
    </>
  )
}
