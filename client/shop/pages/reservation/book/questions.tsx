import { type UseControllerReturn, useController } from 'react-hook-form'
import { shopNow } from '#client/api/shop-clock.ts'
import { ChoiceGroup } from '#client/kit/field/choice-group.tsx'
import { SelectField, TextField } from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/text-area-field.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { AdditionalField, FieldDescription } from '#contract/ticket.ts'
import type { BookingValues } from './booking-values.ts'
import { CountryOptions } from './country-options.tsx'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'

type QuestionsProps = {
  /** Whom or what is asked about. */
  readonly path: `tickets.${string}` | `items.${string}`
  readonly questions: readonly AdditionalField[]
  /** The ticket is sold: an answer that can't be changed any more stays. */
  readonly isAcquired: boolean
  readonly form: BookingForm
  readonly submission: Submission
}

/** The organiser's own questions, each with the control of its type. */
export function Questions({ questions, ...rest }: QuestionsProps) {
  return questions.map(question => <Question key={question.name} question={question} {...rest} />)
}

type QuestionProps = Omit<QuestionsProps, 'questions'> & { readonly question: AdditionalField }

function Question({ path, question, isAcquired, form, submission }: QuestionProps) {
  const { t, language } = useLanguage()
  const errorText = useErrorText(submission)
  const name = `${path}.additional.${question.name}` as const
  const { field } = useController({ control: form.control, name })
  const about = descriptionOf(question, language)
  const { required } = question
  return (
    <Control
      texts={{
        id: name,
        label: about.label,
        optional: required ? undefined : t('foyer.optional'),
        hint: useLimits(question, field.value),
        error: errorText(name),
      }}
      question={question}
      about={about}
      isFixed={isAcquired && question.value !== null && !question.editable}
      field={field}
    />
  )
}

type AnswerField = UseControllerReturn<BookingValues, `tickets.${string}.additional.${string}`>['field']

type ControlProps = {
  readonly texts: {
    readonly id: string
    readonly label: string
    readonly optional: string | undefined
    readonly hint: string | undefined
    readonly error: string | undefined
  }
  readonly question: AdditionalField
  readonly about: FieldDescription
  readonly isFixed: boolean
  readonly field: Pick<AnswerField, 'value' | 'onChange' | 'onBlur'>
}

function Control({ texts, question, about, isFixed, field }: ControlProps) {
  const { type, required, restrictedValues } = question
  const [value = ''] = field.value
  const write = ({ target }: { target: { value: string } }) => field.onChange(target.value === '' ? [] : [target.value])
  const single = { ...texts, value, required, onChange: write, onBlur: field.onBlur }
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
      return <TextField {...line} placeholder={undefined} type="date" max={yesterday()} />
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
        <ChoiceGroup
          {...texts}
          kind={type}
          options={options}
          chosen={field.value}
          onChoose={field.onChange}
          disabled={isFixed}
        />
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

/** In the language of the page; the server names every language it speaks. */
export function descriptionOf({ name, description }: AdditionalField, language: string): FieldDescription {
  return description[language] ?? { label: name, placeholder: null, restrictedValuesDescription: {} }
}

const LIMITED_TEXTS: readonly AdditionalField['type'][] = ['input:text', 'input:tel', 'textarea']

/** How long an answer may be, or how old somebody; with several lines also how much is written by now. */
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

const DAY_MS = 86_400_000

function yesterday(): string {
  return new Date(shopNow() - DAY_MS).toISOString().slice(0, 10)
}
