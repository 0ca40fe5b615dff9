import type { ReactNode } from 'react'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Acts, Title } from '../parts/work.tsx'
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

/**
 * The head of a page about the people, messages, doors or seats of an event, for members who may not read all of the event: its
 * title and pages as on every other page of it (`EventHead`), and what this page is.
 */
export function EventPartHead({ eventId, title, name, lead, acts }: EventPartHeadProps) {
  const pages = useEventPages(eventId)
  useHouseTitle(`${name}, ${title}`)
  return (
    <>
      <Title>{title}</Title>
      <Tabs label={title} pages={pages} />
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
