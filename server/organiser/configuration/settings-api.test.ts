import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { deskLostPassword } from '#contract/member.ts'
import * as calls from '#contract/settings.ts'
import type { Setting, Settings } from '#contract/settings.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import type { SettingDefinition } from '#domain/foundation/setting/definition.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { SETTINGS, type SettingKey, isSettingKey } from '#server/foundation/setting/registry.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { type Answer, codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { checkBaseAddress } from './base-address.ts'
import { SETTING_GROUPS } from './groups.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { shop, url, apiKey } = served
const alpine = await anOrganiser(url, apiKey)
const choir = await anOrganiser(url, apiKey, 'Choir')
const { organizationId } = alpine
const shortName = await alpine.open(aFreeEventFile(clock.now(), { slug: 'alpine' }))
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', shortName)
  .executeTakeFirstOrThrow()

const OF_SHOP = { kind: 'shop' } as const
const OF_ALPINE = { kind: 'organization', organizationId } as const
const enter = (email: string, given: ScopedRole) => enterDesk(served, { email, given })
const owner = await enter('owner@example.org', { role: 'OWNER', scope: OF_SHOP })
const editor = await enter('editor@example.org', { role: 'EDITOR', scope: OF_ALPINE })
const finance = await enter('finance@example.org', { role: 'FINANCE', scope: OF_ALPINE })
const alpineOwner = await enter('alpine@example.org', { role: 'OWNER', scope: OF_ALPINE })
const stranger = await enter('choir@example.org', {
  role: 'OWNER',
  scope: { kind: 'organization', organizationId: choir.organizationId },
})
type Desk = typeof owner
type Place = { organizationId?: number; eventId?: number }

const read = async (desk: Desk, place: Place = {}) => desk.ask(calls.readSettings, { query: asQuery(place) })
const put = (desk: Desk, changes: unknown, place: Place & { was?: unknown } = {}) =>
  desk.ask(calls.changeSettings, { body: { ...place, changes } })
const asQuery = (place: Place) => Object.fromEntries(Object.entries(place).map(([key, value]) => [key, String(value)]))
const allIn = ({ body }: Answer) => (body as Settings).groups.flatMap(({ settings }) => settings)
function found(answer: Answer, key: SettingKey): Setting {
  const setting = allIn(answer).find(one => one.key === key)
  if (!setting) throw new Error(`${key} is not there: ${JSON.stringify(answer)}`)
  return setting
}

beforeEach(async () => {
  await shop.db.kysely.deleteFrom('setting').execute()
  await shop.db.kysely.deleteFrom('change_log').execute()
  await shop.db.kysely.deleteFrom('request_count').execute()
})

const LEVELS = [
  ['system', {}],
  ['organization', { organizationId }],
  ['context', { eventId }],
] as const

describe('every setting', () => {
  test('is in one group', () => {
    const grouped = SETTING_GROUPS.flatMap(({ keys }): readonly string[] => keys)
    expect(grouped.toSorted()).toEqual(Object.keys(SETTINGS).toSorted())
  })

  test.each(LEVELS)(
    'that may be stated at the level %s is listed there with words for people, and no other',
    async (level, place) => {
      const settings = allIn(await read(owner, place))
      const expected = Object.entries<SettingDefinition>(SETTINGS).flatMap(([key, { levels }]) =>
        levels.includes(level) ? [key] : [],
      )
      expect(settings.map(({ key }) => key).toSorted()).toEqual(expected.toSorted())
      for (const { key, label, text } of settings) {
        expect(label).not.toContain('foyer.')
        expect([key, /[.…]$/.test(text)]).toEqual([key, true])
      }
    },
  )

  test.each(LEVELS)('of the level %s can be stated by the API, read again, and put back', async (_, place) => {
    const settings = allIn(await read(owner, place)).filter(({ kind }) => kind !== 'image' && !UNLIKE[kind])
    const changes = Object.fromEntries(settings.map(setting => [setting.key, exampleOf(setting)]))
    const stated = await put(owner, changes, place)
    expect(stated.status === 200 ? [] : codes(stated)).toEqual([])
    for (const { key, value, isStated, isSet } of allIn(stated).filter(one => one.key in changes)) {
      expect([key, isStated, isSet]).toEqual([key, true, true])
      if (value !== null) expect([key, value]).toEqual([key, changes[key]])
    }
    const back = await put(owner, Object.fromEntries(settings.map(({ key }) => [key, null])), place)
    expect(allIn(back).filter(({ isStated }) => isStated)).toEqual([])
  })
})

/** Files whose content is read; server/operation/command/settings.ts has tests of them. */
const UNLIKE: Readonly<Partial<Record<Setting['kind'], true>>> = { 'sealed-long': true }

const EXAMPLES: Readonly<Partial<Record<SettingKey, string>>> = {
  BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7',
  COUNTRY_OF_BUSINESS: 'CH',
  EMBED_ALLOWED_ORIGINS: 'https://www.example.org',
  EMBED_POST_MESSAGE_ORIGIN: 'https://www.example.org',
  GOOGLE_ANALYTICS_KEY: 'G-12345',
  INVOICE_NUMBER_PATTERN: 'A-%d',
  LABEL_LAYOUT: '{}',
  MAIL_CC: 'copy@example.org',
  MOLLIE_CONNECT_CLIENT_ID: 'app_12345',
  MOLLIE_CONNECT_CLIENT_SECRET: 'secret_1',
  MOLLIE_CONNECT_REFRESH_TOKEN: 'refresh_1',
  MAIL_SERVER_HOST: 'smtp.example.org',
  MAP_IMAGE_URL: 'https://maps.example.org/{latitude}/{longitude}.png',
  PASSBOOK_INTERMEDIATE_CERTIFICATE: '-----BEGIN CERTIFICATE-----',
  PASSBOOK_TEAM_IDENTIFIER: 'ABCDEFGHIJ',
  PASSBOOK_TYPE_IDENTIFIER: 'pass.org.example',
  WALLET_ISSUER_IDENTIFIER: '123',
  SAFERPAY_METHODS: 'VISA',
  STRIPE_METHODS: 'card\ntwint',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLIC_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_PAYMENT_KEY: 'whsec_1',
  STRIPE_WEBHOOK_KEY: 'whsec_1',
  STRIPE_CONNECTED_ID: 'acct_1',
  PLATFORM_FEE_PERCENTAGE: '1.5',
  PLATFORM_FEE_FIXED: '1',
  PLATFORM_FEE_MINIMUM: '1',
  PLATFORM_FEE_MAXIMUM: '2',
  MOLLIE_API_KEY: `test_${'a'.repeat(30)}`,
  MOLLIE_CONNECT_PROFILE_ID: 'pfl_12345',
  SAFERPAY_API_USERNAME: 'API_1_2',
  SAFERPAY_CUSTOMER_ID: '123',
  SAFERPAY_TERMINAL_ID: '12345678',
}

function exampleOf({ key, kind, min, choices }: Setting): string {
  const own = isSettingKey(key) ? EXAMPLES[key] : undefined
  if (own !== undefined) return own
  const byKind: Readonly<Partial<Record<Setting['kind'], string>>> = {
    flag: 'true',
    number: String(min),
    mail: 'desk@example.org',
    address: 'https://example.org/a',
    colour: '#a8321a',
    choice: choices[0]?.value ?? '',
    choices: choices[0]?.value ?? '',
  }
  return byKind[kind] ?? 'x'
}

describe('a setting', () => {
  test('says where it comes from, and what it is without the statement of the place', async () => {
    expect(found(await read(owner, { eventId }), 'RESERVATION_TIMEOUT')).toMatchObject({
      value: '25',
      origin: 'FOYER',
      isStated: false,
      otherwise: { value: '25', origin: 'FOYER' },
      kind: 'number',
      min: 1,
      max: 1440,
    })
    await put(owner, { RESERVATION_TIMEOUT: 20 })
    await put(owner, { RESERVATION_TIMEOUT: '15' }, { organizationId })
    expect(found(await read(owner, { eventId }), 'RESERVATION_TIMEOUT')).toMatchObject({
      value: '15',
      origin: 'ORGANIZATION',
    })
    const stated = await put(owner, { RESERVATION_TIMEOUT: ' 10 ' }, { eventId })
    expect(found(stated, 'RESERVATION_TIMEOUT')).toMatchObject({
      value: '10',
      origin: 'EVENT',
      isStated: true,
      otherwise: { value: '15', origin: 'ORGANIZATION' },
    })
    const back = await put(owner, { RESERVATION_TIMEOUT: null }, { eventId })
    expect(found(back, 'RESERVATION_TIMEOUT')).toMatchObject({ value: '15', origin: 'ORGANIZATION', isStated: false })
  })

  test('that is sealed is never shown, neither here nor in the audit', async () => {
    const stated = await put(owner, { STRIPE_SECRET_KEY: 'sk_test_whispered' }, { organizationId })
    expect(found(stated, 'STRIPE_SECRET_KEY')).toMatchObject({ value: null, isSet: true, isStated: true })
    expect(found(await read(owner, { eventId }), 'STRIPE_SECRET_KEY')).toMatchObject({ value: null, isSet: true })
    const audit = await shop.db.kysely.selectFrom('change_log').selectAll().execute()
    expect(JSON.stringify([stated, audit.map(({ before, after }) => [before, after])])).not.toContain('whispered')
    expect(audit).toMatchObject([
      {
        action: 'SETTINGS_CHANGED',
        organization_id: organizationId,
        subject: 'STRIPE_SECRET_KEY',
        actor: 'Grace Hopper',
      },
    ])
  })

  test('is audited with what it was before and after', async () => {
    await put(owner, { SHOP_NAME: 'Alpine' })
    await put(owner, { SHOP_NAME: 'Alpine Tickets', SHOP_ACCENT: '#a8321a' })
    const rows = await shop.db.kysely.selectFrom('change_log').selectAll().orderBy('id').execute()
    expect(rows.map(({ before, after }) => [before, after])).toEqual([
      [{ settings: { SHOP_NAME: null } }, { settings: { SHOP_NAME: 'Alpine' } }],
      [
        { settings: { SHOP_NAME: 'Alpine', SHOP_ACCENT: null } },
        { settings: { SHOP_NAME: 'Alpine Tickets', SHOP_ACCENT: '#a8321a' } },
      ],
    ])
  })

  test('is stated together with the others of a request, or none of them is', async () => {
    const refused = await put(owner, { SHOP_NAME: 'Alpine', RESERVATION_TIMEOUT: '0', NO_SUCH: 'x' })
    expect(codes(refused)).toEqual([
      ['RESERVATION_TIMEOUT', 'foyer.setting.refused.number'],
      ['NO_SUCH', 'foyer.setting.refused.unknown'],
    ])
    expect(refused.body).toMatchObject({ errors: [{ message: 'Enter a whole number from 1 to 1440.' }, {}] })
    expect(await shop.db.kysely.selectFrom('setting').selectAll().execute()).toEqual([])
    expect(await shop.db.kysely.selectFrom('change_log').selectAll().execute()).toEqual([])
  })

  test.each([
    ['BANK_ACCOUNT_NR', 'CH93 0076 2011 6238 5295 8', 'account'],
    ['SHOP_ACCENT', 'red', 'colour'],
    ['SHOP_LOGO', 'a'.repeat(64), 'image'],
    ['GLOBAL_TERMS', 'javascript:alert(1)', 'address'],
    ['ROBOT_CHECK', 'maybe', 'choice'],
    ['MAIL_REPLY_TO', 'a@example.org, b@example.org', 'mail'],
    ['ENABLE_WALLET', 'yes', 'flag'],
    ['PASSBOOK_KEYSTORE', 'x', 'PASSBOOK_KEYSTORE'],
    ['OPENID_CONFIGURATION_JSON', '{}', 'OPENID_CONFIGURATION_JSON'],
    ['MAIL_DKIM_SELECTOR', 'two words', 'form'],
  ])('%s is refused as %s', async (key, value, reason) => {
    expect(codes(await put(owner, { [key]: value }))).toEqual([[key, `foyer.setting.refused.${reason}`]])
  })

  test('that another person has changed meanwhile is not written over', async () => {
    await put(owner, { RESERVATION_TIMEOUT: 20 }, { organizationId })
    const was = { RESERVATION_TIMEOUT: '20' }
    expect((await put(editor, { RESERVATION_TIMEOUT: 15 }, { organizationId, was })).status).toBe(200)
    const late = await put(owner, { RESERVATION_TIMEOUT: null }, { organizationId, was })
    expect(codes(late)).toEqual([['RESERVATION_TIMEOUT', 'foyer.setting.refused.changed']])
  })
})

describe('a role', () => {
  test('changes what it is for: money is not the editor’s, and all else not of finance', async () => {
    const money = { BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' }
    const page = { DISPLAY_TICKETS_LEFT_INDICATOR: true }
    expect(codes(await put(editor, money, { organizationId }))).toEqual([
      ['BANK_ACCOUNT_NR', 'foyer.setting.refused.role'],
    ])
    expect((await put(editor, page, { organizationId })).status).toBe(200)
    expect((await put(finance, money, { organizationId })).status).toBe(200)
    expect(codes(await put(finance, page, { organizationId }))).toEqual([
      ['DISPLAY_TICKETS_LEFT_INDICATOR', 'foyer.setting.refused.role'],
    ])
    // What the operator keeps is not for those of whom it is kept.
    for (const desk of [finance, alpineOwner])
      expect(codes(await put(desk, { PLATFORM_FEE_PERCENTAGE: '0' }, { organizationId }))).toEqual([
        ['PLATFORM_FEE_PERCENTAGE', 'foyer.setting.refused.role'],
      ])
    const mayChange = ((await read(editor, { organizationId })).body as Settings).groups.map(group => [
      group.id,
      group.mayChange,
    ])
    expect(mayChange).toContainEqual(['bank-transfer', false])
    expect(mayChange).toContainEqual(['event-page', true])
  })

  test('of an organisation neither reads nor changes the shop, or another organisation', async () => {
    expect((await read(editor)).status).toBe(403)
    expect((await put(editor, { SHOP_NAME: 'Mine' })).status).toBe(403)
    for (const place of [{ organizationId }, { eventId }, { organizationId: 999_999 }, { eventId: 999_999 }]) {
      expect((await read(stranger, place)).status).toBe(403)
      expect((await put(stranger, { RESERVATION_TIMEOUT: 1 }, place)).status).toBe(403)
    }
    expect((await read(owner, { organizationId: choir.organizationId, eventId })).status).toBe(403)
  })

  test('states no setting of the shop for an organisation', async () => {
    expect(codes(await put(owner, { SHOP_NAME: 'Mine' }, { organizationId }))).toEqual([
      ['SHOP_NAME', 'foyer.setting.refused.level'],
    ])
  })
})

describe('a mail server', () => {
  const serverAt = ({ port, hostname }: URL) => ({
    MAIL_SERVER_HOST: hostname,
    MAIL_SERVER_PORT: Number(port),
    MAIL_SERVER_SECURITY: 'none',
    MAIL_SENDER: 'tickets@example.org',
  })

  test('is tried out before it is saved, and says what it thinks', async () => {
    const server = await testMailServer()
    const changes = serverAt(new URL(server.url))
    const tried = await owner.ask(calls.sendTestMail, { body: { changes } })
    expect(tried).toMatchObject({
      status: 200,
      body: { isAccepted: true, recipient: 'owner@example.org', server: new URL(server.url).host },
    })
    expect(server.received).toMatchObject([{ subject: 'Test mail of Foyer', from: { address: 'tickets@example.org' } }])
    server.refuseNext(1, 'no room left')
    expect((await owner.ask(calls.sendTestMail, { body: { changes } })).body).toMatchObject({
      isAccepted: false,
      answer: expect.stringContaining('no room left'),
    })
    expect((await systemSettings(shop.db)).text('MAIL_SERVER_HOST')).toBeNull()
    await server.close()
  })

  test('takes the mails of the shop once it is stated', async () => {
    const server = await testMailServer()
    expect((await put(owner, serverAt(new URL(server.url)))).status).toBe(200)
    await owner.ask(calls.sendTestMail, { body: {} })
    expect(server.received).toHaveLength(1)
    await owner.ask(deskLostPassword, { body: { email: 'editor@example.org' } })
    await served.runJobs()
    expect(server.received.map(({ to }) => to?.[0]?.address)).toEqual(['owner@example.org', 'editor@example.org'])
    // The shop keeps its connection until it is closed.
    void server.close()
  })

  test('gets no password that was stated for another one', async () => {
    const stated = { ...serverAt(new URL('smtp://smtp.example.org:587')), MAIL_SERVER_PASSWORD: 'whispered' }
    expect((await put(owner, stated)).status).toBe(200)
    const elsewhere = { MAIL_SERVER_HOST: 'evil.example' }
    const refused = [['MAIL_SERVER_PASSWORD', 'foyer.setting.refused.password-anew']]
    expect(codes(await put(owner, elsewhere))).toEqual(refused)
    expect(codes(await owner.ask(calls.sendTestMail, { body: { changes: elsewhere } }))).toEqual(refused)
    expect((await put(owner, { ...elsewhere, MAIL_SERVER_PASSWORD: 'another' })).status).toBe(200)
  })

  test('needs a sender', async () => {
    const refused = [['MAIL_SENDER', 'foyer.setting.refused.sender-missing']]
    expect(codes(await put(owner, { MAIL_SERVER_HOST: 'smtp.example.org' }))).toEqual(refused)
    await put(owner, serverAt(new URL('smtp://smtp.example.org:587')))
    expect(codes(await put(owner, { MAIL_SENDER: null }))).toEqual(refused)
  })
})

describe('ways to pay', () => {
  test('say what they lack, and to which address the provider sends its messages', async () => {
    await put(owner, { BANK_TRANSFER_ENABLED: true }, { organizationId })
    const { body } = await finance.ask(calls.listPaymentWays, { query: { organizationId: String(organizationId) } })
    const ways = body as { provider: string; canBePaid: boolean; missing: { label: string }[]; webhooks: string[] }[]
    expect(ways.find(({ provider }) => provider === 'OFFLINE')).toMatchObject({ canBePaid: true, missing: [] })
    const stripe = ways.find(({ provider }) => provider === 'STRIPE')
    expect(stripe).toMatchObject({ canBePaid: false, isTested: true, group: 'stripe' })
    expect(stripe?.missing.map(({ label }) => label)).toContain('Secret key of Stripe')
    expect(stripe?.webhooks[0]).toBe(`${shop.config.baseUrl}/api/payment/webhook/stripe/payment`)
  })

  test('are tested by asking the provider', async () => {
    await put(owner, { STRIPE_CC_ENABLED: true }, { organizationId })
    const ask = (provider: string, desk = finance) =>
      desk.ask(calls.testPayment, { params: { provider }, body: { organizationId } })
    expect(await ask('STRIPE')).toEqual({
      status: 200,
      body: { isGood: false, sentences: ['STRIPE_SECRET_KEY is missing.'] },
    })
    expect((await ask('OFFLINE')).status).toBe(404)
    expect((await ask('STRIPE', editor)).status).toBe(403)
  })
})

describe('the base address', () => {
  /** A shop at the address of this answer. */
  const checked = async (answer: (path: string) => string | Promise<string>) => {
    const server = createServer(
      (request, response) => void Promise.resolve(answer(request.url ?? '')).then(text => response.end(text)),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const result = await checkBaseAddress({ db: shop.db, config: { ...shop.config, baseUrl } })
    server.close()
    return result
  }

  test('is good where this very shop answers', async () => {
    expect(await checked(async path => (await fetch(url + path)).text())).toBe('GOOD')
    expect((await owner.ask(calls.checkBaseAddress)).body).toEqual({
      baseUrl: shop.config.baseUrl,
      result: 'NO_ANSWER',
    })
  })

  test('is another’s where the answer is no proof, not even the question itself', async () => {
    expect(await checked(() => 'Welcome')).toBe('OTHER_ANSWER')
    expect(await checked(path => JSON.stringify({ proof: path.split('/').at(-1) }))).toBe('OTHER_ANSWER')
    expect(await checked(() => JSON.stringify({ proof: shop.db.sealing.seal('x', 'elsewhere') }))).toBe('OTHER_ANSWER')
  })

  test('in a private network is requested by a shop in production not at all', async () => {
    const config = { ...shop.config, mode: 'production', baseUrl: url } as const
    expect(await checkBaseAddress({ db: shop.db, config })).toBe('NO_ANSWER')
  })
})
