import {
  cancelReservation,
  confirmReservation,
  getReservation,
  getReservationStatus,
  validateToOverview,
} from '#contract/booking.ts'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { getTicketCategories } from '#contract/event.ts'
import type { PaymentForm } from '#contract/payment.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { type ReservationForm, reserveTickets } from '#contract/reserve.ts'
import type { Reply, Buyer } from './buyer.ts'

/** The steps of a purchase as a buyer takes them, over HTTP. */

/** Category name to number of tickets. */
export type TicketCounts = Readonly<Record<string, number>>

export const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

export async function categoryIds(buyer: Buyer, shortName: string): Promise<ReadonlyMap<string, number>> {
  const { ticketCategories, expiredCategories } = await buyer.expect(getTicketCategories, 200, {
    params: { shortName },
  })
  return new Map([...ticketCategories, ...expiredCategories].map(({ name, id }) => [name, id]))
}

/** The form for so many tickets of these categories. */
export function selection(ids: ReadonlyMap<string, number>, counts: TicketCounts): ReservationForm {
  return {
    reservation: Object.entries(counts).map(([name, quantity]) => {
      const ticketCategoryId = ids.get(name)
      if (ticketCategoryId === undefined) throw new Error(`there is no category ${name}`)
      return { ticketCategoryId, quantity }
    }),
  }
}

export async function reserve(buyer: Buyer, shortName: string, counts: TicketCounts, lang = 'en'): Promise<Reply> {
  const body = selection(await categoryIds(buyer, shortName), counts)
  return buyer.ask(reserveTickets, { params: { shortName }, query: { lang }, body })
}

/** Holds the tickets; returns the id of the reservation. */
export async function hold(buyer: Buyer, shortName: string, counts: TicketCounts, lang = 'en'): Promise<string> {
  const body = selection(await categoryIds(buyer, shortName), counts)
  const { value } = await buyer.expect(reserveTickets, 200, { params: { shortName }, query: { lang }, body })
  if (value === null) throw new Error('a reservation without an id')
  return value
}

export function infoOf(buyer: Buyer, reservationId: string): Promise<ReservationInfo> {
  return buyer.expect(getReservation, 200, { params: { reservationId } })
}

/** Undefined for a reservation that is not there (any more). */
export async function statusOf(buyer: Buyer, reservationId: string): Promise<string | undefined> {
  const { status } = await buyer.ask(getReservationStatus, { params: { reservationId } })
  if (status === 404) return undefined
  return (await buyer.expect(getReservationStatus, 200, { params: { reservationId } })).status
}

export function ticketsOf(info: ReservationInfo): ReservationInfo['ticketsByCategory'][number]['tickets'] {
  return info.ticketsByCategory.flatMap(({ tickets }) => tickets)
}

/** Everything filled in correctly: Ada buys, and each ticket has a holder. */
export function filledIn(info: ReservationInfo): ContactAndTicketsForm {
  const holders = ticketsOf(info).map(({ uuid }, index) => [
    uuid,
    { ...ADA, firstName: `Ada ${index + 1}`, email: `ada${index + 1}@example.org`, userLanguage: 'en' },
  ])
  return { ...ADA, tickets: Object.fromEntries(holders) }
}

export function sendDetails(
  buyer: Buyer,
  reservationId: string,
  body: ContactAndTicketsForm,
  ignoreWarnings = false,
): Promise<Reply> {
  return buyer.ask(validateToOverview, { params: { reservationId }, query: { lang: 'en', ignoreWarnings }, body })
}

/** Holds the tickets and fills everything in: the next step is Pay. */
export async function readyToPay(buyer: Buyer, shortName: string, counts: TicketCounts, lang = 'en'): Promise<string> {
  const id = await hold(buyer, shortName, counts, lang)
  const answer = await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  if (answer.status !== 200) throw new Error(`the details were refused: ${JSON.stringify(answer.value)}`)
  return id
}

export const CONSENT = { termAndConditionsAccepted: true, privacyPolicyAccepted: true }

/** How each way to pay is asked for. */
export const PAY_BY = {
  NONE: { ...CONSENT, paymentProxy: null, selectedPaymentMethod: 'NONE' },
  OFFLINE: { ...CONSENT, paymentProxy: 'OFFLINE', selectedPaymentMethod: 'BANK_TRANSFER' },
  ON_SITE: { ...CONSENT, paymentProxy: 'ON_SITE', selectedPaymentMethod: 'ON_SITE' },
  PAYPAL: { ...CONSENT, paymentProxy: 'PAYPAL', selectedPaymentMethod: 'PAYPAL' },
} as const satisfies Record<string, PaymentForm>

export function pay(
  buyer: Buyer,
  reservationId: string,
  form: PaymentForm = PAY_BY.ON_SITE,
  lang = 'en',
): Promise<Reply> {
  return buyer.ask(confirmReservation, { params: { reservationId }, query: { lang }, body: form })
}

/** From the choice to the confirmed order. */
export async function buy(
  buyer: Buyer,
  shortName: string,
  counts: TicketCounts,
  { by = 'ON_SITE' }: { by?: keyof typeof PAY_BY } = {},
): Promise<string> {
  const id = await readyToPay(buyer, shortName, counts)
  const answer = await pay(buyer, id, PAY_BY[by])
  if (answer.status !== 200) throw new Error(`Pay was refused: ${JSON.stringify(answer.value)}`)
  return id
}

export function cancel(buyer: Buyer, reservationId: string): Promise<Reply> {
  return buyer.ask(cancelReservation, { params: { reservationId } })
}

/** The codes of a refusal in their order. */
export function codesOf({ value }: Pick<Reply, 'value'>): string[] {
  if (typeof value !== 'object' || value === null || !('validationErrors' in value)) return []
  return Array.isArray(value.validationErrors) ? value.validationErrors.map(({ code }: { code: string }) => code) : []
}
