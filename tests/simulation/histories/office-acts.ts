import { manualCheckIn, revertCheckIn } from '#contract/check-in.ts'
import { creditReservation } from '#contract/invoice.ts'
import { deleteTicket } from '#contract/organiser-orders.ts'
import { confirmPaidReservation } from '#contract/organiser.ts'
import { type RefundForm, type RefundedOrder, refundReservation } from '#contract/refund.ts'
import type { Office } from '#tests/fakes/provider-fake.ts'
import type { OfficeAct } from './act.ts'
import { ticketOf } from './buyer-acts.ts'
import { type HistoryOrder, type Run, askOf, nth, shortly } from './order.ts'

const NOTHING = 'nothing is reserved'

/** The organiser has the money, by the word of a bank. */
export async function confirm(run: Run, order: HistoryOrder): Promise<string> {
  if (order.id === '') return NOTHING
  const body = { transaction: { paymentProvider: 'OFFLINE' as const }, notification: null }
  const ask = { params: { reservationId: order.id }, body }
  return shortly(await askOf(run, run.place.organiser.api, confirmPaidReservation, ask))
}

export async function credit(run: Run, order: HistoryOrder): Promise<string> {
  if (order.id === '') return NOTHING
  const reply = await askOf(run, run.place.organiser.api, creditReservation, { params: { reservationId: order.id } })
  if (reply?.status === 200) order.hasLeftWithoutMoney = true
  return shortly(reply)
}

export async function refund(run: Run, order: HistoryOrder, body: RefundForm): Promise<string> {
  if (order.id === '') return NOTHING
  const ask = { params: { reservationId: order.id }, body }
  const reply = await askOf(run, run.place.organiser.api, refundReservation, ask)
  if (reply?.status !== 200) return `${shortly(reply)} ${(reply?.value as { code?: string } | null)?.code ?? ''}`
  const { amount, left } = reply.value as RefundedOrder
  if (body.money === false) order.hasLeftWithoutMoney = true
  if (body.what === 'AMOUNT') order.hasAmountsBack = true
  return `${amount} goes back, ${left} is left`
}

export async function refundTicket(
  run: Run,
  order: HistoryOrder,
  { ticket, isMoneyReturned }: { readonly ticket: number; readonly isMoneyReturned: boolean },
): Promise<string> {
  const uuid = await ticketOf(run, order, ticket)
  return uuid === undefined
    ? 'there is no ticket'
    : refund(run, order, { what: 'TICKETS', tickets: [uuid], money: isMoneyReturned })
}

/** By the order desk, without money. */
export async function takeOut(run: Run, order: HistoryOrder, index: number): Promise<string> {
  const ticketUUID = await privateId(run, order, index)
  if (ticketUUID === undefined) return 'there is no ticket'
  const ask = { params: { slug: run.place.event, ticketUUID } }
  const reply = await askOf(run, run.place.organiser.api, deleteTicket, ask)
  if (reply?.status === 200 && reply.value === true) order.hasLeftWithoutMoney = true
  return `${shortly(reply)} ${String(reply?.value)}`
}

export async function atDoor(run: Run, order: HistoryOrder, index: number, isIn: boolean): Promise<string> {
  const ticketIdentifier = await privateId(run, order, index)
  if (ticketIdentifier === undefined) return 'there is no ticket'
  const { event: eventName } = run.place
  const { api } = run.shop.doorOf(run.place)
  const reply = await askOf(run, api, isIn ? manualCheckIn : revertCheckIn, { params: { eventName, ticketIdentifier } })
  return `${shortly(reply)} ${String(reply?.value)}`
}

async function privateId(run: Run, order: HistoryOrder, index: number): Promise<string | undefined> {
  if (order.id === '' || order.isOfPass) return undefined
  const rows = await run.shop.shop.db.kysely
    .selectFrom('ticket')
    .select('uuid')
    .where('reservation_id', '=', order.id)
    .orderBy('id')
    .execute()
  return nth(rows, index)?.uuid
}

/** In the back office of the provider. */
export async function atProvider(
  order: HistoryOrder,
  { act, back }: { act: OfficeAct; back: number },
): Promise<string> {
  const payment = order.opened.at(-1 - back) ?? order.opened[0]
  if (!payment?.way.fake) return 'no payment is open'
  try {
    await inOffice(payment.way.fake.office, payment.reference, act)
    if (act.startsWith('refund') || act.startsWith('dispute')) order.isMovedByOffice = true
    if (act === 'settle' || act === 'fail') order.isWorkedOn = false
    return `payment ${payment.transactionId}`
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`
  }
}

function inOffice(office: Office, reference: string, act: OfficeAct): Promise<void> {
  switch (act) {
    case 'refund a part':
      return office.refund(reference, 100n)
    case 'dispute':
      return office.dispute(reference, 'open')
    case 'dispute won':
      return office.dispute(reference, 'won')
    case 'dispute lost':
      return office.dispute(reference, 'lost')
    default:
      return office[act](reference)
  }
}
