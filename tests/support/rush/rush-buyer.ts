import { setTimeout as pause } from 'node:timers/promises'
import { getReservation } from '#contract/booking.ts'
import { type ItemsByCategory, getTicketCategories } from '#contract/event.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { type Reply, type Buyer, aBuyer } from '../buyer/buyer.ts'
import { PRIVATE_INVOICE } from '../organiser/invoice.ts'
import { PAY_BY, cancel, filledIn, pay, selection, sendDetails } from '../buyer/purchase.ts'

/** Buyers who go on whatever happens to the shop: they try again when asked to, and begin anew when cut off. */

/** What answers have promised to buyers: reservation to the statuses it can have from now on. */
type Promises = Map<string, readonly (string | undefined)[]>

/** What all buyers of a rush have met. */
export type RushTally = {
  readonly promises: Promises
  /** Responses that no buyer can do anything with. */
  readonly strange: string[]
  /** The calls that wait for their answer. */
  readonly underWay: Set<symbol>
  /** From the return of what was taken away to the next reservation. */
  readonly pauses: { readonly after: string; readonly milliseconds: number }[]
  paid: number
  /** Answers 503. */
  unavailable: number
  /** Calls that were cut off. */
  cutOff: number
  terminated: number
  slowest: number
  isBack(what: string): void
  isSelling(): boolean
  hasReserved(): void
  summary(): string
}

export function newTally(): RushTally {
  let back: { readonly after: string; readonly at: number } | undefined
  return {
    promises: new Map(),
    strange: [],
    underWay: new Set(),
    pauses: [],
    paid: 0,
    unavailable: 0,
    cutOff: 0,
    terminated: 0,
    slowest: 0,
    isBack: after => {
      back = { after, at: performance.now() }
    },
    isSelling: () => back === undefined,
    hasReserved() {
      if (back) this.pauses.push({ after: back.after, milliseconds: Math.round(performance.now() - back.at) })
      back = undefined
    },
    summary() {
      const { paid, unavailable, cutOff, terminated, slowest, pauses } = this
      return `${paid} orders paid, ${unavailable} calls asked to try again, ${cutOff} cut off; ${terminated} connections terminated, \
slowest answer ${slowest} ms, next reservation ${pauses.map(({ after, milliseconds }) => `${milliseconds} ms after a ${after}`).join(', ')}`
    },
  }
}

/** Buys on and on, at whatever address the shop has just then. */
export async function buyUntil(
  isOver: () => boolean,
  url: () => string,
  shortName: string,
  tally: RushTally,
): Promise<void> {
  for (let order = 0; !isOver(); order += 1) {
    try {
      await buyOnce({ buyer: aBuyer(url()), shortName, tally, isOver }, order)
    } catch (error) {
      if (error instanceof Interrupted) continue
      if (!isCutOff(error)) tally.strange.push(String(error))
      tally.cutOff += 1
      await pause(50)
    }
  }
}

type Purchase = {
  readonly buyer: Buyer
  readonly shortName: string
  readonly tally: RushTally
  readonly isOver: () => boolean
}

async function buyOnce(purchase: Purchase, order: number): Promise<void> {
  const { buyer, shortName, tally } = purchase
  const { promises } = tally
  const setup = await patiently(purchase, () => buyer.ask(getTicketCategories, { params: { shortName } }))
  const { ticketCategories } = setup.value as ItemsByCategory
  const ids = new Map(ticketCategories.map(({ name, id }) => [name, id]))
  const body = selection(ids, { [order % 4 === 0 ? 'Student' : 'Conference']: 1 + (order % 3) })
  const ask = { params: { shortName }, query: { lang: 'en' }, body }
  const reserved = await patiently(purchase, () => buyer.ask(reserveTickets, ask))
  const id = (reserved.value as { value: string }).value
  tally.hasReserved()
  promises.set(id, ['PENDING', undefined])
  if (order % 7 === 3) return

  const info = await patiently(purchase, () => buyer.ask(getReservation, { params: { reservationId: id } }))
  const invoice = order % 2 === 0 ? PRIVATE_INVOICE : {}
  await patiently(purchase, () => sendDetails(buyer, id, { ...filledIn(info.value as ReservationInfo), ...invoice }))
  // From here on an answer may be lost on its way: what has been asked for may have happened or not.
  promises.set(id, ['PENDING', 'FINALIZING', 'OFFLINE_FINALIZING', 'COMPLETE', 'OFFLINE_PAYMENT', undefined])
  if (order % 7 === 5) {
    await patiently(purchase, () => cancel(buyer, id))
    promises.set(id, [undefined])
    return
  }
  const isTransfer = order % 3 === 0
  await patiently(purchase, () => pay(buyer, id, isTransfer ? PAY_BY.OFFLINE : PAY_BY.ON_SITE))
  tally.paid += 1
  promises.set(id, isTransfer ? ['OFFLINE_PAYMENT', 'OFFLINE_FINALIZING'] : ['COMPLETE', 'FINALIZING'])
}

/** Asks again for as long as the shop wants it, and returns what it says then; anything but success ends the purchase. */
async function patiently({ tally, isOver }: Purchase, ask: () => Promise<Reply>): Promise<Reply> {
  for (let isFirst = true; ; isFirst = false) {
    const began = performance.now()
    const call = Symbol('call')
    tally.underWay.add(call)
    const answer = await ask().finally(() => tally.underWay.delete(call))
    tally.slowest = Math.max(tally.slowest, Math.round(performance.now() - began))
    if (answer.status === 200) return answer
    if (answer.status !== 503) {
      // The first request may have taken effect although its answer was lost.
      if (isFirst) tally.strange.push(`${answer.status} ${JSON.stringify(answer.value)}`)
      throw new Interrupted()
    }
    tally.unavailable += 1
    if (!answer.headers.has('retry-after')) tally.strange.push('503 that does not say when to come back')
    if (isOver()) throw new Interrupted()
    await pause(100)
  }
}

/** This purchase goes no further, the next one may. */
class Interrupted extends Error {}

/** The shop was killed: `fetch` and its reader say it in these ways. */
function isCutOff(reason: unknown): boolean {
  return reason instanceof TypeError && /fetch failed|terminated/.test(reason.message)
}
