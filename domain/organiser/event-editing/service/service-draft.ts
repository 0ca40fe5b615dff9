import type { Window } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type {
  AutomaticCharge,
  OptionalCharge,
  ServiceType,
  ServiceVat,
} from '#domain/catalog/price/additional-service.ts'

/** An extra; `id` is null while it is not stored. */
export type ServiceDraft = {
  readonly id: number | null
  readonly type: ServiceType
  /** A donation is never mandatory. */
  readonly charge: AutomaticCharge | OptionalCharge
  readonly title: LocalizedTexts
  readonly description: LocalizedTexts
  /** Units there are in all; null: any number. */
  readonly stock: number | null
  readonly maxQtyPerOrder: number
  readonly vat: ServiceVat
  readonly onSale: Window
  readonly ordinal: number
}
