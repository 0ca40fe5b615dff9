import { type Outcome, accepted, acceptedUnless } from '#domain/foundation/outcome.ts'
import {
  type AcceptedSubscription,
  type WaitingListRequest,
  acceptSubscription,
  checkSubscription,
} from '#domain/order/waiting-list/subscription.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { mailJoined } from './mail.ts'
import { countFreeSeats, insertEntry } from './store.ts'
import { waitingListFacts } from '#server/catalog/catalog/waiting-list-facts.ts'

/**
 * Puts a visitor on the waiting list of an event; false when it is closed now. A visitor who is on it already gets
 * true, and nothing changes (domain rules 6.2). Null when there is no such event; refused with the problems of the
 * form.
 */
export async function joinWaitingList(
  shop: Shop,
  shortName: string,
  request: WaitingListRequest,
): Promise<Outcome<boolean> | null> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) return null
  const checked = acceptedUnless(
    checkSubscription(request, { isPrivacyPolicySet: offer.context.privacyUrl !== null }),
    null,
  )
  if (!checked.ok) return checked
  const freeSeats = await countFreeSeats(shop.db, offer.context.id)
  const place = acceptSubscription(request, waitingListFacts(offer, freeSeats, shop.clock.now()))
  if (place) await keep(shop, { offer, request, place })
  return accepted(place !== undefined)
}

type Joining = {
  readonly offer: OfferedEvent
  readonly request: WaitingListRequest
  readonly place: AcceptedSubscription
}

async function keep(shop: Shop, { offer, request: { person, language: tag }, place }: Joining): Promise<void> {
  const { context: event } = offer
  const now = shop.clock.now()
  const language = languageOfTag(tag) ?? event.languages[0]
  const isNew = await transaction(shop.db, async tx => {
    const leaveKey = await insertEntry(tx, { eventId: event.id, person, language, place, now })
    if (leaveKey === undefined) return false
    await mailJoined(tx, shop, { offer, person, language, category: place.category, leaveKey })
    return true
  })
  if (!isNew) return
  shop.log.joinedWaitingList(event.shortName)
  await shop.jobs.wake('deliver-mail')
}
