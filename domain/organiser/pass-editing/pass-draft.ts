import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { StatedSetting } from '#domain/organiser/event-editing/category/category-draft.ts'
import type { StatedText } from '#domain/organiser/event-editing/event-draft.ts'
import type { FieldDraft } from '#domain/organiser/event-editing/field/field-draft.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'

/** A pass that passed all checks, ready to be stored. */
export type PassDraft = Pick<
  Pass,
  | 'title'
  | 'description'
  | 'shortDescription'
  | 'timeZone'
  | 'tax'
  | 'paymentProxies'
  | 'websiteUrl'
  | 'termsUrl'
  | 'privacyUrl'
  | 'tags'
  | 'price'
  | 'onSale'
  | 'maxAvailable'
  | 'usage'
  | 'validity'
  | 'isTransferable'
  | 'generatesTickets'
  | 'withdrawal'
> & {
  readonly status: PublicationStatus
  readonly languages: readonly Language[]
  /** Of a free one, too: clients show prices of 0. */
  readonly currency: Currency
  readonly fields: readonly FieldDraft[]
  readonly settings: readonly StatedSetting[]
  readonly texts: readonly StatedText[]
}
