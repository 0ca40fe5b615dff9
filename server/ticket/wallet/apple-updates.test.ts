import { beforeEach, expect, test } from 'vitest'
import {
  appleChangedPasses,
  appleLatestPass,
  appleLog,
  applePassVersion,
  appleRegister,
  appleUnregister,
} from '#contract/wallet.ts'
import { pathTo } from '#contract/paths.ts'
import { applePassPath } from '#contract/ticket-paths.ts'
import { releaseTicket, updateTicket } from '#contract/ticket.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { applePush } from '#tests/fakes/apple-push.ts'
import { type Buyer, aBuyer, addressOf } from '#tests/support/buyer/buyer.ts'
import { paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { readPass } from '#tests/support/documents/read-pass.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import {
  PASS_TYPE_IDENTIFIER,
  type WalletTicket,
  aFreeTicket,
  asHeld,
  appleSettings,
} from '#tests/support/documents/wallets.ts'

const clock = manualClock()
const certificates = passCertificates(PASS_TYPE_IDENTIFIER)
const apple = await applePush(certificates)
const { url, apiKey, shop, runJobs } = await testShop({
  clock,
  environment: { FOYER_MODE: 'development', FOYER_BASE_URL: 'https://tickets.example.org', APNS_API_BASE: apple.url },
})
const organiser = await anOrganiser(url, apiKey)
const settings = { ...appleSettings(certificates), ALLOW_FREE_TICKETS_CANCELLATION: true }
const file = aFreeEventFile(clock.now(), { seats: 100, settings })
const meetup = await organiser.open(file)
const buyer = aBuyer(url)
const EVA = { firstName: 'Eva', lastName: 'Noether', email: 'eva@example.org', userLanguage: 'de' }

beforeEach(() => {
  apple.pushes.length = 0
  apple.behave('usual')
})

const paramsOf = ({ eventName, uuid }: WalletTicket) => ({ eventName, ticketIdentifier: uuid })

/** A telephone with a pass; it has no session and knows the content of the pass. */
type Telephone = {
  readonly device: string
  readonly pushToken: string
  readonly serialNumber: string
  readonly authorization: string
  readonly talk: Buyer
}

let telephones = 0

async function telephoneWith(ticket: WalletTicket): Promise<Telephone> {
  const answer = await fetch(url + pathTo(applePassPath, ticket))
  const { pass } = await readPass(await answer.bytes(), certificates.root)
  telephones += 1
  const authorization = `ApplePass ${String(pass['authenticationToken'])}`
  return {
    device: `device-${telephones}`,
    pushToken: `abc${telephones}`,
    serialNumber: String(pass['serialNumber']),
    authorization,
    talk: aBuyer(url, { authorization }),
  }
}

const PLACE = { eventName: meetup, passTypeIdentifier: PASS_TYPE_IDENTIFIER }

const register = ({ talk, device, serialNumber, pushToken }: Telephone) =>
  talk.ask(appleRegister, { params: { ...PLACE, device, serialNumber }, body: { pushToken } })

async function registered(ticket: WalletTicket): Promise<Telephone> {
  const telephone = await telephoneWith(ticket)
  expect((await register(telephone)).status).toBe(201)
  return telephone
}

/** What the telephone would show after it has asked. */
async function latest({ serialNumber, authorization }: Telephone) {
  const address = addressOf(appleLatestPass, { params: { ...PLACE, serialNumber } })
  const answer = await fetch(url + address, { headers: { authorization } })
  expect(answer.status).toBe(200)
  return (await readPass(await answer.bytes(), certificates.root)).pass
}

const changedSince = ({ talk, device }: Telephone, passesUpdatedSince?: string) =>
  talk.ask(appleChangedPasses, {
    params: { ...PLACE, device },
    query: passesUpdatedSince === undefined ? {} : { passesUpdatedSince },
  })

test('a device registers once, learns what it keeps, and is erased when it keeps it no longer', async () => {
  const telephone = await registered(await aFreeTicket(url, meetup))
  expect((await register(telephone)).status).toBe(200)
  const { device, serialNumber, talk } = telephone
  const { status, value } = await changedSince(telephone)
  expect(status).toBe(200)
  expect(value).toEqual({ serialNumbers: [serialNumber], lastUpdated: String(clock.now()) })
  expect((await talk.ask(appleUnregister, { params: { ...PLACE, device, serialNumber } })).status).toBe(200)
  expect((await changedSince(telephone)).status).toBe(204)
})

test('a device gets what has changed since it asked', async () => {
  const telephone = await registered(await aFreeTicket(url, meetup))
  const tag = String(clock.now())
  clock.move(minutes(5))
  const other = await registered(await aFreeTicket(url, meetup))
  expect((await changedSince(other, tag)).status).toBe(200)
  expect((await changedSince(telephone, String(clock.now()))).status).toBe(204)
  await organiser.change(meetup, { ...file, location: { fullAddress: 'Via Nassa 1, Lugano' } })
  const { value } = await changedSince(telephone, String(clock.now()))
  expect(value).toMatchObject({ serialNumbers: [telephone.serialNumber] })
  await runJobs()
})

test.each([
  ['no proof', '', 401],
  ['an empty proof', 'ApplePass ', 401],
  ['something else', 'Bearer abc', 401],
  ['the proof of another pass', 'other', 404],
])('with %s there is neither a pass nor a registration', async (_, proof, status) => {
  const telephone = await telephoneWith(await aFreeTicket(url, meetup))
  const other = await telephoneWith(await aFreeTicket(url, meetup))
  const stranger = aBuyer(url, { authorization: proof === 'other' ? other.authorization : proof })
  const { device, serialNumber, pushToken } = telephone
  for (const call of [applePassVersion, appleLatestPass])
    expect((await stranger.ask(call, { params: { ...PLACE, serialNumber } })).status).toBe(status)
  const params = { ...PLACE, device, serialNumber }
  expect((await stranger.ask(appleRegister, { params, body: { pushToken } })).status).toBe(401)
  expect((await stranger.ask(appleUnregister, { params })).status).toBe(401)
})

test.each([
  ['another pass type', { passTypeIdentifier: 'pass.of.somebody' }],
  ['another serial number', { serialNumber: '00000000-0000-4000-8000-000000000000' }],
  ['a serial number that is none', { serialNumber: 'x' }],
  ['an unknown event', { eventName: 'unknown' }],
])('the right proof does not open %s', async (_, wrong) => {
  const { talk, serialNumber } = await telephoneWith(await aFreeTicket(url, meetup))
  const params = { ...PLACE, serialNumber, ...wrong }
  expect((await talk.ask(appleLatestPass, { params })).status).toBe(404)
})

test('a device that has the newest gets it again only once it has changed', async () => {
  const { talk, serialNumber } = await telephoneWith(await aFreeTicket(url, meetup))
  const ask = (since: string) =>
    talk.ask(applePassVersion, {
      params: { ...PLACE, serialNumber },
      ...(since !== '' && { headers: { 'if-modified-since': since } }),
    })
  const first = await ask('')
  const modified = first.headers.get('last-modified') ?? ''
  expect([first.status, Date.parse(modified)]).toEqual([200, Math.floor(clock.now() / 1000) * 1000])
  expect((await ask(modified)).status).toBe(304)
  // In the same second.
  await organiser.change(meetup, file)
  expect((await ask(modified)).status).toBe(200)
  await runJobs()
})

test('when the ticket goes to another person the old pass is void, and never learns the new code', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const old = await registered(ticket)
  await buyer.expect(updateTicket, 200, { params: paramsOf(ticket), body: EVA })
  await runJobs()
  expect(apple.pushes).toEqual([
    { token: old.pushToken, topic: PASS_TYPE_IDENTIFIER, by: PASS_TYPE_IDENTIFIER, body: '{}' },
  ])
  const voided = await latest(old)
  expect(voided).toMatchObject({ voided: true, serialNumber: old.serialNumber })
  const [paper] = await paperTickets(shop, ticket.order)
  expect(JSON.stringify(voided)).not.toMatch(/Eva|Ada|barcode/)

  expect((await fetch(url + pathTo(applePassPath, ticket))).status).toBe(404)
  const fresh = await telephoneWith(await asHeld(shop, ticket))
  expect(fresh.serialNumber).toBe(old.serialNumber)
  expect(fresh.authorization).not.toBe(old.authorization)
  expect(await latest(fresh)).toMatchObject({ barcodes: [{ message: paper?.code }] })
})

test('the same person written otherwise has the same pass, written anew', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const telephone = await registered(ticket)
  const body = { firstName: 'ADA 1', lastName: 'Lovelace', email: 'ada1@example.org', userLanguage: 'en' }
  await buyer.expect(updateTicket, 200, { params: paramsOf(ticket), body })
  await runJobs()
  expect(apple.pushes).toMatchObject([{ token: telephone.pushToken }])
  expect(await latest(telephone)).toMatchObject({ eventTicket: { auxiliaryFields: [{ value: 'ADA 1 Lovelace' }] } })
})

test('a ticket that is released leaves a void pass, though its order is gone', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const telephone = await registered(ticket)
  await buyer.expect(releaseTicket, 200, { params: paramsOf(ticket) })
  await runJobs()
  expect(apple.pushes).toMatchObject([{ token: telephone.pushToken }])
  expect(await latest(telephone)).toMatchObject({ voided: true })
  const again = await fetch(url + pathTo(applePassPath, ticket))
  expect(again.status).toBe(404)
})

test('when the event changes every device that keeps a pass of it gets a push', async () => {
  const file = aFreeEventFile(clock.now(), { slug: 'moving', settings })
  const moving = await organiser.open(file)
  const tickets = [await aFreeTicket(url, moving), await aFreeTicket(url, moving)]
  const telephones: Telephone[] = []
  for (const ticket of tickets) {
    const { device, serialNumber, pushToken, talk, ...rest } = await telephoneWith(ticket)
    const params = { ...PLACE, eventName: moving, device, serialNumber }
    await talk.expect(appleRegister, 201, { params, body: { pushToken } })
    telephones.push({ device, serialNumber, pushToken, talk, ...rest })
  }
  await organiser.change(moving, { ...file, location: { fullAddress: 'Via Nassa 1, Lugano' } })
  await runJobs()
  expect(apple.pushes.map(({ token }) => token).toSorted()).toEqual(telephones.map(({ pushToken }) => pushToken))
})

test('a push that fails is tried again, and a device that is gone is erased', async () => {
  const ticket = await aFreeTicket(url, meetup)
  const telephone = await registered(ticket)
  apple.behave('down')
  await buyer.expect(updateTicket, 200, { params: paramsOf(ticket), body: EVA })
  await runJobs()
  expect(apple.pushes).toHaveLength(1)
  apple.behave('usual')
  apple.unregister(telephone.pushToken)
  clock.move(minutes(1))
  await runJobs()
  expect(apple.pushes).toHaveLength(2)
  expect((await changedSince(telephone)).status).toBe(204)
  expect(await shop.db.kysely.selectFrom('wallet_change').selectAll().execute()).toEqual([])
})

test('devices have neither a session nor an anti-forgery token', async () => {
  const { device, serialNumber, pushToken, authorization } = await telephoneWith(await aFreeTicket(url, meetup))
  const headers = { authorization, 'content-type': 'application/json' }
  const post = (address: string, body: object) =>
    fetch(url + address, { method: 'POST', headers, body: JSON.stringify(body) })
  const registration = addressOf(appleRegister, { params: { ...PLACE, device, serialNumber } })
  expect((await post(registration, { pushToken })).status).toBe(201)
  expect((await fetch(url + registration, { method: 'DELETE', headers })).status).toBe(200)
  const complaint = addressOf(appleLog, { params: { eventName: meetup } })
  expect((await post(complaint, { logs: ['[now] it went wrong'] })).status).toBe(200)
})
