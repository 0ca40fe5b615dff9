import type { Answers } from '#domain/fields/answers.ts'
import type { AdditionalField } from '#domain/fields/field.ts'
import { inLanguage } from '#domain/language/texts.ts'

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

function readable({ options }: AdditionalField, value: string, language: string): string {
  const option = options.find(one => one.value === value)
  return (option && inLanguage(option.labels, language)) || value
}
