import { describe, expect, test } from 'vitest'
import { type SettingKey, isSettingKey } from '#server/foundation/setting/registry.ts'
import { settingsOf } from '#server/foundation/setting/settings.ts'
import { presentChallenge, presentWidgets, robotCheckOf } from './robot-check.ts'
import { readConfig } from '#server/foundation/config/config.ts'

const stated = (settings: Readonly<Record<string, string>>) =>
  settingsOf(
    [],
    new Map(Object.entries(settings).filter((entry): entry is [SettingKey, string] => isSettingKey(entry[0]))),
  )

const TURNSTILE = { CF_TURNSTILE_SITE_KEY: 'site', CF_TURNSTILE_SECRET_KEY: 'secret' }
const RECAPTCHA = { RECAPTCHA_API_KEY: 'site', RECAPTCHA_SECRET: 'secret' }

describe('the check in force', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['is none where no setting asks for one', { ...TURNSTILE, ...RECAPTCHA }, 'off'],
    ['is our own without any key', { ROBOT_CHECK: 'altcha' }, 'altcha'],
    ['is the one that is named', { ROBOT_CHECK: 'turnstile', ...TURNSTILE, ...RECAPTCHA }, 'turnstile'],
    ['is reCAPTCHA where that is named', { ROBOT_CHECK: 'recaptcha', ...TURNSTILE, ...RECAPTCHA }, 'recaptcha'],
    ['is Turnstile where only its own switch is on', { CF_TURNSTILE_ENABLED: 'true', ...TURNSTILE }, 'turnstile'],
    ['is what is named, whatever that switch says', { ROBOT_CHECK: 'off', CF_TURNSTILE_ENABLED: 'true' }, 'off'],
    [
      'is our own where the secret of Turnstile is missing',
      { ROBOT_CHECK: 'turnstile', CF_TURNSTILE_SITE_KEY: 's' },
      'altcha',
    ],
    ['is our own where the key of reCAPTCHA is missing', { ROBOT_CHECK: 'recaptcha', RECAPTCHA_SECRET: 's' }, 'altcha'],
    ['is none where a word is not understood', { ROBOT_CHECK: 'hcaptcha' }, 'off'],
  ])('%s', (_, settings, kind) => {
    expect(robotCheckOf(stated(settings)).kind).toBe(kind)
  })
})

test('our own check knows the service it replaces, and which keys of that service are missing', () => {
  const replaces = (settings: Readonly<Record<string, string>>) => {
    const check = robotCheckOf(stated(settings))
    return check.kind === 'altcha' ? check.replaces : undefined
  }
  expect(replaces({ ROBOT_CHECK: 'turnstile', CF_TURNSTILE_SITE_KEY: 'site' })).toEqual({
    service: 'turnstile',
    missing: ['CF_TURNSTILE_SECRET_KEY'],
  })
  expect(replaces({ ROBOT_CHECK: 'recaptcha', ...TURNSTILE })).toEqual({
    service: 'recaptcha',
    missing: ['RECAPTCHA_API_KEY', 'RECAPTCHA_SECRET'],
  })
  expect(replaces({ ROBOT_CHECK: 'altcha' })).toBeNull()
})

describe('what clients receive', () => {
  const config = readConfig({
    defaultDataFolder: '/tmp',
    TURNSTILE_API_BASE: 'http://fake:1/',
    RECAPTCHA_API_BASE: 'http://fake:2',
  })

  test('is the site key, and never the secret', () => {
    const settings = stated({ ROBOT_CHECK: 'turnstile', ...TURNSTILE, ...RECAPTCHA })
    const presented = { ...presentChallenge(settings), ...presentWidgets(settings, config) }
    expect(presented).toEqual({
      apiKey: 'site',
      enabled: true,
      providerId: 'turnstile',
      turnstile: { siteKey: 'site', script: 'http://fake:1/turnstile/v0/api.js' },
      recaptcha: { siteKey: 'site', script: 'http://fake:2/recaptcha/api.js' },
    })
  })

  test('is nothing of a service that is not set up or not in force', () => {
    expect(presentWidgets(stated(TURNSTILE), config)).toEqual({ turnstile: null, recaptcha: null })
    expect(presentChallenge(stated({}))).toEqual({ apiKey: null, enabled: false, providerId: null })
    expect(presentChallenge(stated({ ROBOT_CHECK: 'altcha' }))).toEqual({
      apiKey: null,
      enabled: true,
      providerId: 'altcha',
    })
  })
})
