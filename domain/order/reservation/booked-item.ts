import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import type { ItemPrice } from '#domain/order/pricing/price-item.ts'

/** One item of an extra in a reservation. */
export type BookedItem = {
  readonly id: bigint
  readonly serviceId: AdditionalServiceId
  /** Whose it is. */
  readonly ticketId: bigint
  readonly price: ItemPrice
}
