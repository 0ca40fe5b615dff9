import { afterAll, describe, expect, test } from 'vitest'
import { instant } from '#domain/instant.ts'
import { loadTexts } from '#server/language/texts.ts'
import { readPdf } from './read-pdf.ts'
import { stopRendering } from './render-pdf.ts'
import { ticketPdf } from './ticket-pdf.ts'
import { type TicketDocument, ticketFileName } from './ticket-document.ts'

const texts = loadTexts()
const qrText = '2f9d3a52-7a0e-4a11-9a6b-0c5f4f1f0a11/wKZKm6zI2w6xNBnInS1f3l5LBlHTWTLDZk72J0v45ks='

function aTicket(change: Partial<TicketDocument> = {}): TicketDocument {
  return {
    publicId: '5f0c7c9e-3a2b-4f7d-9b61-2f6f1f0a4d11',
    qrText,
    language: 'en',
    eventName: 'Alpine Systems Days',
    organizer: { name: 'Verein Alpine Systeme', email: 'hello@alpine.example' },
    holder: { name: 'Ada Lovelace', email: 'ada@example.org' },
    category: 'Conference',
    span: {
      start: instant(Date.UTC(2027, 4, 15, 7)),
      end: instant(Date.UTC(2027, 4, 15, 15, 30)),
      timeZone: 'Europe/Zurich',
    },
    location: 'Palazzo dei Congressi\nLugano',
    order: { shortId: '7F3A91C2', buyer: 'Charles Babbage' },
    paymentDue: null,
    ...change,
  }
}

/** Which letters there are; a PDF holds those of a leftward script in the order they are drawn, and in joined forms. */
const lettersOf = (text: string) => new Set(text.normalize('NFKC').match(/\p{L}/gu))

afterAll(stopRendering)

test('a ticket tells who goes where and when, and its code is readable', async () => {
  const pdf = await readPdf(await ticketPdf(aTicket(), texts))
  expect(pdf.qrText).toBe(qrText)
  const text = pdf.text.replace(/\s+/g, ' ')
  for (const part of [
    'Ticket Alpine Systems Days',
    'Ada Lovelace',
    'ada@example.org',
    'Saturday 15 May 2027, 09:00–17:30 CEST',
    'Palazzo dei Congressi Lugano',
    'Conference',
    '7F3A91C2 by Charles Babbage',
    'Verein Alpine Systeme',
    'hello@alpine.example',
    '5f0c7c9e-3a2b-4f7d-9b61-2f6f1f0a4d11',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('2f9d3a52')
  expect(text).not.toContain('To be paid')
})

test('a ticket is one accessible page with its fonts inside', async () => {
  const pdf = await readPdf(await ticketPdf(aTicket({ language: 'de' }), texts))
  expect(pdf).toMatchObject({
    pages: 1,
    isTagged: true,
    claimsAccessibility: true,
    language: 'de',
    title: 'Ticket für Ada Lovelace: Alpine Systems Days',
    missingFonts: [],
  })
  expect(pdf.fonts).toEqual([expect.stringContaining('NotoSans-Bold'), expect.stringContaining('NotoSans-Regular')])
})

test('what is to be paid at the entrance stands on the ticket with its amount', async () => {
  const pdf = await readPdf(await ticketPdf(aTicket({ paymentDue: 'CHF 40.00' }), texts))
  expect(pdf.text).toMatch(/To be paid at the entrance\s+CHF 40\.00/)
})

test('an online ticket names no place and no entrance', async () => {
  const pdf = await readPdf(await ticketPdf(aTicket({ location: null }), texts))
  expect(pdf.text).toMatch(/Place\s+Online/)
  expect(pdf.text).not.toContain('At the entrance')
})

describe('a name is drawn with letters of its script', () => {
  test.each([
    ['Ελευθερία Παπαδοπούλου', 'NotoSans-Bold'],
    ['Юрий Гагарин', 'NotoSans-Bold'],
    ['שרה כהן', 'NotoSansHebrew'],
    ['عمر', 'NotoNaskhArabic'],
    ['王小明', 'NotoSansHans'],
    ['राम', 'NotoSans-Bold'],
    ['Zoë 🎉', 'NotoEmoji'],
  ])('%s', async (name, font) => {
    const pdf = await readPdf(await ticketPdf(aTicket({ holder: { name, email: 'a@example.org' } }), texts))
    expect(lettersOf(name).difference(lettersOf(pdf.text))).toEqual(new Set())
    expect(pdf.fonts.join(' ')).toContain(font)
    expect(pdf).toMatchObject({ pages: 1, claimsAccessibility: true, missingFonts: [], qrText })
    expect(pdf.title).toContain(name)
  })

  test('of which we have no font: a ticket all the same', async () => {
    const pdf = await readPdf(await ticketPdf(aTicket({ holder: { name: 'สมชาย', email: 'a@example.org' } }), texts))
    expect(pdf).toMatchObject({ isTagged: true, claimsAccessibility: false, qrText })
  })
})

test('the longest names allowed stay on one page, within the ticket', async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(8).slice(0, 255)
  const holder = { name: long, email: `${'a'.repeat(240)}@example.org` }
  const pdf = await readPdf(
    await ticketPdf(aTicket({ holder, eventName: long, category: long, location: long }), texts),
  )
  expect(pdf).toMatchObject({ pages: 1, claimsAccessibility: true, qrText })
})

test('what a buyer writes is text, never markup', async () => {
  const name = '#panic() *b* $x$ "q" \\ <i> [l] @me // end'
  const pdf = await readPdf(await ticketPdf(aTicket({ holder: { name, email: 'a@example.org' } }), texts))
  expect(pdf.text.replace(/\s+/g, ' ')).toContain(name)
})

test('the file is named by the public id', () => {
  expect(ticketFileName('5f0c')).toBe('ticket-5f0c.pdf')
})
