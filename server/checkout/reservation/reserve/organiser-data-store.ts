import { sql } from 'kysely'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'

/** What an organiser has said of an order that they have begun for a buyer, and of its tickets. */
export type OrganiserData = {
  readonly configuration: unknown
  readonly metadata: unknown
  readonly tickets: readonly OfTicket[]
}

type OfTicket = { readonly id: string; readonly externalReference: string | null; readonly metadata: unknown }

/** Undefined for orders that buyers have begun. */
export async function organiserDataOf(tx: Tx, id: ReservationId): Promise<OrganiserData | undefined> {
  const { rows } = await sql<OrganiserData>`
    with said as (
      select jsonb_agg(jsonb_build_object('id', ticket.id::text, 'externalReference', external_reference, 'metadata', metadata))
        as tickets
      from ticket where reservation_id = ${id} and num_nonnulls(external_reference, metadata) > 0
    )
    select configuration, metadata, coalesce(tickets, '[]') as tickets from reservation, said
    where id = ${id} and (num_nonnulls(configuration, metadata) > 0 or tickets is not null)`.execute(tx.kysely)
  return rows[0]
}

/** Copies it to the order that replaces it, and to the successors of its tickets. */
export async function copyOrganiserData(
  tx: Tx,
  id: ReservationId,
  {
    organiserData,
    successors,
  }: {
    readonly organiserData: OrganiserData
    readonly successors: readonly (readonly [{ readonly id: bigint }, { readonly id: bigint }])[]
  },
): Promise<void> {
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await tx.kysely
    .updateTable('reservation')
    .set({ configuration: text(organiserData.configuration), metadata: text(organiserData.metadata) })
    .where('id', '=', id)
    .execute()
  for (const [was, is] of successors) {
    const ofTicket = organiserData.tickets.find(ticket => ticket.id === String(was.id))
    if (!ofTicket) continue
    await tx.kysely
      .updateTable('ticket')
      .set({ external_reference: ofTicket.externalReference, metadata: text(ofTicket.metadata) })
      .where('id', '=', is.id)
      .execute()
  }
}
