import { useWatch } from 'react-hook-form'
import { CheckboxField } from '#client/kit/field/field.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { AttendeeCard } from './attendee-card.tsx'
import css from './book.module.css'
import type { OpenCards } from './open-cards.ts'
import { canPostpone } from '../details/stored-details.ts'
import type { BookingForm } from './use-booking-form.ts'
import type { Submission } from './use-submission.ts'

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
