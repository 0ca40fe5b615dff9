import type { Sale, SaleState, SaleTicket } from '#contract/box-office.ts'
import { transferCodePath } from '#contract/order-paths.ts'
import { pathTo } from '#contract/paths.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { changeOf } from '#domain/door/box-office/cash.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { typedReference } from '#server/documents/transfer-code/creditor-reference.ts'
import { codedTickets } from '#server/door/check-in/scan/judge-ticket.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { paymentReading, shortIdOf, transferCodeOf } from '#server/order/order/describe-order.ts'
import { findReservationOfBooks } from '#server/order/order/reservations.ts'
import { type AtBox, currencyOf } from './at-box.ts'
import type { StoredSale } from './box-store.ts'

/** A sale with its order as it is now. */
export async function presentSale(shop: Shop, at: AtBox, sale: StoredSale): Promise<Sale> {
  const { offer } = at.door
  const code = currencyOf(offer)
  const reservation = await findReservationOfBooks(shop.db, sale.orderId)
  const state = stateOf(sale, reservation, shop.clock.now())
  const change = sale.given === null ? undefined : changeOf(sale.given, sale.amount)
  const isAwaiting = state === 'AWAITING' && reservation !== undefined
  return {
    id: sale.id,
    orderId: sale.orderId,
    reference: shortIdOf({ offer, reservation: { id: sale.orderId } }),
    at: sale.at,
    way: sale.way,
    state,
    amount: printed(sale.amount, code),
    currency: offer.context.currency,
    given: sale.given === null ? null : printed(sale.given, code),
    change: change === undefined ? null : printed(change, code),
    receipt: sale.receipt,
    email: reservation?.contact.email || null,
    lines: [...sale.lines],
    extras: sale.extras.map(extra => ({ ...extra, title: { ...extra.title } })),
    tickets: reservation && state !== 'UNDONE' ? await presentTickets(shop, at, reservation) : [],
    link: isAwaiting && has(reservation, 'isOpen') ? orderUrl(shop, { offer, reservation }) : null,
    transfer: isAwaiting ? presentTransfer(shop, at, reservation) : null,
  }
}

/** What has become of a sale: by the door, at the desk, or because it was not paid in time. */
function stateOf({ undoneAt }: StoredSale, reservation: Reservation | undefined, now: Instant): SaleState {
  if (undoneAt !== null) return 'UNDONE'
  if (!reservation) return 'LAPSED'
  if (has(reservation, 'hasEnded')) return 'UNDONE'
  if (has(reservation, 'isComplete')) return 'PAID'
  return has(reservation, 'isOpen') && reservation.validity <= now ? 'LAPSED' : 'AWAITING'
}

async function presentTickets(shop: Shop, { door }: AtBox, reservation: Reservation): Promise<SaleTicket[]> {
  const tickets = await codedTickets(shop.db, door, reservation.id)
  const isGood = has(reservation, 'isComplete')
  return tickets.map(({ ticket, code }) => ({
    id: ticket.publicId,
    name: fullName({ firstName: ticket.firstName ?? '', lastName: ticket.lastName ?? '' }),
    category: ticket.categoryName ?? '',
    code: isGood ? (code ?? null) : null,
    isIn: ticketHas(ticket, 'isCheckedIn'),
  }))
}

function presentTransfer(shop: Shop, { door: { offer } }: AtBox, reservation: Reservation): Sale['transfer'] {
  const payment = paymentReading(shop, { reservation, offer })
  if (payment.kind !== 'bank-transfer') return null
  const hasCode = transferCodeOf(shop, { reservation, offer }) !== undefined
  return {
    account: payment.account,
    owner: payment.owner.join(', '),
    reason: payment.reason,
    reference: typedReference(payment.reference) ?? null,
    until: reservation.validity,
    code: hasCode ? pathTo(transferCodePath, { reservationId: reservation.id }) : null,
  }
}
