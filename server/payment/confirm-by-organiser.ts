import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import type { Shop } from '#server/context.ts'
import { ticketsOf } from '#server/reservation/reservations.ts'
import { saleOf } from '#server/reservation/sale-of.ts'
import { confirmTransfer } from './finalize.ts'

/** `foreign`: the reservation is of another organisation, or of none. */
export type OrganiserConfirmation =
  | { readonly kind: 'confirmed'; readonly tickets: readonly Ticket[] }
  | { readonly kind: 'refused' }
  | { readonly kind: 'foreign' }

/** The organiser has the money of a waiting bank transfer. Refused in every other status (lifecycle A.3.10). */
export async function confirmByOrganiser(
  shop: Shop,
  id: ReservationId,
  { organizationId }: { organizationId: number },
): Promise<OrganiserConfirmation> {
  const sale = await saleOf(shop, id)
  if (sale?.event.organization.id !== organizationId) return { kind: 'foreign' }
  if (!(await confirmTransfer(shop, id))) return { kind: 'refused' }
  return { kind: 'confirmed', tickets: await ticketsOf(shop.db, id) }
}
