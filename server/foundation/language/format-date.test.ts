import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { dateMap, formatDate } from './dates.ts'
import { shippedLanguages } from './languages.ts'
import { loadTexts } from './texts.ts'

const texts = loadTexts()
const evening = instant(Date.UTC(2031, 8, 4, 22, 7))
const zurich = { instant: evening, timeZone: 'Europe/Zurich' }

test('each language formats the sample of the contract by its own pattern', () => {
  const format = { ...zurich, languages: shippedLanguages, patternKey: 'common.event.date-format' }
  expect(dateMap(texts, format)).toEqual({
    en: 'Fri 05 Sep 2031',
    it: 'ven 05 set 2031',
    de: 'Freitag, 05. September 2031',
    fr: 'vendredi 05 septembre 2031',
  })
})

test.each([
  ['common.event.time-format', { en: '00:07', it: '00:07', de: '00:07', fr: '00:07' }],
  [
    'common.ticket-category.date-format',
    {
      en: '05.09.2031 00:07',
      it: '05.09.2031 00:07',
      de: '05.09.2031 00:07',
      fr: '05.09.2031 00:07',
    },
  ],
  [
    'datetime.pattern',
    {
      en: '05/09/2031 00:07',
      it: '05/09/2031 00:07',
      de: '05.09.2031 00:07',
      fr: '05/09/2031 00:07',
    },
  ],
  [
    'common.date-format',
    {
      en: '05/09/2031',
      it: '05/09/2031',
      de: '05.09.2031',
      fr: '05/09/2031',
    },
  ],
  [
    'date.extended.pattern',
    {
      en: 'Friday, 5 September',
      it: 'venerdì 5 settembre',
      de: 'Freitag, 5. September',
      fr: 'vendredi 5 septembre',
    },
  ],
  ['time.extended.pattern', { en: '00:07', it: '00:07', de: '00:07', fr: '00:07' }],
])('the pattern %s is understood in every language', (patternKey, expected) => {
  expect(dateMap(texts, { ...zurich, languages: shippedLanguages, patternKey })).toEqual(expected)
})

test.each([
  ['EEE', 'Fri'],
  ['EEEE', 'Friday'],
  ['d', '5'],
  ['dd', '05'],
  ['M', '9'],
  ['MM', '09'],
  ['MMM', 'Sep'],
  ['MMMM', 'September'],
  ['yy', '31'],
  ['yyyy', '2031'],
  ['H', '0'],
  ['HH', '00'],
  ['m', '7'],
  ['mm', '07'],
  ['', ''],
  ['– .,:/–', '– .,:/–'],
  ["d 'of' MMMM", '5 of September'],
  ["HH 'o''clock'", "00 o'clock"],
  ["d''M", "5'9"],
  ['ddMMyyyy', '05092031'],
])('the pattern %j reads %j', (pattern, expected) => {
  expect(formatDate(pattern, { ...zurich, language: 'en' })).toBe(expected)
})

test.each(['Q', 'ddd', 'MMMMM', 'yyy', 'dd QQ', 'HHH', "d 'open", 'YYYY', 'DD', 'hh a'])(
  'the pattern %j is not understood',
  pattern => {
    expect(formatDate(pattern, { ...zurich, language: 'en' })).toBeUndefined()
  },
)

test.each([
  ['Europe/Zurich', '05 00:07'],
  ['UTC', '04 22:07'],
  ['America/New_York', '04 18:07'],
  ['Asia/Kathmandu', '05 03:52'],
])('in %s it is %s', (timeZone, expected) => {
  expect(formatDate('dd HH:mm', { instant: evening, timeZone, language: 'en' })).toBe(expected)
})

test('names of days and months follow the zone too', () => {
  const newYear = instant(Date.UTC(2030, 11, 31, 23, 30))
  const format = { instant: newYear, language: 'en' }
  expect(formatDate('EEE d MMM yyyy', { ...format, timeZone: 'UTC' })).toBe('Tue 31 Dec 2030')
  expect(formatDate('EEE d MMM yyyy', { ...format, timeZone: 'Europe/Zurich' })).toBe('Wed 1 Jan 2031')
})

test('a language whose pattern cannot be read is left out of the map', () => {
  const overridden = { text: (language: string) => (language === 'fr' ? 'QQ' : 'yyyy') }
  const format = { ...zurich, languages: ['en', 'fr', 'de'], patternKey: 'any' }
  expect(dateMap(overridden, format)).toEqual({ en: '2031', de: '2031' })
})
