import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { isLiveElsewhere } from './live-elsewhere.ts'
import { type Call, Empty } from '#contract/call.ts'
import * as booking from '#contract/booking.ts'
import * as challenge from '#contract/challenge.ts'
import * as event from '#contract/event.ts'
import * as health from '#contract/health.ts'
import * as i18n from '#contract/i18n.ts'
import * as info from '#contract/info.ts'
import * as invoiceCalls from '#contract/invoice.ts'
import * as organiserCalls from '#contract/organiser.ts'
import * as listedEvents from '#contract/listed-events.ts'
import * as organizer from '#contract/organizer.ts'
import * as own from '#contract/own.ts'
import * as pages from '#contract/pages.ts'
import { answerPoll, getPoll, listPolls } from '#contract/poll.ts'
import * as promoCode from '#contract/promo-code.ts'
import { reserveTickets } from '#contract/reserve.ts'
import * as ticketCalls from '#contract/ticket.ts'
import * as transferCalls from '#contract/organiser-payments.ts'
import * as user from '#contract/user.ts'
import { joinWaitingList } from '#contract/waiting-list.ts'
import { anEventFile, aFreeEventFile } from '#tests/builders/event-file.ts'
import { storeCode } from '#tests/builders/stored-codes.ts'
import { storeService } from '#tests/builders/stored-services.ts'
import { type AskOf, aBuyer } from '../support/buyer/buyer.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import {
  PAY_BY,
  buy,
  categoryIds,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  selection,
  sendDetails,
  ticketsOf,
} from '../support/buyer/purchase.ts'
import { aPollFile, checkIn } from '../support/organiser/polls.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Every call of the contract answers here as the contract says: `ask` checks status, media type and each member.

const clock = manualClock()
const { url, apiKey, app, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 100, imageUrl: null }))
const meetup = await organiser.open(aFreeEventFile(clock.now()))
const buyer = aBuyer(url)
const system = aBuyer(url, { authorization: `ApiKey ${apiKey}` })
const keyless = aBuyer(url, { authorization: 'ApiKey of-nobody' })
const reservationId = await buy(buyer, shortName, { Conference: 2 })
const ticketIdentifier = ticketsOf(await infoOf(buyer, reservationId))[0]?.uuid ?? ''
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const lang = { lang: 'en' }

const seen = new Set<string>()

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>, by = buyer): Promise<unknown> {
  const answer = await by.ask(call, ask)
  expect([call.operationId, answer.status]).toEqual([call.operationId, status])
  seen.add(`${call.operationId} ${status}`)
  return answer.value
}

test('reads of the catalogue', async () => {
  await answers(info.getInfo, 200, {})
  await answers(event.listEvents, 200, {})
  await answers(event.getEvent, 200, { params: { shortName } })
  await answers(event.getEvent, 200, { params: { shortName: meetup } })
  await answers(event.getEvent, 404, { params: { shortName: 'unknown' } })
  await answers(event.getTicketCategories, 200, { params: { shortName } })
  await answers(event.getTicketCategories, 200, { params: { shortName: meetup }, query: { code: 'ANY' } })
  await answers(event.getTicketCategories, 404, { params: { shortName: 'unknown' } })
  await answers(event.getCalendar, 200, { params: { shortName, locale: 'en' } })
  await answers(event.getCalendar, 302, { params: { shortName, locale: 'en' }, query: { type: 'google' } })
  await answers(event.getCalendar, 404, { params: { shortName: 'unknown', locale: 'en' } })
  await answers(pages.shortEventLink, 302, { params: { shortName } })
  await answers(pages.namedEventLink, 302, { params: { shortName, name: 'poster' } })
})

test('what calendars, feed readers and search engines read', async () => {
  for (const call of [pages.getOrganizerCalendar, pages.getOrganizerAtom, organizer.getOrganizer]) {
    await answers(call, 200, { params: { organizerSlug: 'alpine-systems' } })
    await answers(call, 404, { params: { organizerSlug: 'unknown' } })
  }
  await answers(pages.getShopCalendar, 200, {})
  await answers(pages.getShopAtom, 200, {})
  await answers(pages.getSitemap, 200, {})
  await answers(own.getEventChoices, 200, {})
  await answers(listedEvents.getListedEvents, 200, {})
})

test('a robot check to work on', () => answers(challenge.getChallenge, 200, {}))

test('codes, and what they lead to', async () => {
  const code = 'EARLY10'
  await storeCode(shop.db, organiser.organizationId, code)
  await answers(event.getTicketCategories, 200, { params: { shortName }, query: { code } })
  await answers(promoCode.validateCode, 200, { params: { shortName }, query: { code } })
  await answers(promoCode.validateCode, 422, { params: { shortName }, query: { code: 'NOPE' } })
  await answers(promoCode.validateCode, 422, { params: { shortName: 'unknown' }, query: { code } })
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  await shop.db.kysely
    .insertInto('discount_rule')
    .values({ event_id: id, minimum_tickets: 2, discount_type: 'PERCENTAGE', percentage: '10' })
    .execute()
  shop.catalog.offerChanged({ id, shortName })
  const ids = await categoryIds(buyer, shortName)
  const params = { shortName }
  await answers(promoCode.checkDiscount, 200, { params, body: selection(ids, { Conference: 2 }) })
  await answers(promoCode.checkDiscount, 204, { params, body: selection(ids, { Conference: 1 }) })
  await shop.db.kysely.deleteFrom('discount_rule').where('event_id', '=', id).execute()
  shop.catalog.offerChanged({ id, shortName })
  for (const link of [promoCode.shortCodeLink, promoCode.codeLink]) {
    await answers(link, 302, { params: { shortName, code } })
  }
  await answers(promoCode.followCode, 307, { params: { shortName, code } })
  await answers(promoCode.followCode, 307, { params: { shortName, code: 'NOPE' } })
  await answers(promoCode.followCode, 307, { params: { shortName: 'unknown', code } })
})

test('extras', async () => {
  const name = await organiser.open(anEventFile(clock.now(), { slug: 'with-extras' }))
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', name)
    .executeTakeFirstOrThrow()
  await storeService(shop.db, id, { available_quantity: 2 })
  await storeService(shop.db, id, { type: 'DONATION', supplement_policy: null, price: null })
  shop.catalog.offerChanged({ id, shortName: name })
  const items = await answers(event.getTicketCategories, 200, { params: { shortName: name } })
  expect((items as event.ItemsByCategory).additionalServices).toHaveLength(2)
})

test.each(['en', 'de', 'fr', 'it', 'xx', '__proto__'])('texts and countries in %s', async language => {
  await answers(i18n.getLanguages, 200, {})
  const bundle = await answers(i18n.getBundle, 200, { params: { lang: language } })
  expect(Object.keys(bundle ?? {}).filter(key => key.startsWith('admin.'))).toEqual([])
  for (const call of [i18n.getCountries, i18n.getVatCountries, i18n.getEuVatCountries]) {
    const countries = await answers(call, 200, { params: { lang: language } })
    const codes = (countries as { isoCode: string }[]).map(({ isoCode }) => isoCode)
    expect(codes.includes('GR')).toBe(call === i18n.getCountries)
    expect(codes.includes('EL')).toBe(call !== i18n.getCountries)
  }
})

test('the waiting list', async () => {
  const name = await organiser.open(
    anEventFile(clock.now(), { slug: 'waited-for', seats: 1, settings: { ENABLE_WAITING_QUEUE: true } }),
  )
  await hold(buyer, name, { Conference: 1 })
  const form = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.org',
    selectedCategory: null,
    userLanguage: 'en',
    termAndConditionsAccepted: true,
    privacyPolicyAccepted: null,
  }
  const shown = await answers(event.getTicketCategories, 200, { params: { shortName: name } })
  expect(shown).toMatchObject({ waitingList: true, ticketCategoriesForWaitingList: [{ name: 'Conference' }] })
  expect(await answers(joinWaitingList, 200, { params: { shortName: name }, body: form })).toMatchObject({
    value: true,
  })
  expect(await answers(joinWaitingList, 200, { params: { shortName }, body: form })).toMatchObject({ value: false })
  await answers(joinWaitingList, 422, { params: { shortName: name }, body: {} })
  await answers(joinWaitingList, 404, { params: { shortName: 'unknown' }, body: form })
})

test('the visitor', async () => {
  await answers(user.isAuthenticationEnabled, 200, {})
  await answers(user.getMe, 204, {})
  await answers(user.logout, 200, {}, aBuyer(url))
})

test('a purchase from the choice to the ticket', async () => {
  const form = selection(await categoryIds(buyer, shortName), { Conference: 1 })
  await answers(reserveTickets, 200, { params: { shortName }, query: lang, body: form })
  await answers(reserveTickets, 422, { params: { shortName }, query: lang, body: {} })
  await answers(reserveTickets, 404, { params: { shortName: 'unknown' }, query: lang, body: form })
  const params = { reservationId: await hold(buyer, shortName, { Conference: 1 }) }
  await answers(booking.getReservation, 200, { params })
  await answers(booking.getReservation, 404, { params: { reservationId: UNKNOWN } })
  await answers(booking.getReservationStatus, 200, { params })
  await answers(booking.getReservationStatus, 404, { params: { reservationId: 'unknown' } })
  await answers(own.extendReservation, 200, { params })
  await answers(own.getOpenReservations, 200, {})
  await answers(own.extendReservation, 404, { params: { reservationId: UNKNOWN } })
  await answers(booking.validateToOverview, 422, { params, query: lang, body: {} })
  await answers(booking.validateToOverview, 200, {
    params,
    query: lang,
    body: filledIn(await infoOf(buyer, params.reservationId)),
  })
  await answers(booking.validateToOverview, 404, { params: { reservationId: UNKNOWN }, query: lang, body: {} })
  await answers(booking.getApplicableCustomPaymentMethods, 200, { params })
  await answers(booking.getApplicableCustomPaymentMethods, 400, { params: { reservationId: UNKNOWN } })
  await answers(booking.getSelectedCustomPaymentMethod, 400, { params })
  await answers(booking.confirmReservation, 422, { params, query: lang, body: {} })
  await answers(booking.confirmReservation, 200, { params, query: lang, body: PAY_BY.OFFLINE })
  await answers(booking.confirmReservation, 404, { params: { reservationId: UNKNOWN }, query: lang, body: {} })
  await answers(booking.getReservation, 200, { params })
  await answers(own.extendReservation, 422, { params })
  await answers(booking.backToBooking, 200, { params })
  await answers(booking.cancelReservation, 200, { params })
  const mail = { purchaseContextType: 'event', publicIdentifier: shortName, reservationId }
  await answers(booking.resendReservationEmail, 200, { params: mail, query: lang })
  await answers(booking.resendReservationEmail, 404, { params: { ...mail, publicIdentifier: 'unknown' }, query: lang })
  await answers(pages.redirectEventReservation, 302, { params: { eventName: shortName, reservationId } })
})

test('tickets', async () => {
  const good = { eventName: shortName, ticketIdentifier }
  const unknown = { eventName: shortName, ticketIdentifier: UNKNOWN }
  await answers(ticketCalls.getTicket, 200, { params: good })
  await answers(ticketCalls.getTicket, 404, { params: unknown })
  await answers(ticketCalls.getTicket, 400, { params: { ...good, ticketIdentifier: 'x' } })
  await answers(ticketCalls.getFullTicket, 200, { params: good })
  await answers(ticketCalls.getFullTicket, 404, { params: unknown })
  const body = { firstName: 'Eva', lastName: 'Noether', email: 'eva@example.org' }
  const passed = await buy(buyer, shortName, { Conference: 1 })
  const former = { ...good, ticketIdentifier: ticketsOf(await infoOf(buyer, passed))[0]?.uuid ?? '' }
  await answers(ticketCalls.updateTicket, 200, { params: former, body })
  await answers(ticketCalls.wasTicketPassedOn, 200, { params: former })
  await answers(ticketCalls.wasTicketPassedOn, 404, { params: good })
  await answers(ticketCalls.updateTicket, 422, { params: good, body: {} })
  await answers(ticketCalls.updateTicket, 404, { params: unknown, body })
  await answers(ticketCalls.releaseTicket, 400, { params: good })
  await answers(ticketCalls.releaseTicket, 404, { params: unknown })
  const event = await organiser.open(
    aFreeEventFile(clock.now(), { slug: 'leaving', settings: { ALLOW_FREE_TICKETS_CANCELLATION: true } }),
  )
  const order = await infoOf(buyer, await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' }))
  await answers(ticketCalls.releaseTicket, 200, {
    params: { eventName: event, ticketIdentifier: ticketsOf(order)[0]?.uuid ?? '' },
  })
  await answers(ticketCalls.sendTicketByEmail, 200, { params: good })
  await answers(ticketCalls.sendTicketByEmail, 404, { params: unknown })
  for (const call of [ticketCalls.downloadTicket, ticketCalls.getTicketCode, ticketCalls.getTicketCodeForMail]) {
    await answers(call, 200, { params: good })
    await answers(call, 403, { params: unknown })
    await answers(call, 400, { params: { ...good, ticketIdentifier: 'x' } })
  }
})

test('documents', async () => {
  const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
  const eventName = await organiser.open(anEventFile(clock.now(), { slug: 'invoiced', settings }))
  const invoiced = await hold(buyer, eventName, { Conference: 1 })
  await sendDetails(buyer, invoiced, { ...filledIn(await infoOf(buyer, invoiced)), ...PRIVATE_INVOICE })
  await pay(buyer, invoiced)
  await answers(invoiceCalls.downloadInvoice, 200, { params: { eventName, reservationId: invoiced } })
  await answers(invoiceCalls.downloadInvoice, 404, { params: { eventName, reservationId } })
  const waiting = await buy(buyer, eventName, { Conference: 1 }, { by: 'OFFLINE' })
  await organiser.confirm(waiting)
  await answers(invoiceCalls.downloadReceipt, 200, { params: { eventName, reservationId: waiting } })
  await answers(invoiceCalls.downloadReceipt, 404, { params: { eventName, reservationId: invoiced } })
  const xml = { format: 'ubl', reservationId: invoiced }
  await answers(invoiceCalls.downloadEInvoice, 200, { params: xml }, organiser.api)
  await answers(invoiceCalls.downloadEInvoice, 404, { params: { ...xml, reservationId: waiting } }, organiser.api)
  await answers(invoiceCalls.downloadEInvoice, 403, { params: xml }, keyless)
  const params = { reservationId: invoiced }
  await answers(invoiceCalls.creditReservation, 403, { params }, keyless)
  await answers(invoiceCalls.creditReservation, 200, { params }, organiser.api)
  await answers(invoiceCalls.creditReservation, 400, { params }, organiser.api)
})

test('what proxies, search engines and browsers ask', async () => {
  await answers(pages.getHealth, 200, {})
  await answers(pages.getRobots, 200, {})
  await answers(health.getLiveness, 200, {})
  await answers(health.getReadiness, 200, {})
  await answers(pages.reportCspViolation, 200, {})
  await answers(pages.getFile, 404, { params: { digest: '0'.repeat(64) } })
  await answers(pages.getFile, 404, { params: { digest: 'null' } })
})

test('the organiser', async () => {
  const { api, organizationId } = organiser
  const file = anEventFile(clock.now(), { slug: 'made' })
  await answers(organiserCalls.createEvent, 200, { body: file }, api)
  await answers(organiserCalls.createEvent, 400, { body: file }, api)
  await answers(organiserCalls.createEvent, 403, { body: file }, keyless)
  await answers(organiserCalls.updateEvent, 200, { params: { slug: 'made' }, body: { title: 'Changed' } }, api)
  await answers(organiserCalls.updateEvent, 400, { params: { slug: 'made' }, body: { timezone: 'Nowhere' } }, api)
  await answers(organiserCalls.updateEvent, 403, { params: { slug: 'unknown' }, body: {} }, api)
  await answers(organiserCalls.listOwnEvents, 200, {}, api)
  await answers(organiserCalls.listOwnEvents, 403, {}, keyless)
  await answers(organiserCalls.getEventStats, 200, { params: { slug: shortName } }, api)
  await answers(organiserCalls.getEventStats, 403, { params: { slug: 'unknown' } }, api)
  await answers(organiserCalls.deleteEvent, 200, { params: { slug: 'made' } }, api)
  await answers(organiserCalls.deleteEvent, 400, { params: { slug: shortName } }, api)
  await answers(organiserCalls.deleteEvent, 403, { params: { slug: 'made' } }, api)
  const settings = { RESERVATION_TIMEOUT: 20 }
  await answers(organiserCalls.configureOrganization, 200, { params: { organizationId }, body: settings }, api)
  await answers(organiserCalls.configureOrganization, 400, { params: { organizationId }, body: { NONSENSE: 1 } }, api)
  await answers(organiserCalls.configureOrganization, 403, { params: { organizationId: 999 }, body: settings }, api)
  const context = { organizationId, purchaseContextType: 'event', publicIdentifier: shortName }
  await answers(organiserCalls.configureContext, 200, { params: context, body: settings }, api)
  await answers(organiserCalls.configureContext, 400, { params: context, body: { NONSENSE: 1 } }, api)
  await answers(
    organiserCalls.configureContext,
    403,
    { params: { ...context, publicIdentifier: 'unknown' }, body: settings },
    api,
  )
  const waiting = await readyToPay(buyer, shortName, { Conference: 1 })
  await answers(booking.confirmReservation, 200, {
    params: { reservationId: waiting },
    query: lang,
    body: PAY_BY.OFFLINE,
  })
  const body = { transaction: { paymentProvider: 'OFFLINE' as const } }
  await answers(organiserCalls.confirmPaidReservation, 200, { params: { reservationId: waiting }, body }, api)
  await answers(organiserCalls.confirmPaidReservation, 400, { params: { reservationId: waiting }, body }, api)
  await answers(organiserCalls.confirmPaidReservation, 403, { params: { reservationId: waiting }, body }, keyless)
})

test('awaited transfers', async () => {
  const { api } = organiser
  const awaited = await buy(buyer, shortName, { Conference: 1 }, { by: 'OFFLINE' })
  const list = await answers(transferCalls.listAwaitedTransfers, 200, { query: { event: shortName } }, api)
  expect(list).toContainEqual(expect.objectContaining({ reservationId: awaited, overdue: false }))
  await answers(transferCalls.listAwaitedTransfers, 200, { query: {} }, api)
  await answers(transferCalls.listAwaitedTransfers, 403, { query: { event: 'unknown' } }, api)
  await answers(transferCalls.listAwaitedTransfers, 403, { query: {} }, keyless)
  const body = { reference: awaited.slice(0, 8), amount: '120.00', currency: 'CHF' }
  await answers(transferCalls.confirmTransferByReference, 403, { body }, keyless)
  await answers(transferCalls.confirmTransferByReference, 400, { body: { ...body, amount: '120.01' } }, api)
  await answers(transferCalls.confirmTransferByReference, 200, { body }, api)
  await answers(transferCalls.confirmTransferByReference, 400, { body }, api)
})

test('polls', async () => {
  const event = await organiser.open(anEventFile(clock.now(), { slug: 'polled', polls: [aPollFile()] }))
  const [pin = ''] = await checkIn(shop.db, await buy(buyer, event, { Conference: 1 }))
  const listed = await answers(listPolls, 200, { params: { shortName: event }, query: { pin } })
  const [{ id: pollId }] = (listed as { value: [{ id: number }] }).value
  const params = { shortName: event, pollId }
  const poll = await answers(getPoll, 200, { params, query: { pin } })
  const [{ id: optionId }] = (poll as { value: { options: [{ id: number }] } }).value.options
  await answers(answerPoll, 200, { params, body: { pin, optionId } })
  await answers(answerPoll, 422, { params, body: { pin, optionId: null } })
})

test('the operator', async () => {
  const body = { name: 'Short-lived', email: 'a@example.org', description: 'Made for a test', slug: 'short-lived' }
  const made = await answers(organiserCalls.createOrganization, 200, { body }, system)
  const params = { id: (made as { id: number }).id }
  await answers(organiserCalls.createOrganization, 400, { body }, system)
  await answers(organiserCalls.createOrganization, 403, { body }, organiser.api)
  await answers(organiserCalls.listOrganizations, 200, {}, system)
  await answers(organiserCalls.listOrganizations, 403, {}, keyless)
  await answers(organiserCalls.getOrganization, 200, { params }, system)
  await answers(organiserCalls.getOrganization, 404, { params: { id: 999 } }, system)
  const renamed = (name: string) => ({ params, body: { ...body, ...params, name } })
  await answers(organiserCalls.updateOrganization, 200, renamed('Shorter'), system)
  await answers(organiserCalls.updateOrganization, 400, renamed('Alpine Systems'), system)
  await answers(organiserCalls.updateOrganization, 404, { params: { id: 999 }, body: { ...body, id: 999 } }, system)
  const key = await answers(organiserCalls.createApiKey, 200, { params, body: null }, system)
  await answers(organiserCalls.createApiKey, 404, { params: { id: 999 }, body: {} }, system)
  const { apiKey: made2 } = key as { apiKey: string }
  await answers(organiserCalls.deleteApiKey, 200, { params: { ...params, apiKey: made2 } }, system)
  await answers(organiserCalls.deleteApiKey, 404, { params: { ...params, apiKey: made2 } }, system)
  await answers(organiserCalls.deleteOrganization, 200, { params }, system)
  await answers(organiserCalls.deleteOrganization, 404, { params }, system)
  await answers(organiserCalls.deleteOrganization, 400, { params: { id: organiser.organizationId } }, system)
})

test('a call that no page of ours is at is not found, with nothing', async () => {
  expect((await app.inject('/api/v2/public/unknown')).body).toBe('')
})

const isRedirect = (status: number) => status === 302 || status === 307
const hasOwnTests = (call: Call) => /check-in|attendee|wallet/.test(call.tag) || isLiveElsewhere(call)

/** Pages are rendered from a build and have a test of their own; getSelectedCustomPaymentMethod is never found. */
const ELSEWHERE = new Set(['getShell', 'getEventPage', 'getSelectedCustomPaymentMethod'])

test('each good answer of each call, and each "not found", has been received and checked', () => {
  const expected = allCalls
    .filter(call => !ELSEWHERE.has(call.operationId) && !hasOwnTests(call))
    .flatMap(call => Object.keys(call.responses).map(status => ({ call, status: Number(status) })))
    .filter(({ call, status }) => (status === 404 ? call.responses[404] === Empty : status < 300 || isRedirect(status)))
    .map(({ call, status }) => `${call.operationId} ${status}`)
  // An image needs an event that has one: files.test.ts.
  expect(expected.filter(title => !seen.has(title) && title !== 'getFile 200')).toEqual([])
})
