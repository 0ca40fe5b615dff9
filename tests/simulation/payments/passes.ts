import { confirmReservation, getReservation } from '#contract/booking.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { CONSENT } from '../../support/buyer/purchase.ts'
import { CUT_OFF, type Purchase, answered, described } from './purchase.ts'

/** Applies one of the passes sold by now to the order, and confirms it when nothing is left to pay. */
export async function payWithPass(purchase: Purchase, index: number): Promise<string> {
  const code = await someCode(purchase, index)
  if (code === undefined) return 'no buyer has one yet'
  const params = { reservationId: purchase.orderId }
  const body = { code, type: 'SUBSCRIPTION' } as const
  const reply = await answered(purchase, buyer => buyer.ask(applyCode, { params, body }))
  const isApplied = reply !== CUT_OFF && reply.status === 200 && (reply.value as { value: boolean }).value
  if (!isApplied) return described(reply)
  const shown = await answered(purchase, buyer => buyer.ask(getReservation, { params }))
  if (shown === CUT_OFF || shown.status !== 200) return described(shown)
  if (!(shown.value as ReservationInfo).orderSummary.free) return 'applied'
  const nothing = { ...CONSENT, paymentProxy: null, selectedPaymentMethod: 'NONE' } as const
  const confirmed = await answered(purchase, buyer =>
    buyer.ask(confirmReservation, { params, query: { lang: 'en' }, body: nothing }),
  )
  return `applied to all, ${described(confirmed)}`
}

export async function takePassOff(purchase: Purchase): Promise<string> {
  const params = { reservationId: purchase.orderId }
  const reply = await answered(purchase, buyer => buyer.ask(removeCode, { params, query: { type: 'SUBSCRIPTION' } }))
  return reply !== CUT_OFF && reply.status === 200 ? String(reply.value) : described(reply)
}

/** Used up and cancelled ones too: people try them. */
async function someCode({ running }: Purchase, index: number): Promise<string | undefined> {
  const rows = await running.db.kysely.selectFrom('bought_pass').select('id').where('status', '<>', 'PENDING').execute()
  return rows.map(({ id }) => id).toSorted()[index % Math.max(1, rows.length)]
}
