import type { AdditionalServiceId } from '../pricing/additional-service.ts'
import type { ItemPrice } from '../pricing/price-item.ts'

/** One item of an extra in a reservation. */
export type BookedItem = {
  readonly id: bigint
  readonly serviceId: AdditionalServiceId
  /** Whose it is. */
  readonly ticketId: bigint
  readonly price: ItemPrice
}
