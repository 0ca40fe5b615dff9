import type { AdditionalField } from '#contract/ticket.ts'
import { descriptionOf } from './question-texts.ts'

export type GivenAnswer = { readonly name: string; readonly label: string; readonly answer: string }

/** What was answered, as it is read: questions without an answer are left out, countries and choices have their names. */
export function answersIn(questions: readonly AdditionalField[], language: string): GivenAnswer[] {
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  return questions.flatMap(question => {
    const { label, restrictedValuesDescription } = descriptionOf(question, language)
    const given = question.fields.flatMap(({ fieldValue }) => fieldValue || [])
    if (given.length === 0) return []
    const words = given.map(value =>
      question.type === 'country' ? (countries.of(value) ?? value) : restrictedValuesDescription[value] || value,
    )
    return [{ name: question.name, label, answer: words.join(', ') }]
  })
}
