import { setTimeout as pause } from 'node:timers/promises'
import { cancelReservation, confirmReservation, getReservation } from '#contract/booking.ts'
import { discardPayment, forceCheck, initPayment } from '#contract/payment-calls.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { reserveSubscription } from '#contract/subscription.ts'
import { type Buyer, type Reply, aBuyer } from '../../support/buyer/buyer.ts'
import { CONSENT, codesOf, filledIn, reserve, sendDetails } from '../../support/buyer/purchase.ts'
import type { PlannedPurchase } from './plan.ts'
import type { OpenSale, RunningSale, Way } from './running-sale.ts'
import type { Trail } from './trail.ts'

/** A payment that was begun, by the name that its provider has for it. */
type StartedPayment = { readonly way: Way; readonly reference: string; readonly transactionId: string }

/** What only the driver knows, of all purchases. */
export type Witnessed = {
  /** Answers that no shop gives. */
  readonly strange: string[]
  /** Transactions that were disputed. */
  readonly disputed: Set<string>
  /** Providers that have refused refunds for a while, or let them fail later. */
  readonly refusing: Set<string>
}

/** A purchase that is under way: what its buyer knows. */
export type Purchase = {
  readonly plan: PlannedPurchase
  readonly sale: OpenSale
  readonly running: RunningSale
  readonly trail: Trail
  readonly witnessed: Witnessed
  /** Empty as long as nothing is reserved. */
  orderId: string
  /** The way that was chosen last. */
  way: Way
  /** The oldest first. */
  started: readonly StartedPayment[]
  visitor: { readonly buyer: Buyer; readonly generation: number } | undefined
}

export function newPurchase(
  plan: PlannedPurchase,
  { running, trail, witnessed }: Pick<Purchase, 'running' | 'trail' | 'witnessed'>,
): Purchase {
  const sale = nth(running.sales, plan.sale)
  return { plan, sale, running, trail, witnessed, orderId: '', way: nth(sale.ways, 0), started: [], visitor: undefined }
}

/** Counted through. */
export function nth<Thing>(of: readonly Thing[], index: number): Thing {
  const found = of[index % of.length]
  if (found === undefined) throw new Error('there is none')
  return found
}

export const CUT_OFF = 'cut off'
/** How often a buyer who is asked to try again, or was cut off, does. */
const TRIES = 20

/** Tickets, or a pass, are chosen and the details filled in; false when there was nothing left. */
export async function reserved(purchase: Purchase): Promise<boolean> {
  const { plan, sale } = purchase
  const held = await patiently(purchase, async buyer => {
    if (sale.kind === 'pass') return buyer.ask(reserveSubscription, { params: { id: sale.id } })
    const few = plan.isOfFew ? await reserve(buyer, sale.id, { Few: plan.tickets }) : undefined
    return few?.status === 200 ? few : reserve(buyer, sale.id, { Conference: plan.tickets })
  })
  if (held?.status !== 200) return false
  purchase.orderId = (held.value as { value: string }).value
  const params = { reservationId: purchase.orderId }
  const shown = await patiently(purchase, buyer => buyer.ask(getReservation, { params }))
  if (shown?.status !== 200) return false
  const details = filledIn(shown.value as ReservationInfo)
  return (await patiently(purchase, buyer => sendDetails(buyer, purchase.orderId, details)))?.status === 200
}

async function patiently(purchase: Purchase, ask: (buyer: Buyer) => Promise<Reply>): Promise<Reply | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reply = await answered(purchase, ask)
    if (reply !== CUT_OFF && reply.status !== 503) return reply
    await pause(100)
  }
  return undefined
}

/** Asks once; an answer that is cut off is one of a shop that was killed meanwhile. */
export async function answered(
  purchase: Purchase,
  ask: (buyer: Buyer) => Promise<Reply>,
): Promise<Reply | typeof CUT_OFF> {
  const { running, witnessed, plan } = purchase
  const { url, generation } = await running.whenUp()
  if (purchase.visitor?.generation !== generation) purchase.visitor = { buyer: aBuyer(url), generation }
  try {
    const reply = await ask(purchase.visitor.buyer)
    if (reply.status >= 500 && reply.status !== 503)
      witnessed.strange.push(`purchase ${plan.number}: ${described(reply)}`)
    return reply
  } catch (error) {
    if (isCutOff(error) && running.generation() !== generation) return CUT_OFF
    witnessed.strange.push(`purchase ${plan.number}: ${String(error)}`)
    return CUT_OFF
  }
}

/** `fetch` and its reader say it in these ways. */
export const isCutOff = (reason: unknown): boolean =>
  reason instanceof TypeError && /fetch failed|terminated/.test(reason.message)

export const described = (reply: Reply | typeof CUT_OFF): string =>
  reply === CUT_OFF ? CUT_OFF : [reply.status, ...codesOf(reply)].join(' ')

/** Begins a payment in one of the ways of what is sold. */
export async function begin(purchase: Purchase, way: Way): Promise<string> {
  purchase.way = way
  if (way.kind !== 'page') return `${way.proxy} ${await pressPay(purchase)}`
  const params = { reservationId: purchase.orderId, method: way.method }
  const reply = await answered(purchase, buyer => buyer.ask(initPayment, { body: {}, params }))
  await learnReferences(purchase)
  const why = reply !== CUT_OFF && reply.status === 200 ? (reply.value as { errorMessage: string | null }) : undefined
  return `${way.proxy} ${described(reply)} ${why?.errorMessage ?? ''}`.trim()
}

export async function pressPay(purchase: Purchase): Promise<string> {
  const { way, orderId: reservationId } = purchase
  const body = { ...CONSENT, paymentProxy: way.proxy, selectedPaymentMethod: way.method }
  const reply = await answered(purchase, buyer =>
    buyer.ask(confirmReservation, { params: { reservationId }, query: { lang: 'en' }, body }),
  )
  await learnReferences(purchase)
  return described(reply)
}

/** The payment that is under way is ended, then another one is begun; it is begun even where the first one could not be ended. */
export async function changeWay(purchase: Purchase, way: Way): Promise<string> {
  const params = { reservationId: purchase.orderId }
  const reply = await answered(purchase, buyer => buyer.ask(discardPayment, { params }))
  const ended = reply !== CUT_OFF && reply.status === 200 ? String(reply.value) : described(reply)
  return `ended ${ended}, then ${await begin(purchase, way)}`
}

/** To where the provider sends buyers back to; the page of a form has nothing of the kind. */
export async function comeBack(purchase: Purchase): Promise<string> {
  const { way, started, orderId, sale, running } = purchase
  if (way.kind !== 'redirect') return readOrderStatus(purchase)
  const payment = started.findLast(one => one.way === way)
  const back = payment && way.fake?.back?.(payment.reference)
  const usual = `/${sale.kind === 'pass' ? 'subscription' : 'event'}/${sale.id}/reservation/${orderId}/payment/${way.proxy.toLowerCase()}/return`
  const { url, generation } = await running.whenUp()
  try {
    return await visited(url, back ?? usual)
  } catch (error) {
    if (isCutOff(error) && running.generation() !== generation) return CUT_OFF
    throw error
  }
}

/** A page that goes on to another address at once is followed there. */
async function visited(url: string, address: string): Promise<string> {
  // The shop is known to providers by its name, not by where its process listens.
  const { pathname, search } = new URL(address, url)
  const answer = await fetch(`${url}${pathname}${search}`, { redirect: 'manual' })
  const [, onward] = /content="0;url=([^"]*)"/.exec(await answer.text()) ?? []
  return onward === undefined ? String(answer.status) : visited(url, onward.replaceAll('&amp;', '&'))
}

export async function forceACheck(purchase: Purchase): Promise<string> {
  const params = { reservationId: purchase.orderId }
  const reply = await answered(purchase, buyer => buyer.ask(forceCheck, { params }))
  await learnReferences(purchase)
  if (reply === CUT_OFF || reply.status !== 200) return described(reply)
  const { success, failure, redirect, initialized } = reply.value as { [name: string]: boolean }
  return success ? 'success' : failure ? 'failure' : redirect ? 'redirect' : initialized ? 'waiting' : 'nothing known'
}

export async function readOrderStatus(purchase: Purchase): Promise<string> {
  const params = { reservationId: purchase.orderId }
  const reply = await answered(purchase, buyer => buyer.ask(getReservation, { params }))
  return reply !== CUT_OFF && reply.status === 200 ? (reply.value as { status: string }).status : described(reply)
}

export async function cancelPurchase(purchase: Purchase): Promise<string> {
  const params = { reservationId: purchase.orderId }
  return described(await answered(purchase, buyer => buyer.ask(cancelReservation, { params })))
}

/** Reads the references under which the provider's page, or its script, knows the payments. */
async function learnReferences(purchase: Purchase): Promise<void> {
  const { running, orderId, sale, started } = purchase
  const rows = await running.db.kysely
    .selectFrom('payment_transaction')
    .select(['id', 'proxy', 'reference'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const stored = rows.flatMap(({ id, proxy, reference }) => {
    const way = sale.ways.find(one => one.proxy === proxy)
    return way && reference !== null ? [{ way, reference, transactionId: String(id) }] : []
  })
  // Rows of payments that have ended may be gone with their order; tabs that show them may not.
  const gone = started.filter(({ reference }) => !stored.some(one => one.reference === reference))
  purchase.started = [...gone, ...stored]
}
