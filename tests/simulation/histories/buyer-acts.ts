import {
  backToBooking,
  cancelReservation,
  confirmReservation,
  getReservation,
  validateToOverview,
} from '#contract/booking.ts'
import { extendReservation } from '#contract/own.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import { discardPayment, forceCheck, initPayment } from '#contract/payment-calls.ts'
import type { PaymentForm } from '#contract/payment.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { reserveSubscription } from '#contract/subscription.ts'
import { releaseTicket, updateTicket } from '#contract/ticket.ts'
import { confirmWithdrawal, getWithdrawal } from '#contract/withdrawal.ts'
import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { minutes } from '#domain/foundation/instant.ts'
import type { BuyerAct } from '#tests/fakes/provider-fake.ts'
import { CARD } from '#tests/fakes/stripe/cards.ts'
import { ADA, CONSENT, filledIn, ticketsOf } from '../../support/buyer/purchase.ts'
import { PRIVATE_INVOICE } from '../../support/organiser/invoice.ts'
import type { Tickets } from './act.ts'
import { type HistoryOrder, type Run, askOf, nth, shortly } from './order.ts'
import { CODE } from './shop.ts'

const NOTHING = 'nothing is reserved'

type Choice = { readonly tickets: Tickets; readonly booklets: number; readonly isWithCode: boolean }

export async function reserve(
  run: Run,
  order: HistoryOrder,
  { tickets, booklets, isWithCode }: Choice,
): Promise<string> {
  if (order.isOfPass || order.id !== '') return 'is reserved already'
  const { event: shortName, setup } = run.place
  const choice = {
    tickets: Object.fromEntries(Object.entries(tickets).filter(([, count]) => count > 0)),
    ...(booklets > 0 && { extras: { Booklet: booklets } }),
    ...(isWithCode && { code: CODE }),
  }
  const ask = { params: { shortName }, query: { lang: 'en' }, body: setup.form(choice) }
  return holds(order, await askOf(run, order.buyer, reserveTickets, ask))
}

export async function buyPass(run: Run, order: HistoryOrder): Promise<string> {
  const { passId } = run.place
  if (passId === null || order.id !== '') return 'none is for sale, or is reserved already'
  return holds(order, await askOf(run, order.buyer, reserveSubscription, { params: { id: passId } }))
}

function holds(order: HistoryOrder, reply: Awaited<ReturnType<typeof askOf>>): string {
  if (reply?.status === 200) order.id = String((reply.value as { value: string }).value)
  return reply?.status === 200 ? order.id : shortly(reply)
}

export async function infoFor(run: Run, order: HistoryOrder): Promise<ReservationInfo | null> {
  if (order.id === '') return null
  const reply = await askOf(run, order.buyer, getReservation, { params: { reservationId: order.id } })
  return reply?.status === 200 ? (reply.value as ReservationInfo) : null
}

export async function fillIn(run: Run, order: HistoryOrder, isInvoice: boolean): Promise<string> {
  const info = await infoFor(run, order)
  if (!info) return NOTHING
  const body = { ...filledIn(info), ...(isInvoice && PRIVATE_INVOICE) }
  const ask = { params: { reservationId: order.id }, query: { lang: 'en', ignoreWarnings: true }, body }
  return shortly(await askOf(run, order.buyer, validateToOverview, ask))
}

/** In one of the ways of what is sold; for nothing where nothing is to be paid. */
export async function pay(run: Run, order: HistoryOrder, index: number): Promise<string> {
  const info = await infoFor(run, order)
  const way = nth(run.place.ways, index)
  if (!info || !way) return NOTHING
  if (info.orderSummary.free)
    return `for nothing: ${await confirm(run, order, { paymentProxy: null, selectedPaymentMethod: 'NONE' })}`
  order.way = way
  if (way.kind !== 'page') return `${way.proxy} ${await pressPay(run, order)}`
  const ask = { params: { reservationId: order.id, method: way.method }, body: {} }
  const reply = await askOf(run, order.buyer, initPayment, ask)
  const why = reply?.status === 200 ? (reply.value as { errorMessage: string | null }).errorMessage : null
  return `${way.proxy} ${shortly(reply)} ${why ?? ''}`.trim()
}

/** By the card that pays, or is declined, where the page has a token of it. */
export function pressPay(run: Run, order: HistoryOrder, card: string = CARD.pays): Promise<string> {
  const { proxy, method, kind } = order.way
  const gatewayToken = kind === 'token' ? run.shop.stripe.token(card) : null
  return confirm(run, order, { paymentProxy: proxy, selectedPaymentMethod: method, gatewayToken })
}

async function confirm(run: Run, order: HistoryOrder, form: PaymentForm): Promise<string> {
  if (order.id === '') return NOTHING
  const ask = { params: { reservationId: order.id }, query: { lang: 'en' }, body: { ...CONSENT, ...form } }
  return shortly(await askOf(run, order.buyer, confirmReservation, ask))
}

export async function otherWay(run: Run, order: HistoryOrder, index: number): Promise<string> {
  if (order.id === '') return NOTHING
  const reply = await askOf(run, order.buyer, discardPayment, { params: { reservationId: order.id } })
  return `ended ${String(reply?.value)}, then ${await pay(run, order, index)}`
}

/** On the page of a provider, with a payment that is open; what can't be done with it there is refused, as on the page. */
export async function onPage(
  run: Run,
  order: HistoryOrder,
  { act, back }: { act: BuyerAct; back: number },
): Promise<string> {
  if (order.way.kind === 'token') {
    return act === 'pay' ? 'has no page' : `by a card that is declined: ${await pressPay(run, order, CARD.declined)}`
  }
  const payment = order.opened.at(-1 - back) ?? order.opened[0]
  if (!payment?.way.fake) return 'no payment is open'
  try {
    await payment.way.fake.buyer(payment.reference, act)
    if (act === 'pay-later') order.isWorkedOn = true
    return `payment ${payment.transactionId}`
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** To where the provider sends buyers back to. */
export async function comeBack(run: Run, order: HistoryOrder): Promise<string> {
  const { way, opened, id, isOfPass } = order
  if (id === '' || way.kind !== 'redirect') return 'there is no way back'
  const payment = opened.findLast(one => one.way.proxy === way.proxy)
  const { event, passId } = run.place
  const place = isOfPass ? `/subscription/${passId}` : `/event/${event}`
  const usual = `${place}/reservation/${id}/payment/${way.proxy.toLowerCase()}/return`
  return visit(run, (payment && way.fake?.back?.(payment.reference)) ?? usual)
}

/** A page that goes on to another address at once is followed there. */
async function visit(run: Run, address: string): Promise<string> {
  const { pathname, search } = new URL(address, run.shop.url)
  const answer = await fetch(`${run.shop.url}${pathname}${search}`, { redirect: 'manual' })
  if (answer.status >= 500) run.faults.push({ kind: `answers ${answer.status}: return`, what: pathname })
  const [, onward] = /content="0;url=([^"]*)"/.exec(await answer.text()) ?? []
  return onward === undefined ? String(answer.status) : visit(run, onward.replaceAll('&amp;', '&'))
}

export async function forceACheck(run: Run, order: HistoryOrder): Promise<string> {
  if (order.id === '') return NOTHING
  const reply = await askOf(run, order.buyer, forceCheck, { params: { reservationId: order.id } })
  if (reply?.status !== 200) return shortly(reply)
  const { success, failure, redirect } = reply.value as { [name: string]: boolean }
  return success ? 'success' : failure ? 'failure' : redirect ? 'redirect' : 'nothing new'
}

export async function takePass(run: Run, order: HistoryOrder, ofPass: HistoryOrder | undefined): Promise<string> {
  if (order.isOfPass || order.id === '' || !ofPass?.id) return 'there is no pass'
  const row = await run.shop.shop.db.kysely
    .selectFrom('bought_pass')
    .select('id')
    .where('reservation_id', '=', ofPass.id)
    .executeTakeFirst()
  if (!row) return 'there is no pass'
  const ask = { params: { reservationId: order.id }, body: { code: row.id, type: 'SUBSCRIPTION' as const } }
  const reply = await askOf(run, order.buyer, applyCode, ask)
  return reply?.status === 200 ? String((reply.value as { value: boolean }).value) : shortly(reply)
}

/** A plain call about the order. */
export async function ofOrder(run: Run, order: HistoryOrder, kind: keyof typeof PLAIN): Promise<string> {
  if (order.id === '') return NOTHING
  return shortly(await PLAIN[kind](run, order))
}

const PLAIN = {
  'back to booking': (run: Run, { buyer, id }: HistoryOrder) => askOf(run, buyer, backToBooking, at(id)),
  'more time': (run: Run, { buyer, id }: HistoryOrder) => askOf(run, buyer, extendReservation, at(id)),
  'give up': (run: Run, { buyer, id }: HistoryOrder) => askOf(run, buyer, cancelReservation, at(id)),
  'take pass off': (run: Run, { buyer, id }: HistoryOrder) =>
    askOf(run, buyer, removeCode, { ...at(id), query: { type: 'SUBSCRIPTION' } }),
}

const at = (reservationId: string) => ({ params: { reservationId } })

/** Of the pass; what comes back is read first, and confirmed. */
export async function withdraw(run: Run, order: HistoryOrder): Promise<string> {
  if (!order.isOfPass || order.id === '') return 'there is no pass'
  const now = await askOf(run, order.buyer, getWithdrawal, at(order.id))
  if (now?.status !== 200) return shortly(now)
  const { amount, returnedBy, paid, state } = now.value as PassWithdrawal
  const reply = await askOf(run, order.buyer, confirmWithdrawal, { ...at(order.id), body: { ...ADA, amount } })
  if (reply?.status === 200) order.isWithdrawn = true
  if (reply?.status === 200 && state !== 'DONE' && returnedBy === 'ORGANISER') order.hasLeftWithoutMoney = true
  return `${shortly(reply)}: ${amount} of ${paid} by ${returnedBy}`
}

/** The order's buyer passes the ticket on to another person. */
export async function passOn(run: Run, order: HistoryOrder, index: number): Promise<string> {
  const uuid = await ticketOf(run, order, index)
  if (uuid === undefined) return 'there is no ticket'
  const params = { eventName: run.place.event, ticketIdentifier: uuid }
  const body = { firstName: 'Grace', lastName: 'Hopper', email: `grace${index}@example.org`, userLanguage: 'en' }
  return shortly(await askOf(run, order.buyer, updateTicket, { params, body }))
}

export async function release(run: Run, order: HistoryOrder, index: number): Promise<string> {
  const uuid = await ticketOf(run, order, index)
  if (uuid === undefined) return 'there is no ticket'
  const params = { eventName: run.place.event, ticketIdentifier: uuid }
  return shortly(await askOf(run, order.buyer, releaseTicket, { params }))
}

/** Counted through, by its public id. */
export async function ticketOf(run: Run, order: HistoryOrder, index: number): Promise<string | undefined> {
  const info = order.isOfPass ? null : await infoFor(run, order)
  return info ? nth(ticketsOf(info), index)?.uuid : undefined
}

type Keeping = { readonly act: BuyerAct; readonly minutes: number; readonly times: number }

/** The buyer begins a payment again and again, and never pays. */
export async function keepPaying(
  run: Run,
  order: HistoryOrder,
  { act, ...keeping }: Keeping,
  inspect: () => Promise<void>,
): Promise<string> {
  let came = ''
  for (let times = 0; times < keeping.times; times += 1) {
    came = await pay(run, order, 0)
    await inspect()
    came += `, ${await onPage(run, order, { act, back: 0 })}`
    for (const { messages } of run.shop.fakes) await messages.deliver()
    run.shop.pass(minutes(keeping.minutes))
    await run.shop.runJobs()
    await inspect()
  }
  return came
}
