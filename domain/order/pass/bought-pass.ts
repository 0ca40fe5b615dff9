import type { Instant } from '#domain/foundation/instant.ts'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { ItemPrice } from '#domain/order/pricing/price-item.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { PassStatus } from './states.ts'

/** A UUID. It is the code of the pass: a person who knows it can use the pass. */
export type BoughtPassId = string & { readonly brand: 'BoughtPassId' }

/** A pass that a buyer holds while buying it, has, or had. */
export type BoughtPass = {
  readonly id: BoughtPassId
  /** A UUID for addresses, which uses nothing. */
  readonly publicId: string
  readonly passId: PurchaseContextId
  readonly status: PassStatus
  readonly price: ItemPrice
  /** Tickets it pays for in all; null: any number. */
  readonly maxEntries: number | null
  /** When it can be used, from when the order is complete; null: open at that end. */
  readonly valid: { readonly from: Instant | null; readonly to: Instant | null }
  /** Do its page, its mails and its document show PIN and number? */
  readonly areCodesShown: boolean
  /** Null: the buyer. */
  readonly owner: Contact | null
}
