import { cleanLine, cleanText } from '#domain/foundation/text/clean-text.ts'
import { type AdditionalField, type FieldId, isManyfold } from './field.ts'

/** What was sent, by the name of its field: one value, or one for each box, null where it is not ticked. */
export type SentAnswers = ReadonlyMap<string, readonly (string | null)[]>

type Sent = Readonly<Record<string, readonly (string | null)[]>>

/** Nothing that was sent is no answer to any field. */
export const sentAnswers = (sent: Sent | null | undefined): SentAnswers => new Map(Object.entries(sent ?? {}))

/** What counts as the answer to each field: nothing, one text, or those of several boxes that are ticked. */
export type Answers = ReadonlyMap<FieldId, readonly string[]>

/** What the values that were sent for a field come to. */
export function readAnswer(field: AdditionalField, values: readonly (string | null)[]): string[] {
  const read = field.type === 'LONG_TEXT' ? (text: string) => cleanText(text).trim() : cleanLine
  const given = values.map(value => read(value ?? '')).filter(value => value !== '')
  return isManyfold(field) ? [...new Set(given)] : given.slice(0, 1)
}

/** The answers to these fields as they will be: those that were sent, and of what was not sent those there were. */
export function mergedAnswers(fields: readonly AdditionalField[], sent: SentAnswers, stored: Answers): Answers {
  return new Map(
    fields.map(field => {
      const values = sent.get(field.name)
      return [field.id, values ? readAnswer(field, values) : (stored.get(field.id) ?? [])]
    }),
  )
}
