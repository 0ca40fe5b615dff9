import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { confirmReservation } from '#contract/booking.ts'
import { forceCheck, getPaymentStatus, initPayment } from '#contract/payment-calls.ts'
import { configureContext } from '#contract/organiser.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { backupCommand } from '#server/operation/command/backup/backup.ts'
import { doctorCommand } from '#server/operation/command/doctor.ts'
import { paymentsCommand } from '#server/operation/command/payments.ts'
import { settingsCommand } from '#server/operation/command/settings.ts'
import { trailCommand } from '#server/operation/command/orders.ts'
import { checkPayments } from '#server/payment/pay/online/check-payment.ts'
import { SETTINGS, type SettingKey, isInternal, isSecret, isSettingKey } from '#server/foundation/setting/registry.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { readyToPay, statusOf } from '../../support/buyer/purchase.ts'
import { rowsWith } from '../../support/personal-data/needles.ts'
import { TEST_SECRET_KEY } from '../../support/database/test-sealing.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { commandLine } from '../../support/shop/command-line.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

// Everything a shop says while cards are paid, refused and checked, searched for every secret it knows.

const SMTP_PASSWORD = 'whispered-to-the-mail-server'
const PLANTED = 'Planted-where-it-may-be-found'
const RETURN_SECRET = 'pi_returned_secret_whispered'

const log: string[] = []
const answers: { readonly address: string; readonly text: string }[] = []
const printed: string[] = []

const clock = manualClock()
let shopUrl = 'http://127.0.0.1:9'
const fake = await stripeInTests({ notify: () => shopUrl, now: () => clock.now() })
const environment = { STRIPE_API_BASE: fake.url, STRIPE_JS_URL: fake.script }
const { url, apiKey, shop, databaseUrl, outbox, runJobs } = await testShop({
  clock,
  environment,
  hasPages: true,
  log: { write: line => void log.push(line) },
})
shopUrl = url
const folder = await mkdtemp(join(tmpdir(), 'foyer-secrets-'))
const { fetch: plainFetch } = globalThis
afterAll(async () => {
  globalThis.fetch = plainFetch
  await rm(folder, { recursive: true })
})

/** Every answer of the shop, to any caller, is kept with its headers. */
globalThis.fetch = async (input, init) => {
  const answer = await plainFetch(input, init)
  const address = String(input instanceof Request ? input.url : input)
  if (address.startsWith(url)) {
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    answers.push({ address, text: `${headers}\n\n${await answer.clone().text()}` })
  }
  return answer
}

/** Of every secret setting a value that is nowhere else; Stripe's are those that the stand-in knows. */
const ownSecrets = Object.keys(SETTINGS)
  .filter(isSettingKey)
  .filter(isSecret)
  .map(key => [key, fake.settings[key] ?? `whispered-${key}`] as const)

const run = await commandLine(databaseUrl, {
  ...environment,
  FOYER_BASE_URL: url,
  FOYER_MODE: 'development',
  SMTP_URL: `smtp://foyer:${SMTP_PASSWORD}@127.0.0.1:1`,
  MAIL_FROM: 'desk@example.org',
})
const command = async (...args: Parameters<typeof run>) => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { lines } = await run(...args).catch((error: Error) => ({ lines: [error.message] }))
  printed.push(...lines, ...complaints.mock.calls.flat().map(String))
  complaints.mockRestore()
}

const organiser = await anOrganiser(url, apiKey)
const { tickets, ...file } = anEventFile(clock.now(), { slug: 'concert', seats: 100 })
const event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['STRIPE', 'OFFLINE'] } })
const buyer = aBuyer(url)
const clientSecrets = new Set<string>()

const method = 'CREDIT_CARD'
const begin = async (id: string): Promise<void> => {
  const { value } = await buyer.ask(initPayment, { body: {}, params: { reservationId: id, method } })
  const secret = typeof value === 'object' && value !== null && 'clientSecret' in value ? value.clientSecret : null
  if (typeof secret === 'string') clientSecrets.add(secret)
}
const pay = (id: string) =>
  buyer.ask(confirmReservation, {
    params: { reservationId: id },
    query: { lang: 'en' },
    body: {
      termAndConditionsAccepted: true,
      privacyPolicyAccepted: true,
      selectedPaymentMethod: method,
      paymentProxy: 'STRIPE',
      gatewayToken: null,
      captcha: null,
    },
  })
const checkPayment = (id: string) => buyer.ask(forceCheck, { params: { reservationId: id } })
const ready = () => readyToPay(buyer, event, { Conference: 1 })
const referenceOf = async (id: string): Promise<string> => {
  const { reference } = await shop.db.kysely
    .selectFrom('payment_transaction')
    .select('reference')
    .where('order_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return reference ?? ''
}
const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init })
const returnPath = (id: string) =>
  `/event/${event}/reservation/${id}/payment/stripe/return?payment_intent=pi_returned` +
  `&payment_intent_client_secret=${RETURN_SECRET}&redirect_status=succeeded`

/** Settings are stated on all ways: by the organiser's calls, for the event and the organisation, and by the operator. */
async function stateSecrets(): Promise<void> {
  const params = {
    organizationId: organiser.organizationId,
    purchaseContextType: 'event',
    publicIdentifier: event,
  } as const
  const put = (body: Readonly<Record<string, string>>) => organiser.api.ask(configureContext, { params, body })
  const isOfEvents = (key: SettingKey) => !isInternal(key) && SETTINGS[key].levels.includes('context')
  const mine = Object.fromEntries(ownSecrets.filter(([key]) => isOfEvents(key)))
  const switches = { ENABLE_PASS: 'true', ENABLE_WALLET: 'true', WALLET_ISSUER_IDENTIFIER: '1' }
  const { STRIPE_PUBLIC_KEY = '' } = fake.settings
  const good = await put({ ...mine, ...switches, STRIPE_CC_ENABLED: 'true', STRIPE_PUBLIC_KEY })
  expect(good.status).toBe(200)
  // Refusals, which name the setting and not what was stated.
  expect((await put({ ...mine, RECAPTCHA_SECRET: 'whispered-RECAPTCHA_SECRET' })).status).toBe(400)
  expect((await put({ ...mine, RESERVATION_TIMEOUT: 'whispered-RECAPTCHA_SECRET' })).status).toBe(400)
  for (const [key, value] of ownSecrets) await command(settingsCommand, 'set', key, value)
  await command(settingsCommand, 'set', 'ANNOUNCEMENT_BANNER_CONTENT', PLANTED)
}

async function payWell(): Promise<string> {
  const id = await ready()
  await begin(id)
  await buyer.ask(getPaymentStatus, { params: { reservationId: id, method } })
  for (const page of ['book', 'overview', 'waiting-payment']) await get(`/event/${event}/reservation/${id}/${page}`)
  await get(returnPath(id))
  await fake.buyer(await referenceOf(id), 'pay')
  await fake.messages.deliver('twice')
  await pay(id)
  await get(`/event/${event}/reservation/${id}/success`)
  return id
}

async function payBadly(): Promise<void> {
  const refused = await ready()
  await begin(refused)
  for (const act of ['decline', 'decline-funds', 'authenticate-and-fail'] as const) {
    await fake.buyer(await referenceOf(refused), act)
    await checkPayment(refused)
    await pay(refused)
  }
  await fake.messages.forge(await referenceOf(refused))
  await get('/api/payment/webhook/stripe/payment', { method: 'POST', body: `{"id": "${RETURN_SECRET}"` })
  for (const mood of ['down', 'nonsense', 'unreachable', 'lost', 'busy'] as const) {
    const id = await ready()
    fake.misbehave(mood)
    await begin(id)
    await checkPayment(id)
    await pay(id)
    clock.move(minutes(2))
    await checkPayments(shop)
    await command(doctorCommand)
    fake.misbehave('usual')
    await begin(id)
  }
}

/** As after a restore without the key: what was sealed can't be opened. */
async function loseKey(): Promise<void> {
  const id = await ready()
  await begin(id)
  const rows = await shop.db.kysely.selectFrom('setting').selectAll().where('value', 'like', 'sealed-%').execute()
  await shop.db.pool.query(
    `update setting set value = overlay(value placing '00000000' from 10) where value like 'sealed-%'`,
  )
  await begin(id)
  await checkPayment(id)
  await pay(id)
  clock.move(minutes(2))
  await checkPayments(shop)
  await askCommands(id)
  for (const { id: row, value } of rows) {
    await shop.db.kysely.updateTable('setting').set({ value }).where('id', '=', row).execute()
  }
}

async function failOtherwise(id: string): Promise<void> {
  await get('/api/v2/public/openapi.json')
  await get(`/nowhere?payment_intent_client_secret=${RETURN_SECRET}`)
  await get(`/event/${event}/reservation/${id}/overview?payment_intent_client_secret=${RETURN_SECRET}`)
  await get(returnPath('no-such-order'))
  await get(returnPath(crypto.randomUUID()))
  await get(returnPath(id), { method: 'POST', body: '{' })
  await shop.db.pool.query('alter table reservation rename to reservation_away')
  const failed = await get(returnPath(id))
  await get(`/api/v2/public/reservation/${id}/status`)
  await shop.db.pool.query('alter table reservation_away rename to reservation')
  expect(failed.status).toBeGreaterThan(300)
}

async function askCommands(id: string): Promise<void> {
  await command(settingsCommand, 'list')
  await command(settingsCommand, 'list', '--event', event)
  for (const [key] of ownSecrets) await command(settingsCommand, 'get', key, '--event', event)
  await command(settingsCommand, 'set', 'RESERVATION_TIMEOUT', 'never')
  await command(paymentsCommand)
  await command(trailCommand, id)
  await command(doctorCommand)
  await command(backupCommand, join(folder, 'backup.gz'))
}

let paid = ''
let mails = ''
let backup = ''

beforeAll(async () => {
  await stateSecrets()
  paid = await payWell()
  await payBadly()
  await loseKey()
  await failOtherwise(paid)
  await askCommands(paid)
  await runJobs()
  const files = await readdir(outbox, { recursive: true })
  const texts = await Promise.all(files.map(name => readFile(join(outbox, name), 'latin1').catch(() => '')))
  mails = texts.join('\n')
  backup = gunzipSync(await readFile(join(folder, 'backup.gz'))).toString('latin1')
}, 60_000)

/** Where this text is, of everything the shop has said and kept. */
async function placesOf(text: string): Promise<readonly string[]> {
  const needles = [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]
  const has = (hay: string) => needles.some(needle => hay.includes(needle))
  const asBytes = Buffer.from(text).toString('hex')
  return [
    ...(has(log.join('')) ? ['log'] : []),
    ...answers.filter(answer => has(answer.text)).map(({ address }) => address.replace(url, '')),
    ...(has(printed.join('\n')) ? ['commands'] : []),
    ...(has(mails) ? ['mails'] : []),
    ...(has(backup) || backup.includes(asBytes) ? ['backup'] : []),
    ...(await rowsWith(shop.db, text)).map(row => row.split(':', 1).join()),
    ...(await rowsWith(shop.db, asBytes)).map(row => row.split(':', 1).join()),
  ]
}

describe('the search', () => {
  test('has met what it is about: money came in, some did not, and much was said', async () => {
    expect(await statusOf(buyer, paid)).toBe('COMPLETE')
    expect(fake.violations()).toEqual([])
    expect(ownSecrets.length).toBeGreaterThan(7)
    expect(clientSecrets.size).toBeGreaterThan(3)
    expect(log.join('')).toContain('payment provider did not reply')
    expect(printed.filter(line => line.startsWith('note  STRIPE of event concert')).length).toBeGreaterThan(4)
    expect(log.join('')).toMatch(/STRIPE_SECRET_KEY of event \d+ can't be opened/)
    expect(printed.join()).toContain('bad   Secrets: ')
    expect(printed.join()).toContain('secrets can not be opened')
    expect(printed).toContain('STRIPE_SECRET_KEY is set')
    expect(mails).toContain('example.org')
    expect(backup).toContain('STRIPE_SECRET_KEY\tsealed-1:')
    const statuses = new Set(answers.map(({ text }) => /^HTTP|unexpected exception/.exec(text)?.[0]))
    expect(statuses).toContain('unexpected exception')
  })

  test('finds what was planted in each kind of place', async () => {
    shop.log.eventPublished(PLANTED)
    await shop.db.kysely.updateTable('mail').set({ subject: PLANTED }).execute()
    const found = await placesOf(PLANTED)
    for (const place of ['log', 'commands', 'backup', 'setting', 'mail']) expect(found).toContain(place)
    expect(found.filter(place => place.startsWith('/')).length).toBeGreaterThan(2)
    expect(await placesOf('ada1@example.org')).toContain('mails')
  })
})

test.each(ownSecrets)('%s is nowhere to be found', async (_, secret) => {
  expect(await placesOf(secret)).toEqual([])
})

test.each([
  ['the key of the shop', TEST_SECRET_KEY],
  ['the same in hexadecimal', Buffer.from(TEST_SECRET_KEY, 'base64').toString('hex')],
  ['the system key', apiKey],
  ['the password of the mail server', SMTP_PASSWORD],
])('%s is nowhere to be found', async (_, secret) => {
  expect(await placesOf(secret)).toEqual([])
})

test('the key of an organiser is in the answer that has made it and nowhere else', async () => {
  const made = answers.map(({ text }) => /"apiKey":"([^"]+)"/.exec(text)?.[1]).find(key => key !== undefined) ?? ''
  expect(made).toMatch(/^\S{20,}$/)
  const [place, ...others] = await placesOf(made)
  expect(place).toMatch(/\/api-key$/)
  expect(others).toEqual([])
})

test('the secret of a payment is in the answer that begins it and nowhere else', async () => {
  for (const secret of clientSecrets) {
    const places = await placesOf(secret)
    expect(places.length).toBeGreaterThan(0)
    for (const place of places) expect(place).toMatch(/\/payment\/CREDIT_CARD\/init$/)
  }
})

test('the secret in the address of a return goes nowhere: not into the log, not on to the order, not to other sites', async () => {
  expect(await placesOf(RETURN_SECRET)).toEqual([])
  const back = await get(returnPath(paid))
  expect(back.status).toBe(302)
  expect(back.headers.get('location')).toBe(`${shop.config.baseUrl}/event/${event}/reservation/${paid}`)
  const returns = answers.filter(({ address }) => address.includes('/payment/stripe/return?'))
  expect(returns.length).toBeGreaterThan(4)
  for (const { text } of returns) expect(text).toMatch(/^referrer-policy: no-referrer$/m)
})
