import { beforeEach, describe, expect, test } from 'vitest'
import type { Instant } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { mollieUnderTest } from '#tests/fakes/mollie/under-test.ts'
import { code } from '#tests/fakes/stripe/a-payment.ts'
import { mollieProvider } from './provider.ts'
import { MOLLIE_SETTINGS } from './account.ts'

const { clock, fake, online, ownSettings, settings } = await mollieUnderTest({
  definitions: MOLLIE_SETTINGS,
  open: mollieProvider,
})
const platform = ownSettings(fake.platform)

beforeEach(() => fake.misbehave('usual'))

describe('the list', () => {
  const list = (amount: bigint, currency: string, country: string | null, own = settings) => {
    if (!online.list) throw new Error('it has a list')
    const now: Instant = clock.now()
    const due = { amount: minor(amount), currency: code(currency) }
    return online.list({ settings: own, now, shop: 'x', signal: AbortSignal.timeout(10_000), due, country })
  }

  test.each([
    [8000n, 'EUR', 'NL', ['creditcard', 'applepay', 'ideal', 'przelewy24']],
    [8000n, 'EUR', 'BE', ['creditcard', 'applepay', 'bancontact', 'kbc', 'belfius', 'przelewy24']],
    [8000n, 'EUR', 'EL', ['creditcard', 'applepay', 'przelewy24']],
    [1n, 'EUR', 'BE', ['creditcard', 'applepay', 'kbc', 'belfius', 'przelewy24']],
    [8000n, 'CHF', null, ['creditcard', 'applepay', 'twint']],
    [500n, 'JPY', null, ['creditcard', 'applepay']],
  ] as const)('for %s %s in %s: %j', async (amount, currency, country, ids) => {
    expect(await list(amount, currency, country)).toEqual(ids)
  })

  test('is not known for a sum that Mollie refuses to look at', async () => {
    await expect(list(500n, 'BHD', null)).rejects.toThrow('GET /v2/methods: 422 amount')
  })

  test('is of the profile of the organiser, and empty where nothing is switched on', async () => {
    expect(await list(8000n, 'CHF', null, platform)).toContain('creditcard')
    expect(await list(8000n, 'CHF', null, ownSettings({ ...fake.settings, MOLLIE_CC_ENABLED: 'false' }))).toEqual([])
  })

  test('is not known without a reply', async () => {
    fake.misbehave('down')
    await expect(list(8000n, 'CHF', null)).rejects.toThrow('GET /v2/methods: 500')
  })
})
