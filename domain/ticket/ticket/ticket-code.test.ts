import { describe, expect, test } from 'vitest'
import { ticketCodeMessage, ticketCodeText } from './ticket-code.ts'

const ids = { reservationId: 'r-1', ticketUuid: 't-1' }

describe('what a ticket code signs', () => {
  test.each([
    ['Ada', 'Lovelace', 'ada@example.org', 'r-1/t-1/ada lovelace/ada@example.org'],
    ['ADA', 'LoveLace', 'Ada@Example.ORG', 'r-1/t-1/ada lovelace/ada@example.org'],
    ['Иван', 'ПЕТРОВ', 'i@example.org', 'r-1/t-1/иван петров/i@example.org'],
    ['ΣΟΦΙΑ', 'ΠΑΠΠΑΣ', 's@example.org', 'r-1/t-1/σςοφια παππασς/s@example.org'],
    ['ışık', 'IŞIK', 'i@example.org', 'r-1/t-1/işik işik/i@example.org'],
    ['İpek', 'Öz', 'o@example.org', 'r-1/t-1/ipek öz/o@example.org'],
    ['王', '小明', 'w@example.org', 'r-1/t-1/王 小明/w@example.org'],
    ['A/b', 'C', 'x@example.org', 'r-1/t-1/a/b c/x@example.org'],
  ])('is the same text for every letter case: %s %s', (firstName, lastName, email, message) => {
    expect(ticketCodeMessage({ ...ids, firstName, lastName, email })).toBe(message)
  })

  test('ids keep their letter case', () => {
    const facts = { reservationId: 'R', ticketUuid: 'T', firstName: 'A', lastName: 'B', email: 'C' }
    expect(ticketCodeMessage(facts)).toBe('R/T/a b/c')
  })
})

test('a code is the private id, a slash and the signature', () => {
  expect(ticketCodeText('t-1', 'c2ln')).toBe('t-1/c2ln')
})
