import type { ReactNode } from 'react'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Acts, Title } from '../parts/work.tsx'
import { listedEventQuery } from './calls.ts'
import { ListedEventHead } from './event-head.tsx'
import { useEventPages } from './event-pages.ts'
import css from './event-part-head.module.css'

type EventPartHeadProps = {
  readonly eventId: number
  /** Of the event. */
  readonly title: string
  /** Of this page. */
  readonly name: string
  /** Below the name, what is on the page. */
  readonly lead?: ReactNode
  /** At the end of the line of the name: what one came for. */
  readonly acts?: ReactNode
}

/** The head of a page about the people, messages, doors or seats of an event: that of the event, and what this page is. */
export function EventPartHead({ eventId, title, name, lead, acts }: EventPartHeadProps) {
  const { data } = useQuery(listedEventQuery(eventId))
  const [event] = data?.events ?? []
  return (
    <>
      {event ? (
        <ListedEventHead event={event} name={name} />
      ) : (
        <HeadShape eventId={eventId} title={title} name={name} />
      )}
      <div className={css.head}>
        <div className={css.words}>
          <h2>{name}</h2>
          {lead !== undefined && <p className="soft">{lead}</p>}
        </div>
        {acts !== undefined && <Acts>{acts}</Acts>}
      </div>
    </>
  )
}

/** The head of the event until its day and state are read. */
function HeadShape({ eventId, title, name }: Pick<EventPartHeadProps, 'eventId' | 'title' | 'name'>) {
  const pages = useEventPages(eventId)
  useHouseTitle(`${name}, ${title}`)
  return (
    <>
      <Title lead={'\u00a0'}>{title}</Title>
      <Tabs label={title} pages={pages} />
    </>
  )
}
