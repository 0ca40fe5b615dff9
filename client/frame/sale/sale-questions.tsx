import { type Problems, useProblemOf } from '#client/frame/forms/sent-form.tsx'
import { QuestionControl } from '#client/frame/questions/question-control.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { PartToAsk, TypedAnswers } from './sale-extras.ts'
import css from './sale-questions.module.css'

type SaleQuestionsProps = {
  readonly parts: readonly PartToAsk[]
  readonly typed: TypedAnswers
  readonly onType: (typed: TypedAnswers) => void
  /** Otherwise each may stay open, for its holder. */
  readonly areRequired: boolean
  readonly problems: Problems | undefined
  /** Of the event. */
  readonly timeZone: string
}

/** The questions of the event about each ticket and extra that is sold. What may stay open is folded away. */
export function SaleQuestionFields({ areRequired, problems, ...rest }: SaleQuestionsProps) {
  const { t } = useLanguage()
  const { parts } = rest
  if (parts.length === 0) return null
  const shown = <Parts {...rest} areRequired={areRequired} problems={problems} />
  if (areRequired) return shown
  const isWrong = problems?.list.some(({ field }) => field.startsWith('answers.')) ?? false
  return (
    <details className={css.asked} open={isWrong || undefined}>
      <summary>{t('foyer.door.counter.questions', parts.length)}</summary>
      <p className="soft">{t('foyer.door.counter.questions.open')}</p>
      {shown}
    </details>
  )
}

function Parts({ parts, typed, onType, areRequired, problems, timeZone }: SaleQuestionsProps) {
  const { t, language } = useLanguage()
  const problemOf = useProblemOf(problems)
  return (
    <div className={css.parts}>
      {parts.map(({ key, title, place, questions }) => (
        <fieldset key={key} className={css.part}>
          <legend>{t('foyer.door.counter.part', inLanguage(title, language), place + 1)}</legend>
          {questions.map(question => {
            const id = `${key}.${question.name}`
            return (
              <QuestionControl
                key={question.name}
                id={id}
                question={{ ...question, required: question.required && areRequired }}
                answer={typed[id] ?? NO_ANSWER}
                onAnswer={answer => onType({ ...typed, [id]: answer })}
                isAcquired={false}
                error={problemOf(id)}
                timeZone={timeZone}
              />
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}

const NO_ANSWER: readonly string[] = []
