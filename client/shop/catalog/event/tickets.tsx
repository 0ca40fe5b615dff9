import type { ReactNode } from 'react'
import type { Event, ItemsByCategory } from '#contract/event.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Fold, Stubs } from '#client/kit/card/card.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { categoryControl } from './control-ids.ts'
import { CategoryStub } from './category-stub.tsx'
import { ticketsLeftInPool } from '../sale-state.ts'
import { type Selection, chosenOf } from './selection.ts'

export const TICKETS_ID = 'tickets'

type TicketsProps = {
  readonly event: Event
  readonly items: ItemsByCategory
  readonly selection: Selection
  readonly onChoose: (categoryId: number, count: number) => void
  readonly onRefresh: () => Promise<unknown>
  /** What is wrong with the control of this id. */
  readonly errorOf: (control: string) => string | undefined
  /** Above the tickets: what has happened to the choice meanwhile. */
  readonly children?: ReactNode
}

/** The tickets as stubs: those of today, and folded away those of yesterday. */
export function Tickets({ event, items, selection, onChoose, onRefresh, errorOf, children }: TicketsProps) {
  const t = useT()
  const left = ticketsLeftInPool(event, items)
  const title = (
    <>
      {t('show-event.tickets')} {left === undefined ? null : <Badge>{t('show-event.tickets.left', left)}</Badge>}
    </>
  )
  return (
    <Section id={TICKETS_ID} title={title}>
      {children}
      {items.ticketCategories.length === 0 ? <Notice>{t('foyer.event.nothing-on-sale')}</Notice> : null}
      <Stubs>
        {items.ticketCategories.map(category => (
          <li key={category.id}>
            <CategoryStub
              event={event}
              category={category}
              count={chosenOf(category, selection)}
              onCount={count => onChoose(category.id, count)}
              onRefresh={onRefresh}
              error={errorOf(categoryControl(category.id))}
            />
          </li>
        ))}
      </Stubs>
      <Expired event={event} items={items} />
    </Section>
  )
}

function Expired({ event, items: { expiredCategories } }: { event: Event; items: ItemsByCategory }) {
  const t = useT()
  if (expiredCategories.length === 0) return null
  return (
    <div style={{ marginBlockStart: '1.25rem' }}>
      <Fold summary={`${t('show-event.expired-categories')} (${expiredCategories.length})`}>
        <Stubs>
          {expiredCategories.map(category => (
            <li key={category.id}>
              <CategoryStub event={event} category={category} count={0} />
            </li>
          ))}
        </Stubs>
      </Fold>
    </div>
  )
}
