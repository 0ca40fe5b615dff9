import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { type OfferedContext, isOfEvent, isOfPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import { findGoodPassByPublicId } from '#server/order/order/good-pass.ts'
import { findGoodTicketById } from '#server/order/order/good-ticket.ts'
import { type Pushing, openPush } from './apple/push.ts'
import { pushTokensOf, removePushToken } from './apple/registration-store.ts'
import {
  type WalletChange,
  type WalletPass,
  claimChanges,
  eventOfCategory,
  findPass,
  deleteChange,
  postponeChange,
} from './store.ts'
import { appleIssuer, googleIssuer } from '#server/documents/wallet-issuer/configured.ts'
import { freshOffer } from './fresh-offer.ts'
import { updateAtGoogle, updateClassAtGoogle, updatePassAtGoogle } from './google/issue.ts'

/** How many changes one run carries out at most, and how many at a time. */
const CHANGES_PER_RUN = 100
const CHANGES_AT_A_TIME = 4

/** After so long no process works on a change any more. */
const CLAIM_MILLISECONDS = minutes(10)

/** With the growing wait these are most of a day. */
const ATTEMPTS_AT_MOST = 24

/** True while a wallet has a change to receive; `$1` is the time. */
export const CHANGES_ARE_DUE = 'exists (select from wallet_change where due_at <= $1)'

/**
 * Sends the wallets the changes of the tickets and passes they hold (lifecycle G); returns how many changes it took up.
 * Each sends the current state, so it may come late, twice, or in another order. What fails is tried again.
 */
export async function updateWallets(shop: Shop): Promise<number> {
  assertNoTransactionOpen()
  const claim = { now: shop.clock.now(), limit: CHANGES_PER_RUN, milliseconds: CLAIM_MILLISECONDS }
  const changes = await claimChanges(shop.db, claim)
  const pushes = new Pushes(shop.config.wallets.applePush)
  const waiting = [...changes]
  const lane = async (): Promise<void> => {
    for (let change = waiting.shift(); change; change = waiting.shift()) await carryOut(shop, change, pushes)
  }
  try {
    await Promise.all(Array.from({ length: CHANGES_AT_A_TIME }, lane))
  } finally {
    pushes.close()
  }
  return changes.length
}

async function carryOut(shop: Shop, change: WalletChange, pushes: Pushes): Promise<void> {
  const { db, clock, log } = shop
  try {
    if (change.passId !== null) await pushPass(shop, change.passId, pushes)
    if (change.categoryId !== null) await pushCategory(shop, change.categoryId)
  } catch (error) {
    const id = String(change.id)
    if (change.attempts >= ATTEMPTS_AT_MOST) {
      log.walletUpdateAbandoned(id, error)
      return deleteChange(db, change.id)
    }
    log.walletUpdateFailed(id, change.attempts, error)
    return postponeChange(db, change.id, nextAttempt(change.attempts, clock.now()))
  }
  await deleteChange(db, change.id)
}

/** One, two, four minutes and so on, an hour at most. */
export function nextAttempt(attempts: number, now: Instant): Instant {
  return after(now, minutes(Math.min(2 ** (attempts - 1), 60)))
}

/** Nothing to send where the wallet is not set up any more. */
async function pushPass(shop: Shop, id: bigint, pushes: Pushes): Promise<void> {
  const pass = await findPass(shop.db, id)
  if (!pass) return
  const offer = await shop.catalog.offerOf(pass.contextId)
  if (pass.kind === 'APPLE') return pushes.push(shop, offer, pass)
  const issuer = googleIssuer(offer.settings)
  if (!issuer) return
  if (isOfPass(offer)) {
    await updatePassAtGoogle(shop, { issuer, pass, good: await findGoodPassByPublicId(shop, pass.publicId) })
  } else await updateAtGoogle(shop, { issuer, pass, good: await findGoodTicketById(shop, pass.publicId) })
}

async function pushCategory(shop: Shop, categoryId: number): Promise<void> {
  const eventId = await eventOfCategory(shop.db, categoryId)
  const offer = eventId === undefined ? undefined : await freshOffer(shop, eventId)
  if (!offer || !isOfEvent(offer)) return
  const category = offer.categories.find(({ id }) => id === categoryId)
  const issuer = googleIssuer(offer.settings)
  if (category && issuer) await updateClassAtGoogle(shop, { offer, issuer, category })
}

/** One connection to Apple for each event or pass of a run. */
class Pushes {
  readonly #origin: string
  readonly #open = new Map<number, Pushing>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async push({ db }: Shop, offer: OfferedContext, pass: WalletPass): Promise<void> {
    const tokens = await pushTokensOf(db, pass.serialNumber)
    const issuer = tokens.length > 0 ? appleIssuer(offer.settings) : undefined
    if (!issuer) return
    const pushing = this.#open.get(pass.contextId) ?? openPush(this.#origin, issuer)
    this.#open.set(pass.contextId, pushing)
    for (const token of tokens) {
      if ((await pushing.push(token)) === 'gone') await removePushToken(db, token)
    }
  }

  close(): void {
    for (const pushing of this.#open.values()) pushing.close()
  }
}
