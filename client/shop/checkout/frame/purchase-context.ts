import type { Event } from '#contract/event.ts'
import type { Subscription } from '#contract/subscription.ts'

/** What an order is of: an event or a pass, as the wire sends it. */
export type PurchaseContext = Event | Subscription

/** Only an event has a name of its own in addresses, dates, tickets and words. */
export const isEvent = (context: PurchaseContext): context is Event => 'shortName' in context
