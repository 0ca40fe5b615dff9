import { expect, test } from 'vitest'
import { PAYMENT_FAILURE_REASONS } from '#contract/error-codes.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer.ts'
import { anOrganiser } from '#tests/support/organiser.ts'
import { PAY_BY, codesOf, filledIn, hold, infoOf, pay, readyToPay, sendDetails } from '#tests/support/purchase.ts'
import { aShelf } from '#tests/support/shelf.ts'
import { standingClock } from '#tests/support/standing-clock.ts'
import { testShop } from '#tests/support/test-shop.ts'

const clock = standingClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(anEventFile(clock.now()))

/** The organiser lowers the maximum of a code that an order has been made with. */
async function loseTheCode(): Promise<string> {
  const shelf = await aShelf(shop, shortName)
  const code = await shelf.code({ code: 'TWO-TIMES', off: '10%', maximum: 2 })
  const id = await shelf.hold(buyer, { tickets: { Conference: 2 }, code: 'TWO-TIMES' })
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  await shop.db.kysely.updateTable('promo_code').set({ max_usage: 1 }).where('id', '=', code).execute()
  return id
}

/** The organiser makes the event one of invited people after somebody else has made an order. */
async function loseTheInvitation(): Promise<string> {
  const invited = await organiser.open(anEventFile(clock.now(), { slug: 'invited' }))
  const id = await readyToPay(buyer, invited, { Conference: 1 })
  const offer = await shop.catalog.eventForSale(invited)
  if (!offer) throw new Error('the event is gone')
  await shop.db.pool.query(
    `with club as (insert into attendee_group (organization_id, name) values ($1, 'Club') returning id)
     insert into attendee_group_link (group_id, event_id, type, match_type) select id, $2, 'UNLIMITED', 'FULL' from club`,
    [offer.event.organization.id, offer.event.id],
  )
  shop.catalog.offerChanged(offer.event)
  return id
}

const PROVOKED: Record<(typeof PAYMENT_FAILURE_REASONS)[number], () => Promise<string>> = {
  'error.STEP2_UNABLE_TO_TRANSITION': () => hold(buyer, shortName, { Conference: 1 }),
  'error.STEP2_WHITELIST': loseTheInvitation,
  'error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED': loseTheCode,
}

test.each(PAYMENT_FAILURE_REASONS)('%s is told in the words of the language asked for', async reason => {
  const id = await PROVOKED[reason]()
  for (const language of ['en', 'de', 'fr', 'it']) {
    const text = shop.texts.text(language, reason)
    expect(text).not.toBe(reason)
    const answer = await pay(buyer, id, PAY_BY.ON_SITE, language)
    expect(codesOf(answer)).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
    expect(answer.value).toMatchObject({ validationErrors: [{ arguments: { 0: text } }] })
  }
})
