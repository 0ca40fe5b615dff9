import { expect, test } from 'vitest'
import { mergedCodes } from './merged-codes.ts'

const code = (name: string, discount = 10) => ({ name, discount })
const before = [code('SUMMER-27'), code('WINTER-27'), code('AUTUMN-27')]

test('what only one of two has changed, added or taken out is so', () => {
  const mine = [code('SUMMER-27', 20), code('WINTER-27'), code('AUTUMN-27'), code('MEMBERS')]
  const theirs = [code('SUMMER-27'), code('WINTER-27', 30), code('FRIENDS')]
  expect(mergedCodes({ before, mine, theirs })).toEqual({
    codes: [code('SUMMER-27', 20), code('WINTER-27', 30), code('FRIENDS'), code('MEMBERS')],
    both: [],
  })
})

test('a code that both have changed is as it is typed, and named', () => {
  const mine = [code('SUMMER-27', 20), code('AUTUMN-27', 40)]
  const theirs = [code('SUMMER-27', 30), code('WINTER-27', 5), code('AUTUMN-27', 40)]
  expect(mergedCodes({ before, mine, theirs })).toEqual({
    codes: [code('SUMMER-27', 20), code('AUTUMN-27', 40)],
    both: ['SUMMER-27', 'WINTER-27'],
  })
})

test('codes without a name are kept, and a code is the same in small letters', () => {
  const mine = [...before, { name: 'summer-28' }, {}, { discount: 5 }]
  const theirs = [...before, code('SUMMER-28')]
  expect(mergedCodes({ before, mine, theirs })).toEqual({
    codes: [...before, { name: 'summer-28' }, {}, { discount: 5 }],
    both: ['SUMMER-28'],
  })
})
