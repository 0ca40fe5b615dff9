import { expect, test } from 'vitest'
import { readOrderSearch } from './order-search.ts'

test.each([
  ['7F3A91C2', '7f3a91c2-0000-0000-0000-000000000000', '7f3a91c2-ffff-ffff-ffff-ffffffffffff'],
  ['#7f3a91', '7f3a9100-0000-0000-0000-000000000000', '7f3a91ff-ffff-ffff-ffff-ffffffffffff'],
  [
    '7f3a91c2-1234-4abc-8def-001122334455/abcdef',
    '7f3a91c2-1234-4abc-8def-001122334455',
    '7f3a91c2-1234-4abc-8def-001122334455',
  ],
])('%s is the beginning of an id', (typed, from, to) => {
  expect(readOrderSearch(typed).ids).toEqual({ from, to })
})

test.each(['Ada', '7f3a9', '7f3a91c2--', '7f3a91c2-12345678', 'beef cafe'])('%s is no beginning of an id', typed => {
  expect(readOrderSearch(typed).ids).toBeNull()
})

test.each([
  ['240', [24_000n, 240n, 240_000n]],
  ['CHF 240.50', [24_050n, 240_500n]],
  ['240,5', [24_050n, 240_500n]],
  ['1.234', [1234n]],
  ['240 CHF', [24_000n, 240n, 240_000n]],
  ['24 Adam', []],
  ['Ada', []],
])('%s is the amounts %s', (typed, amounts) => {
  expect(readOrderSearch(typed).amounts).toEqual(amounts)
})

test('words are folded, and no more than eight count', () => {
  expect(readOrderSearch('  Zoë  MÜLLER ').words).toEqual(['zoe', 'muller'])
  expect(readOrderSearch('a b c d e f g h i j').words).toHaveLength(8)
  expect(readOrderSearch('   ').words).toEqual([])
})
