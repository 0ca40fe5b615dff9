import { setTimeout as pause } from 'node:timers/promises'
import type { ItemsByCategory } from '#contract/event.ts'
import { reservationPath, reservationStatusPath, validateToOverviewPath } from '#contract/order-paths.ts'
import { eventPagePath, pathTo, reserveTicketsPath, ticketCategoriesPath } from '#contract/paths.ts'
import type { ReservationInfo, ReservationStatusInfo } from '#contract/reservation.ts'
import type { ValidatedResponse } from '#contract/wrapper.ts'
import { type Answer, type Visitor, textOf } from './visitor.ts'

const TICKETS = 2

/** A whole free order of two tickets, as a buyer's browser asks for it; returns its id once Pay is accepted. */
export async function orderForFree(visitor: Visitor, slug: string): Promise<string> {
  const params = { shortName: slug }
  await accepted(visitor.get(pathTo(eventPagePath, params)))
  const { ticketCategories }: ItemsByCategory = await read(visitor.get(pathTo(ticketCategoriesPath, params)))
  const [category] = ticketCategories
  if (!category) throw new Error(`${slug} sells nothing`)

  const form = { reservation: [{ ticketCategoryId: category.id, quantity: TICKETS }] }
  const held: ValidatedResponse<string | null> = await read(
    visitor.post(`${pathTo(reserveTicketsPath, params)}?lang=en`, form),
  )
  if (held.value === null) throw new Error(`nothing was held: ${JSON.stringify(held.validationErrors)}`)
  const reservationId = held.value

  const path = pathTo(reservationPath, { reservationId })
  const order: ReservationInfo = await read(visitor.get(path))
  const buyer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
  const ids = order.ticketsByCategory.flatMap(({ tickets }) => tickets.map(({ uuid }) => uuid))
  const tickets = Object.fromEntries(
    ids.map((id, index) => [id, { ...buyer, email: `ada${index}@example.org`, userLanguage: 'en' }]),
  )
  await accepted(visitor.post(`${pathTo(validateToOverviewPath, { reservationId })}?lang=en`, { ...buyer, tickets }))
  await accepted(visitor.post(`${path}?lang=en`, { termAndConditionsAccepted: true, selectedPaymentMethod: 'NONE' }))
  return reservationId
}

/** Waits until the tickets of the order are good; returns how many milliseconds that took. */
export async function whenComplete(visitor: Visitor, reservationId: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { status }: ReservationStatusInfo = await read(visitor.get(pathTo(reservationStatusPath, { reservationId })))
    if (status === 'COMPLETE') return performance.now() - began
    await pause(20)
  }
}

async function accepted(call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  if (answer.status !== 200) throw new Error(`a call was answered ${answer.status}: ${textOf(answer)}`)
  return answer
}

/** An answer of the shop under test; its shape is checked by the wire tests. */
async function read<Value>(call: Promise<Answer>): Promise<Value> {
  return JSON.parse(textOf(await accepted(call)))
}
