import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { deleteFailures, noteFailure } from '#server/foundation/jobs/failures.ts'
import { googleWallet } from '#tests/fakes/google-wallet.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { openIdProvider } from '#tests/fakes/openid-provider.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { PASS_TYPE_IDENTIFIER, appleSettings, googleSettings } from '#tests/support/documents/wallets.ts'
import { type SettingEntries, putSettings } from '#server/foundation/setting/stated-settings.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { startPgbouncer } from '../../../tools/pgbouncer.ts'
import { Refusal } from './command.ts'
import { doctorCommand } from './doctor.ts'

const UNREACHABLE_URL = 'http://127.0.0.1:1'

const { shop, url, databaseUrl } = await testShop()
const mailServer = await testMailServer()
afterAll(() => mailServer.close())

/** What is said of one thing, with its verdict; and how the whole ends. */
async function examine(environment: Readonly<Record<string, string>> = {}, database = databaseUrl) {
  const run = await commandLine(database, {
    FOYER_MODE: 'development',
    FOYER_BASE_URL: UNREACHABLE_URL,
    ...environment,
  })
  const { code, lines } = await run(doctorCommand)
  const of = (about: string) =>
    lines.filter(line => line.slice(6).startsWith(`${about}: `)).map(line => line.replace(/ +/, ' '))
  return { code, lines, of }
}

/** As long as it looks. */
async function withSettings(settings: SettingEntries) {
  await putSettings(shop.db, { level: 'system' }, settings)
  const found = await examine()
  await shop.db.kysely.deleteFrom('setting').execute()
  return found
}

test('each check prints one line, and a shop without faults ends with success', async () => {
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'tickets@example.org' }
  const { code, lines, of } = await examine({ FOYER_BASE_URL: url, ...mail })
  expect(code).toBe(0)
  expect(lines.map(line => line.slice(6).split(':')[0])).toEqual([
    'Node',
    'Fonts',
    'Data folder',
    'Database',
    'Clock',
    'Jobs',
    'Robot check',
    'Secrets',
    'Sign-in',
    'Wallets',
    'Base URL',
    'Mail',
  ])
  expect(of('Database')).toEqual([expect.stringMatching(/^good .*by DATABASE_URL, .*; its schema is current\.$/)])
  expect(of('Fonts')).toEqual([expect.stringMatching(/^good .*Tamil.* its number is printed large/)])
  expect(of('Data folder')).toEqual([expect.stringMatching(/^good .* is writable, [\d.]+ GB are free\.$/)])
  expect(of('Base URL')).toEqual([`good Base URL: ${url} leads to a shop.`])
  expect(of('Mail')).toEqual(['good Mail: the server accepts us; mail is sent from tickets@example.org.'])
  expect(of('Clock')[0]).toMatch(/, the same as the database's\.$/)
})

test('a pooler that keeps a connection for one transaction only is named', async () => {
  const pooler = await startPgbouncer({ server: { connectionString: databaseUrl }, poolMode: 'transaction' })
  const { code, of } = await examine({}, pooler.url)
  await pooler.stop()
  expect(code).toBe(1)
  expect(of('Database')).toEqual([expect.stringMatching(/^bad .*pool_mode = session/)])
})

test('what can be better is a note, and no failure', async () => {
  const { code, of } = await examine()
  expect(code).toBe(0)
  expect(of('Base URL')).toEqual([
    `note Base URL: no shop answers at ${UNREACHABLE_URL} just now (bad port): is it running?`,
  ])
  expect(of('Mail')).toEqual([expect.stringMatching(/^note Mail: is captured in .*: no SMTP_URL is set\.$/)])
})

test('the warnings of a production are printed too', async () => {
  const { of } = await examine({ FOYER_MODE: 'production' })
  expect(of('Configuration').join('\n')).toMatch(/^note .*set FOYER_BASE_URL\.\nnote .*set SMTP_URL\.$/)
})

test('a database in which nothing has been started yet is checked all the same, and left as it is', async () => {
  const { pool, url: emptyUrl } = await testDatabase()
  await pool.query('drop schema public cascade; create schema public')
  const { code, of } = await examine({}, emptyUrl)
  expect(code).toBe(0)
  expect(of('Database')).toEqual([expect.stringMatching(/; \d+ migrations run at the next start\.$/)])
  expect(of('Robot check')).toEqual([expect.stringMatching(/^note .*ROBOT_CHECK brings one\.$/)])
  const { rows } = await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
  expect(rows).toEqual([])
})

test('a row that a job keeps failing at is reported, and is no failure of the shop', async () => {
  const id = '0a1b2c3d-0000-4000-8000-000000000000'
  const row = { kind: 'reservation', id } as const
  await noteFailure(shop, shop.db, { job: 'expire-reservations', row, error: new Error('this row is broken') })
  const { code, of } = await examine()
  await deleteFailures(shop.db, 'expire-reservations', [row])
  expect(code).toBe(0)
  expect(of('Jobs')).toEqual([
    expect.stringMatching(
      /^note Jobs: rows .*: expire-reservations at reservation 0a1b2c3d, 1x since 2\S+Z \(this row is broken\)\.$/,
    ),
  ])
  expect((await examine()).of('Jobs')).toEqual(['good Jobs: none of them has a row it keeps failing at.'])
})

test('a data folder that is not there will be made', async () => {
  const folder = join(tmpdir(), 'foyer-never-made')
  const { of } = await examine({ FOYER_DATA: folder })
  expect(of('Data folder')).toEqual([`good Data folder: ${folder} will be made at the first start.`])
})

test.each([
  [
    'Mail',
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' },
    /^bad Mail: the server of SMTP_URL can't be/,
  ],
  [
    'Data folder',
    { FOYER_DATA: import.meta.filename },
    /^bad Data folder: .* can't be written by this user: set FOYER_DATA\.$/,
  ],
  ['Database', { DATABASE_URL: 'postgresql://foyer:x@127.0.0.1:1/foyer' }, /^bad Database: .* be reached: /],
])('%s that cannot be used ends badly', async (about, environment, sentence) => {
  const { code, of } = await examine(environment)
  expect(code).toBe(1)
  expect(of(about)).toEqual([expect.stringMatching(sentence)])
})

/** Answers every call with `{}` until the test is over. @returns its port of 127.0.0.1 */
async function serve(keys: { readonly cert: string; readonly key: string }): Promise<number> {
  const server = createServer(keys, (_, response) => response.end('{}')).listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a certificate that this machine does not trust is a note, and one that no browser takes a fault', async () => {
  const { root, server: keys, serverElsewhere } = passCertificates(PASS_TYPE_IDENTIFIER)
  const port = await serve(keys)
  const wrongPort = await serve(serverElsewhere)
  const untrusted = await examine({ FOYER_BASE_URL: `https://127.0.0.1:${port}` })
  const mail = await examine({ SMTP_URL: `smtps://127.0.0.1:${port}`, MAIL_FROM: 'a@example.org' })
  const provider = JSON.stringify({ issuer: `https://127.0.0.1:${port}`, clientId: 'foyer', clientSecret: 'x' })
  const signIn = await withSettings([
    ['OPENID_PUBLIC_ENABLED', 'true'],
    ['OPENID_CONFIGURATION_JSON', provider],
  ])
  const authorities = getCACertificates('default')
  setDefaultCACertificates([...authorities, root])
  try {
    const wrong = await examine({ FOYER_BASE_URL: `https://127.0.0.1:${wrongPort}` })
    expect(wrong.of('Base URL')).toEqual([
      expect.stringMatching(/^bad .*no browser takes the certificate .*192\.0\.2\.1/),
    ])
    expect(wrong.code).toBe(1)
    const right = await examine({ FOYER_BASE_URL: `https://127.0.0.1:${port}` })
    expect(right.of('Base URL')).toEqual([expect.stringMatching(/^good .* leads to a shop\.$/)])
  } finally {
    setDefaultCACertificates(authorities)
  }
  expect(untrusted.code).toBe(0)
  expect(untrusted.of('Base URL')).toEqual([
    expect.stringMatching(/^note .* a certificate that this machine does not trust \(.*NODE_EXTRA_CA_CERTS/),
  ])
  expect(signIn.of('Sign-in')).toEqual([expect.stringMatching(/^bad .* does not trust .*NODE_EXTRA_CA_CERTS/)])
  expect(mail.of('Mail')).toEqual([expect.stringMatching(/^bad .*certificate.*NODE_EXTRA_CA_CERTS/)])
})

test('doctor checks everything, and refuses the name of a part', async () => {
  const run = await commandLine(databaseUrl)
  await expect(run(doctorCommand, 'mail')).rejects.toThrow(new Refusal('Say: doctor.'))
})

describe('the robot check', () => {
  const sentenceWith = async (settings: SettingEntries): Promise<string | undefined> => {
    await shop.db.kysely.deleteFrom('setting').execute()
    expect(await putSettings(shop.db, { level: 'system' }, settings)).toMatchObject({ ok: true })
    return (await examine()).of('Robot check')[0]
  }
  const by = (check: string) => [['ROBOT_CHECK', check] as const]
  const own = 'so Altcha, our own, stands in for'

  test.each<[string, SettingEntries]>([
    ['note Robot check: none stands before reservations: the setting ROBOT_CHECK brings one.', []],
    ['good Robot check: Altcha, our own, stands before reservations.', by('altcha')],
    [
      'good Robot check: Turnstile stands before reservations.',
      [...by('turnstile'), ['CF_TURNSTILE_SITE_KEY', 'site'], ['CF_TURNSTILE_SECRET_KEY', 'whispered']],
    ],
    [
      'good Robot check: reCAPTCHA stands before reservations.',
      [...by('recaptcha'), ['RECAPTCHA_API_KEY', 'site'], ['RECAPTCHA_SECRET', 'whispered']],
    ],
    [
      `note Robot check: CF_TURNSTILE_SECRET_KEY is not set, ${own} Turnstile.`,
      [
        ['CF_TURNSTILE_ENABLED', 'true'],
        ['CF_TURNSTILE_SITE_KEY', 'site'],
      ],
    ],
    [`note Robot check: RECAPTCHA_API_KEY and RECAPTCHA_SECRET are not set, ${own} reCAPTCHA.`, by('recaptcha')],
  ])('%s', async (sentence, settings) => {
    expect(await sentenceWith(settings)).toBe(sentence)
  })
})

describe('the secrets among the settings', () => {
  const KEY = 'STRIPE_WEBHOOK_KEY'
  const runDoctor = async (environment: Readonly<Record<string, string>> = {}) => {
    const { code, lines, of } = await examine(environment)
    expect(lines.join('\n')).not.toContain('whispered')
    return { code, sentences: of('Secrets') }
  }

  test('are reported as none, plain, sealed, or sealed by another key', async () => {
    await shop.db.kysely.deleteFrom('setting').execute()
    expect(await runDoctor()).toEqual({ code: 0, sentences: ['good Secrets: none are set.'] })
    await shop.db.kysely.insertInto('setting').values({ key: KEY, value: 'whispered' }).execute()
    expect(await runDoctor()).toEqual({
      code: 0,
      sentences: [
        'note Secrets: 1 are plain or sealed by an older key: the next start seals them by FOYER_SECRET_KEY.',
      ],
    })
    await putSettings(shop.db, { level: 'system' }, [[KEY, 'whispered']])
    expect(await runDoctor()).toEqual({
      code: 0,
      sentences: ['good Secrets: 1 are sealed by FOYER_SECRET_KEY. Keep a copy of it apart from the backups.'],
    })
    expect(await runDoctor({ FOYER_SECRET_KEY: Buffer.alloc(32).toString('base64') })).toEqual({
      code: 1,
      sentences: [
        `bad Secrets: ${KEY} of the shop can't be opened by FOYER_SECRET_KEY: set the key they were sealed by, or state them anew.`,
      ],
    })
  })

  test('are checked without making a key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-keyless-'))
    const { code, sentences } = await runDoctor({ FOYER_SECRET_KEY: '', FOYER_DATA: folder })
    expect(code).toBe(1)
    expect(sentences[0]).toMatch(/^bad .* can't be opened by \S+\/secret\.key: /)
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })
})

describe('sign-in and wallets', () => {
  const state = (settings: SettingEntries) => putSettings(shop.db, { level: 'system' }, settings)
  afterEach(() => shop.db.kysely.deleteFrom('setting').execute())

  test('that are switched off are said to be', async () => {
    const { of } = await examine()
    expect(of('Sign-in')).toEqual(['good Sign-in: is not offered to buyers.'])
    expect(of('Wallets')).toEqual(['good Wallets: none are switched on.'])
  })

  test('the provider of sign-in is asked for its keys, and whether it takes the shop', async () => {
    const { issuer, clientId, clientSecret } = await openIdProvider([`${UNREACHABLE_URL}/openid/callback`])
    const stated = async (configuration: object | string) => {
      await state([
        ['OPENID_PUBLIC_ENABLED', 'true'],
        [
          'OPENID_CONFIGURATION_JSON',
          typeof configuration === 'string' ? configuration : JSON.stringify(configuration),
        ],
      ])
      return (await examine()).of('Sign-in')
    }
    expect(await stated({ issuer, clientId, clientSecret })).toEqual([
      `good Sign-in: ${issuer} takes the client foyer, and has 1 keys.`,
    ])
    const [refused = ''] = await stated({ issuer, clientId, clientSecret: 'another' })
    expect(refused).toMatch(/^bad Sign-in: .* does not take the client foyer: the provider answered 401 invalid_client/)
    expect(refused).not.toContain('another')
    expect(await stated('{}')).toEqual([
      expect.stringMatching(/^bad Sign-in: OPENID_CONFIGURATION_JSON can't be used: /),
    ])
    expect(await stated('')).toEqual(['bad Sign-in: OPENID_CONFIGURATION_JSON is not set, so nobody can sign in.'])
    expect(await stated({ issuer: UNREACHABLE_URL, clientId, clientSecret })).toEqual([
      expect.stringMatching(/^bad Sign-in: the provider can't be used: /),
    ])
  })

  test('Google is asked for access, and the certificate for Apple says how long it is good', async () => {
    const wallet = await googleWallet()
    const certificates = passCertificates(PASS_TYPE_IDENTIFIER)
    const texts = Object.entries({ ...googleSettings(wallet), ...appleSettings(certificates) })
    await state(texts.map(([key, value]) => [key, String(value)]))
    const environment = { GOOGLE_WALLET_API_BASE: wallet.url, GOOGLE_TOKEN_API_BASE: wallet.url }
    const { of } = await examine(environment)
    expect(of('Google Wallet of the shop')).toEqual([expect.stringMatching(/^good .* Google gives access to issuer@/)])
    expect(of('Apple Wallet of the shop')).toEqual([
      expect.stringMatching(/^(good|note) .* the certificate of pass\.example\.foyer is good until \d{4}-\d\d-\d\d\.$/),
    ])
    await state([
      ['PASSBOOK_KEYSTORE_PASSWORD', 'wrong'],
      ['WALLET_SERVICE_ACCOUNT_KEY', '{}'],
    ])
    const { code, of: ofWrong } = await examine(environment)
    expect(code).toBe(1)
    expect(ofWrong('Google Wallet of the shop')).toEqual([expect.stringMatching(/^bad /)])
    expect(ofWrong('Apple Wallet of the shop')).toEqual([expect.stringMatching(/^bad .*compare its password/)])
  })
})
