import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { EventFile } from './event-file.ts'
import { SubscriptionFile } from './subscription-file.ts'

const english = (body: string) => [{ lang: 'en', body }]
const rule = { minimumTickets: 3, discountType: 'PERCENTAGE', discount: 10 }
const question = { name: 'meal', type: 'GENERIC_TEXT', label: english('Meal') }

const misshapen = (schema: typeof EventFile | typeof SubscriptionFile, file: object) =>
  Value.Errors(schema, file).map(({ instancePath }) => instancePath)

test.each<[string, object, string]>([
  ['format', { format: 'CINEMA' }, '/format'],
  ['status', { status: 'OPEN' }, '/status'],
  ['way to pay', { tickets: { paymentMethods: ['SHELLS'] } }, '/tickets/paymentMethods/0'],
  ['access', { tickets: { categories: [{ ticketAccessType: 'X' }] } }, '/tickets/categories/0/ticketAccessType'],
  ['number of half a seat', { tickets: { categories: [{ maxTickets: 0.5 }] } }, '/tickets/categories/0/maxTickets'],
  ['kind of code', { tickets: { promoCodes: [{ codeType: 'MAGIC' }] } }, '/tickets/promoCodes/0/codeType'],
  ['discount of a code', { tickets: { promoCodes: [{ discountType: 'HALF' }] } }, '/tickets/promoCodes/0/discountType'],
  ['discount', { discounts: [{ ...rule, discountType: 'NONE' }] }, '/discounts/0/discountType'],
  ['kind of extra', { additionalServices: [{ type: 'GIFT' }] }, '/additionalServices/0/type'],
  ['policy', { additionalServices: [{ supplementPolicy: 'SOMETIMES' }] }, '/additionalServices/0/supplementPolicy'],
  ['kind of question', { additionalInfo: [{ ...question, type: 'MEAL' }] }, '/additionalInfo/0/type'],
  ['match of a group', { groupLink: { group: 'Crew', matchType: 'ROUGHLY' } }, '/groupLink/matchType'],
  ['limit of a group', { groupLink: { group: 'Crew', type: 'SOME' } }, '/groupLink/type'],
  ['status of a poll', { polls: [{ title: english('Best talk'), status: 'SECRET' }] }, '/polls/0/status'],
  ['half an order of a poll', { polls: [{ title: english('Best talk'), order: 0.5 }] }, '/polls/0/order'],
])('an event is refused with an unknown %s, at its place', (_, file, place) => {
  expect(misshapen(EventFile, file)).toEqual([place])
})

test.each<[string, object, string]>([
  ['usage', { usageType: 'TWICE' }, '/usageType'],
  ['kind of term', { termType: 'forever' }, '/termType'],
  ['unit of time', { term: { timeUnit: 'WEEKS' } }, '/term/timeUnit'],
  ['half a month', { term: { units: 0.5 } }, '/term/units'],
  ['way to pay', { paymentMethods: ['SHELLS'] }, '/paymentMethods/0'],
  ['rule of withdrawal', { withdrawal: { days: 14, afterUse: 'SOME' } }, '/withdrawal/afterUse'],
])('a pass is refused with an unknown %s, at its place', (_, file, place) => {
  expect(misshapen(SubscriptionFile, { kind: 'subscription', ...file })).toEqual([place])
})
