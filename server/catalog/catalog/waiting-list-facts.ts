import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { WaitingListFacts } from '#domain/order/waiting-list/waiting-list.ts'
import type { OfferedEvent } from './catalog.ts'

/** What decides whether the waiting list of an event takes a person now. */
export function waitingListFacts(
  { categories, settings }: Pick<OfferedEvent, 'categories' | 'settings'>,
  freeSeats: (category: Category) => number,
  now: Instant,
): WaitingListFacts {
  return {
    categories,
    freeSeats,
    now,
    rules: {
      isStopped: settings.flag('STOP_WAITING_QUEUE_SUBSCRIPTIONS'),
      isOpenBeforeSales: settings.flag('ENABLE_PRE_REGISTRATION'),
      isOpenWhenSoldOut: settings.flag('ENABLE_WAITING_QUEUE'),
    },
  }
}
