import { expect, test } from 'vitest'
import { freeReleasesOf } from '#domain/catalog/catalog/event-facts.ts'
import { aCategory as anOfferedCategory } from '#tests/builders/offer.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { aCategory, anEvent, draftOf, problemsOf } from '#tests/builders/event-requests.ts'
import type { EventRequest, FactsRequest } from './event-request.ts'
import { MAX_FACT_LENGTH } from './facts.ts'

const en = (body: string) => [{ lang: 'en', body }]
const stated = (facts: FactsRequest, changes: EventRequest = {}) => anEvent({ facts, ...changes })
const full: FactsRequest = {
  doors: '2027-05-15T08:30',
  refunds: { policy: 'UNTIL', until: '2027-05-08T12:00', text: en('Minus a fee.') },
  accessFeatures: ['CAPTIONS', 'STEP_FREE', 'CAPTIONS'],
  accessibility: en(' Ring the bell. '),
  bring: en('A laptop'),
  ticketsUrl: ' https://elsewhere.example/tickets ',
}

test('facts are read with their texts by language', () => {
  expect(draftOf(stated(full)).facts).toEqual({
    doorsAt: Date.parse('2027-05-15T08:30:00Z'),
    refunds: { until: Date.parse('2027-05-08T12:00:00Z'), text: { en: 'Minus a fee.' } },
    accessFeatures: ['STEP_FREE', 'CAPTIONS'],
    accessibility: { en: 'Ring the bell.' },
    bring: { en: 'A laptop' },
    ticketsUrl: 'https://elsewhere.example/tickets',
  })
})

test('what a change leaves out stays; a blank time, empty refunds and empty lists remove it', () => {
  const stored = draftOf(stated(full))
  expect(draftOf({ title: 'Another name' }, stored).facts).toEqual(stored.facts)
  expect(draftOf({ facts: { bring: en('A pen') } }, stored).facts).toEqual({ ...stored.facts, bring: { en: 'A pen' } })
  const none = { doors: '', refunds: {}, accessFeatures: [], accessibility: [], bring: [], ticketsUrl: '' }
  expect(draftOf({ facts: none }, stored).facts).toEqual({
    doorsAt: null,
    refunds: null,
    accessFeatures: [],
    accessibility: {},
    bring: {},
    ticketsUrl: null,
  })
})

test.each<[string, EventRequest]>([
  ['doors-after-start at facts.doors', stated({ doors: '2027-05-15T09:01' })],
  ['doors-online at facts.doors', stated({ doors: '2027-05-15T08:30' }, { format: 'ONLINE' })],
  ['date-unreadable at facts.doors', stated({ doors: 'at noon' })],
  ['refunds-policy-missing at facts.refunds.policy', stated({ refunds: { text: en('Ask us.') } })],
  ['refunds-until-missing at facts.refunds.until', stated({ refunds: { policy: 'UNTIL' } })],
  ['refunds-until-unfit at facts.refunds.until', stated({ refunds: { policy: 'NONE', until: '2027-05-08T12:00' } })],
  ['refunds-after-event at facts.refunds.until', stated({ refunds: { policy: 'UNTIL', until: '2027-06-08T12:00' } })],
  ['access-feature-unknown at facts.accessFeatures', stated({ accessFeatures: ['LIFT'] })],
  ['language-unknown at facts.bring', stated({ bring: [{ lang: 'xx', body: 'A pen' }] })],
  ['fact-too-long at facts.accessibility', stated({ accessibility: en('x'.repeat(MAX_FACT_LENGTH + 1)) })],
])('a fact that contradicts the event, or cannot be read, is refused: %s', (problem, request) => {
  expect(problemsOf(request)).toContain(problem)
})

test('an event that costs nothing has nothing to refund', () => {
  const tickets = { freeOfCharge: true, currency: null, paymentMethods: null, categories: [aCategory({ price: null })] }
  expect(problemsOf(anEvent({ facts: { refunds: { policy: 'NONE' } } }, tickets))).toEqual([
    'refunds-of-free-event at facts.refunds',
  ])
})

test('a change that moves the begin before the doors is refused', () => {
  const stored = draftOf(stated({ doors: '2027-05-15T08:30' }))
  expect(problemsOf({ startDate: '2027-05-15T08:00' }, stored)).toEqual(['doors-after-start at facts.doors'])
})

test('free tickets that everybody can buy are released as the settings of their categories permit', () => {
  const free = [1, 2].map(id => anOfferedCategory({ id, price: minor(0n) }))
  const categories = [
    ...free,
    anOfferedCategory({ id: 3, price: minor(0n), isRestricted: true }),
    anOfferedCategory({ id: 4 }),
  ]
  expect(freeReleasesOf(categories, () => true)).toBe('ALL')
  expect(freeReleasesOf(categories, id => id === 1)).toBe('SOME')
  expect(freeReleasesOf(categories, id => id > 2)).toBe('NONE')
})
