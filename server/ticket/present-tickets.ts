import type * as wire from '#contract/ticket.ts'
import { fieldsOfCategory, fieldsOfService } from '#domain/fields/field.ts'
import type { Instant } from '#domain/instant.ts'
import { isHolderFixed } from '#domain/ticket/change-holder.ts'
import { type Ticket, fullName, holderOf } from '#domain/ticket/ticket.ts'
import { presentField, presentQuestions } from '#server/fields/present.ts'
import { shippedLanguages } from '#server/language/languages.ts'
import { serviceOf } from '#server/order/order-rows.ts'
import { type Order, isEventOrder } from '#server/order/read-order.ts'
import type { Settings } from '#server/setting/settings.ts'
import { walletsOffered } from '#server/wallet/offered.ts'
import { mayRelease } from './may-release.ts'

type TicketFacts = {
  readonly questions: ReturnType<typeof presentQuestions>
  readonly isReleasable: boolean
  readonly wallets: wire.Ticket['walletConfiguration']
  /** What the holder is written to in until they choose a language of their own. */
  readonly orderLanguage: string
}

/** One ticket in the shape clients know from the reservation. */
function presentTicket(
  ticket: Ticket,
  settings: Settings,
  { questions, isReleasable, wallets, orderLanguage }: TicketFacts,
): wire.Ticket {
  const holder = holderOf(ticket)
  return {
    uuid: ticket.publicId,
    firstName: ticket.firstName,
    lastName: ticket.lastName,
    email: ticket.email,
    fullName: holder ? fullName(holder) : null,
    userLanguage: ticket.language ?? orderLanguage,
    assigned: holder !== undefined,
    locked: isHolderFixed(ticket),
    acquired: ticket.status === 'ACQUIRED',
    cancellationEnabled: isReleasable,
    sendMailEnabled: settings.flag('SEND_TICKETS_AUTOMATICALLY', ticket.categoryId),
    downloadEnabled: settings.flag('ALLOW_TICKET_DOWNLOAD', ticket.categoryId),
    walletConfiguration: wallets,
    ...questions,
    formattedOnlineCheckInDate: {},
    onlineEventStarted: false,
  }
}

/** The tickets of an order by category; or only some of them. A pass has none. */
export function presentTickets(order: Order, now: Instant, shown = order.tickets): wire.TicketsByCategory[] {
  if (!isEventOrder(order)) return []
  const { offer, answers } = order
  const questionsTo = ({ id, categoryId }: Ticket) =>
    presentQuestions(fieldsOfCategory(offer.fields, categoryId), {
      answers: answers.ofTickets.get(id) ?? new Map(),
      languages: shippedLanguages,
    })
  const walletsOf = walletsOffered(offer, order.reservation)
  return offer.categories.flatMap(category => {
    const own = shown.filter(({ categoryId }) => categoryId === category.id)
    if (own.length === 0) return []
    return [
      {
        name: category.name,
        ticketAccessType: category.accessType,
        tickets: own.map(ticket =>
          presentTicket(ticket, offer.settings, {
            questions: questionsTo(ticket),
            isReleasable: mayRelease(order, ticket, now),
            wallets: walletsOf(ticket),
            orderLanguage: order.reservation.language,
          }),
        ),
      },
    ]
  })
}

/** One entry an item, by extra. */
export function presentItems({
  items,
  tickets,
  offer,
  answers,
}: Pick<Order, 'items' | 'tickets' | 'offer' | 'answers'>): wire.AdditionalServiceWithData[] {
  return items.map(({ id, serviceId, ticketId }) => {
    const { title, type } = serviceOf(offer, serviceId)
    return {
      title: { ...title },
      itemId: Number(id),
      serviceId,
      ticketUUID: tickets.find(ticket => ticket.id === ticketId)?.publicId ?? null,
      ticketFieldConfiguration: fieldsOfService(offer.fields, serviceId).map(field =>
        presentField(field, { answers: answers.ofItems.get(id) ?? new Map(), languages: shippedLanguages }),
      ),
      type,
    }
  })
}
