import { beforeEach, describe, expect, test } from 'vitest'
import { type SubscriptionExtension, extendSubscription, updateSubscription } from '#contract/organiser-subscription.ts'
import {
  appleChangedSubscriptions,
  appleLatestSubscription,
  appleRegisterSubscription,
  appleSubscription,
  appleUnregisterSubscription,
  googleWalletSubscription,
} from '#contract/wallet.ts'
import { confirmWithdrawal } from '#contract/withdrawal.ts'
import { days, minutes } from '#domain/foundation/instant.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { applePush } from '#tests/fakes/apple-push.ts'
import { googleWallet } from '#tests/fakes/google-wallet.ts'
import { aBuyer, addressOf } from '#tests/support/buyer/buyer.ts'
import { buyPass, passOf, passReadyToPay } from '#tests/support/buyer/pass-purchase.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { readPass } from '#tests/support/documents/read-pass.ts'
import { PASS_TYPE_IDENTIFIER, appleSettings, googleSettings } from '#tests/support/documents/wallets.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const google = await googleWallet()
const certificates = passCertificates(PASS_TYPE_IDENTIFIER)
const apple = await applePush(certificates)
const { url, apiKey, shop, runJobs } = await testShop({
  clock,
  environment: {
    FOYER_MODE: 'development',
    FOYER_BASE_URL: 'https://tickets.example.org',
    GOOGLE_WALLET_API_BASE: google.url,
    GOOGLE_TOKEN_API_BASE: google.url,
    APNS_API_BASE: apple.url,
  },
})
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const OBJECT = 'genericObject'
const CLASS = 'genericClass'
const WALLETS = Object.fromEntries(
  Object.entries({ ...googleSettings(google), ...appleSettings(certificates) }).map(([key, value]) => [
    key,
    String(value),
  ]),
)
const WITHDRAWAL = { kind: 'possible', days: 14, afterUse: 'EVERYTHING' } as const
const LATER = Date.UTC(2028, 5, 30, 21, 59, 59)
const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }

beforeEach(() => {
  clock.set(SOME_DAY)
  google.calls.length = 0
  google.behave('usual')
  apple.pushes.length = 0
  apple.behave('usual')
})

const put = (pass: Partial<PassToStore> = {}) =>
  storePass(shop, {
    organizationId,
    price: 0n,
    maxEntries: 10,
    validity: { units: 1, unit: 'YEARS' },
    withdrawal: WITHDRAWAL,
    settings: WALLETS,
    ...pass,
  })

type Bought = { readonly id: string; readonly reservationId: string }

async function bought(pass: Partial<PassToStore> = {}): Promise<Bought> {
  const { publicId } = await put(pass)
  const owner = { differentSubscriptionOwner: true, subscriptionOwner: GRACE }
  return { id: publicId, reservationId: await buyPass(aBuyer(url), publicId, { by: 'NONE', ...owner }) }
}

async function idsOf({ reservationId }: Bought) {
  const query = shop.db.kysely.selectFrom('bought_pass').select(['id', 'public_id as publicId'])
  return query.where('reservation_id', '=', reservationId).executeTakeFirstOrThrow()
}

const addToGoogle = (params: Bought) => aBuyer(url).ask(googleWalletSubscription, { params })
const addToApple = (params: Bought) => fetch(url + addressOf(appleSubscription, { params }), { redirect: 'manual' })

/** The object that the link of an answer saves. */
async function added(pass: Bought): Promise<string> {
  const { status, headers } = await addToGoogle(pass)
  expect(status).toBe(302)
  const [, token = ''] = (headers.get('location') ?? '').split('https://pay.google.com/gp/v/save/')
  const claims = google.claimsOf(token) as { payload: { genericObjects: { id: string }[] } }
  return claims.payload.genericObjects[0]?.id ?? ''
}

async function withdraw({ reservationId }: Bought): Promise<void> {
  const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', amount: '0.00' }
  await aBuyer(url).expect(confirmWithdrawal, 200, { params: { reservationId }, body })
}

async function extend(pass: Bought, body: SubscriptionExtension): Promise<void> {
  const { publicId } = await idsOf(pass)
  const params = { id: pass.id, boughtId: publicId }
  await organiser.api.expect(extendSubscription, 200, { params, body })
}

/** A telephone with a pass; it has no session and knows the content of the pass. */
async function telephoneWith(pass: Bought) {
  const answer = await addToApple(pass)
  const { pass: read } = await readPass(await answer.bytes(), certificates.root)
  const authorization = `ApplePass ${String(read['authenticationToken'])}`
  const params = {
    id: pass.id,
    passTypeIdentifier: PASS_TYPE_IDENTIFIER,
    serialNumber: String(read['serialNumber']),
  }
  return { authorization, params, talk: aBuyer(url, { authorization }) }
}

type Telephone = Awaited<ReturnType<typeof telephoneWith>>

async function registered(pass: Bought): Promise<Telephone> {
  const telephone = await telephoneWith(pass)
  const params = { ...telephone.params, device: 'device' }
  await telephone.talk.expect(appleRegisterSubscription, 201, { params, body: { pushToken: 'abc' } })
  return telephone
}

/** What the telephone would show after it has asked. */
async function latest({ authorization, params }: Telephone) {
  const answer = await fetch(url + addressOf(appleLatestSubscription, { params }), { headers: { authorization } })
  expect(answer.status).toBe(200)
  return (await readPass(await answer.bytes(), certificates.root)).pass
}

describe('Google', () => {
  test('is given a pass once, with owner, validity, entries, and the code that uses it', async () => {
    const pass = await bought()
    const { id: code, publicId } = await idsOf(pass)
    const id = await added(pass)
    expect(id).toBe(`3388000000012345678.dev-tickets-example-org-object.pass-${publicId}_0`)
    expect(google.calls.filter(call => call !== 'token')).toEqual([
      `GET ${CLASS}`,
      `POST ${CLASS}`,
      `GET ${OBJECT}`,
      `POST ${OBJECT}`,
    ])
    expect(google.kept.get(id)).toMatchObject({
      id,
      classId: `3388000000012345678.dev-tickets-example-org-class.pass-${pass.id}`,
      state: 'ACTIVE',
      cardTitle: { defaultValue: { language: 'en', value: 'Alpine Systems' } },
      header: { defaultValue: { language: 'en', value: 'Season pass' } },
      textModulesData: [
        { id: 'owner', body: 'Grace Hopper' },
        { id: 'valid', body: 'Saturday 15 January 2028, 23:59 CET' },
        { id: 'entries', body: '10' },
      ],
      validTimeInterval: {
        start: { date: '2027-01-15T09:00:00+01:00' },
        end: { date: '2028-01-15T23:59:59+01:00' },
      },
      barcode: { type: 'QR_CODE', value: code, alternateText: passPin(code as BoughtPassId) },
      linksModuleData: { uris: [{ uri: `https://tickets.example.org/events-all?subscription=${code}&lang=en` }] },
    })
    google.calls.length = 0
    expect(await added(pass)).toBe(id)
    expect(google.calls).toEqual([`GET ${CLASS}`, `GET ${OBJECT}`])
  })

  test('has no code of a pass whose codes are not to be shown', async () => {
    const pass = await bought()
    const { reservationId } = pass
    await shop.db.kysely
      .updateTable('bought_pass')
      .set({ display_pin: false })
      .where('reservation_id', '=', reservationId)
      .execute()
    expect(google.kept.get(await added(pass))).not.toHaveProperty('barcode')
  })

  test('is sent a pass that ends later and pays for more', async () => {
    const pass = await bought()
    const id = await added(pass)
    await extend(pass, { validTo: LATER, maxEntries: 12 })
    await runJobs()
    expect(google.kept.get(id)).toMatchObject({
      state: 'ACTIVE',
      validTimeInterval: { end: { date: '2028-06-30T23:59:59+02:00' } },
      textModulesData: [{}, {}, { id: 'entries', body: '12' }],
    })
  })

  test('is sent another name of the pass, for everybody who has it', async () => {
    const pass = await bought()
    const id = await added(pass)
    await organiser.api.expect(updateSubscription, 200, {
      params: { id: pass.id },
      body: {
        title: [
          { lang: 'en', body: 'Ten evenings' },
          { lang: 'de', body: 'Zehn Abende' },
        ],
      },
    })
    await runJobs()
    expect(google.kept.get(id)).toMatchObject({ header: { defaultValue: { value: 'Ten evenings' } } })
  })

  test('is sent a withdrawal: the pass is void, and not to be added again', async () => {
    const pass = await bought()
    const id = await added(pass)
    await withdraw(pass)
    expect(google.kept.get(id)).toMatchObject({ state: 'ACTIVE' })
    await runJobs()
    expect(google.kept.get(id)).toMatchObject({ state: 'INACTIVE' })
    expect((await addToGoogle(pass)).status).toBe(404)
  })

  test('a pass that is withdrawn from while Google is given it is void there', async () => {
    const pass = await bought()
    const { publicId } = await idsOf(pass)
    google.during(`POST ${OBJECT}`, async () => {
      await withdraw(pass)
      await runJobs()
    })
    expect((await addToGoogle(pass)).status).toBe(404)
    await runJobs()
    const [id = ''] = [...google.kept.keys()].filter(name => name.includes(publicId))
    expect(google.kept.get(id)).toMatchObject({ state: 'INACTIVE' })
  })

  test('when it is down the owner comes back to the page of the order', async () => {
    const pass = await bought()
    // A token that is known is used for an hour.
    clock.move(minutes(61))
    google.behave('down')
    const { status, headers } = await addToGoogle(pass)
    expect([status, headers.get('location')]).toEqual([
      302,
      `/subscription/${pass.id}/reservation/${pass.reservationId}/success?wallet=unreachable`,
    ])
  })
})

describe('Apple', () => {
  test('gets a signed file with owner, validity, entries, and the code that uses it', async () => {
    const pass = await bought()
    const { id: code, publicId } = await idsOf(pass)
    const answer = await addToApple(pass)
    expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename=Passbook-${publicId.slice(0, 8)}.pkpass`,
    )
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    const { pass: read } = await readPass(await answer.bytes(), certificates.root)
    expect(read).toMatchObject({
      passTypeIdentifier: PASS_TYPE_IDENTIFIER,
      serialNumber: publicId,
      organizationName: 'Alpine Systems',
      description: 'Season pass',
      expirationDate: '2028-01-15T23:59:59+01:00',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: code, altText: passPin(code as BoughtPassId) }],
      webServiceURL: `https://tickets.example.org/api/pass/subscription/${pass.id}`,
      generic: {
        primaryFields: [{ label: 'Alpine Systems', value: 'Season pass' }],
        secondaryFields: [{ key: 'owner', value: 'Grace Hopper' }],
        auxiliaryFields: [
          { key: 'validFrom' },
          { key: 'validTo', value: '2028-01-15T23:59:59+01:00' },
          { key: 'entries', value: 10 },
        ],
      },
    })
    expect(read).not.toHaveProperty('voided')
  })

  test('has no code of a pass whose codes are not to be shown', async () => {
    const pass = await bought()
    const set = shop.db.kysely.updateTable('bought_pass').set({ display_pin: false })
    await set.where('reservation_id', '=', pass.reservationId).execute()
    const { pass: read } = await readPass(await (await addToApple(pass)).bytes(), certificates.root)
    expect(read).not.toHaveProperty('barcodes')
    expect(read).not.toHaveProperty('voided')
  })

  test('pushes to a telephone when the pass is extended, which then shows the new end', async () => {
    const pass = await bought()
    const telephone = await registered(pass)
    await extend(pass, { validTo: LATER })
    await runJobs()
    expect(apple.pushes).toMatchObject([{ token: 'abc', topic: PASS_TYPE_IDENTIFIER }])
    expect(await latest(telephone)).toMatchObject({ expirationDate: '2028-06-30T23:59:59+02:00' })
    const { id, passTypeIdentifier, serialNumber } = telephone.params
    const params = { id, passTypeIdentifier, device: 'device' }
    const changed = await aBuyer(url).ask(appleChangedSubscriptions, { params })
    expect(changed.value).toMatchObject({ serialNumbers: [serialNumber] })
  })

  test('pushes when the pass is withdrawn from: it is void, and says nothing of its owner', async () => {
    const pass = await bought()
    const telephone = await registered(pass)
    await withdraw(pass)
    await runJobs()
    expect(apple.pushes).toHaveLength(1)
    const voided = await latest(telephone)
    expect(voided).toMatchObject({ voided: true })
    expect(JSON.stringify(voided)).not.toMatch(/Grace|barcode|subscription=/)
    expect((await addToApple(pass)).status).toBe(404)
  })

  test('updates a pass that is off sale: sold ones stay valid', async () => {
    const { id, publicId } = await put()
    const reservationId = await buyPass(aBuyer(url), publicId, { by: 'NONE' })
    const telephone = await registered({ id: publicId, reservationId })
    await shop.db.kysely.updateTable('purchase_context').set({ status: 'DISABLED' }).where('id', '=', id).execute()
    shop.catalog.offerChanged({ id, publicId })
    expect(await latest(telephone)).not.toHaveProperty('voided')
  })

  test('refuses clients that can not prove to have the pass', async () => {
    const pass = await bought()
    const other = await telephoneWith(await bought())
    const { params } = await telephoneWith(pass)
    const registration = { params: { ...params, device: 'device' } }
    for (const [talk, status] of [
      [aBuyer(url), 401],
      [other.talk, 404],
    ] as const) {
      expect((await talk.ask(appleLatestSubscription, { params })).status).toBe(status)
      const body = { pushToken: 'abc' }
      expect((await talk.ask(appleRegisterSubscription, { ...registration, body })).status).toBe(401)
      expect((await talk.ask(appleUnregisterSubscription, registration)).status).toBe(401)
    }
    const elsewhere = { ...other.params, id: pass.id }
    expect((await other.talk.ask(appleLatestSubscription, { params: elsewhere })).status).toBe(404)
  })
})

const NOT_TO_BE_ADDED: readonly [string, () => Promise<Bought>][] = [
  ['that is unknown', async () => ({ ...(await bought()), reservationId: crypto.randomUUID() })],
  ['of an order of another pass', async () => ({ ...(await bought()), id: (await put()).publicId })],
  [
    'that is only held',
    async () => {
      const { publicId } = await put()
      return { id: publicId, reservationId: await passReadyToPay(aBuyer(url), publicId) }
    },
  ],
  [
    'that is still to be paid',
    async () => {
      const { publicId } = await put({ price: 10_000n })
      return { id: publicId, reservationId: await buyPass(aBuyer(url), publicId) }
    },
  ],
  ['where no wallet is set up', async () => bought({ settings: {} })],
  ['where they are switched off', async () => bought({ settings: SWITCHED_OFF })],
]

const SWITCHED_OFF = { ...WALLETS, ENABLE_WALLET: 'false', ENABLE_PASS: 'false' }

test.each(NOT_TO_BE_ADDED)('a pass %s is not to be found, and no wallet is asked', async (_, find) => {
  const pass = await find()
  expect((await addToGoogle(pass)).status).toBe(404)
  expect((await addToApple(pass)).status).toBe(404)
  expect(google.calls).toEqual([])
})

test('the page of the order knows into which wallets the pass goes', async () => {
  const shown = async ({ reservationId }: Bought) => (await passOf(aBuyer(url), reservationId)).walletConfiguration
  expect(await shown(await bought())).toEqual({ gWalletEnabled: true, passEnabled: true })
  expect(await shown(await bought({ settings: {} }))).toEqual({ gWalletEnabled: false, passEnabled: false })
  const { publicId } = await put()
  const held = { id: publicId, reservationId: await passReadyToPay(aBuyer(url), publicId) }
  expect(await shown(held)).toEqual({ gWalletEnabled: false, passEnabled: false })
})

test('what is in wallets is erased with the people of the order', async () => {
  const pass = await bought({ settings: { ...WALLETS, RETENTION_DAYS: '10' } })
  const { publicId } = await idsOf(pass)
  await added(pass)
  await registered(pass)
  const kept = () => shop.db.kysely.selectFrom('wallet_pass').select('id').where('public_id', '=', publicId).execute()
  clock.move(days(370))
  await runJobs()
  expect(await kept()).toHaveLength(2)
  clock.move(days(10))
  await runJobs()
  expect(await kept()).toEqual([])
})
