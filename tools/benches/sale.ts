import { setTimeout as pause } from 'node:timers/promises'
import type { ReservationInfo } from '#contract/reservation.ts'
import type { ItemsByCategory } from '#contract/event.ts'
import type { ValidatedResponse } from '#contract/wrapper.ts'
import { reservationPath, validateToOverviewPath } from '#contract/order-paths.ts'
import { eventPagePath, eventPath, pathTo, reserveTicketsPath, ticketCategoriesPath } from '#contract/paths.ts'
import type { BenchShop } from './bench-shop.ts'
import { type Timings, timings } from './timings.ts'
import { type Answer, type Visitor, openVisitor, textOf } from './visitor.ts'

/** A sale with more buyers than it has patience: everybody browses, reserves, fills in, pays, and comes again. */
export type Sale = {
  readonly seconds: number
  readonly orders: number
  readonly cancelled: number
  /** How often each code was sent to a visitor who came too late. */
  readonly refusals: ReadonlyMap<string, number>
  /** By the name of the call. */
  readonly calls: ReadonlyMap<string, Timings>
}

type Course = {
  readonly slug: string
  readonly calls: Map<string, Timings>
  readonly refusals: Map<string, number>
  orders: number
  cancelled: number
}

/** Every so many-th buyer changes their mind before paying. */
const CANCELS_EVERY = 20
const MOST_TICKETS = 4
const REFRESH_MS = 100

/** Sells the event until nothing is left and nothing can come back; each client stays with one of the processes. */
export async function sellOut(
  shops: readonly Pick<BenchShop, 'base'>[],
  { slug, clients }: { slug: string; clients: number },
): Promise<Sale> {
  const course: Course = { slug, calls: new Map(), refusals: new Map(), orders: 0, cancelled: 0 }
  const visitors = Array.from({ length: clients }, (_, index) => openVisitor(shops[index % shops.length]?.base ?? ''))
  const began = performance.now()
  await Promise.all(visitors.map((visitor, index) => buyUntilSoldOut(visitor, course, index)))
  const seconds = (performance.now() - began) / 1000
  for (const visitor of visitors) visitor.leave()
  return { ...course, seconds }
}

async function buyUntilSoldOut(visitor: Visitor, course: Course, index: number): Promise<void> {
  for (let turn = index; ; turn += 1) {
    const {
      ticketCategories: [category],
    } = await browse(visitor, course)
    if (!category) throw new Error(`${course.slug} sells nothing`)
    if (!category.saleableAndLimitNotReached) {
      if (!category.containsPendingTickets) return
      await pause(REFRESH_MS)
      continue
    }
    const most = Math.min(MOST_TICKETS, category.maximumSaleableTickets)
    const id = await reserve(visitor, course, { ticketCategoryId: category.id, quantity: 1 + (turn % most) })
    if (id === null) continue
    if (turn % CANCELS_EVERY === 0) await cancelOrder(visitor, course, id)
    else await fillInAndPay(visitor, course, id)
  }
}

async function browse(visitor: Visitor, course: Course): Promise<ItemsByCategory> {
  const params = { shortName: course.slug }
  await timed(course, 'event page (HTML)', visitor.get(pathTo(eventPagePath, params)))
  await timed(course, 'event', visitor.get(pathTo(eventPath, params)))
  return read(await timed(course, 'ticket-categories', visitor.get(pathTo(ticketCategoriesPath, params))))
}

async function reserve(
  visitor: Visitor,
  course: Course,
  line: { ticketCategoryId: number; quantity: number },
): Promise<string | null> {
  const path = `${pathTo(reserveTicketsPath, { shortName: course.slug })}?lang=en`
  const answer = await timed(course, 'reserve-tickets', visitor.post(path, { reservation: [line] }), [200, 422])
  const { value, validationErrors }: ValidatedResponse<string | null> = read(answer)
  for (const { code } of validationErrors) course.refusals.set(code, (course.refusals.get(code) ?? 0) + 1)
  return value
}

async function fillInAndPay(visitor: Visitor, course: Course, reservationId: string): Promise<void> {
  const path = pathTo(reservationPath, { reservationId })
  const order: ReservationInfo = read(await timed(course, 'reservation', visitor.get(path)))
  const buyer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
  const ids = order.ticketsByCategory.flatMap(({ tickets }) => tickets.map(({ uuid }) => uuid))
  const tickets = Object.fromEntries(ids.map(id => [id, { ...buyer, userLanguage: 'en' }]))
  const details = pathTo(validateToOverviewPath, { reservationId })
  await timed(course, 'validate-to-overview', visitor.post(`${details}?lang=en`, { ...buyer, tickets }))
  const payment = { termAndConditionsAccepted: true, paymentProxy: 'ON_SITE', selectedPaymentMethod: 'ON_SITE' }
  await timed(course, 'pay', visitor.post(`${path}?lang=en`, payment))
  course.orders += 1
}

async function cancelOrder(visitor: Visitor, course: Course, reservationId: string): Promise<void> {
  await timed(course, 'cancel', visitor.delete(pathTo(reservationPath, { reservationId })))
  course.cancelled += 1
}

async function timed(course: Course, name: string, call: Promise<Answer>, expected = [200]): Promise<Answer> {
  const answer = await call
  if (!expected.includes(answer.status)) throw new Error(`${name} was answered ${answer.status}: ${textOf(answer)}`)
  const ofCall = course.calls.get(name) ?? timings()
  course.calls.set(name, ofCall)
  ofCall.add(answer.milliseconds)
  return answer
}

/** An answer of the shop under test; its shape is checked by the wire tests. */
function read<Value>(answer: Answer): Value {
  return JSON.parse(textOf(answer))
}
