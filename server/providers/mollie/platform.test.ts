import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { mollieUnderTest } from '#tests/fakes/mollie/under-test.ts'
import { mollieProvider } from './provider.ts'
import { MOLLIE_SETTINGS } from './account.ts'

const { clock, fake, ownSettings, settings, attemptOf, call, readStateOf, cancelOf, startPayment } =
  await mollieUnderTest({
    definitions: MOLLIE_SETTINGS,
    open: mollieProvider,
  })
const platform = ownSettings({ ...fake.platform, PLATFORM_FEE_FIXED: '1' })

beforeEach(() => fake.misbehave('usual'))

describe('for a platform', () => {
  test('a payment is made and found for the profile of the organiser, with the fee of the operator', async () => {
    const { attempt, data, reference, read } = await startPayment({ settings: platform })
    expect(data).toMatchObject({ mode: 'test', profileId: 'pfl_organiser' })
    expect(fake.feeOf(reference)).toMatchObject({
      amount: 200n,
      currency: 'CHF',
      description: 'Fee for order 11111111',
    })
    await fake.buyer(reference, 'pay')
    expect(await read()).toMatchObject({ kind: 'settled', data: { profileId: 'pfl_organiser' } })
    await expect(readStateOf({ ...attempt, reference, data, settings })).rejects.toThrow('begun by the platform')
  })

  test('a payment stays in the mode and with the profile it was begun with', async () => {
    const { attempt, data, reference } = await startPayment({ settings: platform })
    const changed = ownSettings({
      ...fake.platform,
      MOLLIE_CONNECT_LIVE_MODE: 'true',
      MOLLIE_CONNECT_PROFILE_ID: 'pfl_other',
    })
    expect((await readStateOf({ ...attempt, reference, data, settings: changed })).kind).toBe('redirect')
  })

  test('a token serves until shortly before its end, and a new one where it was taken back', async () => {
    const { read } = await startPayment({ settings: platform })
    const exchanges = () => fake.requests().filter(request => request === 'POST /oauth2/tokens').length
    const before = exchanges()
    await read()
    expect(exchanges()).toBe(before)
    fake.refuseTokens()
    expect((await read()).kind).toBe('redirect')
    expect(exchanges()).toBe(before + 1)
    clock.pass(minutes(46))
    await read()
    expect(exchanges()).toBe(before + 2)
  })

  test.each([
    ['the secret of the app', { MOLLIE_CONNECT_CLIENT_SECRET: 'wrong-secret' }, 'POST /oauth2/tokens: 401'],
    ['the refresh token', { MOLLIE_CONNECT_REFRESH_TOKEN: 'wrong-token' }, 'POST /oauth2/tokens: 400'],
  ])('%s that is not accepted is reported as such, without it', async (_, wrong, reason) => {
    const attempt = attemptOf({ settings: ownSettings({ ...fake.platform, ...wrong }) })
    expect(await call(attempt)).toEqual({ kind: 'refused', code: 'foyer.payment.later', isOver: true })
    expect(await readStateOf({ ...attempt, reference: 'tr_1' })).toEqual({ kind: 'unknown', reason })
  })

  test('a payment that Mollie never reported is found, and ended', async () => {
    const attempt = attemptOf({ settings: platform })
    fake.misbehave('lost', { count: 1, of: /payments/ })
    await call(attempt)
    expect((await readStateOf(attempt)).kind).toBe('redirect')
    expect(await cancelOf(attempt)).toEqual({ kind: 'cancelled' })
  })

  test('a fee that leaves nothing is turned down', async () => {
    const greedy = ownSettings({ ...fake.platform, PLATFORM_FEE_FIXED: '40' })
    expect(await call(attemptOf({ settings: greedy }))).toMatchObject({ code: 'foyer.payment.later', isOver: true })
  })
})

test('nothing that was sent broke a rule of Mollie', () => {
  expect(fake.violations()).toEqual([])
  expect(fake.requests().length).toBeGreaterThan(20)
})
