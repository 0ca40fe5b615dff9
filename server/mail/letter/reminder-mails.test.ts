import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import {
  composeAnswersReminder,
  composeNamesReminder,
  composeTransferReminder,
  composeTransfersDue,
} from '#server/order/reminder/letters.ts'
import { composePaidAtDesk } from '#server/order/invoice/letters.ts'
import { composeTransferExpired } from '#server/payment/pay/letters/transfer-expired.ts'

const texts = loadTexts()

const anEvent = {
  language: 'en',
  eventName: 'Alpine Systems Days',
  organizer: { name: 'Verein Alpine Systeme', email: 'hello@alpine.example' },
  span: {
    start: instant(Date.UTC(2027, 4, 15, 7)),
    end: instant(Date.UTC(2027, 4, 15, 15)),
    timeZone: 'Europe/Zurich',
  },
  location: 'Palazzo dei Congressi\nLugano',
}

const buyer = { firstName: 'Ada' }
const shortId = '7F3A91C2'
const url = 'https://shop.example/event/alpine/reservation/7f3a91c2?lang=en&x=1'
const deadline = instant(Date.UTC(2027, 4, 7, 10))

const aTransfer = {
  amount: 'CHF 320.00',
  account: 'CH93 0076 2011 6238 5295 7',
  owner: ['Verein Alpine Systeme', 'Via Nassa 1'],
  reason: shortId,
  deadline,
}

const aDueTransfer = {
  reservationId: '7f3a91c2-0000-4000-8000-000000000000',
  shortId,
  amount: 'CHF 320.00',
  buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
  deadline,
  isOverdue: false,
}

const everyMail = (language: string, name = 'Ada') => {
  const facts = { ...anEvent, language, buyer: { firstName: name }, url }
  const due = { ...aDueTransfer, buyer: { name, email: 'ada@example.org' } }
  return {
    reminder: composeTransferReminder({ ...facts, transfer: aTransfer }, texts),
    expired: composeTransferExpired({ ...facts, shortId, isCredited: false }, texts),
    credited: composeTransferExpired({ ...facts, shortId, isCredited: true }, texts),
    due: composeTransfersDue(
      { ...facts, transfers: [due, { ...due, isOverdue: true }], isRemovedAutomatically: true },
      texts,
    ),
    names: composeNamesReminder({ ...facts, tickets: { unnamed: 1, all: 3 } }, texts),
    answers: composeAnswersReminder(
      { ...facts, holder: { firstName: name }, questions: ['Which meal?'], isRequired: false },
      texts,
    ),
    receipt: composePaidAtDesk({ ...facts, shortId, amount: 'CHF 40.00', document: 'receipt' }, texts),
    invoice: composePaidAtDesk({ ...facts, shortId, amount: 'CHF 40.00', document: 'invoice' }, texts),
  }
}

test('a reminder states all that a banking app asks for, and until when', () => {
  const { subject, text } = composeTransferReminder({ ...anEvent, buyer, transfer: aTransfer, url }, texts)
  expect(subject).toBe('A reminder: your payment for Alpine Systems Days')
  for (const part of [
    'Ada, your transfer is still open',
    'Amount: CHF 320.00',
    'Account: CH93 0076 2011 6238 5295 7',
    '  Via Nassa 1',
    'Message (please copy exactly): 7F3A91C2',
    'Please pay by: Friday 7 May 2027, 12:00 CEST',
    url,
  ])
    expect(text).toContain(part)
})

test('whose time is over learns which order it was, and of a credit note only where there is one', () => {
  const { expired, credited } = everyMail('en')
  expect(expired.subject).toBe('Order 7F3A91C2 for Alpine Systems Days has run out')
  expect(expired.text).not.toContain('credit note')
  expect(credited.text).toContain('the attached credit note takes your invoice back')
})

test('the organiser finds what is due and what is overdue, each with its buyer and its whole number', () => {
  const { subject, text } = everyMail('en').due
  expect(subject).toBe('Alpine Systems Days: bank transfers that are due (2)')
  expect(text).toContain('7F3A91C2 · CHF 320.00:\n  Due: Friday 7 May 2027, 12:00 CEST')
  expect(text).toContain('7F3A91C2 · CHF 320.00:\n  Overdue since: Friday 7 May 2027, 12:00 CEST')
  expect(text).toContain('7f3a91c2-0000-4000-8000-000000000000')
  expect(text).toContain('cancelled by themselves')
})

test('a buyer learns how many tickets have no name', () => {
  expect(everyMail('en').names.text).toContain('Without a name: 1 of 3')
})

test('a holder learns what is asked, and that it need not be answered', () => {
  const { text } = everyMail('en').answers
  expect(text).toContain('The organiser asks: Which meal?')
  expect(text).toContain('You need not answer')
})

describe.each(shippedLanguages)('in %s', language => {
  test.each(Object.entries(everyMail(language)))(
    'the mail "%s" has every text, in both parts',
    (_, { subject, text, html }) => {
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/foyer\.|email-|reservation\.[a-z]|reminder\.|ticket\.[a-z]|\{\d\}|undefined/)
      const lines = text.split('\n').map(written => written.trim().replace(/ ?:$/, ''))
      const missing = lines.filter(line => !html.includes(escapeHtml(line.split(': ')[0]?.trim() ?? '')))
      expect(missing).toEqual(['--'])
    },
  )
})

test.each(Object.entries(everyMail('de')))('the mail "%s" loads nothing from anywhere', (_, { html }) => {
  expect(html).not.toMatch(/<img|<link|<script|src=|url\(|@import/)
})

test('what others write is text', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&'
  for (const { html, text } of Object.values(everyMail('en', evil))) {
    expect(html).not.toContain('<img')
    expect(text).toContain(evil)
  }
})
