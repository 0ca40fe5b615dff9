import type { SentAnswers } from '#domain/catalog/fields/field.ts'
import { NO_BILLING } from '#domain/order/reservation/billing.ts'
import { answersTo, attendeeQuestionnaires } from '#domain/order/reservation/questionnaire.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { NO_ANSWERS, storeAnswers } from '#server/catalog/fields/fields.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'

/** What an organiser knows of a person beside name and address. */
export type Guest = {
  readonly company: string | null
  /** The organiser's own number of them. */
  readonly externalReference: string | null
  /** They were judged before. */
  readonly answers: SentAnswers
}

type Stored = { readonly offer: OfferedEvent; readonly guest: Guest }

/** Stores it with an order that was made a moment ago. */
export async function storeGuest(tx: Tx, id: ReservationId, { offer, guest }: Stored): Promise<void> {
  const { company, externalReference, answers } = guest
  if (company !== null) {
    const billing = JSON.stringify({ ...NO_BILLING, isBusiness: true, companyName: company })
    await tx.kysely.updateTable('reservation').set({ billing }).where('id', '=', id).execute()
  }
  if (externalReference !== null) {
    const reference = { external_reference: externalReference }
    await tx.kysely.updateTable('ticket').set(reference).where('reservation_id', '=', id).execute()
  }
  const tickets = await ticketsOf(tx, id)
  const sent = new Map(tickets.map(({ publicId }) => [publicId, answers]))
  const questionnaires = attendeeQuestionnaires({ tickets, fields: offer.fields, answers: NO_ANSWERS }, sent)
  await storeAnswers(tx, { ofTickets: answersTo([...questionnaires.values()]) })
}
