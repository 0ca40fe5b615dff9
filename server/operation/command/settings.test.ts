import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { Refusal } from './command.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { settingsCommand } from './settings.ts'

// What the environment states is read when the settings are loaded.
vi.hoisted(() => {
  process.env['RECAPTCHA_SECRET'] = 'whispered-by-the-environment'
  process.env['OFFLINE_PAYMENT_DAYS'] = '9'
  process.env['WAITING_QUEUE_RESERVATION_TIMEOUT'] = 'soon'
})

const { shop, url, apiKey, clock, databaseUrl } = await testShop()
const run = await commandLine(databaseUrl)
const settings = async (...args: readonly string[]) => (await run(settingsCommand, ...args)).lines

const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(
  anEventFile(clock.now(), { slug: 'demo', categories: [aCategoryFile(clock.now(), { price: 0 })] }),
)
const { id: categoryId } = await shop.db.kysely.selectFrom('ticket_category').select('id').executeTakeFirstOrThrow()

afterEach(() => shop.db.kysely.deleteFrom('setting').execute())

/** The line of a setting in a list, without the columns' blanks. */
async function listed(key: string, ...owner: readonly string[]): Promise<string | undefined> {
  return (await settings('list', ...owner)).find(line => line.startsWith(`${key} `))?.replaceAll(/ {2,}/g, ' | ')
}

describe('a setting', () => {
  test('is set, got and unset, at each level by itself', async () => {
    expect(await settings('get', 'RESERVATION_TIMEOUT')).toEqual(['25'])
    expect(await settings('set', 'RESERVATION_TIMEOUT', '40')).toEqual(['RESERVATION_TIMEOUT is 40'])
    expect(await settings('set', 'RESERVATION_TIMEOUT', '15', '--event', shortName)).toEqual([
      'RESERVATION_TIMEOUT is 15',
    ])
    expect(await settings('get', 'RESERVATION_TIMEOUT')).toEqual(['40'])
    expect(await settings('get', 'RESERVATION_TIMEOUT', '--event', shortName)).toEqual(['15'])
    expect(await settings('unset', 'RESERVATION_TIMEOUT', '--event', shortName)).toEqual(['RESERVATION_TIMEOUT is 40'])
    expect(await settings('get', 'RESERVATION_TIMEOUT', '--event', shortName)).toEqual(['40'])
  })

  test('says what can no longer be paid, of the event, or of all that the change is about', async () => {
    const owner = ['--event', await organiser.open(anEventFile(clock.now(), { slug: 'paid', title: 'Paid' }))]
    const nothing = expect.stringMatching(/^  note: (Event paid: )?Nothing can be paid/)
    expect(await settings('set', 'ON_SITE_ENABLED', 'false', ...owner)).toEqual([
      'ON_SITE_ENABLED is false',
      "  note: ON_SITE can't be offered: set ON_SITE_ENABLED.",
    ])
    expect(await settings('set', 'BANK_TRANSFER_ENABLED', 'false', ...owner)).toContainEqual(nothing)
    expect(await settings('set', 'RESERVATION_TIMEOUT', '40')).toContainEqual(nothing)
    expect(await settings('unset', 'RESERVATION_TIMEOUT')).toContainEqual(nothing)
    expect(await settings('get', 'RESERVATION_TIMEOUT')).toEqual(['25'])
    await shop.db.kysely
      .updateTable('purchase_context')
      .set({ status: 'DISABLED' })
      .where('title', '@>', '{"en":"Paid"}')
      .execute()
  })

  test('of several words needs no quotes', async () => {
    expect(await settings('set', 'BANK_ACCOUNT_OWNER', 'Alpine', 'Systems', 'AG')).toEqual([
      'BANK_ACCOUNT_OWNER is Alpine Systems AG',
    ])
  })

  test('is cleaned like all that people type', async () => {
    await settings('set', 'BANK_ACCOUNT_OWNER', 'Alpine\u001b[31m \u202eSystems')
    expect(await settings('get', 'BANK_ACCOUNT_OWNER')).toEqual(['Alpine[31m Systems'])
  })

  test('holds from the closest level above where nothing is stated', async () => {
    const key = 'MAX_AMOUNT_OF_TICKETS_BY_RESERVATION'
    const category = ['--category', String(categoryId)]
    const closer = [[], ['--organization', 'alpine-systems'], ['--event', shortName], category]
    for (const [index, owner] of closer.entries()) {
      await settings('set', key, String(10 + index), ...owner)
      expect(await settings('get', key, ...category)).toEqual([String(10 + index)])
    }
  })

  test('that the environment states holds, unless it cannot be read', async () => {
    expect(await settings('get', 'OFFLINE_PAYMENT_DAYS')).toEqual(['9'])
    expect(await settings('get', 'WAITING_QUEUE_RESERVATION_TIMEOUT')).toEqual(['4'])
  })
})

describe('the list', () => {
  test('shows what is stated here, and in brackets what holds from elsewhere', async () => {
    await settings('set', 'RESERVATION_TIMEOUT', '40')
    expect(await listed('RESERVATION_TIMEOUT')).toBe(
      'RESERVATION_TIMEOUT | 40 | Minutes a buyer has to finish a reservation.',
    )
    expect(await listed('RESERVATION_TIMEOUT', '--event', shortName)).toContain(' | (40) | ')
    expect(await listed('OFFLINE_PAYMENT_DAYS')).toContain(' | (9) | ')
    expect(await listed('VAT_NR')).toContain(' | () | ')
  })

  test('has what can be stated at this level only', async () => {
    expect(await listed('ROBOT_CHECK')).toBeDefined()
    expect(await listed('ROBOT_CHECK', '--organization', 'Alpine Systems')).toBeUndefined()
    expect(await listed('RESERVATION_TIMEOUT', '--category', String(categoryId))).toBeUndefined()
    expect(await listed('CHECK_IN_COLOR', '--category', String(categoryId))).toBeDefined()
  })
})

describe('a secret', () => {
  test('is never printed: neither from the database nor from the environment, nor when it is set', async () => {
    const printed = [
      ...(await settings('set', 'CF_TURNSTILE_SECRET_KEY', 'whispered-by-the-operator')),
      ...(await settings('get', 'CF_TURNSTILE_SECRET_KEY')),
      ...(await settings('get', 'RECAPTCHA_SECRET')),
      ...(await settings('list')),
    ]
    expect(printed.slice(0, 3)).toEqual(['CF_TURNSTILE_SECRET_KEY is set', 'set', 'set'])
    expect(printed.join('\n')).not.toContain('whispered')
    expect(await listed('CF_TURNSTILE_SECRET_KEY')).toContain(' | set | ')
    expect(await listed('RECAPTCHA_SECRET')).toContain(' | (set) | ')
    const { value } = await shop.db.kysely.selectFrom('setting').select('value').executeTakeFirstOrThrow()
    expect(value).toMatch(/^sealed-1:/)
    expect((await systemSettings(shop.db)).text('CF_TURNSTILE_SECRET_KEY')).toBe('whispered-by-the-operator')
  })

  test('that was sealed by another key is reported at its level and below, and can be stated anew', async () => {
    const stranger = await commandLine(databaseUrl, { FOYER_SECRET_KEY: Buffer.alloc(32).toString('base64') })
    await stranger(settingsCommand, 'set', 'STRIPE_SECRET_KEY', 'whispered', '--organization', 'alpine-systems')
    const printed = "set, and can't be opened: it was sealed by another key"
    expect(await settings('get', 'STRIPE_SECRET_KEY', '--organization', 'alpine-systems')).toEqual([printed])
    expect(await settings('get', 'STRIPE_SECRET_KEY', '--event', shortName)).toEqual([printed])
    expect(await settings('get', 'STRIPE_SECRET_KEY')).toEqual(['not set'])
    await settings('set', 'STRIPE_SECRET_KEY', 'anew', '--organization', 'alpine-systems')
    expect(await settings('get', 'STRIPE_SECRET_KEY', '--event', shortName)).toEqual(['set'])
  })

  test('that is missing or blank is not set', async () => {
    expect(await settings('get', 'CF_TURNSTILE_SECRET_KEY')).toEqual(['not set'])
    expect(await listed('CF_TURNSTILE_SECRET_KEY')).toContain(' | (not set) | ')
    expect(await settings('set', 'RECAPTCHA_SECRET', ' ')).toEqual(['RECAPTCHA_SECRET is not set'])
    expect(await settings('get', 'RECAPTCHA_SECRET')).toEqual(['not set'])
    expect(await settings('unset', 'RECAPTCHA_SECRET')).toEqual(['RECAPTCHA_SECRET is set'])
  })
})

test.each([
  [[], 'Say: settings list, get, set or unset.'],
  [['put', 'VAT_NR', 'x'], 'Say: settings list, get, set or unset.'],
  [['list', 'VAT_NR'], 'Say: settings list [--organization <o> | --event <e> | --category <id>].'],
  [['get', 'VAT_NR', 'OFFLINE_PAYMENT_DAYS'], 'Say: settings get <KEY> [...].'],
  [['set', 'VAT_NR'], 'Say: settings set <KEY> <value> [...].'],
  [['unset', 'VAT_NR', 'OFFLINE_PAYMENT_DAYS'], 'Say: settings unset <KEY> [...].'],
  [['get'], 'There is no setting "": see settings list.'],
  [['get', 'VAT'], 'There is no setting "VAT": see settings list.'],
  [['get', 'toString'], 'There is no setting "toString": see settings list.'],
  [['set', 'RESERVATION_TIMEOUT', 'long'], 'RESERVATION_TIMEOUT must be a whole number from 1 to 1440.'],
  [['set', 'DISPLAY_DISCOUNT_CODE_BOX', 'yes'], 'DISPLAY_DISCOUNT_CODE_BOX must be true or false.'],
  [
    ['set', 'ROBOT_CHECK', 'altcha', '--event', 'demo'],
    'ROBOT_CHECK is internal: only the operator of the shop can set it.',
  ],
  [['set', 'RESERVATION_TIMEOUT', '9', '--category', String(categoryId)], "RESERVATION_TIMEOUT can't be set here."],
  [['unset', 'VAT'], 'There is no setting "VAT": see settings list.'],
  [['list', '--event', 'nowhere'], 'There is no event "nowhere".'],
  [['list', '--organization', 'nobody'], 'There is no organisation "nobody".'],
  [['list', '--category', '0'], 'There is no category "0".'],
  [['list', '--event', 'demo', '--category', '1'], 'Name one of --organization, --event and --category.'],
])('settings %j is refused', async (args, sentence) => {
  await expect(settings(...args)).rejects.toThrow(new Refusal(sentence))
  expect(await shop.db.kysely.selectFrom('setting').selectAll().execute()).toEqual([])
})

describe('a text that is of no use where it is read', () => {
  const account = (privateKey: string) => JSON.stringify({ client_email: 'a@b.example', private_key: privateKey })

  test.each([
    ['OPENID_CONFIGURATION_JSON', 'nonsense', /it is no JSON/],
    ['OPENID_CONFIGURATION_JSON', '{"clientId":"a","clientSecret":"whispered"}', /it names no issuer/],
    [
      'OPENID_CONFIGURATION_JSON',
      '{"issuer":"http://id.example.org","clientId":"a","clientSecret":"b"}',
      /no https address/,
    ],
    ['WALLET_SERVICE_ACCOUNT_KEY', 'nonsense', /JSON file of a service account/],
    ['WALLET_SERVICE_ACCOUNT_KEY', account('whispered'), /JSON file of a service account/],
    ['PASSBOOK_KEYSTORE', 'nonsense', /no PKCS#12 file in Base64/],
    ['PASSBOOK_KEYSTORE', Buffer.from('whispered').toString('base64'), /no PKCS#12 file in Base64/],
  ])('is not set: %s %s', async (key, value, reason) => {
    const setting = settings('set', key, value)
    await expect(setting).rejects.toThrow(Refusal)
    await expect(setting).rejects.toThrow(reason)
    await expect(setting).rejects.not.toThrow(/whispered/)
    expect(await settings('get', key)).toEqual(['not set'])
  })

  test('one that is of use is set, and a blank one takes it away', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const usable = {
      OPENID_CONFIGURATION_JSON: '{"issuer":"https://id.example.org","clientId":"a","clientSecret":"b"}',
      WALLET_SERVICE_ACCOUNT_KEY: account(String(privateKey.export({ type: 'pkcs8', format: 'pem' }))),
      PASSBOOK_KEYSTORE: passCertificates('pass.example.foyer').keystore,
    }
    for (const [key, value] of Object.entries(usable)) {
      expect(await settings('set', key, value)).toEqual([`${key} is set`])
      expect(await settings('set', key, '')).toEqual([`${key} is not set`])
    }
  })
})

test('what the operator states of an event, or of a category, is a change of the event', async () => {
  const shortNameOf = await organiser.open(anEventFile(clock.now(), { slug: 'noted' }))
  const context = shop.db.kysely.selectFrom('event').innerJoin('purchase_context', 'purchase_context.id', 'event.id')
  const versionNow = async () =>
    (await context.select('version').where('short_name', '=', shortNameOf).executeTakeFirstOrThrow()).version
  const category = await shop.db.kysely
    .selectFrom('ticket_category')
    .innerJoin('event', 'event.id', 'ticket_category.event_id')
    .select('ticket_category.id')
    .where('short_name', '=', shortNameOf)
    .executeTakeFirstOrThrow()
  const version = await versionNow()
  await settings('set', 'RESERVATION_TIMEOUT', '15', '--event', shortNameOf)
  await settings('unset', 'RESERVATION_TIMEOUT', '--event', shortNameOf)
  await settings('set', 'MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', '3', '--category', String(category.id))
  const log = shop.db.kysely.selectFrom('change_log').select(['actor', 'version', 'after'])
  expect(await log.where('subject', '=', shortNameOf).orderBy('id').offset(1).execute()).toEqual([
    { actor: 'operator', version: version + 1, after: { 'settings.RESERVATION_TIMEOUT': '15' } },
    { actor: 'operator', version: version + 2, after: { 'settings.RESERVATION_TIMEOUT': null } },
    {
      actor: 'operator',
      version: version + 3,
      after: { [`tickets.categories[${category.id}].settings.MAX_AMOUNT_OF_TICKETS_BY_RESERVATION`]: '3' },
    },
  ])
})
