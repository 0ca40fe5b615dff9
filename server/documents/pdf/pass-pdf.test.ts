import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { aPassDocument } from '#tests/builders/pass-document.ts'
import { accessibilityFaults } from '#tests/support/documents/pdf/accessibility-faults.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import type { Tag } from '#tests/support/documents/pdf/read-tags.ts'
import { type PassDocument, passFileName, passPdf } from './pass-pdf.ts'
import { stopRendering } from './pdf-renderer.ts'

const texts = loadTexts()
const { useUrl } = aPassDocument()
const picture = readFileSync(new URL('../../../samples/images/four-rivers.webp', import.meta.url))

afterAll(stopRendering)

const rendered = (change: Partial<PassDocument> = {}) => passPdf(aPassDocument(change), texts)
const textOf = async (change: Partial<PassDocument> = {}) =>
  (await readPdf(await rendered(change))).text.replace(/\s+/g, ' ')

test('a pass states whose it is, what uses it, how long and how often, and whom to ask', async () => {
  const bytes = await rendered()
  const pdf = await readPdf(bytes)
  const text = pdf.text.replace(/\s+/g, ' ')
  for (const part of [
    'Pass A year of concerts',
    'Ada Lovelace',
    'ada@example.org',
    'Valid from Saturday 15 May 2027 Valid until Monday 15 May 2028',
    '10 entries One ticket per event',
    '7F3A91C2 by Charles Babbage',
    'Verein Alpine Systeme hello@alpine.example',
    'Choose tickets with this pass',
    'PIN of the pass HNLD4PHJ',
    'Number of the pass c09644d4-3694-4a11-9a6b-0c5f4f1f0a11',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Used so far')
  expect(text).not.toContain('About this pass')
  expect(text).not.toContain('Your details')
  expect(pdf.qrText).toBe(useUrl)
  expect(Buffer.from(bytes).toString('latin1')).toContain(`/URI (${useUrl})`)
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test('a pass is one accessible page with its fonts inside', async () => {
  expect(await readPdf(await rendered({ language: 'de' }))).toMatchObject({
    pages: 1,
    isTagged: true,
    claimsAccessibility: true,
    language: 'de',
    title: 'Abo für Ada Lovelace: A year of concerts',
    missingFonts: [],
  })
})

const [from, to] = [instant(Date.UTC(2027, 4, 15, 7)), instant(Date.UTC(2028, 4, 15, 21, 59, 59))]

test.each<[string, PassDocument['valid'], string]>([
  ['until a day', { from: null, to }, 'Validity Valid until Monday 15 May 2028 Entries'],
  ['from a day on', { from, to: null }, 'Validity Valid from Saturday 15 May 2027 Valid without an end date Entries'],
  ['always', { from: null, to: null }, 'Validity Valid without an end date Entries'],
])('is good %s', async (_, valid, shown) => {
  expect(await textOf({ valid })).toContain(shown)
})

test('its days are those of its zone', async () => {
  expect(await textOf({ timeZone: 'Asia/Tokyo' })).toContain('Valid until Tuesday 16 May 2028')
})

test.each<[PassDocument['entries'], string]>([
  [{ max: 1, used: 0, usage: 'UNLIMITED' }, 'Entries 1 entry Several tickets per event Order'],
  [{ max: null, used: 0, usage: 'ONCE_PER_EVENT' }, 'Entries Any number of entries One ticket per event Order'],
  [
    { max: 10, used: 2, usage: 'ONCE_PER_EVENT' },
    'Entries 10 entries One ticket per event Used so far: 2 (as of Sunday 1 August 2027) Order',
  ],
])('%j', async (entries, shown) => {
  expect(await textOf({ entries })).toContain(shown)
})

test('whose codes are not to be shown contains neither of them, in letters or as a code', async () => {
  const bytes = await rendered({ codes: null })
  const pdf = await readPdf(bytes)
  expect(pdf.qrText).toBeNull()
  expect(pdf.text).not.toMatch(/HNLD4PHJ|c09644d4|PIN|Number of the pass/)
  expect(pdf.text).toContain('Choose tickets with this pass')
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test('the answers of its owner and the words of the organiser come below', async () => {
  const bytes = await rendered({
    answers: [
      { label: 'Favourite film', value: 'Metropolis' },
      { label: 'Wishes', value: 'More jazz\nEarlier' },
    ],
    description: 'Every Friday.\n\n- Ten concerts\n- A drink',
  })
  const text = (await readPdf(bytes)).text.replace(/\s+/g, ' ')
  for (const part of ['Your details', 'Favourite film', 'Metropolis', 'More jazz', 'Earlier'])
    expect(text).toContain(part)
  expect(text).toContain('About this pass Every Friday. - Ten concerts - A drink')
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test('a long description goes on on the next page', async () => {
  const bytes = await rendered({ description: 'A concert every Friday, and a matinée. '.repeat(300) })
  expect((await readPdf(bytes)).pages).toBeGreaterThan(1)
  expect(await accessibilityFaults(bytes)).toEqual([])
})

describe('a name', () => {
  test.each(['عمر الخيام', '王小明', 'Zoë 🎉', 'ნინო ბერიძე'])('%s is drawn', async name => {
    const bytes = await rendered({ owner: { name, email: 'a@example.org' }, passName: name })
    expect(await readPdf(bytes)).toMatchObject({ pages: 1, missingFonts: [], qrText: useUrl })
    expect(await accessibilityFaults(bytes)).toEqual([])
  })

  test('as long as allowed stays on the page', async () => {
    const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(8).slice(0, 255)
    const owner = { name: long, email: `${'a'.repeat(240)}@example.org` }
    const bytes = await rendered({ owner, passName: long, answers: [{ label: long, value: long }] })
    expect(await readPdf(bytes)).toMatchObject({ pages: 1, qrText: useUrl })
    expect(await accessibilityFaults(bytes)).toEqual([])
  })

  test('is text, never markup', async () => {
    const name = '#panic() *b* $x$ "q" \\ <i> [l] @me // end'
    expect(await textOf({ owner: { name, email: 'a@example.org' }, description: name })).toContain(name)
  })
})

test('a screen reader gets headings, a link, and words for the code', async () => {
  const answers = [{ label: 'Favourite film', value: 'Metropolis' }]
  const pdf = await readPdf(await rendered({ description: 'Every Friday.', answers }))
  const tags = pdf.structure.flatMap(page => page.tags.flatMap(flat))
  expect(tags.filter(({ type }) => /^H\d/.test(type)).map(({ type }) => type)).toEqual([
    'H1',
    ...Array.from({ length: 5 }, () => 'H2'),
  ])
  expect(tags.filter(({ type }) => type === 'Link')).toHaveLength(1)
  expect(tags.filter(({ type }) => type === 'Figure').map(({ alternative }) => alternative)).toEqual([
    'QR code of the page on which tickets are chosen with this pass',
  ])
})

const flat = (tag: Tag): Tag[] => [tag, ...tag.children.flatMap(flat)]

test('the picture of the pass heads it and says nothing', async () => {
  const headed = await passPdf(aPassDocument(), texts, { picture })
  expect(headed.length - (await rendered()).length).toBeGreaterThan(2000)
  expect(await accessibilityFaults(headed)).toEqual([])
})

test.each(['en', 'de', 'fr', 'it'])('in %s every word is there', async language => {
  const answers = [{ label: 'Film', value: 'Metropolis' }]
  const entries = { max: 10, used: 1, usage: 'UNLIMITED' } as const
  const text = await textOf({ language, answers, entries, description: 'Text' })
  expect(text).not.toMatch(/foyer\.|ticket\.|subscription\.|\{\d\}/)
})

test('the file is named by the public id', () => {
  expect(passFileName('5f0c')).toBe('subscription-5f0c.pdf')
})
