import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import type { OpenReservation } from '#contract/own.ts'
import { reserveTicketsPath } from '#contract/paths.ts'
import type { ReservationForm } from '#contract/reserve.ts'
import { noteSuccessor } from '../checkout/details/booking-draft.ts'
import { noteHeld } from '../checkout/held/may-hold.ts'

export type TicketCount = { readonly categoryId: number; readonly count: number }

/** So many of an extra at its price, or one at the visitor's own amount: a plain decimal. */
type ExtraCount = { readonly extraId: number; readonly quantity: number; readonly amount: string | null }

export type SelectionToReserve = {
  readonly tickets: readonly TicketCount[]
  readonly extras: readonly ExtraCount[]
  readonly promoCode: string | undefined
  /** Where the event asks for one. */
  readonly captcha?: string | null
  /** The open order whose place this one takes. */
  readonly replaces?: string | undefined
}

/** Holds what the visitor has chosen; the value is the id of the reservation. */
export async function reserveTickets(
  shortName: string,
  language: string,
  selection: SelectionToReserve,
): Promise<CallResult<string>> {
  const { tickets, extras, promoCode, captcha = null, replaces } = selection
  const body: ReservationForm = {
    reservation: tickets.map(({ categoryId, count }) => ({ ticketCategoryId: categoryId, amount: count })),
    ...(extras.length > 0 && { additionalService: extras.map(extraLine) }),
    ...(promoCode !== undefined && { promoCode }),
    ...(captcha !== null && { captcha }),
    ...(replaces !== undefined && { replaces }),
  }
  const result = await server().callWrapped('POST', reserveTicketsPath, {
    params: { shortName },
    query: { lang: language },
    body,
  })
  if (result.kind !== 'done') return result
  const { kind, value } = result
  // A buyer can't go on from a reservation without an id.
  return value === null ? { kind: 'failed', status: 200 } : { kind, value }
}

function extraLine({ extraId, quantity, amount }: ExtraCount) {
  return amount === null
    ? { additionalServiceId: extraId, quantity }
    : { additionalServiceId: extraId, quantity, amount: Number(amount) }
}

/**
 * Holds the same once more: tickets, extras and code of an order whose time is over, and which is released. The value is the
 * id of the new reservation.
 */
export async function reserveAgain(over: OpenReservation, language: string): Promise<CallResult<string>> {
  const { of, tickets, extras, code } = over
  const answer = await reserveTickets(of.publicIdentifier, language, {
    tickets: tickets.map(({ categoryId, quantity }) => ({ categoryId, count: quantity })),
    extras: extras.map(({ serviceId, quantity, amount }) => ({ extraId: serviceId, quantity, amount })),
    promoCode: code ?? undefined,
  })
  if (answer.kind === 'done') {
    noteHeld()
    noteSuccessor(tabStorage, over.id, answer.value)
  }
  return answer
}
