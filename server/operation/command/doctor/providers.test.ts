import { beforeEach, describe, expect, test } from 'vitest'
import { doctorCommand } from '../doctor.ts'
import { noteArrival } from '#server/payment/pay/online/webhook-arrivals.ts'
import { checkProviders } from '#server/payment/pay/online/check-providers.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import type { Providers } from '#server/providers/registry/registry.ts'
import type { SettingOwner, TextKey } from '#server/foundation/setting/registry.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { after, days, instant, minutes } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aTestProvider } from '#tests/fakes/payment-provider.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { commandLine } from '#tests/support/shop/command-line.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const BASE_URL = 'https://shop.example.org'

const fake = await stripeInTests({ notify: BASE_URL })
const environment = { STRIPE_API_BASE: fake.url, FOYER_BASE_URL: BASE_URL, FOYER_MODE: 'development' } as const
const { shop, url, apiKey, clock, databaseUrl } = await testShop({ environment })
const run = await commandLine(databaseUrl, environment)

const organiser = await anOrganiser(url, apiKey)
await organiser.open(anEventFile(clock.now(), { slug: 'demo' }))
await organiser.open(anEventFile(clock.now(), { slug: 'later' }))
const eventNamed = (name: string) =>
  shop.db.kysely
    .selectFrom('purchase_context')
    .innerJoin('event', 'event.id', 'purchase_context.id')
    .select(['purchase_context.id', 'organization_id as organizationId'])
    .where('short_name', '=', name)
    .executeTakeFirstOrThrow()
const { id: contextId, organizationId } = await eventNamed('demo')
const { id: laterId } = await eventNamed('later')

const SHOP: SettingOwner = { level: 'system' }
const ORGANIZATION: SettingOwner = { level: 'organization', organizationId }
const EVENT: SettingOwner = { level: 'context', contextId }

async function state(owner: SettingOwner, settings: Readonly<Record<string, string>>): Promise<void> {
  expect(await putSettings(shop.db, owner, Object.entries(settings))).toMatchObject({ ok: true })
}

/** What doctor says about providers; no secret is among all that it says. */
async function findings(): Promise<readonly string[]> {
  const { lines } = await run(doctorCommand)
  const { STRIPE_PUBLIC_KEY: _, STRIPE_CC_ENABLED: __, ...secrets } = fake.settings
  expect(Object.keys(secrets)).toHaveLength(3)
  for (const secret of Object.values(secrets)) expect(lines.join('\n')).not.toContain(secret)
  return lines.filter(line => line.slice(6).startsWith('STRIPE')).map(line => line.replace(/ +/, ' '))
}

const NEVER = 'note STRIPE of the shop: its webhook has never been reached yet.'
const calls = () => fake.requests().filter(request => request === 'GET /v1/account').length

beforeEach(async () => {
  await shop.db.kysely.deleteFrom('setting').execute()
  await shop.db.kysely.deleteFrom('webhook_arrival').execute()
  fake.misbehave('usual')
  fake.account.areChargesEnabled = true
  for (const endpoint of fake.endpoints) endpoint.status = 'enabled'
})

test('without settings of a provider nothing is reported, and no provider is asked', async () => {
  const before = fake.requests().length
  expect(await findings()).toEqual([])
  expect(fake.requests()).toHaveLength(before)
})

test('one that is set up well is reported as good', async () => {
  await state(SHOP, fake.settings)
  expect(await findings()).toEqual(['good STRIPE of the shop: nothing is wrong.', NEVER])
  expect(fake.violations()).toEqual([])
})

describe('what is wrong is reported in a sentence each:', () => {
  test('an account that can not take payments, and an endpoint that was disabled', async () => {
    await state(SHOP, fake.settings)
    fake.account.areChargesEnabled = false
    for (const endpoint of fake.endpoints) endpoint.status = 'disabled'
    expect(await findings()).toEqual([
      expect.stringMatching(/^note STRIPE of the shop: Account acct_\w+ can't take payments yet: /),
      expect.stringMatching(/^note STRIPE of the shop: Stripe has no enabled webhook endpoint https:\/\/shop\.example/),
      NEVER,
    ])
  })

  test('a wrong key', async () => {
    await state(SHOP, { ...fake.settings, STRIPE_SECRET_KEY: 'sk_test_whispered' })
    const sentences = await findings()
    expect(sentences[0]).toMatch(/^note STRIPE of the shop: Stripe refuses STRIPE_SECRET_KEY .*401/)
    expect(sentences.join()).not.toContain('whispered')
  })

  test.each(['unreachable', 'down', 'nonsense'] as const)('a service that is %s', async mood => {
    await state(SHOP, fake.settings)
    fake.misbehave(mood)
    expect((await findings())[0]).toMatch(/^note STRIPE of the shop: Stripe could not be asked \(GET \/v1\/account/)
  })

  test('a key that can not be opened', async () => {
    await state(SHOP, fake.settings)
    await shop.db.kysely
      .updateTable('setting')
      .set({ value: 'sealed-1:00000000:AAAA' })
      .where('key', '=', 'STRIPE_SECRET_KEY')
      .execute()
    expect((await findings())[0]).toMatch(/^note STRIPE of the shop: STRIPE_SECRET_KEY of the shop can't be opened: /)
  })
})

test('each configuration is asked about once, wherever it holds, and each other one by itself', async () => {
  await state(SHOP, fake.settings)
  await state(ORGANIZATION, { BANK_ACCOUNT_OWNER: 'Alpine' })
  const before = calls()
  expect(await findings()).toEqual([
    `good STRIPE of the shop, Alpine Systems (organisation ${organizationId}): nothing is wrong.`,
    NEVER.replace('the shop', `the shop, Alpine Systems (organisation ${organizationId})`),
  ])
  expect(calls() - before).toBe(1)
  await state(EVENT, { STRIPE_PUBLIC_KEY: 'pk_live_1' })
  expect((await findings()).filter(line => !line.includes('webhook'))).toEqual([
    expect.stringMatching(/^good STRIPE of the shop, Alpine/),
    'note STRIPE of event demo: STRIPE_SECRET_KEY and STRIPE_PUBLIC_KEY are not both of live or both of test mode.',
  ])
  expect(calls() - before).toBe(3)
})

test('an event that is over is not asked about', async () => {
  await state({ level: 'context', contextId: laterId }, fake.settings)
  expect(await findings()).toHaveLength(2)
  const now = clock.now()
  await shop.db.kysely
    .updateTable('event')
    .set({ starts_at: new Date(now - days(3)), ends_at: new Date(now - days(2)) })
    .where('id', '=', laterId)
    .execute()
  expect(await findings()).toEqual([])
})

/** A shop with one provider, which reads one setting and then checks as the test says. */
async function shopWith(key: TextKey, check: (value: string | null) => Promise<readonly string[]>) {
  const { provider } = await aTestProvider()
  const { online, ...rest } = provider
  if (!online) throw new Error('no request asks it')
  const checking: Providers[number] = {
    ...rest,
    online: { ...online, check: ({ settings }) => check((settings as Settings).text(key)) },
  }
  return { ...shop, providers: [checking] }
}

test('a provider that never answers is waited for so long and no longer, and no more are asked than can be', async () => {
  let count = 0
  const silent = await shopWith('BANK_ACCOUNT_OWNER', () => {
    count += 1
    return new Promise<never>(() => {})
  })
  await state(SHOP, { BANK_ACCOUNT_OWNER: 'One' })
  await state(ORGANIZATION, { BANK_ACCOUNT_OWNER: 'Two' })
  const checked = await checkProviders(silent, { longestMs: 10, most: 1 })
  expect(count).toBe(1)
  expect(checked.map(({ places, wrong }) => [places.length, wrong])).toEqual([
    [1, ['There was no answer in time.']],
    [1, null],
  ])
})

test('what a provider says is printed without the secrets it has read', async () => {
  await state(SHOP, { STRIPE_SECRET_KEY: 'sk_test_whispered' })
  const leaking = await shopWith('STRIPE_SECRET_KEY', async key => [`${key} is refused.`])
  expect((await checkProviders(leaking)).map(({ wrong }) => wrong)).toEqual([['… is refused.']])
  const failing = await shopWith('STRIPE_SECRET_KEY', key => Promise.reject(new TypeError(`no ${key}`)))
  expect((await checkProviders(failing)).map(({ wrong }) => wrong)).toEqual([['It could not be asked (TypeError).']])
})

describe('of the webhook it is reported', () => {
  const at = instant(Date.parse('2026-11-02T10:00:00Z'))
  const note = (genuineness: 'GENUINE' | 'REFUSED' | 'UNNAMED', organization: number | null, when = at) =>
    noteArrival(shop.db, { proxy: 'STRIPE', organizationId: organization, genuineness, at: when })
  const ofWebhook = async () => (await findings()).at(-1)

  beforeEach(() => state(SHOP, fake.settings))

  test('when it was reached', async () => {
    await note('GENUINE', organizationId)
    await note('UNNAMED', null, after(at, minutes(5)))
    expect(await ofWebhook()).toBe('good STRIPE of the shop: its webhook was last reached at 2026-11-02T10:00:00Z.')
  })

  test('that the last client to reach it did not know the secret', async () => {
    await note('REFUSED', organizationId)
    expect(await ofWebhook()).toMatch(
      /^note .*: a message at 2026-11-02T10:00:00Z was not genuine, none ever was: compare the secret of its webhook\.$/,
    )
    await note('GENUINE', organizationId, after(at, -minutes(5)))
    expect(await ofWebhook()).toMatch(/not genuine, the last one that was came at 2026-11-02T09:55:00Z: /)
    await note('GENUINE', organizationId, after(at, minutes(5)))
    expect(await ofWebhook()).toMatch(/^good .* at 2026-11-02T10:05:00Z\.$/)
  })

  test('that it was reached about nothing of this shop', async () => {
    await note('UNNAMED', null)
    expect(await ofWebhook()).toMatch(/^note .* reached at 2026-11-02T10:00:00Z, and never yet about a payment of this/)
  })

  test('of an organisation with settings of its own, what is about its own payments', async () => {
    await state(ORGANIZATION, { STRIPE_METHODS: 'card' })
    await state(EVENT, { STRIPE_ENABLE_SCA: 'false' })
    await note('UNNAMED', null)
    expect((await findings()).filter(line => line.includes('event demo')).at(-1)).toBe(
      'note STRIPE of event demo: its webhook has never been reached yet.',
    )
  })
})
