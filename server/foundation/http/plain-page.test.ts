import { expect, test } from 'vitest'
import { choosePageLanguage } from './plain-page.ts'

const choose = (url: string, accepted?: string) =>
  choosePageLanguage({ url, headers: accepted === undefined ? {} : { 'accept-language': accepted } })

test.each([
  ['what the address asks for comes first', '/?lang=it', 'de', 'it'],
  ['the address may ask in capitals', '/?lang=IT', undefined, 'it'],
  ['the address may ask with a region', '/?lang=de-CH', 'it', 'de'],
  ['then what the browser prefers most', '/', 'fr;q=0.5, de-CH;q=0.9, en;q=0.8', 'de'],
  ['what the browser forbids is not chosen', '/', 'de;q=0, it;q=0.1', 'it'],
  ['a language we do not ship is passed over', '/?lang=xx', 'nl, fr', 'fr'],
  ['English is what remains', '/', 'nl, *;q=0.5', 'en'],
  ['without any preference it is English', '/', undefined, 'en'],
  ['on the page of an event too, whatever languages its organiser writes in', '/event/a?lang=de', 'it', 'de'],
  ['nonsense in the header does no harm', '/', ';;;q=,,q=1;de', 'en'],
])('%s', (_, url, accepted, chosen) => {
  expect(choose(url, accepted)).toBe(chosen)
})
