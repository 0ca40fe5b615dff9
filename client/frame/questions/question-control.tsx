import { ChoiceGroup, TextAreaField } from '#client/kit/field/question-fields.tsx'
import { SelectField, TextField } from '#client/kit/field/field.tsx'
import { shopNow } from '#client/frame/calls/session.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { AdditionalField } from '#contract/ticket.ts'
import { CountryOptions } from './country-options.tsx'
import { dayBefore, descriptionOf } from './question-texts.ts'

export type QuestionControlProps = {
  readonly id: string
  readonly question: AdditionalField
  /** One text, or each box that is ticked. */
  readonly answer: readonly string[]
  readonly onAnswer: (answer: string[]) => void
  readonly onBlur?: () => void
  /** The ticket is sold: an answer that can't be changed any more stays (specification, booking 5). */
  readonly isAcquired: boolean
  readonly error: string | undefined
  /** Where the event is: its calendar day limits a date of birth. */
  readonly timeZone: string
}

/** A question of the organiser's, with the control of its type. */
export function QuestionControl(props: QuestionControlProps) {
  const { id, question, answer, onAnswer, onBlur, isAcquired, error } = props
  const { t, language } = useLanguage()
  const { type, required, restrictedValues } = question
  const about = descriptionOf(question, language)
  const isFixed = isAcquired && question.value !== null && !question.editable
  const texts = {
    id,
    label: about.label,
    optional: required ? undefined : t('foyer.optional'),
    hint: useLimits(question, answer),
    error,
  }
  const [value = ''] = answer
  const write = ({ target }: { target: { value: string } }) => onAnswer(target.value === '' ? [] : [target.value])
  const single = { ...texts, value, required, onChange: write, onBlur }
  const line = { ...single, placeholder: about.placeholder ?? undefined, readOnly: isFixed, autoComplete: 'off' }
  const options = restrictedValues.map(option => ({
    value: option,
    label: about.restrictedValuesDescription[option] ?? option,
  }))
  switch (type) {
    case 'input:text':
      return <TextField {...line} />
    case 'input:tel':
      return <TextField {...line} type="tel" />
    case 'vat:eu':
      return <TextField {...line} autoCapitalize="characters" spellCheck={false} />
    case 'textarea':
      return <TextAreaField {...line} />
    case 'input:dateOfBirth':
      return <TextField {...line} placeholder={undefined} type="date" max={dayBefore(shopNow(), props.timeZone)} />
    case 'country':
      return (
        <SelectField {...single} disabled={isFixed}>
          <CountryOptions spelling="iso" only={restrictedValues} chosen={value} />
        </SelectField>
      )
    case 'select':
      return (
        <SelectField {...single} disabled={isFixed}>
          <Options options={options} placeholder={about.placeholder} />
        </SelectField>
      )
    case 'checkbox':
    case 'radio':
      return (
        <ChoiceGroup {...texts} kind={type} options={options} chosen={answer} onChoose={onAnswer} disabled={isFixed} />
      )
    default:
      return type satisfies never
  }
}

type OptionsProps = {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly placeholder: string | null
}

function Options({ options, placeholder }: OptionsProps) {
  const t = useT()
  return (
    <>
      <option value="">{placeholder ?? t('foyer.question.choose')}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}

const LIMITED_TEXTS: readonly AdditionalField['type'][] = ['input:text', 'input:tel', 'textarea']

/** How long an answer may be, or how old an attendee; with several lines also how much is written by now. */
function useLimits({ type, minLength, maxLength }: AdditionalField, [text = '']: readonly string[]) {
  const t = useT()
  const kind = LIMITED_TEXTS.includes(type) ? 'length' : type === 'input:dateOfBirth' ? 'age' : undefined
  if (kind === undefined || (minLength === null && maxLength === null)) return undefined
  if (maxLength === null) return t(`foyer.question.${kind}.from`, minLength ?? 0)
  const limit =
    minLength === null
      ? t(`foyer.question.${kind}.up-to`, maxLength)
      : t(`foyer.question.${kind}.between`, minLength, maxLength)
  return type === 'textarea' && text !== '' ? `${limit} ${text.trim().length} / ${maxLength}` : limit
}
