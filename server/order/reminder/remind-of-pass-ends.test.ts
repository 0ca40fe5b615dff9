import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import * as calls from '#contract/organiser-subscription.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass } from '#tests/support/buyer/pass-purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { remindOfPassEnds } from './remind-of-pass-ends.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { organizationId, api } = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

let number = 0
let email = ''
beforeEach(() => {
  clock.set(SOME_DAY)
  number += 1
  email = `owner-${number}@example.org`
})

/** A pass for ninety days, bought today. */
async function bought(pass: Partial<PassToStore> = {}) {
  const stored = await storePass(shop, {
    organizationId,
    price: 0n,
    maxEntries: 3,
    validity: { units: 90, unit: 'DAYS' },
    ...pass,
  })
  const order = await buyPass(buyer, stored.publicId, { by: 'NONE', email })
  return { ...stored, order }
}

async function letters(to = email): Promise<{ subject: string; text: string }[]> {
  const rows = await shop.db.kysely
    .selectFrom('mail')
    .select(['subject', 'text_body'])
    .where('recipient', '=', to)
    .where('subject', 'like', '%valid until%')
    .orderBy('id')
    .execute()
  return rows.map(row => ({ subject: row.subject, text: row.text_body }))
}

const at = (day: number) => clock.set(after(SOME_DAY, days(day)))

describe('the owner of a pass', () => {
  test('is reminded once, in the last two weeks, with what is left and where it can be had again', async () => {
    const { publicId } = await bought()
    at(75)
    await remindOfPassEnds(shop)
    expect(await letters()).toEqual([])
    at(77)
    await remindOfPassEnds(shop)
    await remindOfPassEnds(shop)
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter?.text).toContain('3 entries are left')
    expect(letter?.text).toContain(`/subscription/${publicId}?lang=en`)
  })

  test('is one who is not the buyer', async () => {
    const { publicId } = await storePass(shop, { organizationId, price: 0n, validity: { units: 90, unit: 'DAYS' } })
    const owner = { firstName: 'Ida', lastName: 'Rhodes', email: `other-${number}@example.org` }
    await buyPass(buyer, publicId, { by: 'NONE', email, differentSubscriptionOwner: true, subscriptionOwner: owner })
    at(80)
    await remindOfPassEnds(shop)
    expect([await letters(), await letters(owner.email)]).toEqual([[], [expect.anything()]])
  })

  test('is reminded anew when the pass was extended', async () => {
    const { publicId } = await bought()
    at(80)
    await remindOfPassEnds(shop)
    const { subscriptions } = await api.expect(calls.listBoughtSubscriptions, 200, { params: { id: publicId } })
    const [boughtPass] = subscriptions
    const validTo = (boughtPass?.validTo ?? 0) + days(30)
    const params = { id: publicId, boughtId: boughtPass?.publicId ?? '' }
    await api.expect(calls.extendSubscription, 200, { params, body: { validTo } })
    await remindOfPassEnds(shop)
    expect(await letters()).toHaveLength(1)
    at(110)
    await remindOfPassEnds(shop)
    expect(await letters()).toHaveLength(2)
  })

  test.each<[string, Partial<PassToStore>, number]>([
    ['after its end', {}, 91],
    ['of one for a few days', { validity: { units: 20, unit: 'DAYS' } }, 10],
    ['of one without end', { validity: { from: null, to: null } }, 80],
    ['where the organiser does not want it', { settings: { PASS_REMINDER_DAYS: '0' } }, 80],
  ])('is not reminded %s', async (_, pass, day) => {
    await bought(pass)
    at(day)
    await remindOfPassEnds(shop)
    expect(await letters()).toEqual([])
  })

  test('is not reminded of one that was taken back', async () => {
    const { publicId } = await bought()
    const { subscriptions } = await api.expect(calls.listBoughtSubscriptions, 200, { params: { id: publicId } })
    const params = { id: publicId, subscriptionToDelete: subscriptions[0]?.publicId ?? '' }
    await api.expect(calls.deleteSubscription, 200, { params })
    at(80)
    await remindOfPassEnds(shop)
    expect(await letters()).toEqual([])
  })

  test('is not led to one that is not sold any more', async () => {
    const { publicId } = await bought({ onSale: { start: after(SOME_DAY, -days(1)), end: after(SOME_DAY, days(1)) } })
    at(80)
    await remindOfPassEnds(shop)
    const [letter] = await letters()
    expect(letter?.text).toContain('events-all?subscription=')
    expect(letter?.text).not.toContain(`/subscription/${publicId}`)
  })

  test('is reminded also when many others end sooner and are not to be reminded yet', async () => {
    const { publicId } = await bought()
    const others = await storePass(shop, { organizationId, settings: { PASS_REMINDER_DAYS: '5' } })
    const ends = new Date(after(SOME_DAY, days(87)))
    await sql`
      insert into bought_pass (pass_id, reservation_id, status, valid_from, valid_to, acquired_at, email)
      select ${others.id}, reservation_id, status, valid_from, ${ends}::timestamptz, acquired_at, 'many@example.org'
      from bought_pass, generate_series(1, 1100)
      where pass_id = (select id from pass where public_id = ${publicId})`.execute(shop.db.kysely)
    at(80)
    expect(await remindOfPassEnds(shop)).toBe(1)
    expect(await letters()).toHaveLength(1)
    await shop.db.kysely.deleteFrom('bought_pass').where('pass_id', '=', others.id).execute()
  })

  test('is reminded once by several processes', async () => {
    await bought()
    at(80)
    await Promise.all([1, 2, 3].map(() => remindOfPassEnds(shop)))
    expect(await letters()).toHaveLength(1)
  })
})
