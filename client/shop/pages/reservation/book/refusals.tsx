import { ErrorSummary, type SummaryEntry } from '#client/kit/error-summary/error-summary.tsx'
import { useT } from '#client/language/language-context.ts'
import type { WireProblem } from '#client/api/answer.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { type OpenCards, ticketOf } from './attendees.tsx'
import type { Submission } from './use-submission.ts'

type RefusalsProps = { readonly submission: Submission; readonly cards: OpenCards }

/** Everything the server refused, first what concerns the whole form; each field a press away, folded or not. */
export function Refusals({ submission: { refusal }, cards }: RefusalsProps) {
  const t = useT()
  const subjectOf = useSubjects()
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
    const ticket = ticketOf(target)
    if (ticket !== undefined) cards.set(ticket, true)
  }
  return <ErrorSummary title={t('foyer.book.check')} entries={entries} occasion={refusal} onReveal={reveal} />
}

/** "Conference, ticket 2" for a field of a ticket, "Your details" for the buyer's own. */
function useSubjects(): (problem: WireProblem) => string {
  const t = useT()
  const { ticketsByCategory } = useOpenReservation().reservation
  return ({ field }) => {
    const id = ticketOf(field)
    for (const { name, tickets } of ticketsByCategory) {
      const position = tickets.findIndex(ticket => ticket.uuid === id)
      if (position >= 0) return t('foyer.book.ticket', name, position + 1)
    }
    return t('reservation-page.your-details')
  }
}
