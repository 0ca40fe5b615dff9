import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'

/** The name of the category a ticket is of; empty where the organiser has deleted it. */
export function categoryNameOf({ categories }: OfferedContext, { categoryId }: Ticket): string {
  return categories.find(({ id }) => id === categoryId)?.name ?? ''
}
