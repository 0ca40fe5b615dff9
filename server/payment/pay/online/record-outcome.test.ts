import { expect, test } from 'vitest'
import { mergedData } from './record-outcome.ts'

test('what a provider reports replaces what was known when it was asked', () => {
  const seen = { url: 'https://pay.example/1', isApproved: false }
  expect(mergedData(seen, seen, { url: 'https://pay.example/2' })).toEqual({ url: 'https://pay.example/2' })
})

test('what was added while it was asked stays, and what it says anew counts', () => {
  const seen = { url: 'https://pay.example/1', isApproved: false, isDeclined: true }
  const stored = { ...seen, isApproved: true, isDeclined: false }
  const reported = { ...seen, url: 'https://pay.example/2' }
  expect(mergedData(stored, seen, reported)).toEqual({ ...stored, url: 'https://pay.example/2' })
})
