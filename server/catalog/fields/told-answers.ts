import type { Answers } from '#domain/catalog/fields/answers.ts'
import type { AdditionalField } from '#domain/catalog/fields/field.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'

/** A question and its answer in words. */
export type ToldAnswer = { readonly label: string; readonly value: string }

/** The questions that were answered, options by what they are called. */
export function toldAnswers(
  fields: readonly AdditionalField[],
  answers: Answers | undefined,
  language: string,
): ToldAnswer[] {
  return fields.flatMap(field => {
    const values = answers?.get(field.id) ?? []
    if (values.length === 0) return []
    const value = values.map(one => readable(field, one, language)).join(', ')
    return [{ label: inLanguage(field.label, language) || field.name, value }]
  })
}

/** A date as people write it; it is of no time zone. */
const dayInWords = (value: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))

function readable({ type, options }: AdditionalField, value: string, language: string): string {
  if (type === 'DATE_OF_BIRTH' && !Number.isNaN(Date.parse(value))) return dayInWords(value, language)
  const option = options.find(one => one.value === value)
  return (option && inLanguage(option.labels, language)) || value
}
