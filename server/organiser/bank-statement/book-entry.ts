import { currency } from '#domain/foundation/money/currency.ts'
import { minor, minorFromDecimal } from '#domain/foundation/money/money.ts'
import { type StatedTransfer, matchTransfer } from '#domain/payment/reconciliation/match-transfer.ts'
import type { ConfirmationRefusal } from '#domain/payment/pay/organiser-confirmation.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { confirmTransfer } from '#server/payment/pay/finalize.ts'
import { noteRefusal, takeForOrder } from './entry-store.ts'
import { judgeOpen } from './judge-open.ts'
import { dueOf } from './order-store.ts'

export type EntryToBook = {
  readonly id: bigint
  readonly organizationId: number
  readonly bookedOn: string
  readonly amount: string
  readonly currency: string
}

/** `settled`: the entry is booked or set aside already. `difference`: the order comes to another sum. */
export type Booking = 'confirmed' | 'settled' | 'difference' | ConfirmationRefusal

/**
 * An entry of a bank statement pays an order: the order is confirmed and the entry booked, in one transaction on the locked
 * order. Both happen once, whichever members press at once: the one is confirmed in its status alone, the other taken while it
 * is open (lifecycle A.3.10).
 */
export async function bookEntry(
  shop: Shop,
  entry: EntryToBook,
  {
    orderId,
    isDifferenceAccepted,
    by,
  }: { readonly orderId: ReservationId; readonly isDifferenceAccepted: boolean; readonly by: Actor },
): Promise<Booking> {
  const now = shop.clock.now()
  const length = (await systemSettings(shop.db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  try {
    const note = async (tx: Tx) => {
      if (!isDifferenceAccepted && !(await isExactly(tx, orderId, entry))) throw new NotBooked('difference')
      if (!(await takeForOrder(tx, { id: entry.id, orderId, now, by: by.actor }))) throw new NotBooked('settled')
      const { organizationId, bookedOn, amount, currency: code } = entry
      await recordChange(tx, by, {
        kind: 'ORDER',
        action: 'TRANSFER_CONFIRMED',
        subject: shortId({ id: orderId }, length),
        organizationId,
        after: { entry: String(entry.id), bookedOn, amount, currency: code },
        now,
      })
    }
    return await confirmTransfer(shop, orderId, { stated: statedBy(entry), note })
  } catch (error) {
    if (error instanceof NotBooked) return error.outcome
    throw error
  }
}

/** What the statement says has come; null where it is no sum of a currency. */
function statedBy({ bookedOn, amount: written, currency: code }: EntryToBook): StatedTransfer | null {
  const unit = currency(code)
  const amount = unit && minorFromDecimal(written, unit)
  return amount === undefined || unit === undefined ? null : { bookedOn, amount, currency: unit }
}

/** Ends the transaction, so that nothing of it is kept. */
class NotBooked extends Error {
  readonly outcome: 'settled' | 'difference'

  constructor(outcome: 'settled' | 'difference') {
    super(outcome)
    this.outcome = outcome
  }
}

async function isExactly(tx: Tx, id: ReservationId, entry: EntryToBook): Promise<boolean> {
  const due = await dueOf(tx, id)
  const code = currency(due?.currency ?? '')
  return (
    due !== undefined &&
    code !== undefined &&
    matchTransfer([{ id, amount: minor(due.amount), currency: code }], entry).kind === 'match'
  )
}

/** So many orders are confirmed by one request; each in a transaction of its own. */
const AT_A_TIME = 25

export type BookedEntries = { readonly booked: number; readonly refused: number; readonly left: number }

/** Books the entries that are sure now, up to one of them. What is refused is unsure from then on. */
export async function bookSure(
  shop: Shop,
  { organizationId, upTo, by }: { readonly organizationId: number; readonly upTo: bigint; readonly by: Actor },
): Promise<BookedEntries> {
  const sure = (await judgeOpen(shop, organizationId)).filter(
    ({ entry, judgement }) => judgement.kind === 'sure' && entry.id <= upTo,
  )
  let booked = 0
  let refused = 0
  for (const { entry, judgement } of sure.slice(0, AT_A_TIME)) {
    if (judgement.kind !== 'sure') continue
    const toBook = { ...entry, organizationId }
    const outcome = await bookEntry(shop, toBook, { orderId: judgement.orderId, isDifferenceAccepted: false, by })
    if (outcome === 'confirmed') booked += 1
    else if (outcome !== 'settled' && (await noteRefusal(shop.db, entry.id, outcome))) refused += 1
  }
  return { booked, refused, left: Math.max(sure.length - AT_A_TIME, 0) }
}
