import type { EventFile } from '#contract/event-file.ts'
import { anEventWithInvoices, anEventWithItalianInvoices, anEventWithQuestions } from '#tests/journeys/asking.ts'
import {
  anEventBeforeItsSale,
  anEventWithCodes,
  anEventWithExtras,
  anEventWithWaitingList,
  organiserOf,
  thisMoment,
} from '#tests/journeys/shelf.ts'
import { otherBuyer } from '#tests/support/running-shop-buyer.ts'
import type { RunningShop } from '#tests/support/running-shop.ts'

export type ShopPage = { readonly name: string; readonly path: string }

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

/** An address for every page of the shop, with orders in the states that lead there. */
export async function everyPage(shop: RunningShop): Promise<readonly ShopPage[]> {
  const paid = '/event/alpine-systems-days'
  const free = await freeOrder(shop)
  const open = await paidOrder(shop, 'PENDING', false)
  const toPay = await paidOrder(shop, 'PENDING', true)
  await fillShelf(shop)
  return [
    { name: 'home', path: '/' },
    { name: 'events', path: '/events-all' },
    { name: 'event', path: paid },
    { name: 'event-sold-out', path: '/event/candlelight-concert' },
    { name: 'event-extras', path: '/event/harvest-table' },
    { name: 'event-code', path: '/event/lake-days?code=FRIENDS-27' },
    { name: 'event-waiting-list', path: '/event/attic-concert' },
    { name: 'event-pre-sales', path: '/event/winter-lights' },
    { name: 'event-unknown', path: '/event/nowhere' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'details', path: `${paid}/reservation/${open}/book` },
    ...(await askingPages(shop)),
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
    { name: 'order-unknown', path: `${paid}/reservation/00000000-0000-4000-8000-000000000000/not-found` },
    { name: 'success', path: `/event/type-evening/reservation/${free.id}/success` },
    { name: 'ticket', path: `/event/type-evening/ticket/${free.ticketId}/view` },
    { name: 'ticket-update', path: `/event/type-evening/ticket/${free.ticketId}/update` },
  ]
}

/** The details where an event wants to know more. */
async function askingPages(shop: RunningShop): Promise<readonly ShopPage[]> {
  const organiser = await organiserOf(shop, 'Asking House')
  const now = thisMoment()
  const details = async (file: EventFile) => {
    const shortName = await organiser.open(file)
    const id = await otherBuyer(shop).reserve(shortName, { Conference: 2 })
    return `/event/${shortName}/reservation/${id}/book`
  }
  return [
    { name: 'details-invoice', path: `${await details(anEventWithInvoices(now))}?requestInvoice=true` },
    { name: 'details-italian-invoice', path: await details(anEventWithItalianInvoices(now)) },
    { name: 'details-questions', path: await details(anEventWithQuestions(now)) },
  ]
}

async function fillShelf(shop: RunningShop): Promise<void> {
  const organiser = await organiserOf(shop, 'Shelf House')
  const now = thisMoment()
  for (const file of [anEventWithExtras, anEventWithCodes, anEventWithWaitingList, anEventBeforeItsSale]) {
    await organiser.open(file(now))
  }
  await otherBuyer(shop).reserveAll('attic-concert', 'Chair')
}

async function freeOrder(shop: RunningShop): Promise<{ readonly id: string; readonly ticketId: string }> {
  const buyer = otherBuyer(shop)
  const id = await buyer.reserve('type-evening', { Seat: 1 })
  await buyer.fillIn(id, ADA)
  await buyer.confirmFree(id)
  const { public_uuid: ticketId } = await shop.db.kysely
    .selectFrom('ticket')
    .select('public_uuid')
    .where('reservation_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, ticketId }
}

type Status = 'PENDING' | 'OFFLINE_PAYMENT' | 'DEFERRED_OFFLINE_PAYMENT' | 'EXTERNAL_PROCESSING_PAYMENT' | 'STUCK'

async function paidOrder(shop: RunningShop, status: Status, isFilledIn: boolean): Promise<string> {
  const buyer = otherBuyer(shop)
  const id = await buyer.reserve('alpine-systems-days', { Conference: 1 })
  if (isFilledIn) await buyer.fillIn(id, ADA)
  await shop.db.kysely.updateTable('reservation').set({ status }).where('id', '=', id).execute()
  return id
}
