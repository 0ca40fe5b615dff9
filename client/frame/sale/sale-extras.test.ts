import { expect, test } from 'vitest'
import type { SaleExtra, SaleQuestions } from '#contract/sale-extras.ts'
import type { AdditionalField } from '#contract/ticket.ts'
import { NO_EXTRAS, answersToSend, extrasToSend, mostOf, partsToAsk } from './sale-extras.ts'

const shirt: SaleExtra = { id: 4, title: { en: 'Shirt' }, price: '25.00', left: 3, mostOfTicket: 2, mostOfOrder: 999 }
const fund: SaleExtra = { id: 5, title: { en: 'Fund' }, price: null, left: null, mostOfTicket: null, mostOfOrder: 999 }

test.each([
  [{}, 0, 0],
  [{}, 1, 2],
  [{}, 2, 3],
  [{ left: null }, 2, 4],
  [{ left: null, mostOfTicket: null, mostOfOrder: 5 }, 1, 5],
  [{ left: 0 }, 1, 0],
])('of an extra %o with %s tickets there can be %s', (change, tickets, most) => {
  expect(mostOf({ ...shirt, ...change }, tickets)).toBe(most)
})

test('a choice is sent as far as it can be had, and an amount as it is typed', () => {
  const chosen = { counts: { 4: 3 }, amounts: { 5: ' 12,50 ' } }
  expect(extrasToSend([shirt, fund], chosen, 1)).toEqual([
    { extraId: 4, quantity: 2 },
    { extraId: 5, quantity: 1, amount: '12,50' },
  ])
  expect(extrasToSend([shirt, fund], chosen, 0)).toEqual([])
  expect(extrasToSend([shirt, fund], { ...NO_EXTRAS, amounts: { 5: ' ' } }, 1)).toEqual([])
})

test('each ticket and each item is asked about, and what is answered is sent with its place', () => {
  const questions = (...names: string[]) => names.map(name => ({ name }) as AdditionalField)
  const asked: SaleQuestions[] = [
    { about: 'TICKET', id: 1, title: {}, items: 'CHOSEN', questions: questions('meal', 'note') },
    { about: 'TICKET', id: 2, title: {}, items: 'CHOSEN', questions: questions('meal') },
    { about: 'EXTRA', id: 4, title: {}, items: 'CHOSEN', questions: questions('size') },
    { about: 'EXTRA', id: 6, title: {}, items: 'EACH_TICKET', questions: questions('name') },
    { about: 'EXTRA', id: 7, title: {}, items: 'ONE', questions: questions('why') },
  ]
  const lines = [{ categoryId: 1, quantity: 2 }]
  const parts = partsToAsk(asked, { lines, extras: [{ extraId: 4, quantity: 1 }] })
  expect(parts.map(({ key }) => key)).toEqual([
    'answers.TICKET.1.0',
    'answers.TICKET.1.1',
    'answers.EXTRA.4.0',
    'answers.EXTRA.6.0',
    'answers.EXTRA.6.1',
    'answers.EXTRA.7.0',
  ])
  const typed = {
    'answers.TICKET.1.1.meal': ['vegan'],
    'answers.TICKET.1.1.note': [],
    'answers.EXTRA.4.0.size': ['S'],
    'answers.TICKET.1.5.meal': ['of a ticket that was taken away'],
  }
  expect(answersToSend(parts, typed)).toEqual([
    { about: 'TICKET', id: 1, place: 1, values: { meal: ['vegan'] } },
    { about: 'EXTRA', id: 4, place: 0, values: { size: ['S'] } },
  ])
})
