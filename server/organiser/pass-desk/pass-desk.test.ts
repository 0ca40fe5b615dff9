import { beforeEach, describe, expect, test } from 'vitest'
import { applyCode } from '#contract/pass-use.ts'
import * as calls from '#contract/organiser-subscription.ts'
import { getSubscription } from '#contract/subscription.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { ADA, PAY_BY, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const { api, organizationId } = organiser
const stranger = await anOrganiser(url, apiKey, 'Other House')
const buyer = aBuyer(url)
const event = await organiser.open(anEventFile(clock.now(), { slug: 'concert', seats: 50 }))
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let pass: { readonly id: number; readonly publicId: string }

beforeEach(async () => {
  clock.set(SOME_DAY)
  const validity = { from: null, to: after(clock.now(), days(90)) }
  pass = await storePass(shop, { organizationId, price: 0n, maxAvailable: 2, maxEntries: 3, validity })
  await api.expect(calls.linkEvents, 200, { params: { id: pass.publicId }, body: [{ slug: event }] })
})

const params = () => ({ id: pass.publicId })
const reserve = (body: calls.SubscriptionReservationRequest = {}, who = api) =>
  who.ask(calls.createSubscriptionReservation, { params: params(), body })
const left = async () => (await buyer.expect(getSubscription, 200, { params: params() })).numAvailable
const bought = async () => (await api.expect(calls.listBoughtSubscriptions, 200, { params: params() })).subscriptions
const mails = async (address: string): Promise<string[]> => {
  const rows = await shop.db.kysely.selectFrom('mail').select('subject').where('recipient', '=', address).execute()
  return rows.map(({ subject }) => subject)
}
const using = (reservationId: string, code: string) =>
  ({ params: { reservationId }, body: { code, type: 'SUBSCRIPTION' } }) as const

describe('a pass that an organiser reserves for a buyer', () => {
  test('is held from the same stock, and its link leads them to what is filled in already', async () => {
    const user = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
    const owner = { firstName: 'Ida', lastName: 'Rhodes', email: 'ida@example.org' }
    const { status, value } = await reserve({ user, owner, language: 'de', metadata: { ref: 'A-1' } })
    const { id, href, success } = value as calls.CreationResponse
    expect([status, success]).toEqual([200, true])
    expect(href).toBe(`${shop.config.baseUrl}/subscription/${pass.publicId}/reservation/${id}?lang=de`)
    expect(await left()).toBe(1)
    const info = await infoOf(buyer, id ?? '')
    expect(info).toMatchObject({ status: 'PENDING', ...user, validatedBookingInformation: false })
    expect((await passOf(buyer, id ?? '')).owner).toEqual(owner)
    expect(JSON.stringify(info)).not.toContain('A-1')
    const row = await shop.db.kysely
      .selectFrom('reservation')
      .select('metadata')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.metadata).toEqual({ ref: 'A-1' })
  })

  test('can be bought by them as any other, and shows its codes only if the organiser wants it', async () => {
    const configuration = { lockEmailEdit: true, hideConfirmationButtons: true }
    const { value } = await reserve({ subscriptionConfiguration: { displayPin: false }, configuration })
    const id = (value as calls.CreationResponse).id ?? ''
    await sendDetails(buyer, id, { ...ADA, tickets: {} })
    expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
    expect((await passOf(buyer, id)).configuration).toEqual({ displayPin: false })
    expect((await infoOf(buyer, id)).metadata).toMatchObject({
      hideContactData: false,
      lockEmailEdit: true,
      hideConfirmationButtons: true,
    })
  })

  test('is refused when none is left, when it is not on sale, and for an address that is none', async () => {
    await reserve()
    await reserve()
    const expectRefused = async (
      body: calls.SubscriptionReservationRequest,
      fieldName: string,
      description: string,
    ) => {
      const { status, value } = await reserve(body)
      const errors = [{ fieldName, code: 'invalid.reservation', description }]
      expect([status, value]).toEqual([400, { id: null, href: null, errors, success: false }])
    }
    await expectRefused({}, '', 'show-subscription.sold-out.message')
    await expectRefused({ user: { email: 'nobody' } }, 'user.email', 'error.email')
    await expectRefused({ owner: { email: 'nobody' } }, 'owner.email', 'error.email')
    expect(await left()).toBe(0)
    pass = await storePass(shop, { organizationId, onSale: { start: after(clock.now(), days(1)), end: null } })
    await expectRefused({}, '', 'show-subscription.sold-out.message')
  })

  test('is of the own organisation, and there', async () => {
    expect((await reserve({}, stranger.api)).status).toBe(403)
    expect((await reserve({}, buyer)).status).toBe(403)
    const nowhere = { params: { id: UNKNOWN }, body: {} }
    expect((await api.ask(calls.createSubscriptionReservation, nowhere)).status).toBe(404)
    expect(await left()).toBe(2)
  })
})

describe('a sold pass', () => {
  const takeBack = (id: string, who = api) =>
    who.ask(calls.deleteSubscription, { params: { ...params(), subscriptionToDelete: id } })

  test.each(['id', 'publicId'] as const)(
    'is taken back by its %s: it pays for nothing, and there is one more',
    async by => {
      const owner = { firstName: 'Ida', lastName: 'Rhodes', email: `ida-${by.toLowerCase()}@example.org` }
      const order = await buyPass(buyer, pass.publicId, {
        by: 'NONE',
        differentSubscriptionOwner: true,
        subscriptionOwner: owner,
      })
      const code = (await passOf(buyer, order)).id ?? ''
      const [boughtPass] = await bought()
      expect(boughtPass).toMatchObject({ status: 'ACQUIRED', owner, used: 0, maxEntries: 3, reservationId: order })
      const { status, value } = await takeBack(by === 'id' ? code : (boughtPass?.publicId ?? ''))
      expect([status, value]).toEqual([200, true])
      expect(await left()).toBe(2)
      const tickets = await hold(buyer, event, { Conference: 1 })
      expect((await buyer.ask(applyCode, using(tickets, code))).value).toMatchObject({ success: false, value: false })
      expect(await mails(owner.email)).toContain('Season pass: your pass is not valid any more')
      expect((await takeBack(code)).value).toBe(false)
      expect((await mails(owner.email)).filter(subject => subject.includes('not valid'))).toHaveLength(1)
      await expectConsistentData(shop.db, event)
    },
  )

  test('that is unknown, or of another pass, can not be taken', async () => {
    await buyPass(buyer, pass.publicId, { by: 'NONE' })
    const [boughtPass] = await bought()
    expect((await takeBack(UNKNOWN)).status).toBe(403)
    pass = await storePass(shop, { organizationId, price: 0n })
    expect((await takeBack(boughtPass?.publicId ?? '')).status).toBe(403)
    expect((await takeBack(boughtPass?.publicId ?? '', stranger.api)).status).toBe(403)
  })
})

describe('a bought pass', () => {
  const extend = (boughtId: string, body: calls.SubscriptionExtension, who = api) =>
    who.ask(calls.extendSubscription, { params: { ...params(), boughtId }, body })

  test('is extended once, however often it is said, and its owner gets one mail', async () => {
    const email = 'extended@example.org'
    await buyPass(buyer, pass.publicId, { by: 'NONE', email })
    const [boughtPass] = await bought()
    const extension = { validTo: (boughtPass?.validTo ?? 0) + days(30), maxEntries: 5 }
    for (const { status, value } of [
      await extend(boughtPass?.publicId ?? '', extension),
      await extend(boughtPass?.publicId ?? '', extension),
    ]) {
      expect([status, value]).toEqual([200, { ...boughtPass, ...extension }])
    }
    expect((await mails(email)).filter(subject => subject.includes('extended'))).toEqual([
      'Season pass: your pass has been extended',
    ])
    const audit = await shop.db.kysely
      .selectFrom('audit')
      .select('modifications')
      .where('type', '=', 'SUBSCRIPTION_EXTENDED')
      .execute()
    expect(audit).toHaveLength(1)
  })

  test('is never made less, and a refusal says why', async () => {
    await buyPass(buyer, pass.publicId, { by: 'NONE' })
    const [boughtPass] = await bought()
    const { status, value } = await extend(boughtPass?.publicId ?? '', { maxEntries: 2 })
    expect([status, JSON.parse(String(value))]).toEqual([
      400,
      [{ fieldName: '', code: 'extension-fewer', description: expect.stringMatching(/only be higher/) }],
    ])
    expect((await extend(UNKNOWN, { maxEntries: 9 })).status).toBe(403)
    expect((await extend(boughtPass?.publicId ?? '', { maxEntries: 9 }, stranger.api)).status).toBe(403)
    expect(await bought()).toEqual([boughtPass])
  })

  test('is listed with what it has been used for, to its organisation alone', async () => {
    const order = await buyPass(buyer, pass.publicId, { by: 'NONE' })
    const code = (await passOf(buyer, order)).id ?? ''
    const tickets = await hold(buyer, event, { Conference: 1 })
    await buyer.ask(applyCode, using(tickets, code))
    const [boughtPass] = await bought()
    expect(boughtPass?.used).toBe(1)
    const of = { params: { ...params(), boughtId: boughtPass?.publicId ?? '' } }
    const uses = await api.expect(calls.listSubscriptionUses, 200, of)
    expect(uses).toEqual([expect.objectContaining({ eventSlug: event, status: 'PENDING' })])
    expect(JSON.stringify([boughtPass, uses])).not.toContain(code)
    expect((await stranger.api.ask(calls.listSubscriptionUses, of)).status).toBe(403)
    expect((await stranger.api.ask(calls.listBoughtSubscriptions, { params: params() })).status).toBe(403)
    const second = { params: params(), query: { page: 1 } }
    expect(await api.expect(calls.listBoughtSubscriptions, 200, second)).toEqual({ total: 1, subscriptions: [] })
  })
})
