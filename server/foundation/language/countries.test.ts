import { expect, test } from 'vitest'
import { countries, euVatCountries, shippedLanguages, vatCountries } from './languages.ts'

const codes = (list: readonly { isoCode: string }[]) => list.map(({ isoCode }) => isoCode)

test.each(shippedLanguages)('in %s every one of the 249 countries has its own name', language => {
  const list = countries(language)
  expect(list).toHaveLength(249)
  expect(new Set(codes(list)).size).toBe(249)
  expect(new Set(list.map(({ name }) => name)).size).toBe(249)
  expect(list.filter(({ isoCode, name }) => name === isoCode)).toEqual([])
})

test.each([
  ['en', ['Afghanistan', 'Åland Islands', 'Albania']],
  ['de', ['Afghanistan', 'Ägypten', 'Ålandinseln']],
  ['fr', ['Afghanistan', 'Afrique du Sud', 'Albanie']],
  ['it', ['Afghanistan', 'Albania', 'Algeria']],
  ['xx', ['Afghanistan', 'Åland Islands', 'Albania']],
])('in %s countries are sorted by name, accents aside', (language, first) => {
  expect(
    countries(language)
      .slice(0, 3)
      .map(({ name }) => name),
  ).toEqual(first)
})

test('Greece is GR among countries and EL where VAT is meant, under one name and in one place', () => {
  const place = (list: readonly { isoCode: string; name: string }[], code: string) => ({
    index: codes(list).indexOf(code),
    name: list.find(({ isoCode }) => isoCode === code)?.name,
  })
  const greece = place(countries('it'), 'GR')
  expect(greece.name).toBe('Grecia')
  expect(place(vatCountries('it'), 'EL')).toEqual(greece)
  expect(codes(countries('it'))).not.toContain('EL')
  expect(codes(vatCountries('it'))).not.toContain('GR')
  expect(codes(euVatCountries('it'))).not.toContain('GR')
})

test('the European Union has 27 countries, Greece as EL among them', () => {
  const list = euVatCountries('en')
  expect(list).toHaveLength(27)
  expect(codes(list)).toContain('EL')
  expect(codes(list).filter(code => !codes(vatCountries('en')).includes(code))).toEqual([])
  expect(list.slice(0, 2)).toEqual([
    { isoCode: 'AT', name: 'Austria' },
    { isoCode: 'BE', name: 'Belgium' },
  ])
})
