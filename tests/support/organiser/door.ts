import {
  bulkCheckIn,
  checkIn,
  confirmOnSitePayment,
  evaluateTicket,
  manualCheckIn,
  revertCheckIn,
} from '#contract/check-in.ts'
import { createApiKey } from '#contract/organiser.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { codeOf, eventKey, findGoodTicketById } from '#server/order/order/good-ticket.ts'
import { type Buyer, aBuyer } from '../buyer/buyer.ts'

/** The content of the QR code of a ticket, as its holder shows it. */
export type PaperTicket = { readonly identifier: string; readonly code: string }

/** A member of staff with a scanning app, at the door of one event. */
export type Scanner = {
  readonly api: Buyer
  readonly key: string
  evaluate(ticket: PaperTicket): Promise<string>
  scan(ticket: PaperTicket): Promise<string>
  pay(ticket: PaperTicket): Promise<string>
  byHand(ticket: PaperTicket): Promise<boolean>
  revert(ticket: PaperTicket): Promise<boolean>
  /** The statuses in the order of the tickets. */
  upload(tickets: readonly PaperTicket[], isPaid?: boolean): Promise<string[]>
}

/** A key of the organisation, by the operator's key. */
export async function aKey(
  url: string,
  {
    systemKey,
    organizationId,
    role,
  }: { systemKey: string; organizationId: number; role: 'OPERATOR' | 'SUPERVISOR' | 'SPONSOR' | 'API_CLIENT' },
): Promise<string> {
  const system = aBuyer(url, { authorization: `ApiKey ${systemKey}` })
  const body = { type: role, description: `Door ${role}` }
  return (await system.expect(createApiKey, 200, { params: { id: organizationId }, body })).apiKey
}

export function aScanner(url: string, key: string, eventName: string): Scanner {
  const api = aBuyer(url, { authorization: `ApiKey ${key}` })
  const at = ({ identifier }: PaperTicket) => ({ eventName, ticketIdentifier: identifier })
  return {
    api,
    key,
    evaluate: async ticket =>
      (await api.expect(evaluateTicket, 200, { params: at(ticket), query: { qrCode: ticket.code } })).result.status,
    scan: async ticket =>
      (await api.expect(checkIn, 200, { params: at(ticket), body: { code: ticket.code } })).result.status,
    pay: async ticket =>
      (await api.expect(confirmOnSitePayment, 200, { params: at(ticket), body: { code: ticket.code } })).result.status,
    byHand: ticket => api.expect(manualCheckIn, 200, { params: at(ticket) }),
    revert: ticket => api.expect(revertCheckIn, 200, { params: at(ticket) }),
    upload: async (tickets, isPaid = false) => {
      const results = await api.expect(bulkCheckIn, 200, {
        params: { eventName },
        query: { forceCheckInPaymentOnSite: isPaid },
        body: tickets.map(({ identifier, code }) => ({ identifier, code })),
      })
      return tickets.map(({ identifier }) => results[identifier]?.result.status ?? 'missing')
    },
  }
}

/** The tickets of an order as their holders have them on paper, in the order of their seats. */
export async function paperTickets(shop: Shop, reservationId: string): Promise<PaperTicket[]> {
  const rows = await shop.db.kysely
    .selectFrom('ticket')
    .select(['public_uuid', 'uuid'])
    .where('reservation_id', '=', reservationId as ReservationId)
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(async row => {
      const good = await findGoodTicketById(shop, row.public_uuid)
      if (!good) throw new Error(`ticket ${row.public_uuid} is not good`)
      return { identifier: row.uuid, code: codeOf(good, await eventKey(shop.db, good.offer.context)) }
    }),
  )
}
