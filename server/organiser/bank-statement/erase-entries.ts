import { after, days } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { deleteUnsettled, eraseSettled } from './entry-store.ts'

/** Names and texts of payers stay so long once their entry is booked or set aside. */
const SETTLED_DAYS = 30
/** An entry that no member settles is deleted after so long. */
const UNSETTLED_DAYS = 180

/** True when there is an entry whose people have to be erased. */
export const ENTRIES_ARE_DUE = `exists (select from bank_entry where erased_at is null
  and coalesce(settled_at, uploaded_at) <= $1::timestamptz - interval '${SETTLED_DAYS} days'
  and (status <> 'OPEN' or uploaded_at <= $1::timestamptz - interval '${UNSETTLED_DAYS} days'))`

/** Erases payers of bank statements that are not needed any more. What is left keeps a payment from being booked again. */
export async function eraseBankEntries({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const erased = await eraseSettled(db, { before: after(now, -days(SETTLED_DAYS)), now })
  return erased + (await deleteUnsettled(db, after(now, -days(UNSETTLED_DAYS))))
}
