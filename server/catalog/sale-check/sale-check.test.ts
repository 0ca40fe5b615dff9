import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { CategoryRequest, EventFile } from '#contract/event-file.ts'
import { getEvent, getTicketCategories } from '#contract/event.ts'
import { configureContext, configureOrganization, createEvent } from '#contract/organiser.ts'
import { createSubscription } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { getSubscription, reserveSubscription } from '#contract/subscription.ts'
import { hours } from '#domain/foundation/instant.ts'
import { doctorCommand } from '#server/operation/command/doctor.ts'
import { importFiles, describeImport } from '#server/organiser/event-file/import-files.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { type Reply, aBuyer } from '#tests/support/buyer/buyer.ts'
import { codesOf, hold, infoOf, reserve } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// What can be paid is found out where the cause is, not by the buyer at the end (domain rules 4.5 and lifecycle B.1).

const clock = manualClock()
const stripe = await stripeInTests({ notify: 'http://127.0.0.1:9', now: () => clock.now() })
const { url, apiKey, shop, databaseUrl } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const folder = await mkdtemp(join(tmpdir(), 'foyer-sales-'))
afterAll(() => rm(folder, { recursive: true }))

type Proxy = 'STRIPE' | 'OFFLINE' | 'ON_SITE' | 'PAYPAL' | 'MOLLIE' | 'SAFERPAY'

const KEYS = 'STRIPE_CC_ENABLED, STRIPE_SECRET_KEY, STRIPE_PUBLIC_KEY and STRIPE_WEBHOOK_PAYMENT_KEY'
const STRIPE_LACKS = `STRIPE can't be offered: set ${KEYS}.`
const NOTHING_WORKS = 'Nothing can be paid: what costs something is not on sale until one of its ways to pay works.'
const NOT_PAYABLE = 'error.STEP_1_CATEGORIES_NOT_COMPATIBLE'
const TOTAL = 'foyer.error.total-not-payable'

const CATEGORIES = () => [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Child', price: 0 })]

function aSale(
  slug: string,
  paymentMethods: readonly Proxy[],
  changes: EventFile & { readonly currency?: string; readonly categories?: CategoryRequest[] } = {},
) {
  const { categories = CATEGORIES(), currency = 'CHF', ...others } = changes
  const { tickets, ...file } = anEventFile(clock.now(), { slug, ...others })
  return { ...file, tickets: { ...tickets, paymentMethods: [...paymentMethods], currency, categories } }
}

/** What is sent along with the answer of the organiser API. */
function notesIn({ status, headers }: Reply): unknown {
  expect(status).toBe(200)
  const notes = headers.get('foyer-notes')
  return notes === null ? [] : JSON.parse(notes)
}

const notesOfApi = async (body: EventFile): Promise<unknown> => notesIn(await organiser.api.ask(createEvent, { body }))

async function notesOfImport(content: object): Promise<string[]> {
  const path = join(folder, 'offer.yaml')
  const organizer = { name: 'Alpine Systems', slug: 'alpine-systems', email: 'hello@alpine-systems.example' }
  await writeFile(path, stringify({ organizer, ...content }))
  const [first = '', ...notes] = describeImport(await importFiles(shop, [path])).split('\n')
  expect(first).toMatch(/: (created|updated) /)
  return notes.map(line => line.replace('  note: ', ''))
}

async function doctorLines(about: string): Promise<string[]> {
  const run = await commandLine(databaseUrl, { FOYER_MODE: 'development', FOYER_BASE_URL: url })
  const { lines } = await run(doctorCommand)
  return lines.filter(line => line.slice(6).startsWith(`${about}: `)).map(line => line.slice(8 + about.length))
}

const shownOf = async (shortName: string) =>
  (await buyer.expect(getTicketCategories, 200, { params: { shortName } })).ticketCategories

describe('an event that no buyer can pay for', () => {
  test('names the method and the settings it lacks, by import, API and doctor', async () => {
    const file = aSale('keyless', ['STRIPE'])
    expect(await notesOfImport({ kind: 'event', ...file })).toEqual([STRIPE_LACKS, NOTHING_WORKS])
    expect(await notesOfApi({ ...file, slug: 'keyless-too' })).toEqual([STRIPE_LACKS, NOTHING_WORKS])
    expect(await doctorLines('Event keyless')).toEqual([STRIPE_LACKS, NOTHING_WORKS])
  })

  test('is not on sale yet before a buyer chooses, but for what costs nothing', async () => {
    const event = await organiser.open(aSale('waits', ['STRIPE']))
    expect(await shownOf(event)).toMatchObject([
      { name: 'Conference', saleableAndLimitNotReached: false, lackOfPayment: 'AWAITED' },
      { name: 'Child', saleableAndLimitNotReached: true },
    ])
    expect((await shownOf(event))[1]).not.toHaveProperty('lackOfPayment')
    expect(codesOf(await reserve(buyer, event, { Conference: 1 }))).toEqual([NOT_PAYABLE])
    await hold(buyer, event, { Child: 1 })
    await organiser.change(event, { settings: stripe.settings })
    expect((await shownOf(event))[0]).toMatchObject({ saleableAndLimitNotReached: true })
    await hold(buyer, event, { Conference: 1 })
  })

  test('is over where no transfer would arrive in time', async () => {
    const sale = aSale('soon', ['OFFLINE'], {
      startDate: localTime(clock.now(), { hours: 1 }),
      endDate: localTime(clock.now(), { hours: 4 }),
      categories: [aCategoryFile(clock.now(), { endSellingDate: localTime(clock.now(), { hours: 3 }) })],
    })
    expect(await shownOf(await organiser.open(sale))).toMatchObject([{ lackOfPayment: 'OVER' }])
  })

  test('a category whose own settings refuse all that works is not on sale, and the organiser reads why', async () => {
    const refusing = aCategoryFile(clock.now(), {
      name: 'Refusing',
      settings: { PAYMENT_METHODS_BLACKLIST: 'BANK_TRANSFER' },
    })
    const sale = aSale('refusing', ['OFFLINE'], { categories: [aCategoryFile(clock.now()), refusing] })
    expect(await notesOfImport({ kind: 'event', ...sale })).toEqual([
      `"Refusing" can't be paid: PAYMENT_METHODS_BLACKLIST refuses each way to pay that works.`,
    ])
    expect((await shownOf('refusing'))[1]).toMatchObject({ name: 'Refusing', lackOfPayment: 'AWAITED' })
  })
})

test('an event of two methods of which one lacks its keys sells by the other, and says so to its organiser', async () => {
  const file = aSale('half', ['OFFLINE', 'STRIPE'])
  expect(await notesOfImport({ kind: 'event', ...file })).toEqual([STRIPE_LACKS])
  expect(await doctorLines('Event half')).toEqual([STRIPE_LACKS])
  expect((await shownOf('half'))[0]).toMatchObject({ saleableAndLimitNotReached: true })
  await hold(buyer, 'half', { Conference: 1 })
})

test('an event that lacks nothing, or costs nothing, has no notes', async () => {
  expect(await notesOfApi(aSale('whole', ['OFFLINE', 'ON_SITE']))).toEqual([])
  const free = [aCategoryFile(clock.now(), { price: 0 })]
  expect(await notesOfImport({ kind: 'event', ...aSale('gift', ['STRIPE'], { categories: free }) })).toEqual([])
  expect(await doctorLines('Event whole')).toEqual([])
})

test('an event without terms asks for them, takes those of the shop, and is no longer asked once it has some', async () => {
  const { termsAndConditionsUrl = null, ...file } = aSale('bare', ['OFFLINE'])
  const expected = [
    'There are no terms for buyers to agree to: state termsAndConditionsUrl, or the setting GLOBAL_TERMS of the organisation or the shop.',
  ]
  expect(await notesOfImport({ kind: 'event', ...file })).toEqual(expected)
  expect(await notesOfApi({ ...file, slug: 'bare-too' })).toEqual(expected)
  expect(await doctorLines('Event bare')).toEqual(expected)
  const termsOf = async (shortName: string) =>
    (await buyer.expect(getEvent, 200, { params: { shortName } })).termsAndConditionsUrl
  expect(await termsOf('bare')).toBeNull()
  await putSettings(shop.db, { level: 'system' }, [['GLOBAL_TERMS', 'https://shop.example/terms']])
  expect(await notesOfImport({ kind: 'event', ...file })).toEqual([])
  expect(await termsOf('bare')).toBe('https://shop.example/terms')
  await putSettings(shop.db, { level: 'system' }, [['GLOBAL_TERMS', '']])
  await organiser.change('bare', { termsAndConditionsUrl })
  expect(await termsOf('bare')).toBe(termsAndConditionsUrl)
})

test.each<[Proxy, NonNullable<EventFile['settings']>, string]>([
  ['PAYPAL', { PAYPAL_ENABLED: true }, 'set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET'],
  ['MOLLIE', {}, 'set MOLLIE_CC_ENABLED and MOLLIE_API_KEY'],
  [
    'SAFERPAY',
    { SAFERPAY_ENABLED: true, SAFERPAY_CUSTOMER_ID: '1' },
    'set SAFERPAY_API_USERNAME, SAFERPAY_API_PASSWORD and SAFERPAY_TERMINAL_ID',
  ],
  ['OFFLINE', { BANK_TRANSFER_ENABLED: false }, 'set BANK_TRANSFER_ENABLED'],
])('%s says which settings it lacks', async (proxy, settings, reason) => {
  const slug = `lacks-${proxy.toLowerCase()}`
  const file = aSale(slug, [proxy], { settings })
  expect(await notesOfImport({ kind: 'event', ...file })).toEqual([
    `${proxy} can't be offered: ${reason}.`,
    NOTHING_WORKS,
  ])
})

test('a currency that no method takes is reported when the event is made, and nothing is reserved in it', async () => {
  const file = aSale('dinar', ['STRIPE'], { currency: 'IQD', settings: stripe.settings })
  const expected = ["STRIPE can't be offered: it takes no IQD.", NOTHING_WORKS]
  expect(await notesOfApi(file)).toEqual(expected)
  expect((await shownOf('dinar'))[0]).toMatchObject({ lackOfPayment: 'AWAITED' })
  expect(codesOf(await reserve(buyer, 'dinar', { Conference: 1 }))).toEqual([NOT_PAYABLE])
})

describe('a total that no method takes', () => {
  const cents = aCategoryFile(clock.now(), { price: 0.2 })
  const luxury = aCategoryFile(clock.now(), { name: 'Luxury', price: 600_000 })

  test('is refused when it is reserved, and reported to the organiser for a single ticket', async () => {
    const file = aSale('cents', ['STRIPE'], { categories: [cents, luxury], settings: stripe.settings })
    const expected = `"Conference" can't be paid alone: no way to pay that works takes 0.20 CHF.`
    expect(await notesOfImport({ kind: 'event', ...file })).toEqual([expected])
    const refused = await reserve(buyer, 'cents', { Conference: 2 })
    expect(refused).toMatchObject({
      status: 422,
      value: { validationErrors: [{ code: TOTAL, arguments: { 0: '0.40', 1: 'CHF' } }] },
    })
    expect(codesOf(await reserve(buyer, 'cents', { Luxury: 2 }))).toEqual([TOTAL])
    await hold(buyer, 'cents', { Conference: 3 })
    await hold(buyer, 'cents', { Luxury: 1 })
  })

  test('is refused when a pass would leave it, and the order stays as it was', async () => {
    const categories = [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Child', price: 0.3 })]
    const event = await organiser.open(aSale('covered', ['STRIPE'], { categories, settings: stripe.settings }))
    const pass = await storePassOf(shop.db, event, { categories: ['Conference'] })
    const code = await storeBoughtPass(shop.db, pass)
    const reservationId = await hold(buyer, event, { Conference: 1, Child: 1 })
    const body = { code, email: null, type: 'SUBSCRIPTION' as const }
    const applied = await buyer.expect(applyCode, 200, { params: { reservationId }, body })
    expect(applied).toMatchObject({
      success: false,
      validationErrors: [{ code: TOTAL, arguments: { 0: '0.30', 1: 'CHF' } }],
    })
    expect(await infoOf(buyer, reservationId)).toMatchObject({ orderSummary: { priceInCents: 12_030 } })
  })
})

describe('settings that take the only way to pay of an event away', () => {
  const { organizationId } = organiser
  const putForEvent = (publicIdentifier: string, body: Record<string, string | boolean>) =>
    organiser.api.ask(configureContext, {
      params: { organizationId, purchaseContextType: 'event', publicIdentifier },
      body,
    })
  const putForAll = (body: Record<string, string | boolean>) =>
    organiser.api.ask(configureOrganization, { params: { organizationId }, body })

  test('of the event itself answer what it lacks, as import and doctor say it', async () => {
    const event = await organiser.open(aSale('losing', ['OFFLINE']))
    const lacks = ["OFFLINE can't be offered: set BANK_TRANSFER_ENABLED.", NOTHING_WORKS]
    expect(notesIn(await putForEvent(event, { BANK_TRANSFER_ENABLED: false }))).toEqual(lacks)
    expect(await doctorLines('Event losing')).toEqual(lacks)
    expect(notesIn(await putForEvent(event, { BANK_TRANSFER_ENABLED: true }))).toEqual([])
  })

  test('of the organisation answer which events can’t be paid any more', async () => {
    await organiser.open(aSale('by-cards', ['STRIPE']))
    await organiser.open(aSale('by-two-ways', ['STRIPE', 'ON_SITE']))
    const before = notesIn(await putForAll(stripe.settings)) as string[]
    const after = notesIn(await putForAll({ STRIPE_CC_ENABLED: false })) as string[]
    const about = 'Event by-cards: '
    expect(before.filter(note => note.startsWith(about))).toEqual([])
    expect(after.filter(note => note.startsWith(about)).map(note => note.slice(about.length))).toEqual([
      "STRIPE can't be offered: set STRIPE_CC_ENABLED.",
      NOTHING_WORKS,
    ])
    expect(after.filter(note => note.includes('by-two-ways'))).toEqual([])
    await putForAll({
      STRIPE_SECRET_KEY: '',
      STRIPE_PUBLIC_KEY: '',
      STRIPE_WEBHOOK_PAYMENT_KEY: '',
      STRIPE_WEBHOOK_KEY: '',
    })
  })
})

test('a pass that no buyer can pay for is not on sale yet, and its organiser reads why', async () => {
  const file = aPassFile({ paymentMethods: ['STRIPE'] })
  const keyless = { ...file, title: ['en', 'it'].map(lang => ({ lang, body: 'Keyless' })) }
  const made = await organiser.api.ask(createSubscription, { body: keyless })
  expect(notesIn(made)).toEqual([STRIPE_LACKS, NOTHING_WORKS])
  expect(await doctorLines('Pass Keyless')).toEqual([STRIPE_LACKS, NOTHING_WORKS])
  const id = await organiser.api.expect(createSubscription, 200, { body: file })
  clock.move(hours(1))
  expect(await buyer.expect(getSubscription, 200, { params: { id } })).toMatchObject({
    saleState: 'AWAITS_PAYMENT',
    numAvailable: 0,
  })
  expect(codesOf(await buyer.ask(reserveSubscription, { params: { id } }))).toEqual([NOT_PAYABLE])
})
