import type { AdditionalField, FieldDescription } from '#contract/ticket.ts'

/** In the language of the page; the server names every language it speaks. */
export function descriptionOf({ name, description }: AdditionalField, language: string): FieldDescription {
  return description[language] ?? { label: name, placeholder: null, restrictedValuesDescription: {} }
}

const DAY_MS = 86_400_000

/** The day before a moment, as in 2027-05-14: no attendee was born later (specification, booking 5 and 9). */
export function dayBefore(moment: number, timeZone: string): string {
  // Swedish writes dates the way date fields want them.
  const today = new Intl.DateTimeFormat('sv', { timeZone }).format(moment)
  return new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
}

type AnsweredQuestion = { readonly name: string; readonly label: string; readonly answer: string }

/** What was answered, as it is read: questions without an answer are left out, countries and choices have their names. */
export function answersIn(questions: readonly AdditionalField[], language: string): AnsweredQuestion[] {
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  return questions.flatMap(question => {
    const { label, restrictedValuesDescription } = descriptionOf(question, language)
    const values = question.fields.flatMap(({ fieldValue }) => fieldValue || [])
    if (values.length === 0) return []
    const words = values.map(value =>
      question.type === 'country' ? (countries.of(value) ?? value) : restrictedValuesDescription[value] || value,
    )
    return [{ name: question.name, label, answer: words.join(', ') }]
  })
}
