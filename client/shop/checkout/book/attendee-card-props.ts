import type { Ticket } from '#contract/ticket.ts'
import type { OpenCards } from './open-cards.ts'
import type { BookingForm } from './use-booking-form.ts'
import type { Submission } from './use-submission.ts'

/** What a card about one ticket is drawn from. */
export type AttendeeCardProps = {
  readonly ticket: Ticket
  /** "Conference, ticket 2" */
  readonly title: string
  readonly form: BookingForm
  readonly submission: Submission
  readonly cards: OpenCards
}
