import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { type Holder, fullName, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { type QueuedMail, queueMail } from '#server/mail/letter/queue.ts'
import { sendLetter, writeLetter } from '#server/mail/letter/send-letter.ts'
import {
  type CategoryChangedMail,
  type HolderChanged,
  type TicketMail,
  type TicketReleased,
  composeCategoryChanged,
  composeHolderChanged,
  composeReleaseNotification,
  composeTicketMail,
  composeTicketReleased,
} from './letters.ts'
import {
  type GoodTicket,
  codeOf,
  describeTicket,
  eventKey,
  goodTicket,
  isOnlineTicket,
  ticketCodeHash,
} from '#server/order/order/good-ticket.ts'
import { calendarUrls, contextUrl, orderUrl, ticketViewUrl } from '#server/mail/letter/page-urls.ts'
import { countMailRequest } from '#server/mail/request-limit/count-request.ts'
import { lockSeat } from '#server/order/order/reservations.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { categoryNameOf } from '#server/order/order/order-rows.ts'
import { visitOf } from './visit.ts'
import type { MailContext } from '#server/mail/letter/letter.ts'
import type { SoldTicket } from './sold-ticket.ts'
import { pathTo } from '#contract/paths.ts'
import { applePassPath, googleWalletPath, waitingRoomPath } from '#contract/ticket-paths.ts'
import { walletsOffered } from '#server/ticket/wallet/offered.ts'

type Facts = Pick<GoodTicket, 'ticket' | 'reservation' | 'offer'>

/** Queues a ticket for its holder; does nothing while it has none. */
export async function mailTicket(
  tx: Tx,
  shop: Shop,
  facts: Facts,
  { isRequested = false }: { readonly isRequested?: boolean } = {},
): Promise<void> {
  const mail = await mailOfTicket(tx, shop, facts)
  if (mail) await queueMail(tx, { ...mail, ...(isRequested && { outlivesEvent: true }) }, shop.clock.now())
}

/** The mail that brings a ticket to its holder; undefined while it has none. */
export async function mailOfTicket(tx: Tx, shop: Shop, facts: Facts): Promise<QueuedMail | undefined> {
  const good = goodTicket(facts)
  if (!good) return undefined
  const { ticket, holder, category, reservation, offer } = good
  const { context: event } = offer
  const { language, span, location, organizer, paymentDue } = describeTicket(good, await eventKey(tx, event))
  const hash = await hashForJoining(tx, good)
  const joinUrl = hash === null ? null : waitingRoomUrl(shop.config.baseUrl, good, { hash, language })
  const url = ticketViewUrl(shop, { offer, ticket, language })
  const letter: TicketMail = {
    language,
    span,
    location,
    organizer,
    eventName: displayName(event),
    holder: { firstName: holder.firstName, name: fullName(holder) },
    category: category.name,
    publicId: ticket.publicId,
    calendars: calendarUrls(shop, { offer, ticket, language }),
    attendance:
      joinUrl === null
        ? { kind: 'in-person', url, paymentDue, wallets: walletUrls(shop, good), visit: visitOf(shop, good, language) }
        : { kind: 'online', joinUrl, url },
  }
  const envelope = {
    offer,
    reservation,
    recipient: holder.email,
    attachments: [
      ...(joinUrl === null
        ? (['ticket-code', 'ticket-pdf'] as const).map(kind => ({ kind, ticketId: ticket.publicId }))
        : []),
      {
        kind: 'event-calendar' as const,
        eventId: event.id,
        language,
        ticketId: ticket.publicId,
        // As it is now: made when the mail goes out it could be the next holder's.
        ...(joinUrl !== null && offer.settings.flag('INCLUDE_CHECK_IN_URL_ICAL') && { joinUrl }),
      },
    ],
  }
  return writeLetter(shop, envelope, texts => composeTicketMail(letter, texts))
}

/** Where the ticket goes into the wallets that are set up. */
function walletUrls({ config }: Shop, { offer, reservation, ticket }: GoodTicket) {
  const { passEnabled, gWalletEnabled } = walletsOffered(offer, reservation)(ticket)
  const params = { eventName: offer.context.shortName, uuid: ticket.publicId }
  return [
    ...(passEnabled ? [{ wallet: 'apple' as const, url: config.baseUrl + pathTo(applePassPath, params) }] : []),
    ...(gWalletEnabled ? [{ wallet: 'google' as const, url: config.baseUrl + pathTo(googleWalletPath, params) }] : []),
  ]
}

type TicketSent =
  | { readonly kind: 'queued' }
  /** It has another holder meanwhile. */
  | { readonly kind: 'gone' }
  /** Asked for too often. */
  | { readonly kind: 'wait'; readonly seconds: number }

/** Mails a ticket to its holder once more; after the event too, because they have asked for it (lifecycle D). */
export async function sendTicket(shop: Shop, good: GoodTicket): Promise<TicketSent> {
  const { publicId, uuid } = good.ticket
  const sent = await transaction(shop.db, async (tx): Promise<TicketSent> => {
    if (!(await lockSeat(tx, publicId))) return { kind: 'gone' }
    const seconds = await countMailRequest(tx, { subjectId: uuid, kind: 'AGAIN' }, shop.clock.now())
    if (seconds > 0) return { kind: 'wait', seconds }
    await mailTicket(tx, shop, good, { isRequested: true })
    return { kind: 'queued' }
  })
  if (sent.kind === 'queued') await shop.jobs.wake('deliver-mail')
  return sent
}

/** `sold` is the ticket as it was. */
type Passing = { readonly sold: SoldTicket; readonly previous: Holder; readonly next: Holder }

/** To the former holder of the ticket, and, once the event has begun, to the organiser (lifecycle D). */
export async function mailHolderChanged(tx: Tx, shop: Shop, { sold, previous, next }: Passing): Promise<void> {
  const { ticket, order } = sold
  const { offer, reservation } = order
  const { context: event } = offer
  const send = (reader: HolderChanged['reader'], recipient: string, language: string) => {
    const facts = {
      ...mailContext(order, language),
      reader,
      from: previous.email,
      to: next.email,
      category: categoryNameOf(offer, ticket),
      url: contextUrl(shop, offer, language),
    }
    return sendLetter(tx, shop, { offer, reservation, recipient }, texts => composeHolderChanged(facts, texts))
  }
  await send('former-holder', previous.email, ticket.language ?? reservation.language)
  if (event.startsAt <= shop.clock.now()) await send('organiser', event.organization.email, event.languages[0])
}

type Moved = Facts & { readonly from: string; readonly to: string }

/** To the holder, with the ticket as it is now, and to the buyer where they have another address (decision 110). */
export async function mailCategoryChanged(tx: Tx, shop: Shop, { from, to, ...facts }: Moved): Promise<void> {
  const { ticket, reservation, offer } = facts
  const { contact } = reservation
  const holder = goodTicket(facts)?.holder
  const send = (
    recipient: string,
    letter: Omit<CategoryChangedMail, keyof MailContext | 'from' | 'to'>,
    language: string,
  ) =>
    sendLetter(
      tx,
      shop,
      {
        offer,
        reservation,
        recipient,
        attachments: letter.isTicketAttached ? [{ kind: 'ticket-pdf', ticketId: ticket.publicId }] : [],
      },
      texts => composeCategoryChanged({ ...mailContext({ offer }, language), from, to, ...letter }, texts),
    )
  if (holder) {
    const language = ticket.language ?? reservation.language
    const url = ticketViewUrl(shop, { offer, ticket, language })
    await send(holder.email, { reader: holder, url, isTicketAttached: true }, language)
  }
  if (holder?.email.toLowerCase() === contact.email.toLowerCase()) return
  const url = orderUrl(shop, { offer, reservation })
  await send(contact.email, { reader: contact, url, isTicketAttached: false }, reservation.language)
}

/** To the holder who releases the ticket, and to the organiser (lifecycle D). */
export async function mailReleased(tx: Tx, shop: Shop, sold: SoldTicket): Promise<void> {
  const { offer, reservation } = sold.order
  const { context: event } = offer
  const facts = factsOf(sold, event.languages[0])
  if (!facts) return
  await mailHolderReleased(tx, shop, sold)
  await sendLetter(tx, shop, { offer, reservation, recipient: event.organization.email }, texts =>
    composeReleaseNotification(facts, texts),
  )
}

/** To the holder alone, whose ticket the organiser has cancelled. */
export async function mailHolderReleased(tx: Tx, shop: Shop, sold: SoldTicket): Promise<void> {
  const { ticket, order } = sold
  const { offer, reservation } = order
  const facts = factsOf(sold, ticket.language ?? reservation.language)
  if (!facts) return
  await sendLetter(tx, shop, { offer, reservation, recipient: facts.holder.email }, texts =>
    composeTicketReleased(facts, texts),
  )
}

/** Undefined for a ticket without a holder. */
function factsOf({ ticket, order }: SoldTicket, language: string): TicketReleased | undefined {
  const holder = holderOf(ticket)
  return (
    holder && {
      ...mailContext(order, language),
      holder: { ...holder, name: fullName(holder) },
      category: categoryNameOf(order.offer, ticket),
      publicId: ticket.publicId,
    }
  )
}

/** The parts of the addresses of online check-in; null for a ticket that is shown at a door. */
export async function hashForJoining(on: Queryable, good: GoodTicket): Promise<string | null> {
  if (!isOnlineTicket(good)) return null
  return ticketCodeHash(codeOf(good, await eventKey(on, good.offer.context)))
}

/**
 * The page where the holder waits, and joins by a button, because programs that scan mails open the addresses they find
 * (decision 68). Mails and calendars lead here.
 */
function waitingRoomUrl(
  baseUrl: string,
  { ticket, offer }: Pick<GoodTicket, 'ticket' | 'offer'>,
  { hash, language }: { readonly hash: string; readonly language: string },
): string {
  const params = { eventName: offer.context.shortName, ticketIdentifier: ticket.publicId, ticketCodeHash: hash }
  return `${baseUrl}${pathTo(waitingRoomPath, params)}?lang=${language}`
}
