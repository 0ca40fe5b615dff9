import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { startsRightToLeft } from '#server/foundation/language/languages.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { aTicketDocument } from '#tests/builders/ticket-document.ts'
import { accessibilityFaults, emptyGlyphs } from '#tests/support/documents/pdf/accessibility-faults.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import type { Tag } from '#tests/support/documents/pdf/read-tags.ts'
import { stopRendering } from './pdf-renderer.ts'
import { type TicketDocument, ticketFileName, ticketPage, ticketPdf } from './ticket-pdf.ts'

const texts = loadTexts()
const { qrText } = aTicketDocument()
const picture = readFileSync(new URL('../../../samples/images/four-rivers.webp', import.meta.url))

/** Which letters there are; a PDF holds those of a leftward script in the order they are drawn, and in joined forms. */
const lettersOf = (text: string) => new Set(text.normalize('NFKC').match(/\p{L}/gu))

const hasLeftward = (text: string) => Array.from(text).some(startsRightToLeft)

/** Readers find a syllable of some scripts twice, because each of its glyphs holds the whole; its letters are in order. */
function holdsInOrder(text: string, name: string): boolean {
  let from = 0
  return Array.from(name.replaceAll(/\s/g, '')).every(letter => {
    const found = text.indexOf(letter, from)
    from = found + letter.length
    return found >= 0
  })
}

afterAll(stopRendering)

test('a ticket states who goes where and when, and its code is readable', async () => {
  const pdf = await readPdf(await ticketPdf(aTicketDocument(), texts))
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
  const pdf = await readPdf(await ticketPdf(aTicketDocument({ language: 'de' }), texts))
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

test('what is to be paid at the entrance is on the ticket with its amount', async () => {
  const pdf = await readPdf(await ticketPdf(aTicketDocument({ paymentDue: 'CHF 40.00' }), texts))
  expect(pdf.text).toMatch(/To be paid at the entrance\s+CHF 40\.00/)
})

test('an online ticket names no place and no entrance', async () => {
  const pdf = await readPdf(await ticketPdf(aTicketDocument({ location: null }), texts))
  expect(pdf.text).toMatch(/Place\s+Online/)
  expect(pdf.text).not.toContain('At the entrance')
})

describe('a name is drawn with letters of its script', () => {
  test.each([
    ['Ελευθερία Παπαδοπούλου', 'NotoSans-Bold'],
    ['Юрий Гагарин', 'NotoSans-Bold'],
    ['Nguyễn Thị Hương Łukasz', 'NotoSans-Bold'],
    ['שרה כהן', 'NotoSansHebrew'],
    ['عمر', 'NotoNaskhArabic'],
    ['گوهر چاووشی', 'NotoNaskhArabic'],
    ['王小明', 'NotoSansHans'],
    ['龍愛達', 'NotoSansHans'],
    ['山田 さくら ヤマダ', 'NotoSansHans'],
    ['김민준', 'NanumGothic'],
    ['राम', 'NotoSans-Bold'],
    ['สมชาย', 'NotoSansThai'],
    ['தமிழ்ச்செல்வி சுப்பிரமணியன்', 'NotoSansTamil'],
    ['রবীন্দ্রনাথ ঠাকুর', 'NotoSansBengali'],
    ['శ్రీకృష్ణ వేంకటేశ్వర్లు', 'NotoSansTelugu'],
    ['ಕೃಷ್ಣಮೂರ್ತಿ ಲಕ್ಷ್ಮೀ', 'NotoSansKannada'],
    ['കൃഷ്ണൻകുട്ടി ലക്ഷ്മി', 'NotoSansMalayalam'],
    ['નરેન્દ્ર ત્રિવેદી', 'NotoSansGujarati'],
    ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'NotoSansGurmukhi'],
    ['ශ්‍රීමතී වික්‍රමසිංහ', 'NotoSansSinhala'],
    ['ଜଗନ୍ନାଥ ମହାପାତ୍ର', 'NotoSansOriya'],
    ['श्रीकृष्ण त्रिपाठी', 'NotoSans-Bold'],
    ['សុខ ចាន់ដារ៉ា ស្រីមុំ', 'NotoSansKhmer'],
    ['ສົມຊາຍ ວົງສຸວັນ', 'NotoSansLao'],
    ['အောင်ဆန်းစုကြည် မြင့်', 'NotoSansMyanmar'],
    ['ኃይለ ገብረሥላሴ', 'NotoSansEthiopic'],
    ['މުޙައްމަދު', 'NotoSansThaana'],
    ['Արամ Խաչատրյան', 'NotoSansArmenian'],
    ['ნინო ბერიძე', 'NotoSansGeorgian'],
    ['Zoë ★ ① → 🎉🦊', 'NotoEmoji'],
    ['Ada עדה عدا 愛達 Ада', 'NotoSansHans'],
  ])('%s', async (name, font) => {
    const bytes = await ticketPdf(aTicketDocument({ holder: { name, email: 'a@example.org' } }), texts)
    const pdf = await readPdf(bytes)
    expect(lettersOf(name).difference(lettersOf(pdf.text))).toEqual(new Set())
    expect(hasLeftward(name) || holdsInOrder(pdf.text, name)).toBe(true)
    expect(pdf.fonts.join(' ')).toContain(font)
    expect(pdf).toMatchObject({ pages: 1, missingFonts: [], qrText })
    expect(pdf.title).toContain(name)
    expect(await accessibilityFaults(bytes)).toEqual([])
  })

  test.each([
    ['བསྟན་འཛིན་རྒྱ་མཚོ', /^[\u0f00-\u0fff]+$/],
    ['𠮷野家 山﨑', /^(𠮷|﨑)$/],
    // Found in a font that many machines have.
    ['ⵣⵉⵔⵉ', /^[\u2d30-\u2d7f]+$/],
  ])('of which no font of the shop has all: %s is described, and the number is printed large', async (name, lost) => {
    const ticket = aTicketDocument({ holder: { name, email: 'a@example.org' } })
    const bytes = await ticketPdf(ticket, texts)
    const { text, structure, title, fonts } = await readPdf(bytes)
    expect(emptyGlyphs(bytes)).toBe(0)
    expect(await accessibilityFaults(bytes)).toEqual([])
    expect(text.replaceAll(/[\s\u200b]/g, '').split(ticket.publicId)).toHaveLength(3)
    const descriptions = structure.flatMap(page => page.tags.flatMap(flat)).map(({ alternative }) => alternative)
    const boxes = descriptions.filter(description => lost.test(description))
    expect([...new Set(`${boxes.join('')}${text}`)]).toEqual(
      expect.arrayContaining(Array.from(name.replaceAll(' ', ''))),
    )
    expect(title).toContain(name)
    expect(fonts.filter(font => !/Noto|Nanum/.test(font))).toEqual([])
  })
})

test('the longest names allowed stay on one page, within the ticket', async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(8).slice(0, 255)
  const holder = { name: long, email: `${'a'.repeat(240)}@example.org` }
  const bytes = await ticketPdf(aTicketDocument({ holder, eventName: long, category: long, location: long }), texts)
  expect(await readPdf(bytes)).toMatchObject({ pages: 1, qrText })
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test('a screen reader gets a heading, paragraphs, and words for the code', async () => {
  const pdf = await readPdf(await ticketPdf(aTicketDocument(), texts))
  const tags = pdf.structure.flatMap(page => page.tags.flatMap(flat))
  expect(tags.filter(({ type }) => type.startsWith('H')).map(({ type }) => type)).toEqual([
    'H1',
    ...Array<string>(6).fill('H2'),
  ])
  expect(tags.filter(({ type }) => type === 'Figure').map(({ alternative }) => alternative)).toEqual([
    'QR code of ticket 5f0c7c9e-3a2b-4f7d-9b61-2f6f1f0a4d11',
  ])
  expect(tags.filter(({ type }) => type === 'P').length).toBeGreaterThan(15)
})

const flat = (tag: Tag): Tag[] => [tag, ...tag.children.flatMap(flat)]

const EXTRAS = [
  { quantity: 2, title: 'Lunch', answers: [] },
  {
    quantity: 1,
    title: 'Workshop',
    answers: [
      { label: 'Diet', value: 'vegetarian' },
      { label: 'Size', value: 'M, L' },
    ],
  },
]

test('what was booked with it comes below, with what its holder said about it', async () => {
  const bytes = await ticketPdf(aTicketDocument({ extras: EXTRAS }), texts)
  const { text } = await readPdf(bytes)
  expect(text.replace(/\s+/g, ' ')).toMatch(/Extras 2 × Lunch 1 × Workshop Diet: vegetarian Size: M, L/)
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test('many extras go on on the next page', async () => {
  const extras = Array.from({ length: 60 }, (_, index) => ({
    ...EXTRAS[1],
    title: `Extra ${index}`,
    quantity: 1,
    answers: [],
  }))
  const bytes = await ticketPdf(aTicketDocument({ extras }), texts)
  expect((await readPdf(bytes)).pages).toBe(2)
  expect(await accessibilityFaults(bytes)).toEqual([])
})

describe('the picture of the event', () => {
  test('heads the ticket, made small, and says nothing', async () => {
    const [plain, headed] = [
      await ticketPdf(aTicketDocument(), texts),
      await ticketPdf(aTicketDocument(), texts, { picture }),
    ]
    expect(headed.length - plain.length).toBeGreaterThan(2000)
    expect(headed.length - plain.length).toBeLessThan(100_000)
    expect(await accessibilityFaults(headed)).toEqual([])
    expect((await readPdf(headed)).qrText).toBe(qrText)
  })

  test('that can not be read is left out', async () => {
    const broken = picture.subarray(0, 200)
    const bytes = await ticketPdf(aTicketDocument(), texts, { picture: broken })
    expect(bytes.length).toBe((await ticketPdf(aTicketDocument(), texts)).length)
  })
})

test.each(['en', 'de', 'fr', 'it'])('in %s every word is there', async language => {
  const bytes = await ticketPdf(aTicketDocument({ language, extras: EXTRAS, paymentDue: 'CHF 40.00' }), texts)
  const { text, language: stated } = await readPdf(bytes)
  expect(stated).toBe(language)
  expect(text).not.toMatch(/foyer\.|ticket\.|\{\d\}/)
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test('what a buyer writes is text, never markup', async () => {
  const name = '#panic() *b* $x$ "q" \\ <i> [l] @me // end'
  const pdf = await readPdf(await ticketPdf(aTicketDocument({ holder: { name, email: 'a@example.org' } }), texts))
  expect(pdf.text.replace(/\s+/g, ' ')).toContain(name)
})

test('the file is named by the public id', () => {
  expect(ticketFileName('5f0c')).toBe('ticket-5f0c.pdf')
})

test('it says the way there, when doors open, what to bring, and how another person gets it', () => {
  const titlesOf = (change: Partial<TicketDocument>) =>
    ticketPage(aTicketDocument(change), texts).hints.map(({ title }) => title.text)
  const { visit } = aTicketDocument()
  expect(titlesOf({})).toEqual([
    'The way there',
    'Doors',
    'What to bring',
    'This ticket is yours',
    'Is another person going?',
    'Any questions?',
  ])
  const stated = {
    accessFeatures: ['STEP_FREE', 'CAPTIONS'],
    accessibility: 'Ring the bell.',
    bring: 'A laptop.',
  } as const
  expect(titlesOf({ visit: { ...visit, ...stated, doors: null, isTransferable: false } })).toEqual([
    'The way there',
    'What to bring',
    'Accessibility',
    'This ticket is yours',
    'Passing a ticket on',
    'Any questions?',
  ])
  const hints = ticketPage(aTicketDocument({ visit: { ...visit, ...stated } }), texts).hints.map(
    ({ text }) => text.text,
  )
  expect(hints[2]).toMatch(/entitles you to it\. A laptop\.$/)
  expect(hints[3]).toBe('Step-free · Captions. Ring the bell.')
  expect(titlesOf({ location: null })).not.toContain('The way there')
  const money = ticketPage(aTicketDocument({ paymentDue: 'CHF 40.00' }), texts).hints[2]
  expect(money?.text.text).toContain('CHF 40.00 to pay at the entrance')
})
