import { describe, expect, test } from 'vitest'
import { settingsAmong, settingsOf } from './settings.ts'
import { problemsOfSettings } from './stated-settings.ts'
import type { StoredSetting } from './store.ts'

const nothing = new Map<never, string>()

function stated(
  level: StoredSetting['level'],
  key: string,
  value: string,
  ownerId: number | null = null,
): StoredSetting {
  return { level, key, value, ownerId }
}

describe('which value of a setting holds', () => {
  test('the default holds where nothing is stated', () => {
    const settings = settingsOf([], nothing)
    expect(settings.number('RESERVATION_TIMEOUT')).toBe(25)
    expect(settings.flag('DISPLAY_EXPIRED_CATEGORIES')).toBe(true)
    expect(settings.text('BANK_ACCOUNT_NR')).toBeNull()
    expect(settings.list('PAYMENT_METHODS_BLACKLIST')).toEqual([])
  })

  test('the most specific level wins', () => {
    const key = 'MAX_AMOUNT_OF_TICKETS_BY_RESERVATION'
    const settings = settingsOf(
      [
        stated('context', key, '3'),
        stated('category', key, '1', 7),
        stated('system', key, '9'),
        stated('organization', key, '6'),
      ],
      new Map([[key, '10']]),
    )
    expect(settings.number(key, 7)).toBe(1)
    expect(settings.number(key, 8)).toBe(3)
    expect(settings.number(key)).toBe(3)
    expect(settingsOf([stated('system', key, '9'), stated('organization', key, '6')], nothing).number(key)).toBe(6)
  })

  test('a stored system value wins over the environment, the environment over the default', () => {
    const environment = settingsAmong({ RESERVATION_TIMEOUT: '40', PATH: '/bin', BANK_ACCOUNT_NR: ' ' })
    expect([...environment.keys()]).toEqual(['RESERVATION_TIMEOUT'])
    expect(settingsOf([], environment).number('RESERVATION_TIMEOUT')).toBe(40)
    expect(settingsOf([stated('system', 'RESERVATION_TIMEOUT', '30')], environment).number('RESERVATION_TIMEOUT')).toBe(
      30,
    )
  })

  test('a stored text that cannot be read counts as not stated', () => {
    const settings = settingsOf(
      [
        stated('context', 'RESERVATION_TIMEOUT', 'soon'),
        stated('system', 'RESERVATION_TIMEOUT', '0'),
        stated('context', 'ON_SITE_ENABLED', 'yes'),
      ],
      nothing,
    )
    expect(settings.number('RESERVATION_TIMEOUT')).toBe(25)
    expect(settings.flag('ON_SITE_ENABLED')).toBe(false)
  })

  test('a blank text takes back what a wider level states', () => {
    const settings = settingsOf(
      [stated('organization', 'BANK_ACCOUNT_NR', 'CH00'), stated('context', 'BANK_ACCOUNT_NR', ' ')],
      nothing,
    )
    expect(settings.text('BANK_ACCOUNT_NR')).toBeNull()
  })

  test('a list is read from commas and line ends', () => {
    const settings = settingsOf(
      [stated('system', 'EMBED_ALLOWED_ORIGINS', 'https://a.example,\nhttps://b.example')],
      nothing,
    )
    expect(settings.list('EMBED_ALLOWED_ORIGINS')).toEqual(['https://a.example', 'https://b.example'])
  })
})

describe('what may be stated', () => {
  const refusedCodes = (key: string, value: string, level: 'organization' | 'category' | 'system' = 'organization') =>
    problemsOfSettings([[key, value]], level).map(({ code }) => code)

  test.each([
    ['RESERVATION_TIMEOUT', '30', []],
    ['RESERVATION_TIMEOUT', '0', ['setting.value']],
    ['RESERVATION_TIMEOUT', '2.5', ['setting.value']],
    ['ON_SITE_ENABLED', 'TRUE', []],
    ['ON_SITE_ENABLED', 'on', ['setting.value']],
    ['COUNTRY_OF_BUSINESS', 'CH', []],
    ['COUNTRY_OF_BUSINESS', 'Switzerland', ['setting.value']],
    ['PAYMENT_METHODS_BLACKLIST', 'ON_SITE, BANK_TRANSFER', []],
    ['PAYMENT_METHODS_BLACKLIST', 'CASH', ['setting.value']],
    ['MAIL_ATTEMPTS_COUNT', '3', ['setting.internal']],
    ['constructor', 'x', ['setting.unknown']],
    ['NO_SUCH_KEY', 'x', ['setting.unknown']],
  ])('%s = %s for an organisation: %j', (key, value, codes) => {
    expect(refusedCodes(key, value)).toEqual(codes)
  })

  test('a setting is refused at a level it has no meaning for', () => {
    expect(refusedCodes('RESERVATION_TIMEOUT', '30', 'category')).toEqual(['setting.level'])
    expect(refusedCodes('MAIL_ATTEMPTS_COUNT', '3', 'system')).toEqual([])
  })

  test('a key stated twice is refused once', () => {
    const problems = problemsOfSettings(
      [
        ['ON_SITE_ENABLED', 'true'],
        ['ON_SITE_ENABLED', 'false'],
      ],
      'organization',
    )
    expect(problems.map(({ code }) => code)).toEqual(['setting.duplicate'])
  })
})
