import type { AccessType, SeatSource } from '#domain/catalog/catalog/category.ts'
import type { Instant, Window } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { GroupLinkDraft } from '../attendee-group/group-draft.ts'

/** A category by its id, or by its name while it is not stored. */
export type CategoryReference = number | string

/** A setting as the organiser states it; key and value are checked where settings are known. */
export type StatedSetting = { readonly key: string; readonly value: string; readonly field: string }

/** A category that passed all checks; `id` is null while it is not stored. */
export type CategoryDraft = {
  readonly id: number | null
  readonly name: string
  readonly description: LocalizedTexts
  readonly price: Minor
  readonly seatSource: SeatSource
  /** Hidden, one token a ticket (domain rules 2.5). */
  readonly isRestricted: boolean
  /** Its own code, in capital letters. */
  readonly code: string | null
  readonly groupLink: GroupLinkDraft | null
  readonly onSale: Window
  readonly accessType: AccessType
  readonly ordinal: number
  readonly checkInFrom: Instant | null
  readonly checkInTo: Instant | null
  readonly validFrom: Instant | null
  readonly validTo: Instant | null
  readonly settings: readonly StatedSetting[]
}
