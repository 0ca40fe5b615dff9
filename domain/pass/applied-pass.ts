import type { Ticket } from '../ticket/ticket.ts'
import type { BoughtPassId } from './bought-pass.ts'

/** The bought pass that pays for tickets of an order: never more than one (domain rules 7.3); null where none does. */
export const appliedPassIn = (tickets: readonly Pick<Ticket, 'coveredBy'>[]): BoughtPassId | null =>
  tickets.find(({ coveredBy }) => coveredBy !== null)?.coveredBy ?? null
