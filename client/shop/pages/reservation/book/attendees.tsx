import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CheckboxField } from '#client/kit/field/field.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Ticket } from '#contract/ticket.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { AttendeeCard } from './attendee-card.tsx'
import css from './book.module.css'
import { canPostpone, ticketsOf } from './stored-details.ts'
import type { BookingForm } from './use-booking-form.ts'
import type { Submission } from './use-submission.ts'

export type OpenCards = {
  readonly isOpen: (ticketId: string) => boolean
  readonly set: (ticketId: string, isOpen: boolean) => void
}

type AttendeesProps = { readonly form: BookingForm; readonly submission: Submission; readonly cards: OpenCards }

/** Who is coming: a card a ticket, by category, folded but the first. The names can wait where that is allowed. */
export function Attendees({ form, submission, cards }: AttendeesProps) {
  const t = useT()
  const open = useOpenReservation()
  const isPostponed = useWatch({ control: form.control, name: 'postponeAssignment' })
  return (
    <Section title={t('reservation-page.attendees')} id="attendees">
      <div className={css.fields}>
        {canPostpone(open) && (
          <CheckboxField
            {...form.register('postponeAssignment')}
            id="postponeAssignment"
            label={t('reservation-page.postpone-assignment')}
          />
        )}
        {!isPostponed &&
          open.reservation.ticketsByCategory.map(category =>
            category.tickets.map((ticket, position) => (
              <AttendeeCard
                key={ticket.uuid}
                ticket={ticket}
                title={t('foyer.book.ticket', category.name, position + 1)}
                form={form}
                submission={submission}
                cards={cards}
              />
            )),
          )}
      </div>
    </Section>
  )
}

/** Which cards are open: the first, those with something to mend, and whatever the buyer opens. */
export function useOpenCards({ refusal }: Submission): OpenCards {
  const tickets = ticketsOf(useOpenReservation())
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(tickets.slice(0, 1).map(({ uuid }) => uuid)))
  useEffect(() => {
    const wrong = refusal?.fields.flatMap(({ field }) => ticketOf(field) ?? []) ?? []
    if (wrong.length > 0) setOpened(known => new Set([...known, ...wrong]))
  }, [refusal])
  return {
    isOpen: id => opened.has(id),
    set: (id, isOpen) =>
      setOpened(known => {
        if (known.has(id) === isOpen) return known
        const next = new Set(known)
        if (isOpen) next.add(id)
        else next.delete(id)
        return next
      }),
  }
}

/** The ticket that a path of the form is about. */
export function ticketOf(path: string): Ticket['uuid'] | undefined {
  return /^tickets\.([^.]+)\./.exec(path)?.[1]
}
