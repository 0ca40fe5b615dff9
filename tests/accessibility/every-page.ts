import type { EventFile } from '#contract/event-file.ts'
import { getEvent } from '#contract/event.ts'
import {
  legalTextPagePath,
  passPagePath,
  pathTo,
  pollPagePath,
  pollsPagePath,
  withdrawalPagePath,
} from '#contract/paths.ts'
import { listPolls } from '#contract/poll.ts'
import { waitingRoomPath } from '#contract/ticket-paths.ts'
import { getFullTicket } from '#contract/ticket.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aCategoryFile, aFreeEventFile, localTime } from '#tests/builders/event-file.ts'
import {
  anEventToPassOn,
  anEventWithInvoices,
  anEventWithItalianInvoices,
  anEventWithQuestions,
} from '#tests/journeys/asking.ts'
import {
  anEventBeforeItsSale,
  anEventWithCodes,
  anEventWithExtras,
  anEventWithWaitingList,
  organiserOf,
  thisMoment,
} from '#tests/journeys/own-events.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { storeLegalText } from '../support/organiser/legal-texts.ts'
import { aPollFile, checkIn } from '../support/organiser/polls.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { PAY_BY, filledIn, hold, infoOf, pay, sendDetails, ticketsOf } from '../support/buyer/purchase.ts'
import { buyPass, holdPass } from '../support/buyer/pass-purchase.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import type { RunningShop } from '../support/shop/running-shop.ts'
import { setStatus } from '../support/database/set-status.ts'

export type ShopPage = { readonly name: string; readonly path: string }

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

/** An address for every page of the shop, with orders in the states that lead there. */
export async function everyPage(shop: RunningShop): Promise<readonly ShopPage[]> {
  const paid = '/event/alpine-systems-days'
  const free = await freeOrder(shop, 'type-evening', 'Seat')
  const open = await paidOrder(shop, 'PENDING', false)
  const toPay = await paidOrder(shop, 'PENDING', true)
  await addEvents(shop)
  const { organizerSlug } = await aBuyer(shop.url).expect(getEvent, 200, {
    params: { shortName: 'attic-concert' },
  })
  return [
    { name: 'home', path: '/' },
    { name: 'events', path: '/events-all' },
    { name: 'event', path: paid },
    { name: 'organizer', path: `/o/${organizerSlug}` },
    { name: 'calendar', path: `/o/${organizerSlug}/calendar` },
    { name: 'event-sold-out', path: '/event/candlelight-concert' },
    { name: 'event-extras', path: '/event/harvest-table' },
    { name: 'event-code', path: '/event/lake-days?code=FRIENDS-27' },
    { name: 'code-link', path: '/event/lake-days/code/LAKE-FRIENDS' },
    { name: 'event-waiting-list', path: '/event/attic-concert' },
    { name: 'event-pre-sales', path: '/event/winter-lights' },
    { name: 'event-unknown', path: '/event/nowhere' },
    { name: 'not-found', path: '/nowhere' },
    ...(await legalPages(shop)),
    { name: 'find-orders', path: '/find-my-orders' },
    { name: 'details', path: `${paid}/reservation/${open}/book` },
    ...(await askingPages(shop)),
    ...(await relayPages(shop)),
    { name: 'overview', path: `${paid}/reservation/${toPay}/overview` },
    { name: 'waiting', path: `${paid}/reservation/${await paidOrder(shop, 'OFFLINE_PAYMENT', true)}/waiting-payment` },
    {
      name: 'deferred',
      path: `${paid}/reservation/${await paidOrder(shop, 'DEFERRED_OFFLINE_PAYMENT', true)}/deferred-payment`,
    },
    {
      name: 'processing',
      path: `${paid}/reservation/${await paidOrder(shop, 'EXTERNAL_PROCESSING_PAYMENT', true)}/processing-payment`,
    },
    { name: 'error', path: `${paid}/reservation/${await paidOrder(shop, 'STUCK', true)}/error` },
    { name: 'ended', path: `${paid}/reservation/${await paidOrder(shop, 'CANCELLED', true)}/ended` },
    { name: 'order-unknown', path: `${paid}/reservation/00000000-0000-4000-8000-000000000000/not-found` },
    { name: 'success', path: `/event/type-evening/reservation/${free.id}/success` },
    { name: 'ticket', path: `/event/type-evening/ticket/${free.ticketId}/view` },
    { name: 'ticket-update', path: `/event/type-evening/ticket/${free.ticketId}/update` },
    ...(await onlinePages(shop)),
    ...(await passPages(shop)),
    ...(await pollPages(shop)),
    { name: 'withdrawal', path: await withdrawalPage(shop) },
  ]
}

/** A version that was replaced, in another language, and the newest. */
async function legalPages(shop: RunningShop): Promise<readonly ShopPage[]> {
  const at = thisMoment()
  const first = await storeLegalText(shop, { texts: { fr: '## Données\n\n- Nom\n- Adresse' }, at })
  const second = await storeLegalText(shop, { number: 2, at })
  return [
    { name: 'legal-text', path: pathTo(legalTextPagePath, { id: second }) },
    { name: 'legal-text-superseded', path: pathTo(legalTextPagePath, { id: first }) },
  ]
}

/** The details where an event wants to know more, and the overview of an order with an invoice. */
async function askingPages(shop: RunningShop): Promise<readonly ShopPage[]> {
  const organiser = await organiserOf(shop, 'Asking House')
  const now = thisMoment()
  const details = async (file: EventFile) => {
    const shortName = await organiser.open(file)
    const id = await otherBuyer(shop).reserve(shortName, { Conference: 2 })
    return `/event/${shortName}/reservation/${id}/book`
  }
  const withInvoice = await details(anEventWithInvoices(now))
  return [
    { name: 'details-invoice', path: `${withInvoice}?requestInvoice=true` },
    { name: 'overview-invoice', path: await overviewWithInvoice(shop) },
    { name: 'details-italian-invoice', path: await details(anEventWithItalianInvoices(now)) },
    { name: 'details-questions', path: await details(anEventWithQuestions(now)) },
  ]
}

async function overviewWithInvoice(shop: RunningShop): Promise<string> {
  const buyer = aBuyer(shop.url)
  const id = await hold(buyer, 'ledger-days', { Conference: 1 })
  const details = filledIn(await infoOf(buyer, id))
  const { status } = await sendDetails(buyer, id, { ...details, ...PRIVATE_INVOICE, customerReference: 'PO-1815' })
  if (status !== 200) throw new Error('the details with an invoice were refused')
  return `/event/ledger-days/reservation/${id}/overview`
}

/** An order whose tickets have no holders yet, and one of them, which asks for a name and more. */
async function relayPages(shop: RunningShop): Promise<readonly ShopPage[]> {
  const organiser = await organiserOf(shop, 'Relay House')
  const shortName = await organiser.open(anEventToPassOn(thisMoment()))
  const buyer = aBuyer(shop.url)
  const id = await hold(buyer, shortName, { Everybody: 2 })
  const info = await infoOf(buyer, id)
  const [first = ''] = ticketsOf(info).map(({ uuid }) => uuid)
  const items = info.additionalServiceWithData.map(({ itemId }) => ({
    additionalServiceItemId: itemId,
    ticketUUID: first,
    additional: {},
  }))
  await sendDetails(buyer, id, {
    ...ADA,
    postponeAssignment: true,
    tickets: {},
    additionalServices: { [first]: items },
  })
  const { status } = await pay(buyer, id, PAY_BY.NONE)
  if (status !== 200) throw new Error('the order without names was refused')
  return [
    { name: 'success-nameless', path: `/event/${shortName}/reservation/${id}/success` },
    { name: 'ticket-nameless', path: `/event/${shortName}/ticket/${first}/update` },
  ]
}

async function addEvents(shop: RunningShop): Promise<void> {
  const organiser = await organiserOf(shop, 'Extras House')
  const now = thisMoment()
  for (const file of [anEventWithExtras, anEventWithCodes, anEventWithWaitingList, anEventBeforeItsSale]) {
    await organiser.open(file(now))
  }
  await otherBuyer(shop).reserveAll('attic-concert', 'Chair')
}

/** The waiting room before it opens and when it is open, and the page of a ticket that leads there. */
async function onlinePages(shop: RunningShop): Promise<readonly ShopPage[]> {
  const organiser = await organiserOf(shop, 'Distance House')
  const now = thisMoment()
  const addressesOf = async (slug: string, opensInHours: number) => {
    const begin = { startDate: localTime(now, { hours: 5 }), endDate: localTime(now, { hours: 9 }) }
    const validFrom = localTime(now, { hours: opensInHours })
    const onlineCallLinks = [{ link: 'https://call.example', validFrom, validTo: begin.endDate }]
    const categories = [aCategoryFile(now, { name: 'Everybody', price: 0, endSellingDate: begin.startDate })]
    const online = { format: 'ONLINE' as const, onlineCallLinks, categories, ...begin }
    await organiser.open(aFreeEventFile(now, { slug, title: slug, ...online }))
    const { ticketId } = await freeOrder(shop, slug, 'Everybody')
    const params = { eventName: slug, ticketIdentifier: ticketId }
    const { ticketCodeHash } = await aBuyer(shop.url).expect(getFullTicket, 200, { params })
    const room = pathTo(waitingRoomPath, { ...params, ticketCodeHash: ticketCodeHash ?? '' })
    return { room, update: `/event/${slug}/ticket/${ticketId}/update` }
  }
  const later = await addressesOf('evening-online', 4)
  return [
    { name: 'waiting-room', path: later.room },
    { name: 'waiting-room-open', path: (await addressesOf('morning-online', -1)).room },
    { name: 'ticket-update-online', path: later.update },
  ]
}

/** Passes on sale: the list, one that can be bought, and one that is sold out. */
async function passPages(shop: RunningShop): Promise<readonly ShopPage[]> {
  const { organizationId } = await organiserOf(shop, 'Extras Hall')
  const place = { db: shop.db, clock: { now: thisMoment } }
  const gone = await storePass(place, { organizationId, title: { en: 'The last one' }, maxAvailable: 1 })
  await holdPass(aBuyer(shop.url), gone.publicId)
  const { publicId } = await storePass(place, { organizationId, title: { en: 'Ten films' }, maxEntries: 10 })
  return [
    { name: 'passes', path: '/subscriptions-all' },
    { name: 'pass', path: pathTo(passPagePath, { id: publicId }) },
    { name: 'pass-sold-out', path: pathTo(passPagePath, { id: gone.publicId }) },
  ]
}

/** Where the PIN is asked, what is open to it, and one poll with its choice. */
async function pollPages(shop: RunningShop): Promise<readonly ShopPage[]> {
  const organiser = await organiserOf(shop, 'Parliament House')
  const event = await organiser.open(aFreeEventFile(thisMoment(), { slug: 'parliament', polls: [aPollFile()] }))
  const { id } = await freeOrder(shop, event, 'Everybody')
  const [pin = ''] = await checkIn(shop.db, id)
  const polls = pathTo(pollsPagePath, { shortName: event })
  const { value } = await aBuyer(shop.url).expect(listPolls, 200, { params: { shortName: event }, query: { pin } })
  const one = pathTo(pollPagePath, { shortName: event, pollId: value[0]?.id ?? 0 })
  return [
    { name: 'poll-pin', path: polls },
    { name: 'polls', path: `${polls}?pin=${pin}` },
    { name: 'poll', path: `${one}?pin=${pin}` },
  ]
}

async function withdrawalPage(shop: RunningShop): Promise<string> {
  const { organizationId } = await organiserOf(shop, 'Pass House')
  const withdrawal = { kind: 'possible', days: 14, afterUse: 'PRO_RATA' } as const
  const place = { db: shop.db, clock: { now: thisMoment } }
  const { publicId } = await storePass(place, { organizationId, price: 0n, withdrawal })
  const id = await buyPass(aBuyer(shop.url), publicId, { by: 'NONE' })
  return pathTo(withdrawalPagePath, { id: publicId, reservationId: id })
}

/** A free ticket of Ada Lovelace. */
export async function freeOrder(
  shop: RunningShop,
  event: string,
  category: string,
): Promise<{ readonly id: string; readonly ticketId: string }> {
  const buyer = otherBuyer(shop)
  const id = await buyer.reserve(event, { [category]: 1 })
  await buyer.fillIn(id, ADA)
  await buyer.confirmFree(id)
  const { public_uuid: ticketId } = await shop.db.kysely
    .selectFrom('ticket')
    .select('public_uuid')
    .where('reservation_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, ticketId }
}

type Status =
  | 'PENDING'
  | 'OFFLINE_PAYMENT'
  | 'DEFERRED_OFFLINE_PAYMENT'
  | 'EXTERNAL_PROCESSING_PAYMENT'
  | 'STUCK'
  | 'CANCELLED'

/** A paid ticket in a state that a provider or time leads to. */
export async function paidOrder(shop: RunningShop, status: Status, isFilledIn: boolean): Promise<string> {
  const buyer = otherBuyer(shop)
  const id = await buyer.reserve('alpine-systems-days', { Conference: 1 })
  if (isFilledIn) await buyer.fillIn(id, ADA)
  await setStatus(shop.db, id, status)
  return id
}
