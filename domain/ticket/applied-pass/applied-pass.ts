import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'

/** The bought pass that pays for tickets of an order: never more than one (domain rules 7.3); null where none does. */
export const appliedPassIn = (tickets: readonly Pick<Ticket, 'coveredBy'>[]): BoughtPassId | null =>
  tickets.find(({ coveredBy }) => coveredBy !== null)?.coveredBy ?? null
