import { expect, test } from 'vitest'
import { shortPassNumber, usedPassOf, withoutUsedPass } from './pass-in-use.tsx'

const NUMBER = '4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b'

test.each([
  [`subscription=${NUMBER}`, NUMBER],
  [`subscription=%20${NUMBER}%20&lang=de`, NUMBER],
  ['subscription=season', undefined],
  ['subscription=', undefined],
  ['lang=de', undefined],
])('%s brings %s along', (query, expected) => {
  expect(usedPassOf(new URLSearchParams(query))).toBe(expected)
})

test('what is shown of its number is not enough to use it', () => {
  expect(shortPassNumber(NUMBER)).toBe('4F2E1A90')
})

test('the rest of the address stays when the pass is left behind', () => {
  expect(withoutUsedPass(new URLSearchParams(`lang=de&subscription=${NUMBER}&tags=a`))).toBe('lang=de&tags=a')
})
