import { useEffect, useState } from 'react'
import type { Event, ItemsByCategory } from '#contract/event.ts'
import { Card } from '#client/kit/card/card.tsx'
import { Loading, Section, Shape } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { JoinForm } from './join-form.tsx'
import { WAITING_LIST_ID } from '../control-ids.ts'

export type WaitingListProps = { readonly event: Event; readonly items: ItemsByCategory }

/** Takes a name and an address, for a mail as soon as there is a ticket. */
export function Part({ event, items }: WaitingListProps) {
  const t = useT()
  const [isAlive, setAlive] = useState(false)
  // The form is for browsers only: the server has nothing to fill in.
  useEffect(() => setAlive(true), [])
  const { preSales, ticketCategoriesForWaitingList: categories } = items
  return (
    <Section id={WAITING_LIST_ID} title={t(preSales ? 'show-event.pre-sales.header' : 'show-event.sold-out.header')}>
      <Card>
        <p style={{ marginBlockEnd: '1.15rem' }}>
          {t(preSales ? 'show-event.pre-sales.message' : 'show-event.sold-out.message')}
        </p>
        {isAlive ? <JoinForm event={event} categories={categories} /> : <FormShape />}
      </Card>
    </Section>
  )
}

function FormShape() {
  return (
    <Loading>
      <Shape height="25rem" round />
    </Loading>
  )
}
