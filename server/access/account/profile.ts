import {
  type Account,
  type AccountId,
  type KeptAnswer,
  type ProfileChange,
  changedProfile,
  rememberedProfile,
} from '#domain/buyer/account/account.ts'
import type { Billing } from '#domain/order/reservation/billing.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { deleteAccount, lockAccount, ownOrder, storeProfile } from './store.ts'

/** Stores what a person says of themselves; undefined when the account is gone meanwhile. */
export async function changeProfile({ db }: Shop, id: AccountId, change: ProfileChange): Promise<Account | undefined> {
  return transaction(db, async tx => {
    const account = await lockAccount(tx, id)
    if (!account) return undefined
    const { firstName, lastName } = change
    const changed = { firstName, lastName, profile: changedProfile(account, change) }
    await storeProfile(tx, id, changed)
    return { ...account, ...changed }
  })
}

export type OrderDetails = {
  readonly id: ReservationId
  readonly billing: Billing
  /** The answers of the ticket that is for the account's own address. */
  readonly answers: Readonly<Record<string, KeptAnswer>>
}

/** The order whose details were accepted is the buyer's from now on, and what was given is kept for the next one. */
export async function keepDetails({ db }: Shop, account: AccountId, { id, ...details }: OrderDetails): Promise<void> {
  await transaction(db, async tx => {
    await ownOrder(tx, id, account)
    const current = await lockAccount(tx, account)
    if (current) await storeProfile(tx, account, { ...current, profile: rememberedProfile(current, details) })
  })
}

/** An order that was just begun is the buyer's who is signed in. */
export async function keepOrder({ db }: Shop, account: AccountId, id: ReservationId): Promise<void> {
  await ownOrder(db, id, account)
}

/** Erases the account, its sessions and its profile; orders and their documents stay, and their ids open them. */
export async function closeAccount({ db }: Shop, id: AccountId): Promise<void> {
  await transaction(db, tx => deleteAccount(tx, id))
}
