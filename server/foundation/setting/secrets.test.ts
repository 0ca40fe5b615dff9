import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCatalog } from '#server/catalog/catalog/catalog.ts'
import { robotCheckOf } from '#server/foundation/challenge/robot-check.ts'
import { database } from '#server/foundation/database/database.ts'
import { offeredPayments } from '#server/payment/pay/offered-payments.ts'
import { sealingBy } from '#server/foundation/sealing/sealing.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { testSealing } from '#tests/support/database/test-sealing.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { putSettings } from './stated-settings.ts'
import type { SettingOwner, TextKey } from './registry.ts'
import { UnreadableSecret, inspectSecrets, sealSettings, describePlace } from './sealed-value.ts'
import { loadSettings, organizationSettings, systemSettings } from './settings.ts'

const { shop, url, apiKey, clock } = await testShop()
const { db } = shop
const { tickets, ...file } = anEventFile(clock.now(), { slug: 'demo' })
const organiser = await anOrganiser(url, apiKey)
await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['STRIPE', 'ON_SITE'] } })
const { id: contextId, organization_id: organizationId } = await db.kysely
  .selectFrom('purchase_context')
  .select(['id', 'organization_id'])
  .executeTakeFirstOrThrow()

const KEY = 'STRIPE_SECRET_KEY'
const SECRET = 'sk_test_whispered'
const owners: readonly SettingOwner[] = [
  { level: 'system' },
  { level: 'organization', organizationId },
  { level: 'context', contextId },
]
const stored = async () =>
  (await db.kysely.selectFrom('setting').select('value').orderBy('id').execute()).map(row => row.value)
const put = (owner: SettingOwner, key: string, value: string) => putSettings(db, owner, [[key, value]])
const insertPlain = (key: string, value: string, context: number | null = contextId) =>
  db.kysely.insertInto('setting').values({ key, value, purchase_context_id: context }).execute()
/** The same database, read by another process. */
const withKey = (key: Buffer, older: readonly Buffer[] = []) => database(db.pool, sealingBy(key, older))

beforeEach(async () => {
  await db.kysely.deleteFrom('setting').execute()
})

test('a secret is sealed at each level, and read as it was stated', async () => {
  for (const [index, owner] of owners.entries()) await put(owner, KEY, `${SECRET}_${index}`)
  expect((await stored()).join(' ')).not.toContain('whispered')
  expect((await systemSettings(db)).text(KEY)).toBe(`${SECRET}_0`)
  expect((await organizationSettings(db, { organizationId })).text(KEY)).toBe(`${SECRET}_1`)
  expect((await loadSettings(db, { contextId })).text(KEY)).toBe(`${SECRET}_2`)
})

test('what is no secret, and what says that nothing is set, is stored as it is', async () => {
  await put({ level: 'system' }, 'BANK_ACCOUNT_OWNER', 'Alpine')
  await put({ level: 'system' }, KEY, ' ')
  expect(await stored()).toEqual(['Alpine', ' '])
  expect((await systemSettings(db)).text(KEY)).toBeNull()
})

test.each<[string, (sealed: string) => Promise<unknown>, TextKey]>([
  ['of another setting', (sealed: string) => insertPlain('STRIPE_WEBHOOK_KEY', sealed), 'STRIPE_WEBHOOK_KEY'],
  ['of another level', (sealed: string) => insertPlain(KEY, sealed), KEY],
])('a sealed value in the place %s is not opened', async (_, move, key) => {
  await put({ level: 'organization', organizationId }, KEY, SECRET)
  await move((await stored())[0] ?? '')
  const settings = await loadSettings(db, { contextId })
  expect(() => settings.text(key)).toThrow(UnreadableSecret)
})

describe('a secret that can not be opened', () => {
  const stranger = withKey(randomBytes(32))

  beforeEach(async () => {
    await put({ level: 'system' }, KEY, 'sk_test_of_the_shop')
    await putSettings(stranger, { level: 'context', contextId }, [
      [KEY, SECRET],
      ['STRIPE_CC_ENABLED', 'true'],
      ['STRIPE_PUBLIC_KEY', 'pk_test_1'],
      ['ON_SITE_ENABLED', 'true'],
      ['ENABLE_PASS', 'true'],
      ['PASSBOOK_KEYSTORE', SECRET],
      ['ENABLE_WALLET', 'true'],
      ['WALLET_ISSUER_IDENTIFIER', '1'],
      ['WALLET_SERVICE_ACCOUNT_KEY', SECRET],
    ])
  })

  test('is an error that names the setting and never its content, and does not fall back on another account', async () => {
    const settings = await loadSettings(db, { contextId })
    expect(() => settings.text(KEY)).toThrow(new RegExp(`^${KEY} of event ${contextId} can't be opened: [^:]*$`))
    expect(settings.text('STRIPE_PUBLIC_KEY')).toBe('pk_test_1')
  })

  test('takes away what needs it, and leaves the event and its other ways to pay', async () => {
    const offeredTo = async (reader: typeof db) => {
      const offer = await openCatalog(reader).offeredEvent('demo')
      return offer && offeredPayments(shop, offer, { categories: [], now: clock.now() }).map(({ proxy }) => proxy)
    }
    await putSettings(stranger, { level: 'context', contextId }, [['STRIPE_WEBHOOK_PAYMENT_KEY', SECRET]])
    expect(await offeredTo(stranger)).toEqual(['STRIPE', 'ON_SITE'])
    expect(await offeredTo(db)).toEqual(['ON_SITE'])
  })

  test('before reservations is replaced by our own check', async () => {
    await putSettings(stranger, { level: 'system' }, [
      ['ROBOT_CHECK', 'turnstile'],
      ['CF_TURNSTILE_SITE_KEY', 'site'],
      ['CF_TURNSTILE_SECRET_KEY', SECRET],
    ])
    expect(robotCheckOf(await systemSettings(stranger)).kind).toBe('turnstile')
    expect(robotCheckOf(await systemSettings(db)).kind).toBe('altcha')
  })

  test('is named by a look at all of them, and left as it is by the start', async () => {
    const before = await stored()
    const { sealed, unreadable } = await sealSettings(db)
    expect(sealed).toBe(1)
    expect(unreadable.map(describePlace)).toEqual([
      `${KEY} of event ${contextId}`,
      `PASSBOOK_KEYSTORE of event ${contextId}`,
      `WALLET_SERVICE_ACCOUNT_KEY of event ${contextId}`,
    ])
    expect(await stored()).toEqual(before)
  })
})

describe('a start', () => {
  const later = withKey(randomBytes(32), [Buffer.alloc(32, 'the key of every test')])

  test('seals what an older version has stored plain, in batches and once', async () => {
    const plain = Array.from({ length: 450 }, (_, index) => ({ key: KEY, value: `${SECRET}_${index}` }))
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into organization (name, email, description, created_at)
       select 'many ' || n, 'desk@example.org', '', now() from generate_series(1, ${plain.length}) as n returning id`,
    )
    await db.kysely
      .insertInto('setting')
      .values(plain.map((row, index) => ({ ...row, organization_id: rows[index]?.id ?? null })))
      .execute()
    await insertPlain('VAT_NR', 'plain as ever')
    expect(await inspectSecrets(db)).toEqual({ sealed: 0, outdated: 450, unreadable: [] })
    expect(await sealSettings(db)).toEqual({ sealed: 450, outdated: 450, unreadable: [] })
    const once = await stored()
    expect(once.filter(value => value.startsWith(testSealing.prefix))).toHaveLength(450)
    expect(once.at(-1)).toBe('plain as ever')
    expect(await sealSettings(db)).toEqual({ sealed: 450, outdated: 0, unreadable: [] })
    expect(await stored()).toEqual(once)
    const settings = await organizationSettings(db, { organizationId: rows[449]?.id ?? 0 })
    expect(settings.text(KEY)).toBe(`${SECRET}_449`)
    await db.pool.query(`delete from organization where name like 'many %'`)
  })

  test('seals anew by the current key what an older one has sealed', async () => {
    await put({ level: 'system' }, KEY, SECRET)
    expect((await systemSettings(later)).text(KEY)).toBe(SECRET)
    expect(await sealSettings(later)).toEqual({ sealed: 1, outdated: 1, unreadable: [] })
    expect((await systemSettings(later)).text(KEY)).toBe(SECRET)
    expect((await stored())[0]?.startsWith(later.sealing.prefix)).toBe(true)
    const settings = await systemSettings(db)
    expect(() => settings.text(KEY)).toThrow(UnreadableSecret)
  })

  test('of several processes at once harms nothing', async () => {
    await insertPlain(KEY, SECRET, null)
    await Promise.all(Array.from({ length: 8 }, () => sealSettings(db)))
    expect((await systemSettings(db)).text(KEY)).toBe(SECRET)
    expect(await inspectSecrets(db)).toMatchObject({ sealed: 1, outdated: 0 })
  })
})
