import { ONE_SEAT } from '#domain/order/waiting-list/waiting-list.ts'
import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import {
  type Leaving,
  type SeatOfferMail,
  type WaitingListJoined,
  composeSeatOffer,
  composeWaitingListJoined,
  composeWaitingListNotification,
} from '#server/order/waiting-list/letters.ts'

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

const leaveUrl = 'https://shop.example/waiting-list/6f1d7c52-3a44-4d0b-9a5e-2f0c8b7e1a93?lang=en&x=1'

function joined(change: Partial<WaitingListJoined> = {}): WaitingListJoined & Leaving {
  const person = { firstName: 'Ada', name: 'Ada Lovelace', email: 'ada@example.org' }
  return { ...anEvent, person, category: 'Standing', seats: ONE_SEAT, leaveUrl, ...change }
}

function anOffer(change: Partial<SeatOfferMail> = {}): SeatOfferMail {
  return {
    ...anEvent,
    person: { firstName: 'Ada' },
    tickets: [{ name: 'Standing', quantity: 1 }],
    expiry: instant(Date.UTC(2027, 4, 7, 10)),
    url: 'https://shop.example/event/alpine/reservation/7f3a91c2?lang=en&x=1',
    leaveUrl,
    ...change,
  }
}

const everyMail = (language: string) => ({
  joined: composeWaitingListJoined(joined({ language }), texts),
  notification: composeWaitingListNotification(joined({ language, category: null }), texts),
  offer: composeSeatOffer(anOffer({ language }), texts),
})

test('who joins learns for what, and what happens next', () => {
  const { subject, text } = composeWaitingListJoined(joined(), texts)
  expect(subject).toBe('You are on the list for Alpine Systems Days')
  for (const part of ['Ada, you are on the list', 'Standing', 'waited longest', 'Palazzo dei Congressi'])
    expect(text).toContain(part)
  expect(composeWaitingListJoined(joined({ category: null }), texts).text).not.toContain('Standing')
})

test('the organiser learns who waits', () => {
  const { subject, text } = composeWaitingListNotification(joined(), texts)
  expect(subject).toBe('Alpine Systems Days: new on the waiting list')
  expect(text).toContain('  Ada Lovelace\n  ada@example.org')
  expect(text).toContain('Standing')
})

test('an offer leads to the seat, and says until when it is held, in the time of the event', () => {
  const { subject, text } = composeSeatOffer(anOffer(), texts)
  expect(subject).toBe('There is a ticket for you: Alpine Systems Days')
  for (const part of [
    'https://shop.example/event/alpine/reservation/7f3a91c2?lang=en&x=1',
    'Friday 7 May 2027, 12:00 CEST',
    'Standing',
  ])
    expect(text).toContain(part)
})

describe.each(shippedLanguages)('in %s', language => {
  test.each(Object.entries(everyMail(language)))(
    'the mail "%s" has every text, in both parts',
    (_, { subject, text, html }) => {
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/foyer\.|email-|ticket\.[a-z]|\{\d\}|undefined/)
      const lines = text.split('\n').map(written => written.trim().replace(/:$/, ''))
      const missing = lines.filter(line => !html.includes(escapeHtml(line.split(': ')[0] ?? '')))
      expect(missing).toEqual(['--'])
    },
  )
})

test.each(Object.entries(everyMail('de')))('the mail "%s" loads nothing from anywhere', (_, { html }) => {
  expect(html).not.toMatch(/<img|<link|<script|src=|url\(|@import/)
})

test('who waits for several learns how many, and whether fewer are enough', () => {
  const of = (isFewerEnough: boolean) =>
    composeWaitingListJoined(joined({ seats: { quantity: 3, isFewerEnough } }), texts).text
  expect(of(true)).toContain('3, or fewer')
  expect(of(false)).toContain('3, only together')
  const tickets = [
    { name: 'Gallery', quantity: 2 },
    { name: 'Balcony', quantity: 1 },
  ]
  const { subject, text } = composeSeatOffer(anOffer({ tickets }), texts)
  expect(subject).toBe('3 tickets for you: Alpine Systems Days')
  for (const part of ['2 × Gallery', '1 × Balcony', 'Take the tickets']) expect(text).toContain(part)
})

test('who waits is shown the way off the list, in both parts, and the organiser is not', () => {
  for (const { html, text } of [composeWaitingListJoined(joined(), texts), composeSeatOffer(anOffer(), texts)]) {
    expect(text.trimEnd().split('\n').at(-1)).toBe(`Leave the waiting list: ${leaveUrl}`)
    expect(html).toContain(`href="${escapeHtml(leaveUrl)}"`)
  }
  expect(composeWaitingListNotification(joined(), texts).text).not.toContain(leaveUrl)
})

test('what others write is text', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&'
  const person = { firstName: evil, name: evil, email: evil }
  for (const { html, text } of [
    composeWaitingListJoined(joined({ person }), texts),
    composeWaitingListNotification(joined({ person }), texts),
    composeSeatOffer(anOffer({ person, tickets: [{ name: evil, quantity: 2 }] }), texts),
  ]) {
    expect(html).not.toContain('<img')
    expect(text).toContain(evil)
  }
})
