import { lazyPart } from '#client/frame/routing/lazy-part.tsx'
import { answersAt } from '../details/booking-values.ts'
import { useFormValues } from '#client/frame/forms/form-values.ts'
import type { AdditionalField } from '#contract/ticket.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'
import { useT } from '#client/language/language-context.ts'

/** Most events ask for nothing but names. */
const { load: loadQuestions, Component: QuestionControl } = lazyPart(
  async () => (await import('#client/frame/questions/question-control.tsx')).QuestionControl,
)

export { loadQuestions }

type QuestionsProps = {
  /** Whom or what is asked about. */
  readonly path: `tickets.${string}` | `items.${string}` | 'owner'
  readonly questions: readonly AdditionalField[]
  /** The ticket is sold: an answer that can't be changed any more stays. */
  readonly isAcquired: boolean
  readonly form: BookingForm
  readonly submission: Submission
}

/** The organiser's own questions about a ticket or an extra. */
export function Questions({ questions, ...rest }: QuestionsProps) {
  return questions.map(question => <Question key={question.name} question={question} {...rest} />)
}

const NO_ANSWER: readonly string[] = []

type QuestionProps = Omit<QuestionsProps, 'questions'> & { readonly question: AdditionalField }

function Question({ path, question, isAcquired, form, submission }: QuestionProps) {
  const errorText = useErrorText(submission)
  const { timeZone } = useOpenReservation().context
  const name = `${path}.additional.${question.name}` as const
  const answer = useFormValues(form, values => answersAt(values, path)[question.name] ?? NO_ANSWER)
  return (
    <QuestionControl
      id={name}
      question={question}
      answer={answer}
      onAnswer={typed => form.type(name, typed)}
      onBlur={() => form.touch(name)}
      isAcquired={isAcquired}
      error={errorText(name)}
      timeZone={timeZone}
    />
  )
}

/** "Conference, ticket 2", by the public id of the ticket. */
export function useTicketTitle(): (uuid: string | undefined) => string | undefined {
  const t = useT()
  const { ticketsByCategory } = useOpenReservation().reservation
  return uuid => {
    for (const { name, tickets } of ticketsByCategory) {
      const position = tickets.findIndex(ticket => ticket.uuid === uuid)
      if (position >= 0) return t('foyer.book.ticket', name, position + 1)
    }
    return undefined
  }
}
