import { inspect } from 'node:util'
import { beforeEach, expect, test, vi } from 'vitest'
import { creditReservation } from '#contract/invoice.ts'
import { getInfo } from '#contract/info.ts'
import { getTicket, releaseTicket, updateTicket } from '#contract/ticket.ts'
import { applePass, googleWalletPass } from '#contract/wallet.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { aCategoryFile, aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { googleWallet } from '#tests/fakes/google-wallet.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { ADA, filledIn, hold, infoOf, pay, readyToPay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { type WalletTicket, aFreeTicket, asHeld, googleSettings } from '#tests/support/documents/wallets.ts'
import { nextAttempt } from './carry-out.ts'
import { claimChanges } from './store.ts'
import { noteEventInWallets } from '#server/order/wallet-notes/note-changes.ts'

const clock = manualClock()
const google = await googleWallet()
const { url, apiKey, shop, runJobs } = await testShop({
  clock,
  environment: {
    FOYER_MODE: 'development',
    FOYER_BASE_URL: 'https://tickets.example.org',
    GOOGLE_WALLET_API_BASE: google.url,
    GOOGLE_TOKEN_API_BASE: google.url,
  },
})
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const settings = { ...googleSettings(google), ALLOW_FREE_TICKETS_CANCELLATION: true }
const meetup = await organiser.open(aFreeEventFile(clock.now(), { seats: 100, settings }))
const EVA = { firstName: 'Eva', lastName: 'Noether', email: 'eva@example.org', userLanguage: 'de' }
const OBJECT = 'eventTicketObject'
const CLASS = 'eventTicketClass'

beforeEach(() => {
  google.calls.length = 0
  google.behave('usual')
})

const add = ({ eventName, uuid }: Omit<WalletTicket, 'order'>) =>
  buyer.ask(googleWalletPass, { params: { eventName, uuid } })

const paramsOf = ({ eventName, uuid }: WalletTicket) => ({ eventName, ticketIdentifier: uuid })

/** The object that the link of an answer saves. */
async function added(ticket: WalletTicket): Promise<string> {
  const { status, headers } = await add(ticket)
  expect(status).toBe(302)
  const [, token = ''] = (headers.get('location') ?? '').split('https://pay.google.com/gp/v/save/')
  const claims = google.claimsOf(token) as { payload: { eventTicketObjects: { id: string }[] } }
  return claims.payload.eventTicketObjects[0]?.id ?? ''
}

const organisationName = async (event: string): Promise<string> => {
  const { organization } = (await shop.catalog.offeredEvent(event))?.context ?? {}
  return organization?.name ?? ''
}

const categoriesOf = async (event: string) => (await shop.catalog.offeredEvent(event))?.categories ?? []

const ids = (kind: 'class' | 'object') => [...google.kept.keys()].filter(id => id.includes(`-${kind}.`))

test('a ticket is given to Google once, and its holder is sent to where it is saved', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const { headers } = await add(ticket)
  const location = headers.get('location') ?? ''
  expect(location).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/)
  const id = `3388000000012345678.dev-tickets-example-org-object.${meetup}-${ticket.uuid}_0`
  expect(google.claimsOf(location.split('/').at(-1) ?? '')).toEqual({
    iss: 'issuer@project.iam.example',
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(clock.now() / 1000),
    origins: ['https://tickets.example.org'],
    payload: { eventTicketObjects: [{ id }] },
  })
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(google.calls).toEqual(['token', `GET ${CLASS}`, `POST ${CLASS}`, `GET ${OBJECT}`, `POST ${OBJECT}`])
  expect(google.kept.get(id)).toEqual({
    id,
    classId: ids('class')[0],
    state: 'ACTIVE',
    ticketHolderName: 'Ada 1 Lovelace',
    ticketNumber: ticket.uuid,
    ticketType: { defaultValue: { language: 'en', value: 'Everybody' } },
    barcode: { type: 'QR_CODE', value: expect.stringMatching(/^[0-9a-f-]{36}\/[A-Za-z0-9+/]{43}=$/) },
  })

  google.calls.length = 0
  expect(await added(ticket)).toBe(id)
  expect(google.calls).toEqual([`GET ${CLASS}`, `GET ${OBJECT}`])
})

test('a category is a class, with issuer, title, place, times and picture of its event', async () => {
  const name = 'Saturday'
  const categories = [aCategoryFile(clock.now(), { name, price: 0 })]
  const event = await organiser.open(aFreeEventFile(clock.now(), { slug: 'classy', settings, categories }))
  await added(await aFreeTicket(url, event, name))
  const id = ids('class').find(found => found.includes('.classy-')) ?? ''
  expect(id).toMatch(/^3388000000012345678\.dev-tickets-example-org-class\.classy-\d+$/)
  expect(google.kept.get(id)).toMatchObject({
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
    issuerName: await organisationName(event),
    eventName: { defaultValue: { language: 'en', value: 'Meetup' } },
    venue: { name: { defaultValue: { value: 'Piazza Indipendenza 4, Lugano' } } },
    dateTime: { start: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:00$/) },
    reviewStatus: 'UNDER_REVIEW',
    hexBackgroundColor: '#FFFFFF',
    linksModuleData: { uris: [{ uri: 'https://alpine.example', description: 'Meetup' }] },
    messages: [{ header: 'About the event', body: 'A day about systems that stay up.' }],
    merchantLocations: [{ latitude: 46, longitude: 8.95 }],
  })
  expect(google.kept.get(id)).not.toHaveProperty('logo')
  expect(google.kept.get(id)).not.toHaveProperty('locations')
})

test('what Google has is written anew where the organiser wants that', async () => {
  const event = await organiser.open(
    aFreeEventFile(clock.now(), {
      slug: 'overwriting',
      settings: { ...settings, WALLET_OVERWRITE_PREVIOUS_CLASSES_AND_EVENTS: true },
    }),
  )
  const ticket = await aFreeTicket(url, event)
  await added(ticket)
  google.calls.length = 0
  await added(ticket)
  expect(google.calls).toEqual([`GET ${CLASS}`, `PUT ${CLASS}`, `GET ${OBJECT}`, `PUT ${OBJECT}`])
})

const NOT_TO_BE_ADDED: readonly [string, () => Promise<Omit<WalletTicket, 'order'>>][] = [
  ['without an order', async () => ({ eventName: meetup, uuid: '00000000-0000-4000-8000-000000000000' })],
  ['of an unknown event', async () => ({ ...(await aFreeTicket(url, meetup)), eventName: 'unknown' })],
  [
    'of another event',
    async () => ({
      ...(await aFreeTicket(url, meetup)),
      eventName: await organiser.open(aFreeEventFile(clock.now(), { slug: 'another', settings })),
    }),
  ],
  ['that is only held', async () => heldTicket(await readyToPay(buyer, meetup, { Everybody: 1 }))],
  [
    'without a holder',
    async () => {
      const order = await hold(buyer, meetup, { Everybody: 1 })
      await sendDetails(buyer, order, { ...ADA, postponeAssignment: true, tickets: {} })
      await pay(buyer, order, { termAndConditionsAccepted: true, selectedPaymentMethod: 'NONE' })
      return heldTicket(order)
    },
  ],
  [
    'that lets in online',
    async () => aFreeTicket(url, await organiser.open(aFreeEventFile(clock.now(), ONLINE)), 'Everybody'),
  ],
  [
    'of an event without wallets',
    async () => aFreeTicket(url, await organiser.open(aFreeEventFile(clock.now(), { slug: 'without' }))),
  ],
  [
    'of an event where they are switched off',
    async () => aFreeTicket(url, await organiser.open(aFreeEventFile(clock.now(), SWITCHED_OFF))),
  ],
  [
    'of an event whose key can not be read',
    async () => aFreeTicket(url, await organiser.open(aFreeEventFile(clock.now(), UNREADABLE))),
  ],
]

const ONLINE = { slug: 'online', format: 'ONLINE' as const, location: null, onlineCallLinks: [], settings }
const SWITCHED_OFF = { slug: 'switched-off', settings: { ...settings, ENABLE_WALLET: false } }
const UNREADABLE = { slug: 'unreadable', settings: { ...settings, WALLET_SERVICE_ACCOUNT_KEY: '{"client_email":"x"}' } }

async function heldTicket(order: string) {
  return { eventName: meetup, uuid: ticketsOf(await infoOf(buyer, order))[0]?.uuid ?? '' }
}

test.each(NOT_TO_BE_ADDED)('a ticket %s is not to be found, and Google is not asked', async (_, find) => {
  const ticket = await find()
  expect((await add(ticket)).status).toBe(404)
  expect((await buyer.ask(applePass, { params: ticket })).status).toBe(404)
  expect(google.calls).toEqual([])
})

test('the page of a ticket knows whether it can be added', async () => {
  const shown = async (ticket: WalletTicket) =>
    (await buyer.expect(getTicket, 200, { params: paramsOf(ticket) })).walletConfiguration
  expect(await shown(await aFreeTicket(url, meetup))).toEqual({ gWalletEnabled: true, passEnabled: false })
  const none = await organiser.open(aFreeEventFile(clock.now(), { slug: 'none' }))
  expect(await shown(await aFreeTicket(url, none))).toEqual({ gWalletEnabled: false, passEnabled: false })
  expect((await buyer.expect(getInfo, 200, {})).walletConfiguration).toEqual({
    gWalletEnabled: false,
    passEnabled: false,
  })
})

test.each(['down', 'locked'] as const)('when Google is %s its holder comes back to the ticket', async mood => {
  const ticket = await aFreeTicket(url, meetup)
  // A token that is known is used for an hour.
  clock.move(minutes(61))
  google.behave(mood)
  const { status, headers } = await add(ticket)
  expect([status, headers.get('location')]).toEqual([
    302,
    `/event/${meetup}/ticket/${ticket.uuid}/view?wallet=unreachable`,
  ])
  google.behave('usual')
  expect(await added(ticket)).toMatch(/_0$/)
})

test('when the ticket goes to another person the old object is void, and the new holder has one of their own', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const old = await added(ticket)
  const code = google.kept.get(old)?.['barcode']
  await buyer.expect(updateTicket, 200, { params: paramsOf(ticket), body: EVA })
  expect(google.kept.get(old)).toMatchObject({ state: 'ACTIVE' })
  await runJobs()
  expect(google.kept.get(old)).toMatchObject({ state: 'INACTIVE' })
  expect((await add(ticket)).status).toBe(404)
  const passedOn = await asHeld(shop, ticket)
  const fresh = await added(passedOn)
  expect(fresh).toBe(old.replace(ticket.uuid, passedOn.uuid).replace(/_0$/, '_1'))
  expect(google.kept.get(fresh)).toMatchObject({ state: 'ACTIVE', ticketHolderName: 'Eva Noether' })
  expect(google.kept.get(fresh)?.['barcode']).not.toEqual(code)
})

test('the same person written otherwise keeps the object, written anew', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const id = await added(ticket)
  const body = { firstName: 'ADA 1', lastName: 'Lovelace', email: 'ada1@example.org', userLanguage: 'en' }
  await buyer.expect(updateTicket, 200, { params: paramsOf(ticket), body })
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'ACTIVE', ticketHolderName: 'ADA 1 Lovelace' })
  expect(await added(ticket)).toBe(id)
})

test('a ticket that is released is void, also when its order goes with it', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const id = await added(ticket)
  await buyer.expect(releaseTicket, 200, { params: paramsOf(ticket) })
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'INACTIVE' })
  expect((await add(ticket)).status).toBe(404)
})

test('when the event changes so does the class of every category that Google knows', async () => {
  const file = aFreeEventFile(clock.now(), { slug: 'moving', settings })
  const event = await organiser.open(file)
  await added(await aFreeTicket(url, event))
  google.calls.length = 0
  await organiser.change(event, { ...file, location: { fullAddress: 'Via Nassa 1, Lugano' } })
  await runJobs()
  expect(google.calls).toEqual([`GET ${CLASS}`, `PUT ${CLASS}`])
  const id = ids('class').find(found => found.includes('.moving-')) ?? ''
  expect(google.kept.get(id)).toMatchObject({
    venue: { address: { defaultValue: { value: 'Via Nassa 1, Lugano' } } },
  })
})

test('when a category is renamed so is the type of each of its tickets at Google', async () => {
  const categories = ['Standing', 'Seated'].map(name => aCategoryFile(clock.now(), { name, price: 0 }))
  const file = aFreeEventFile(clock.now(), { slug: 'renaming', settings, categories })
  const event = await organiser.open(file)
  const [standing, seated] = [await aFreeTicket(url, event, 'Standing'), await aFreeTicket(url, event, 'Seated')]
  const [renamed, kept] = [await added(standing), await added(seated)]
  google.calls.length = 0
  const stored = await categoriesOf(event)
  const renaming = stored.map(({ id, name }, index) => ({
    ...categories[index],
    id,
    name: name === 'Standing' ? 'Floor' : name,
  }))
  await organiser.change(event, { ...file, tickets: { ...file.tickets, categories: renaming } })
  await runJobs()
  expect(google.calls.filter(call => call.endsWith(OBJECT))).toEqual([`GET ${OBJECT}`, `PUT ${OBJECT}`])
  const typeOf = (id: string) => google.kept.get(id)?.['ticketType']
  expect(typeOf(renamed)).toEqual({ defaultValue: { language: 'en', value: 'Floor' } })
  expect(typeOf(kept)).toEqual({ defaultValue: { language: 'en', value: 'Seated' } })
})

test('a change that another process has made is sent as it is, whatever this one remembers', async () => {
  const file = aFreeEventFile(clock.now(), { slug: 'elsewhere', settings })
  const event = await organiser.open(file)
  await added(await aFreeTicket(url, event))
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', event)
    .executeTakeFirstOrThrow()
  await shop.catalog.eventOf(id)
  await transaction(shop.db, async tx => {
    await tx.kysely.updateTable('event').set({ location: 'Via Nassa 2, Lugano' }).where('id', '=', id).execute()
    await noteEventInWallets(tx, id, clock.now())
  })
  await runJobs()
  const found = ids('class').find(one => one.includes('.elsewhere-')) ?? ''
  expect(google.kept.get(found)).toMatchObject({
    venue: { address: { defaultValue: { value: 'Via Nassa 2, Lugano' } } },
  })
})

test('a change that Google could not receive waits longer each time, until it can', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const id = await added(ticket)
  google.behave('down')
  await buyer.expect(updateTicket, 200, { params: paramsOf(ticket), body: EVA })
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'ACTIVE' })
  google.calls.length = 0
  await runJobs()
  expect(google.calls).toEqual([])
  clock.move(minutes(1))
  await runJobs()
  expect(google.calls.length).toBeGreaterThan(0)
  google.behave('usual')
  clock.move(minutes(1))
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'ACTIVE' })
  clock.move(minutes(1))
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'INACTIVE' })
  expect(await shop.db.kysely.selectFrom('wallet_change').selectAll().execute()).toEqual([])
})

test('a change that was taken up and never carried out is carried out by another process', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const id = await added(ticket)
  await buyer.expect(updateTicket, 200, { params: paramsOf(ticket), body: EVA })
  expect(await claimChanges(shop.db, { now: clock.now(), limit: 10, milliseconds: minutes(10) })).toHaveLength(1)
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'ACTIVE' })
  clock.move(minutes(10))
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'INACTIVE' })
})

test('a ticket that goes to another person while Google is given it is void there', async () => {
  const ticket = await aFreeTicket(url, meetup)
  google.during(`POST ${OBJECT}`, async () => {
    await buyer.expect(updateTicket, 200, { params: paramsOf(ticket), body: EVA })
    await runJobs()
  })
  expect((await add(ticket)).status).toBe(404)
  const id = ids('object').find(found => found.includes(ticket.uuid)) ?? ''
  expect(google.kept.get(id)).toMatchObject({ state: 'ACTIVE' })
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'INACTIVE' })
})

test('an order that is cancelled with a credit note leaves no ticket that is good', async () => {
  const invoicing = { VAT_NR: 'CHE111111111', INVOICE_ADDRESS: 'Lugano', GENERATE_ONLY_INVOICE: true }
  const event = await organiser.open(
    anEventFile(clock.now(), { slug: 'cancelled', settings: { ...settings, ...invoicing } }),
  )
  const reservationId = await hold(buyer, event, { Conference: 1 })
  await sendDetails(buyer, reservationId, { ...filledIn(await infoOf(buyer, reservationId)), ...PRIVATE_INVOICE })
  await pay(buyer, reservationId)
  const uuid = ticketsOf(await infoOf(buyer, reservationId))[0]?.uuid ?? ''
  const id = await added({ eventName: event, uuid, order: reservationId })
  await organiser.api.expect(creditReservation, 200, { params: { reservationId } })
  await runJobs()
  expect(google.kept.get(id)).toMatchObject({ state: 'INACTIVE' })
})

test('the wait doubles from a minute up to an hour', () => {
  const waits = [1, 2, 3, 6, 7, 20].map(attempts => nextAttempt(attempts, clock.now()) - clock.now())
  expect(waits).toEqual([1, 2, 4, 32, 60, 60].map(minutes))
})

test('what is noted of a failure holds neither the key nor what was signed with it', async () => {
  const noted = vi.spyOn(shop.log, 'walletFailed')
  clock.move(minutes(61))
  google.behave('locked')
  await add(await aFreeTicket(url, meetup))
  expect(noted).toHaveBeenCalledOnce()
  expect(inspect(noted.mock.calls, { depth: 20 })).toContain('Google gave no access: 401')
  expect(inspect(noted.mock.calls, { depth: 20 })).not.toMatch(/PRIVATE KEY|assertion|eyJ/)
})
