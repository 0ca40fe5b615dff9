import type { FieldOption, FieldType } from '#domain/catalog/fields/field.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { CategoryReference } from '../category/category-draft.ts'

/** A question of the event that passed all checks; `id` is null while it is not stored. */
export type FieldDraft = {
  readonly id: number | null
  readonly name: string
  readonly type: FieldType
  readonly isRequired: boolean
  readonly isEditable: boolean
  /** Characters, or years of age. */
  readonly minimum: number | null
  readonly maximum: number | null
  readonly options: readonly FieldOption[]
  readonly label: LocalizedTexts
  readonly placeholder: LocalizedTexts
  /** Asked only in these; empty: in all. */
  readonly categories: readonly CategoryReference[]
  /** Asked about this extra, by its title in the first language of the event; null: of attendees. */
  readonly service: string | null
  readonly isShownAtCheckIn: boolean
  readonly ordinal: number
}
