import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import { type OrganiserNotification, composeOrganiserNotification } from '#server/payment/order-mails/letters.ts'
import { type ReservationConfirmation, composeReservationConfirmation } from '#server/order/order/letters.ts'
import type { Visit } from '#server/documents/pdf/ticket-pdf.ts'
import { aTicketDocument } from '#tests/builders/ticket-document.ts'
import { type TicketMail, composeTicketMail } from '#server/ticket/ticket/letters.ts'

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

const anOrder = {
  shortId: '7F3A91C2',
  lines: [
    { name: 'Conference', quantity: 2, amount: 'CHF 240.00' },
    { name: 'Dinner', quantity: 1, amount: 'CHF 80.00' },
  ],
  taxes: [{ label: 'VAT 8.1 %', value: ['CHF 23.98'] }],
  total: 'CHF 320.00',
}

function aConfirmation(change: Partial<ReservationConfirmation> = {}): ReservationConfirmation {
  return {
    ...anEvent,
    buyer: { firstName: 'Ada' },
    order: anOrder,
    payment: { kind: 'settled' },
    url: 'https://shop.example/event/alpine/reservation/7f3a91c2?lang=en&x=1',
    tickets: 'mailed',
    pass: null,
    ...change,
  }
}

const aTransfer: ReservationConfirmation['payment'] = {
  kind: 'bank-transfer',
  amount: 'CHF 320.00',
  account: 'CH93 0076 2011 6238 5295 7',
  owner: ['Verein Alpine Systeme', 'Via Nassa 1', '6900 Lugano'],
  reason: '7F3A91C2',
  deadline: instant(Date.UTC(2027, 4, 7, 10)),
}

const TICKET_URL = 'https://shop.example/event/alpine/ticket/5f0c7c9e/view'

function aTicketMail(change: Partial<TicketMail> = {}): TicketMail {
  return {
    ...anEvent,
    holder: { firstName: 'Ada', name: 'Ada Lovelace' },
    category: 'Conference',
    publicId: '5f0c7c9e-3a2b-4f7d-9b61-2f6f1f0a4d11',
    calendars: [],
    attendance: { kind: 'in-person', url: TICKET_URL, paymentDue: null, wallets: [], visit: aTicketDocument().visit },
    ...change,
  }
}

function aNotification(change: Partial<OrganiserNotification> = {}): OrganiserNotification {
  return {
    ...anEvent,
    reservationId: '7f3a91c2-0b7d-4c38-8f5e-6a1b2c3d4e5f',
    buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
    order: anOrder,
    payment: 'paid',
    ...change,
  }
}

const everyMail = (language: string) => ({
  confirmed: composeReservationConfirmation(aConfirmation({ language }), texts),
  'on site': composeReservationConfirmation(
    aConfirmation({ language, payment: { kind: 'on-site', amount: 'CHF 320.00' } }),
    texts,
  ),
  transfer: composeReservationConfirmation(aConfirmation({ language, payment: aTransfer }), texts),
  notification: composeOrganiserNotification(aNotification({ language }), texts),
  ticket: composeTicketMail(aTicketMail({ language }), texts),
  'online ticket': composeTicketMail(
    aTicketMail({
      language,
      location: null,
      attendance: { kind: 'online', joinUrl: 'https://shop.example/join', url: TICKET_URL },
    }),
    texts,
  ),
})

test('a confirmed order states what was ordered, what it cost, when and where', () => {
  const { subject, text } = composeReservationConfirmation(aConfirmation(), texts)
  expect(subject).toBe('Your order for Alpine Systems Days (7F3A91C2)')
  for (const part of [
    'Thank you, Ada',
    '2 × Conference: CHF 240.00',
    'VAT 8.1 %: CHF 23.98',
    'Total: CHF 320.00',
    'Palazzo dei Congressi',
    '09:00–17:00 CEST',
    'https://shop.example/event/alpine/reservation/7f3a91c2?lang=en&x=1',
    'hello@alpine.example',
    'e-mail of its own',
  ])
    expect(text).toContain(part)
})

test('a buyer whose tickets are not mailed is not promised any', () => {
  const { text } = composeReservationConfirmation(aConfirmation({ tickets: 'later' }), texts)
  expect(text).not.toContain('e-mail of its own')
})

test('an order that waits for its transfer states how to pay and until when', () => {
  const { subject, text } = composeReservationConfirmation(aConfirmation({ payment: aTransfer }), texts)
  expect(subject).toBe('One step left for Alpine Systems Days: your bank transfer (7F3A91C2)')
  for (const part of [
    'Amount: CHF 320.00',
    'Account: CH93 0076 2011 6238 5295 7',
    '  Via Nassa 1',
    'Message (please copy exactly): 7F3A91C2',
    'Please pay by: Friday 7 May 2027, 12:00 CEST',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('confirmed')
})

test('a free order has no total', () => {
  const order = { ...anOrder, taxes: [], total: null, lines: [{ name: 'Seat', quantity: 1, amount: null }] }
  const { text } = composeReservationConfirmation(aConfirmation({ order }), texts)
  expect(text).toContain('1 × Seat\n')
  expect(text).not.toContain('Total')
})

test('what is to be paid at the entrance is stated with its amount', () => {
  const payment = { kind: 'on-site', amount: 'CHF 40.00' } as const
  expect(composeReservationConfirmation(aConfirmation({ payment }), texts).text).toMatch(/entrance\nAmount: CHF 40\.00/)
  const { visit } = aTicketDocument()
  const attendance = { kind: 'in-person', url: TICKET_URL, paymentDue: 'CHF 40.00', wallets: [], visit } as const
  expect(composeTicketMail(aTicketMail({ attendance }), texts).text).toMatch(/entrance\nAmount: CHF 40\.00/)
})

test('the mail of a ticket says the way there, doors, what to bring, what the place has, and whether it can be passed on', () => {
  const visit: Visit = {
    ...aTicketDocument().visit,
    bring: 'A laptop',
    accessFeatures: ['STEP_FREE'],
    accessibility: 'Ring the bell.',
  }
  const textOf = (changes: Partial<Visit>) => {
    const attendance = {
      kind: 'in-person' as const,
      url: TICKET_URL,
      paymentDue: null,
      wallets: [],
      visit: { ...visit, ...changes },
    }
    return composeTicketMail(aTicketMail({ attendance }), texts).text
  }
  const text = textOf({})
  for (const part of [visit.eventUrl, '08:30', 'A laptop', 'Step-free. Ring the bell.', 'Someone else can go instead'])
    expect(text).toContain(part)
  const bare = textOf({ isTransferable: false, doors: null, bring: '', accessFeatures: [], accessibility: '' })
  expect(bare).toContain('A ticket stays with the person named on it.')
  for (const label of ['Doors', 'What to bring', 'Accessibility']) expect(bare).not.toContain(label)
})

test('a ticket in person is attached; online it leads to where one joins', () => {
  expect(composeTicketMail(aTicketMail(), texts).text).toContain('the attached PDF has the same code')
  const attendance = { kind: 'online', joinUrl: 'https://shop.example/join/1', url: TICKET_URL } as const
  const online = composeTicketMail(aTicketMail({ location: null, attendance }), texts).text
  expect(online).toContain('Join online:\nhttps://shop.example/join/1')
  expect(online).toContain('Place: Online')
  expect(online).not.toContain('PDF')
})

test('the mail of a ticket has a button for each wallet and each calendar', () => {
  const { visit } = aTicketDocument()
  const at = (name: string) => `https://shop.example/${name}`
  const wallets = [{ wallet: 'apple', url: at('apple') } as const, { wallet: 'google', url: at('google') } as const]
  const attendance = { kind: 'in-person', url: TICKET_URL, paymentDue: null, wallets, visit } as const
  const calendars = ['Google', 'Outlook'].map(name => ({ name, url: at(`calendar-${name}`) }))
  const { html, text } = composeTicketMail(aTicketMail({ attendance, calendars }), texts)
  const links = new Map(
    [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, to = '', words = '']) => [to, words]),
  )
  for (const [name, words] of [
    ['apple', 'Apple'],
    ['google', 'Google'],
    ['calendar-Google', 'Google'],
    ['calendar-Outlook', 'Outlook'],
  ] as const) {
    expect(links.get(at(name))).toContain(words)
    expect(text).toContain(at(name))
  }
})

test('the organiser learns who ordered and how it is paid', () => {
  const { subject, text } = composeOrganiserNotification(aNotification({ payment: 'bank-transfer' }), texts)
  expect(subject).toBe('New order for Alpine Systems Days (7F3A91C2)')
  expect(text).toContain('Payment: Waiting for a bank transfer')
  expect(text).toContain('  Ada Lovelace\n  ada@example.org')
})

describe.each(shippedLanguages)('in %s', language => {
  test.each(Object.entries(everyMail(language)))(
    'the mail "%s" has every text, in both parts',
    (_, { subject, text, html }) => {
      for (const part of [subject, text, html]) expect(part).not.toMatch(/foyer\.|ticket\.[a-z]|\{\d\}|undefined/)
      expect(html).toContain(`<html lang="${language}" dir="ltr">`)
      const drawn = html
        .replaceAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>/g, ' $1 ')
        .replace(/<style>.*?<\/style>/s, '')
        .replace(/<(?!\/)(p|td|th|h\d|br|a|li)\b[^>]*>/g, '\n')
        .replace(/<[^>]+>/g, '')
      const words = new Set(drawn.split(/\s+/))
      const missing = text
        .split(/\s+/)
        .map(escapeHtml)
        .filter(word => !words.has(word) && !words.has(word.replace(/:$/, '')))
      expect(missing).toEqual(['--'])
    },
  )
})

/** A picture that comes with the mail. */
const CARRIED = /<img src="cid:[^"]*"/g

describe('what others write is text', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&'

  test.each([
    ['event', composeReservationConfirmation(aConfirmation({ eventName: evil }), texts)],
    ['buyer', composeReservationConfirmation(aConfirmation({ buyer: { firstName: evil } }), texts)],
    ['place', composeReservationConfirmation(aConfirmation({ location: evil }), texts)],
    [
      'line',
      composeReservationConfirmation(
        aConfirmation({ order: { ...anOrder, lines: [{ name: evil, quantity: 1, amount: evil }] } }),
        texts,
      ),
    ],
    ['address', composeReservationConfirmation(aConfirmation({ url: `https://a/"${evil}` }), texts)],
    ['holder', composeTicketMail(aTicketMail({ holder: { firstName: evil, name: evil } }), texts)],
    ['organiser', composeTicketMail(aTicketMail({ organizer: { name: evil, email: evil } }), texts)],
    [
      'account',
      composeReservationConfirmation(
        aConfirmation({ payment: { ...aTransfer, account: evil, owner: [evil], reason: evil } as typeof aTransfer }),
        texts,
      ),
    ],
  ])('%s', (_, { html, text }) => {
    expect(html.replaceAll(CARRIED, '')).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(text).toContain(evil)
  })

  test('a line break in a name does not break the subject', () => {
    const { subject } = composeTicketMail(aTicketMail({ eventName: 'A\r\nBcc: x@example.org' }), texts)
    expect(subject).toBe('Your ticket for A Bcc: x@example.org')
  })
})

test('a mail loads nothing from anywhere', () => {
  for (const { html } of Object.values(everyMail('en')))
    expect(html.replaceAll(CARRIED, '')).not.toMatch(/<img|<link|<script|src=|url\(|@import/)
})
