import { ErrorSummary, type SummaryEntry } from '#client/kit/error-summary/error-summary.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { WireProblem } from '#client/api/answer.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import type { AdditionalField } from '#contract/ticket.ts'
import { questionsOf } from '../../attendee/answer-values.ts'
import { descriptionOf } from '../../attendee/question-texts.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { ticketOf } from './controls.ts'
import { INVOICE_LABELS, isInvoiceField } from './invoice-values.ts'
import type { OpenCards } from './open-cards.ts'
import type { BookingForm } from './use-booking-form.ts'
import type { Submission } from './use-submission.ts'
import { useTicketTitle } from './use-ticket-title.ts'

type RefusalsProps = { readonly form: BookingForm; readonly submission: Submission; readonly cards: OpenCards }

/** Everything the server refused, first what concerns the whole form; each field a press away, folded or not. */
export function Refusals({ form, submission: { refusal }, cards }: RefusalsProps) {
  const t = useT()
  const subjectOf = useSubjects(form)
  if (!refusal) return null
  const entries: SummaryEntry[] = [
    ...refusal.global.map(({ code, args }) => ({ text: t(code, ...args) })),
    ...refusal.fields.map(problem => ({
      text: t(problem.code, ...problem.args),
      subject: subjectOf(problem),
      target: problem.field,
    })),
  ]
  const reveal = (target: string) => {
    const ticket = ticketOf(target, form.getValues())
    if (ticket !== undefined) cards.set(ticket, true)
  }
  return <ErrorSummary title={t('foyer.book.check')} entries={entries} occasion={refusal} onReveal={reveal} />
}

/**
 * "Conference, ticket 2" for a field of a ticket, "Your details" for the buyer's own. The refusal of an answer, or of a
 * line of the invoice, does not say by itself what it is about.
 */
function useSubjects(form: BookingForm): (problem: WireProblem) => string {
  const { t, language } = useLanguage()
  const { reservation } = useOpenReservation()
  const titleOf = useTicketTitle()
  return ({ field }) => {
    if (isInvoiceField(field)) {
      return `${t('reservation-page.invoice-details')}, ${t(INVOICE_LABELS[field], t('common.vat'))}`
    }
    const title = titleOf(ticketOf(field, form.getValues())) ?? t('reservation-page.your-details')
    const name = /\.additional\.([^.]+)$/.exec(field)?.[1]
    const question = name === undefined ? undefined : questionsIn(reservation).find(asked => asked.name === name)
    return question ? `${title}, ${descriptionOf(question, language).label}` : title
  }
}

/** Questions are told apart by their names in the whole event. */
function questionsIn({ ticketsByCategory, additionalServiceWithData }: ReservationInfo): AdditionalField[] {
  return [
    ...ticketsByCategory.flatMap(({ tickets }) => tickets.flatMap(questionsOf)),
    ...additionalServiceWithData.flatMap(item => item.ticketFieldConfiguration),
  ]
}
