import type { PurchaseContextWithReservations, ReservationHeader } from '#contract/user.ts'
import type { AccountId } from '#domain/buyer/account/account.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import type { AppliedVatStatus } from '#domain/catalog/price/vat.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type OfferedContext, isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { dateMap } from '#server/foundation/language/dates.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { staysWithBuyer } from '#server/ticket/ticket/present-tickets.ts'
import { type OwnedItem, type OwnedOrder, type PassValidity, itemsOf, ordersOf } from './orders-store.ts'

/** The orders of an account, grouped by what they are for; the newest first, and the group of the newest first. */
export async function myOrders(shop: Shop, account: AccountId): Promise<PurchaseContextWithReservations[]> {
  const orders = await ordersOf(shop.db, account)
  const items = Map.groupBy(
    await itemsOf(
      shop.db,
      orders.map(({ id }) => id),
    ),
    ({ reservationId }) => reservationId,
  )
  const groups = [...Map.groupBy(orders, ({ contextId }) => contextId)]
  return Promise.all(
    groups.map(async ([contextId, ofContext]) => {
      const offer = await shop.catalog.offerOf(contextId)
      const reservations = ofContext.map(order => presentOrder(shop, offer, order, items.get(order.id) ?? []))
      const [bought] = ofContext.flatMap(({ id }) => items.get(id)?.flatMap(({ validity }) => validity ?? []) ?? [])
      return { ...presentOffer(shop, offer, bought), reservations }
    }),
  )
}

/** A pass has the dates of the one that was bought last; before any is bought those that its organiser has set for all. */
function presentOffer(
  shop: Shop,
  offer: OfferedContext,
  bought: PassValidity | undefined,
): Omit<PurchaseContextWithReservations, 'reservations'> {
  const { title } = offer.context
  const formatted = (instant: Instant | null) => (instant === null ? null : moment(shop, offer, instant))
  if (isOfEvent(offer)) {
    const { shortName, startsAt, endsAt, timeZone } = offer.context
    return {
      title: { ...title },
      publicIdentifier: shortName,
      type: 'event',
      formattedStartDate: formatted(startsAt),
      formattedEndDate: formatted(endsAt),
      startsAt,
      endsAt,
      timeZone,
      sameDay: dayOf(offer, startsAt) === dayOf(offer, endsAt),
    }
  }
  const { publicId, validity, timeZone } = offer.context
  const ofAll = validity.kind === 'CUSTOM' ? validity : { from: null, to: null }
  const { from: start, to: end } = bought ?? ofAll
  return {
    title: { ...title },
    publicIdentifier: publicId,
    type: 'subscription',
    formattedStartDate: formatted(start),
    formattedEndDate: formatted(end),
    startsAt: start,
    endsAt: end,
    timeZone,
    sameDay: start !== null && end !== null && dayOf(offer, start) === dayOf(offer, end),
  }
}

function presentOrder(
  shop: Shop,
  offer: OfferedContext,
  order: OwnedOrder,
  items: readonly OwnedItem[],
): ReservationHeader {
  const { status, created_at: createdAt, confirmed_at: confirmedAt } = order
  const currency = (order.currency === null ? null : writtenCurrency(order.currency)) ?? NO_CURRENCY
  const isFree = order.final_price === 0n
  const confirmed = has(order, 'isComplete') ? confirmedAt : null
  return {
    id: order.id,
    status,
    formattedExpiresOn: moment(shop, offer, order.validity),
    formattedConfirmedOn: confirmed === null ? null : moment(shop, offer, confirmed),
    confirmedAt: confirmed,
    formattedCreatedOn: has(order, 'isOpen') ? null : moment(shop, offer, createdAt),
    invoiceNumber: order.invoice_number,
    finalPrice: isFree ? 0 : Number(printed(minor(order.final_price), currency)),
    currencyCode: order.currency,
    usedVatPercent: Number(order.vat_percentage),
    vatStatus: order.vat_status as AppliedVatStatus,
    items: items.map(item => ({
      id: idOf(offer, item),
      firstName: item.firstName,
      lastName: item.lastName,
      type: kindOf(offer, item),
    })),
  }
}

/** A ticket that was passed on is listed as its order lists it (lifecycle E). */
function idOf(offer: OfferedContext, { publicId, idInOrder, categoryId }: OwnedItem): string {
  const isHidden = idInOrder !== null && categoryId !== null && !staysWithBuyer(offer, { categoryId })
  return isHidden ? idInOrder : publicId
}

/** The name of its category, or the title of the pass. */
function kindOf(offer: OfferedContext, { categoryId }: OwnedItem): Record<string, string> {
  if (categoryId === null) return { ...offer.context.title }
  return { [FIRST_LANGUAGE]: offer.categories.find(({ id }) => id === categoryId)?.name ?? '' }
}

/** The key under which clients of the wire find the name of a category, whatever the languages of the event. */
const FIRST_LANGUAGE = 'en'

const moment = ({ texts }: Shop, { context }: OfferedContext, instant: Instant) =>
  dateMap(texts, {
    instant,
    timeZone: context.timeZone,
    languages: shippedLanguages,
    patternKey: 'datetime.pattern',
  })

function dayOf({ context }: OfferedContext, instant: Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(context.timeZone).toPlainDate().toString()
}
