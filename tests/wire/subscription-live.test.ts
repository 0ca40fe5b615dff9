import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { type Call, Empty, type ResponseOf } from '#contract/call.ts'
import { downloadPass, downloadPassInvoice, downloadPassReceipt, getPassCalendar } from '#contract/invoice.ts'
import * as organiserCalls from '#contract/organiser-subscription.ts'
import { configureContext } from '#contract/organiser.ts'
import { redirectSubscriptionReservation } from '#contract/pages.ts'
import * as subscriptionCalls from '#contract/subscription.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { type AskOf, aBuyer } from '../support/buyer/buyer.ts'
import { buyPass } from '../support/buyer/pass-purchase.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Every call about passes on sale answers here as the contract says: `ask` checks status, media type and each member.

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const { api, open, organizationId, confirm } = await anOrganiser(url, apiKey)
const slug = await open(anEventFile(manualClock().now()))
const buyer = aBuyer(url)
const keyless = aBuyer(url, { authorization: 'ApiKey of-nobody' })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const unknown = { params: { id: UNKNOWN } }
const documents = { downloadPassInvoice, downloadPassReceipt, downloadPass, getPassCalendar }
const seen = new Set<string>()

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>, who = buyer): Promise<unknown> {
  const answer = await who.ask(call, ask)
  expect([call.operationId, answer.status]).toEqual([call.operationId, status])
  seen.add(`${call.operationId} ${status}`)
  return answer.value
}

test('passes on sale, as organisers keep and visitors see them', async () => {
  const body = aPassFile({ isPublic: true, maxAvailable: 1, price: 0, paymentMethods: [], taxPolicy: 'NONE' })
  const id = String(await answers(organiserCalls.createSubscription, 200, { body }, api))
  const params = { id }
  await answers(organiserCalls.createSubscription, 400, { body: {} }, api)
  await answers(organiserCalls.createSubscription, 403, { body }, keyless)
  await answers(organiserCalls.updateSubscription, 200, { params, body: { maxEntries: 10 } }, api)
  await answers(organiserCalls.updateSubscription, 400, { params, body: { price: -1 } }, api)
  await answers(organiserCalls.updateSubscription, 403, { ...unknown, body: {} }, api)
  await answers(organiserCalls.getOwnSubscription, 200, { params }, api)
  await answers(organiserCalls.getOwnSubscription, 403, unknown, api)
  await answers(organiserCalls.listOwnSubscriptions, 200, {}, api)
  await answers(organiserCalls.listOwnSubscriptions, 403, {}, keyless)
  await answers(organiserCalls.linkEvents, 200, { params, body: [{ slug }] }, api)
  await answers(organiserCalls.linkEvents, 400, { params, body: [{ slug, categories: [-1] }] }, api)
  await answers(organiserCalls.linkEvents, 403, { ...unknown, body: [] }, api)
  await answers(organiserCalls.getLinkedEvents, 200, { params }, api)
  await answers(organiserCalls.getLinkedEvents, 403, unknown, api)
  const links = [{ descriptorId: id, categories: [] }]
  await answers(organiserCalls.putEventSubscriptions, 200, { params: { slug }, body: links }, api)
  const noCategory = [{ descriptorId: id, categories: [-1] }]
  await answers(organiserCalls.putEventSubscriptions, 400, { params: { slug }, body: noCategory }, api)
  await answers(organiserCalls.putEventSubscriptions, 403, { params: { slug }, body: [{ descriptorId: UNKNOWN }] }, api)
  await answers(organiserCalls.putEventSubscriptions, 403, { params: { slug: 'unknown' }, body: [] }, api)
  await answers(organiserCalls.getEventSubscriptions, 200, { params: { slug } }, api)
  await answers(organiserCalls.getEventSubscriptions, 403, { params: { slug: 'unknown' } }, api)
  const ofEvent = { params: { slug } }
  const settings = { params: { organizationId, purchaseContextType: 'event', publicIdentifier: slug } } as const
  expect(await answers(organiserCalls.generateSubscribersTickets, 200, ofEvent, api)).toBe(false)
  await answers(configureContext, 200, { ...settings, body: { GENERATE_TICKETS_FOR_SUBSCRIPTIONS: 'true' } }, api)
  expect(await answers(organiserCalls.generateSubscribersTickets, 200, ofEvent, api)).toBe(true)
  await answers(organiserCalls.generateSubscribersTickets, 403, { params: { slug: 'unknown' } }, api)
  await answers(organiserCalls.generateSubscribersTickets, 403, ofEvent, keyless)
  const reserveFor = organiserCalls.createSubscriptionReservation
  await answers(reserveFor, 400, { params, body: { user: { email: 'nobody' } } }, api)
  await answers(reserveFor, 403, { params, body: {} }, keyless)
  await answers(reserveFor, 404, { ...unknown, body: {} }, api)
  const at = { organizationId, purchaseContextType: 'subscription', publicIdentifier: id }
  await answers(configureContext, 200, { params: at, body: { RESERVATION_TIMEOUT: '9' } }, api)
  await answers(configureContext, 403, { params: { ...at, publicIdentifier: slug }, body: {} }, api)
  await answers(subscriptionCalls.listSubscriptions, 200, {})
  await answers(subscriptionCalls.listSubscriptions, 400, { query: { organizer: 'x' } })
  await answers(subscriptionCalls.getSubscription, 200, { params })
  await answers(subscriptionCalls.getSubscription, 404, unknown)
  await answers(subscriptionCalls.getSubscription, 404, { params: { id: 'nonsense' } })
  await answers(subscriptionCalls.listEventsOfSubscription, 200, { params })
  await answers(subscriptionCalls.listEventsOfSubscription, 404, unknown)
  await answers(subscriptionCalls.listSubscriptionsOfEvent, 200, { params: { shortName: slug } })
  await answers(subscriptionCalls.listSubscriptionsOfEvent, 404, { params: { shortName: 'unknown' } })
  await answers(subscriptionCalls.reserveSubscription, 200, { params })
  await answers(subscriptionCalls.reserveSubscription, 404, unknown)
  await answers(subscriptionCalls.reserveSubscription, 422, { params })
  await answers(organiserCalls.deactivateSubscription, 403, unknown, api)
  await answers(organiserCalls.deactivateSubscription, 200, { params }, api)
  await answers(subscriptionCalls.getSubscription, 404, { params })
})

test('a pass is reserved, paid and documented', async () => {
  const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
  const { publicId: id } = await storePass(shop, { organizationId, settings })
  const unpayable = await storePass(shop, { organizationId, proxies: [] })
  await answers(subscriptionCalls.reserveSubscription, 422, { params: { id: unpayable.publicId } })
  const invoiced = await buyPass(buyer, id, PRIVATE_INVOICE)
  const receipted = await buyPass(buyer, id)
  await confirm(receipted)
  for (const [call, of] of [
    [downloadPassInvoice, invoiced],
    [downloadPassReceipt, receipted],
    [downloadPass, receipted],
  ] as const) {
    await answers(call, 200, { params: { id, reservationId: of } })
    await answers(call, 404, { params: { id, reservationId: UNKNOWN } })
    await answers(call, 404, { params: { id: unpayable.publicId, reservationId: of } })
  }
  const lasting = await storePass(shop, { organizationId, price: 0n, validity: { units: 1, unit: 'YEARS' } })
  const kept = {
    id: lasting.publicId,
    reservationId: await buyPass(buyer, lasting.publicId, { by: 'NONE' }),
    locale: 'en',
  }
  await answers(getPassCalendar, 200, { params: kept })
  await answers(getPassCalendar, 302, { params: kept, query: { type: 'google' } })
  await answers(getPassCalendar, 404, { params: { id, reservationId: receipted, locale: 'en' } })
  await answers(redirectSubscriptionReservation, 302, { params: { id, reservationId: invoiced } })
})

test('what becomes of a pass that was bought', async () => {
  const { publicId: id } = await storePass(shop, { organizationId, price: 0n, maxEntries: 3 })
  const params = { id }
  await answers(organiserCalls.createSubscriptionReservation, 200, { params, body: {} }, api)
  await buyPass(buyer, id, { by: 'NONE' })
  const listed = await answers(organiserCalls.listBoughtSubscriptions, 200, { params }, api)
  await answers(organiserCalls.listBoughtSubscriptions, 403, unknown, api)
  const { subscriptions } = listed as ResponseOf<typeof organiserCalls.listBoughtSubscriptions, 200>
  const boughtId = subscriptions.find(({ status }) => status === 'ACQUIRED')?.publicId ?? ''
  const of = { params: { id, boughtId } }
  await answers(organiserCalls.listSubscriptionUses, 200, of, api)
  await answers(organiserCalls.listSubscriptionUses, 403, of, keyless)
  await answers(organiserCalls.extendSubscription, 200, { ...of, body: { maxEntries: 4 } }, api)
  await answers(organiserCalls.extendSubscription, 400, { ...of, body: {} }, api)
  await answers(organiserCalls.extendSubscription, 403, { ...of, body: {} }, keyless)
  const taken = { params: { id, subscriptionToDelete: boughtId } }
  await answers(organiserCalls.deleteSubscription, 403, taken, keyless)
  const unknownPass = { params: { id, subscriptionToDelete: UNKNOWN } }
  await answers(organiserCalls.deleteSubscription, 403, unknownPass, api)
  await answers(organiserCalls.deleteSubscription, 200, taken, api)
})

test('each good answer of each of these calls, and each "not found", has been received', () => {
  const calls = allCalls.filter(call =>
    [subscriptionCalls, organiserCalls, documents].some(of => Object.values<unknown>(of).includes(call)),
  )
  expect(calls).toHaveLength(24)
  const expected = calls.flatMap(call => [
    `${call.operationId} 200`,
    ...(call.responses[404] === Empty ? [`${call.operationId} 404`] : []),
  ])
  expect(expected.filter(title => !seen.has(title))).toEqual([])
})
