import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { cleanLine, cleanText } from '#domain/foundation/text/clean-text.ts'

export type FieldId = number & { readonly brand: 'FieldId' }

const FIELD_TYPES = [
  'TEXT',
  'PHONE',
  'VAT_NUMBER',
  'DATE_OF_BIRTH',
  'LONG_TEXT',
  'COUNTRY',
  'SELECT',
  'CHECKBOX',
  'RADIO',
] as const

export type FieldType = (typeof FIELD_TYPES)[number]

/** What can be chosen; one that is switched off stays with those who have it. */
export type FieldOption = { readonly value: string; readonly isEnabled: boolean; readonly labels: LocalizedTexts }

/**
 * Whom a field asks: each attendee of these categories (of all when none is named), each attendee who gets an item of
 * an extra, or the owner of a pass.
 */
export type FieldSubject =
  | { readonly kind: 'attendee'; readonly categories: readonly CategoryId[] }
  | { readonly kind: 'item'; readonly serviceId: AdditionalServiceId }
  | { readonly kind: 'owner' }

/** A question of the organiser. */
export type AdditionalField = {
  readonly id: FieldId
  /** Under which its answers travel. */
  readonly name: string
  readonly type: FieldType
  readonly isRequired: boolean
  /** An answer can be changed once the ticket is sold. */
  readonly isEditable: boolean
  /** Characters, or years of age. */
  readonly minimum: number | null
  readonly maximum: number | null
  /** Of SELECT, RADIO and CHECKBOX; a COUNTRY without any is any country. */
  readonly options: readonly FieldOption[]
  readonly label: LocalizedTexts
  readonly placeholder: LocalizedTexts
  readonly subject: FieldSubject
  readonly isShownAtCheckIn: boolean
  /** Below zero: asked before name and e-mail. */
  readonly ordinal: number
}

/** The questions to an attendee of a category. */
export function fieldsOfCategory(fields: readonly AdditionalField[], category: CategoryId): AdditionalField[] {
  return fields.filter(
    ({ subject }) =>
      subject.kind === 'attendee' && (subject.categories.length === 0 || subject.categories.includes(category)),
  )
}

/** The questions about an item of an extra. */
export function fieldsOfService(fields: readonly AdditionalField[], service: AdditionalServiceId): AdditionalField[] {
  return fields.filter(({ subject }) => subject.kind === 'item' && subject.serviceId === service)
}

/** The questions to the owner of a pass. */
export function fieldsOfOwner(fields: readonly AdditionalField[]): AdditionalField[] {
  return fields.filter(({ subject }) => subject.kind === 'owner')
}

/** Several boxes can be ticked: each of them has an answer of its own. */
export const isManyfold = ({ type, options }: Pick<AdditionalField, 'type' | 'options'>): boolean =>
  type === 'CHECKBOX' && options.length > 1

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
  const filled = values.map(value => read(value ?? '')).filter(value => value !== '')
  return isManyfold(field) ? [...new Set(filled)] : filled.slice(0, 1)
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
