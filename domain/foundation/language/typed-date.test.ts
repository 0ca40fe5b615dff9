import { describe, expect, test } from 'vitest'
import { dateFromTyped, dateToType, timeFromTyped } from './typed-date.ts'

const TODAY = '2027-05-10'

describe('a typed date', () => {
  test.each([
    ['15.05.2027', 'de', '2027-05-15'],
    ['15.5.27', 'de', '2027-05-15'],
    ['15/05/2027', 'en', '2027-05-15'],
    ['15 May 2027', 'en', '2027-05-15'],
    ['15. März 2028', 'de', '2028-03-15'],
    ['15 févr. 2028', 'fr', '2028-02-15'],
    ['2027-05-15', 'it', '2027-05-15'],
    ['15 5', 'it', '2027-05-15'],
    ['9 5', 'it', '2028-05-09'],
    ['29.2.2028', 'de', '2028-02-29'],
    ['29.2.2027', 'de', undefined],
    ['31/04/2027', 'en', undefined],
    ['15 Ma 2027', 'en', undefined],
    ['tomorrow', 'en', undefined],
    ['', 'en', undefined],
  ])('%j in %s is %s', (typed, language, expected) => {
    expect(dateFromTyped(typed, language, TODAY)).toBe(expected)
  })

  test.each(['en', 'de', 'fr', 'it'])('is read back in %s as it was written', language => {
    for (let day = 1; day <= 28; day += 9) {
      const date = `2027-0${(day % 9) + 1}-${String(day).padStart(2, '0')}`
      expect(dateFromTyped(dateToType(date, language), language, TODAY)).toBe(date)
    }
  })
})

test.each([
  ['9', '09:00'],
  ['09:30', '09:30'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['19h', '19:00'],
  ['19h30', '19:30'],
  ['9 pm', '21:00'],
  ['12 am', '00:00'],
  ['24:00', undefined],
  ['9:60', undefined],
  ['13 pm', undefined],
  ['soon', undefined],
])('the typed time %j is %s', (typed, expected) => {
  expect(timeFromTyped(typed)).toBe(expected)
})
