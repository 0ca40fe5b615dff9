import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { WaitingSeats } from '#domain/order/waiting-list/waiting-list.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { leaveWaitingListUrl, orderUrl } from '#server/mail/letter/page-urls.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { composeSeatOffer, composeWaitingListJoined, composeWaitingListNotification } from './letters.ts'

type Joined = {
  readonly offer: OfferedEvent
  readonly person: Contact
  readonly language: Language
  readonly category: Category | null
  readonly seats: WaitingSeats
  readonly leaveKey: string
}

/** To the person, and to an organiser who wants to know (lifecycle D). */
export async function mailJoined(
  tx: Tx,
  shop: Shop,
  { offer, person, language, category, seats, leaveKey }: Joined,
): Promise<void> {
  const { context: event, settings } = offer
  const facts = (reader: Language) => ({
    ...mailContext({ offer }, reader),
    person: { ...person, name: fullName(person) },
    category: category?.name ?? null,
    seats,
  })
  const leaveUrl = leaveWaitingListUrl(shop, { key: leaveKey, language })
  await sendLetter(tx, shop, { offer, recipient: person.email, unsubscribeUrl: leaveUrl }, texts =>
    composeWaitingListJoined({ ...facts(language), leaveUrl }, texts),
  )
  if (!settings.flag('ENABLE_WAITING_QUEUE_NOTIFICATION')) return
  await sendLetter(tx, shop, { offer, recipient: event.organization.email }, texts =>
    composeWaitingListNotification(facts(event.languages[0]), texts),
  )
}

type Offered = {
  readonly offer: OfferedEvent
  readonly person: Contact
  readonly language: Language
  readonly lines: readonly OfferedLine[]
  readonly reservationId: ReservationId
  readonly expiry: Instant
  readonly leaveKey: string
}

/** Tickets of one category that are offered together. */
export type OfferedLine = { readonly category: Category; readonly quantity: number }

/** To the person seats are held for. */
export async function mailOffer(tx: Tx, shop: Shop, offered: Offered): Promise<void> {
  const { offer, person, language, lines, reservationId, expiry, leaveKey } = offered
  const leaveUrl = leaveWaitingListUrl(shop, { key: leaveKey, language })
  const facts = {
    ...mailContext({ offer }, language),
    person,
    tickets: lines.map(({ category, quantity }) => ({ name: category.name, quantity })),
    expiry,
    url: orderUrl(shop, { offer, reservation: { id: reservationId, language } }),
    leaveUrl,
  }
  const envelope = { offer, reservation: { id: reservationId }, recipient: person.email, unsubscribeUrl: leaveUrl }
  await sendLetter(tx, shop, envelope, texts => composeSeatOffer(facts, texts))
}
