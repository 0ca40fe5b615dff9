import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { type GoodTicket, codeOf } from '#server/order/order/good-ticket.ts'
import type { Resource } from './client.ts'

type ObjectFacts = {
  readonly id: string
  readonly classId: string
  readonly good: GoodTicket
  readonly eventKey: string
}

/** One ticket as its holder has it; its type is its category (lifecycle G). */
export function eventTicketObject({ id, classId, good, eventKey }: ObjectFacts): Resource {
  const { context: event } = good.offer
  return {
    id,
    classId,
    state: 'ACTIVE',
    ticketHolderName: fullName(good.holder),
    ticketNumber: good.ticket.publicId,
    ticketType: { defaultValue: { language: event.languages[0], value: good.category.name } },
    barcode: { type: 'QR_CODE', value: codeOf(good, eventKey) },
  }
}
