import { expect, test } from 'vitest'
import { choosePageLanguage } from './page-language.ts'

const choose = (url: string, accepted?: string, eventLanguages?: string[]) =>
  choosePageLanguage(
    { url, headers: accepted === undefined ? {} : { 'accept-language': accepted } },
    eventLanguages &&
      JSON.stringify({ contentLanguages: eventLanguages.map(locale => ({ locale, displayLanguage: locale })) }),
  )

test.each([
  ['what the address asks for comes first', '/?lang=it', 'de', undefined, 'it'],
  ['the address may ask in capitals', '/?lang=IT', undefined, undefined, 'it'],
  ['then what the browser prefers most', '/', 'fr;q=0.5, de-CH;q=0.9, en;q=0.8', undefined, 'de'],
  ['what the browser forbids is not chosen', '/', 'de;q=0, it;q=0.1', undefined, 'it'],
  ['a language we do not ship is passed over', '/?lang=xx', 'nl, fr', undefined, 'fr'],
  ['English is what remains', '/', 'nl, *;q=0.5', undefined, 'en'],
  ['without any wish it is English', '/', undefined, undefined, 'en'],
  ['an event speaks its own languages only', '/event/a?lang=de', 'it', ['it', 'fr'], 'it'],
  ['an event without English speaks its first language', '/event/a?lang=de', 'en', ['it', 'fr'], 'it'],
  ['nonsense in the header does no harm', '/', ';;;q=,,q=1;de', undefined, 'en'],
])('%s', (_, url, accepted, eventLanguages, chosen) => {
  expect(choose(url, accepted, eventLanguages)).toBe(chosen)
})

test.each(['null', '1', '[]', '{}', '{"contentLanguages": null}'])(
  'an answer that is no event (%s) limits nothing',
  answer => {
    expect(choosePageLanguage({ url: '/?lang=fr', headers: {} }, answer)).toBe('fr')
  },
)
