import { describe, expect, test } from 'vitest'
import { changeDeskEvent, createDeskEvent, importDeskEvent, readDeskEvent } from '#contract/desk-event.ts'
import type { Setting, Settings } from '#contract/settings.ts'
import type { SettingDefinition } from '#domain/foundation/setting/definition.ts'
import { SETTINGS, type SettingKey, isSettingKey } from '#server/foundation/setting/registry.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import {
  putSettings,
  readSettings,
  settingIn,
  settingsDesk,
  settingsIn,
} from '#tests/support/organiser/settings-desk.ts'
import { SETTING_GROUPS } from './groups.ts'

const { shop, organizationId, otherId, eventId, owner, editor, finance, alpineOwner, stranger } = await settingsDesk()
const { publicId: passId, id: contextOfPass } = await storePass(shop, { organizationId })

const LEVELS = [
  ['system', {}],
  ['organization', { organizationId }],
  ['context', { eventId }],
  ['context', { passId }],
] as const

describe('every setting', () => {
  test('is in one group', () => {
    const grouped = SETTING_GROUPS.flatMap(({ keys }): readonly string[] => keys)
    expect(grouped.toSorted()).toEqual(Object.keys(SETTINGS).toSorted())
  })

  test.each(LEVELS)(
    'that may be stated at the level %s is listed there with words for people, and no other',
    async (level, place) => {
      const settings = settingsIn(await readSettings(owner, place))
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

  test('that a category of tickets may state for itself says so, at each place where it is listed', async () => {
    const ofCategories = Object.entries<SettingDefinition>(SETTINGS).flatMap(([key, { levels }]) =>
      levels.includes('category') ? [key] : [],
    )
    expect(ofCategories.length).toBeGreaterThan(5)
    const settings = settingsIn(await readSettings(owner, { eventId }))
    const marked = settings.filter(({ isOfCategory }) => isOfCategory)
    expect(marked.map(({ key }) => key).toSorted()).toEqual(ofCategories.toSorted())
  })

  test.each(LEVELS)('of the level %s can be stated by the API, read again, and put back', async (_, place) => {
    const settings = settingsIn(await readSettings(owner, place)).filter(
      ({ kind }) => kind !== 'image' && !UNLIKE[kind],
    )
    const changes = Object.fromEntries(settings.map(setting => [setting.key, exampleOf(setting)]))
    const stated = await putSettings(owner, changes, place)
    expect(stated.status === 200 ? [] : codes(stated)).toEqual([])
    const here = settingsIn(stated).filter(one => one.key in changes)
    expect(here.map(({ key, isStated, isSet }) => [key, isStated, isSet])).toEqual(
      here.map(({ key }) => [key, true, true]),
    )
    // What is sealed is not shown.
    const shown = here.filter(({ value }) => value !== null)
    expect(shown.map(({ key, value }) => [key, value])).toEqual(shown.map(({ key }) => [key, changes[key]]))
    expect(shown.length).toBeGreaterThan(70)
    const back = await putSettings(owner, Object.fromEntries(settings.map(({ key }) => [key, null])), place)
    expect(settingsIn(back).filter(({ isStated }) => isStated)).toEqual([])
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
    expect(settingIn(await readSettings(owner, { eventId }), 'RESERVATION_TIMEOUT')).toMatchObject({
      value: '25',
      origin: 'FOYER',
      isStated: false,
      otherwise: { value: '25', origin: 'FOYER' },
      kind: 'number',
      min: 1,
      max: 1440,
    })
    await putSettings(owner, { RESERVATION_TIMEOUT: 20 })
    await putSettings(owner, { RESERVATION_TIMEOUT: '15' }, { organizationId })
    expect(settingIn(await readSettings(owner, { eventId }), 'RESERVATION_TIMEOUT')).toMatchObject({
      value: '15',
      origin: 'ORGANIZATION',
    })
    const stated = await putSettings(owner, { RESERVATION_TIMEOUT: ' 10 ' }, { eventId })
    expect(settingIn(stated, 'RESERVATION_TIMEOUT')).toMatchObject({
      value: '10',
      origin: 'EVENT',
      isStated: true,
      otherwise: { value: '15', origin: 'ORGANIZATION' },
    })
    const back = await putSettings(owner, { RESERVATION_TIMEOUT: null }, { eventId })
    expect(settingIn(back, 'RESERVATION_TIMEOUT')).toMatchObject({
      value: '15',
      origin: 'ORGANIZATION',
      isStated: false,
    })
  })

  test('that is sealed is never shown, neither here nor in the audit', async () => {
    const stated = await putSettings(owner, { STRIPE_SECRET_KEY: 'sk_test_whispered' }, { organizationId })
    expect(settingIn(stated, 'STRIPE_SECRET_KEY')).toMatchObject({ value: null, isSet: true, isStated: true })
    expect(settingIn(await readSettings(owner, { eventId }), 'STRIPE_SECRET_KEY')).toMatchObject({
      value: null,
      isSet: true,
    })
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
    await putSettings(owner, { SHOP_NAME: 'Alpine' })
    await putSettings(owner, { SHOP_NAME: 'Alpine Tickets', SHOP_ACCENT: '#a8321a' })
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
    const refused = await putSettings(owner, { SHOP_NAME: 'Alpine', RESERVATION_TIMEOUT: '0', NO_SUCH: 'x' })
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
    expect(codes(await putSettings(owner, { [key]: value }))).toEqual([[key, `foyer.setting.refused.${reason}`]])
  })

  test('that another person has changed meanwhile is not written over', async () => {
    await putSettings(owner, { RESERVATION_TIMEOUT: 20 }, { organizationId })
    const was = { RESERVATION_TIMEOUT: '20' }
    expect((await putSettings(editor, { RESERVATION_TIMEOUT: 15 }, { organizationId, was })).status).toBe(200)
    const late = await putSettings(owner, { RESERVATION_TIMEOUT: null }, { organizationId, was })
    expect(codes(late)).toEqual([['RESERVATION_TIMEOUT', 'foyer.setting.refused.changed']])
  })
})

describe('a role', () => {
  test('changes what it is for: money is not the editor’s, and all else not of finance', async () => {
    const money = { BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' }
    const page = { DISPLAY_TICKETS_LEFT_INDICATOR: true }
    expect(codes(await putSettings(editor, money, { organizationId }))).toEqual([
      ['BANK_ACCOUNT_NR', 'foyer.setting.refused.role'],
    ])
    expect((await putSettings(editor, page, { organizationId })).status).toBe(200)
    expect((await putSettings(finance, money, { organizationId })).status).toBe(200)
    expect(codes(await putSettings(finance, page, { organizationId }))).toEqual([
      ['DISPLAY_TICKETS_LEFT_INDICATOR', 'foyer.setting.refused.role'],
    ])
    // What the operator keeps is not for those of whom it is kept.
    for (const desk of [finance, alpineOwner])
      expect(codes(await putSettings(desk, { PLATFORM_FEE_PERCENTAGE: '0' }, { organizationId }))).toEqual([
        ['PLATFORM_FEE_PERCENTAGE', 'foyer.setting.refused.role'],
      ])
    const mayChange = ((await readSettings(editor, { organizationId })).body as Settings).groups.map(group => [
      group.id,
      group.mayChange,
    ])
    expect(mayChange).toContainEqual(['bank-transfer', false])
    expect(mayChange).toContainEqual(['event-page', true])
  })

  test('states nothing in an event that it may not state beside it, and sends again what is there', async () => {
    const money = { BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' }
    const change = async (desk: typeof editor, settings: object) => {
      const params = { eventId: String(eventId) }
      const { version } = (await owner.ask(readDeskEvent, { params })).body as { version: number }
      return desk.ask(changeDeskEvent, { params, body: { base: version, changes: { settings } } })
    }
    const barred = [['settings.BANK_ACCOUNT_NR', 'foyer.setting.refused.role']]
    expect(codes(await change(editor, money))).toEqual(barred)
    expect((await change(owner, money)).status).toBe(200)
    expect((await change(editor, { ...money, RESERVATION_TIMEOUT: 20 })).status).toBe(200)
    expect(codes(await change(editor, { BANK_ACCOUNT_NR: null }))).toEqual(barred)
    const text = `title: Choir\nsettings:\n  BANK_ACCOUNT_NR: 'x'\n`
    const imported = await editor.ask(importDeskEvent, { body: { organizationId, text, dryRun: true } })
    expect(codes(imported)).toContainEqual(barred[0])
    const created = await editor.ask(createDeskEvent, { body: { organizationId, title: 'Choir', settings: money } })
    expect(codes(created)).toEqual(barred)
  })

  test('states settings of a pass as of an event, and the catalogue of the pass knows at once', async () => {
    const read = await readSettings(editor, { passId })
    expect(read).toMatchObject({ status: 200, body: { eventId: null, passId } })
    expect(settingIn(read, 'RESERVATION_TIMEOUT')).toMatchObject({ isStated: false })
    const changed = await putSettings(editor, { RESERVATION_TIMEOUT: '17' }, { passId })
    expect(settingIn(changed, 'RESERVATION_TIMEOUT')).toMatchObject({ value: '17', isStated: true, origin: 'EVENT' })
    expect((await shop.catalog.offerOf(contextOfPass)).settings.number('RESERVATION_TIMEOUT')).toBe(17)
    expect(codes(await putSettings(editor, { BANK_ACCOUNT_NR: 'x' }, { passId }))).toEqual([
      ['BANK_ACCOUNT_NR', 'foyer.setting.refused.role'],
    ])
    for (const place of [{ passId, eventId }, { passId, organizationId: otherId }, { passId: 'x' }])
      expect((await readSettings(owner, place)).status).toBe(403)
    expect((await readSettings(stranger, { passId })).status).toBe(403)
    const log = await shop.db.kysely.selectFrom('change_log').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(log).toMatchObject([
      { kind: 'PASS', subject: passId, subject_id: contextOfPass, after: { 'settings.RESERVATION_TIMEOUT': '17' } },
    ])
  })

  test('of an organisation neither reads nor changes the shop, or another organisation', async () => {
    expect((await readSettings(editor)).status).toBe(403)
    expect((await putSettings(editor, { SHOP_NAME: 'Mine' })).status).toBe(403)
    for (const place of [{ organizationId }, { eventId }, { organizationId: 999_999 }, { eventId: 999_999 }]) {
      expect((await readSettings(stranger, place)).status).toBe(403)
      expect((await putSettings(stranger, { RESERVATION_TIMEOUT: 1 }, place)).status).toBe(403)
    }
    expect((await readSettings(owner, { organizationId: otherId, eventId })).status).toBe(403)
  })

  test('states no setting of the shop for an organisation', async () => {
    expect(codes(await putSettings(owner, { SHOP_NAME: 'Mine' }, { organizationId }))).toEqual([
      ['SHOP_NAME', 'foyer.setting.refused.level'],
    ])
  })
})
