import { useId } from 'react'
import { useLanguage } from '#client/language/language-context.ts'
import type { AdditionalField, AdditionalServiceWithData } from '#contract/ticket.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { itemKey } from '../attendee/answer-values.ts'
import { QuestionControl } from '../attendee/question-control.tsx'
import type { HolderPartProps } from './holder-part.ts'
import { type Extras, itemControl, ticketControl } from '../holder/holder-values.ts'
import css from './update.module.css'

type TicketQuestionsProps = HolderPartProps & { readonly questions: readonly AdditionalField[] }

/** What the organiser asks about the holder. */
export function TicketQuestions({ questions, ...part }: TicketQuestionsProps) {
  const { values, change } = part
  return questions.map(question => (
    <Answer
      key={question.name}
      {...part}
      id={ticketControl(question)}
      question={question}
      answer={values.additional[question.name] ?? []}
      onAnswer={answer => change({ additional: { ...values.additional, [question.name]: answer } })}
    />
  ))
}

/** What is asked about the extras that go with the ticket. */
export function ExtrasQuestions({ extras, ...part }: HolderPartProps & { readonly extras: Extras }) {
  return extras
    .filter(extra => extra.ticketFieldConfiguration.length > 0)
    .map(extra => <ExtraQuestions key={extra.itemId} {...part} extra={extra} />)
}

function ExtraQuestions({ extra, ...part }: HolderPartProps & { readonly extra: AdditionalServiceWithData }) {
  const { language } = useLanguage()
  const titleId = useId()
  const key = itemKey(extra.itemId)
  const { values, change } = part
  const item = values.items[key]
  if (!item) return null
  return (
    <div className={css.extra} role="group" aria-labelledby={titleId}>
      <h2 id={titleId}>{inLanguage(extra.title, language)}</h2>
      {extra.ticketFieldConfiguration.map(question => (
        <Answer
          key={question.name}
          {...part}
          id={itemControl(key, question)}
          question={question}
          answer={item.additional[question.name] ?? []}
          onAnswer={answer => {
            const additional = { ...item.additional, [question.name]: answer }
            change({ items: { ...values.items, [key]: { ...item, additional } } })
          }}
        />
      ))}
    </div>
  )
}

type AnswerProps = Pick<HolderPartProps, 'event' | 'errorOf'> & {
  readonly id: string
  readonly question: AdditionalField
  readonly answer: readonly string[]
  readonly onAnswer: (answer: string[]) => void
}

function Answer({ event, errorOf, id, question, answer, onAnswer }: AnswerProps) {
  return (
    <QuestionControl
      id={id}
      question={question}
      answer={answer}
      onAnswer={onAnswer}
      isAcquired
      error={errorOf(id)}
      timeZone={event.timeZone}
    />
  )
}
