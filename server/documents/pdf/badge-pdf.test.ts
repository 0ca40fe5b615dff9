import { afterAll, describe, expect, test } from 'vitest'
import { BADGES_PER_FILE, BADGE_SIZES } from '#domain/organiser/order-desk/badge.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { accessibilityFaults } from '#tests/support/documents/pdf/accessibility-faults.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { type Badge, type BadgeSheet, badgesPdf } from './badge-pdf.ts'
import { stopRendering } from './pdf-renderer.ts'

const texts = loadTexts()
afterAll(stopRendering)

const CODE = '0b1e0d9c-3f27-4f7e-9d0e-5a0f6f9f1c42'

const aBadge = (change: Partial<Badge> = {}): Badge => ({
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  category: 'Speaker',
  code: CODE,
  ...change,
})

const aSheet = (badges: readonly Badge[], change: Partial<BadgeSheet> = {}): BadgeSheet => ({
  language: 'en',
  size: 'a4',
  event: 'Spring conference',
  badges,
  ...change,
})

const plain = (text: string): string => text.replace(/\s+/g, ' ')

describe.each(BADGE_SIZES)('a badge of %s', size => {
  test('has the name, the company, the kind of ticket and the event, and its code is read back', async () => {
    const bytes = await badgesPdf(aSheet([aBadge()], { size }), texts, { accent: '#1a5fa8' })
    const pdf = await readPdf(bytes)
    for (const part of ['Ada Lovelace', 'Analytical Engines', 'Speaker', 'Spring conference'])
      expect(plain(pdf.text)).toContain(part)
    expect(pdf).toMatchObject({
      pages: 1,
      title: 'Badges: Spring conference',
      isTagged: true,
      qrText: CODE,
      missingFonts: [],
    })
    expect(await accessibilityFaults(bytes)).toEqual([])
  })

  test.each<[string, Partial<Badge>]>([
    ['a long name', { name: 'Maria de los Angeles Fernandez-Villanueva y Garcia de la Concepcion' }],
    ['a name of one long word', { name: 'Donaudampfschifffahrtsgesellschaftskapitaenswitwe' }],
    ['names as long as they can be', { name: 'Wolfeschlegel '.repeat(36), company: 'Institut '.repeat(25) }],
    ['a name from right to left', { name: 'محمد الفاتح', company: 'شركة النور' }],
    ['a name of Han', { name: '歐陽建國', company: '北京大学' }],
    ['letters that no font has', { name: 'Ada \u{12000}\u{12001}' }],
    ['no company', { company: null }],
  ])('with %s is one page, and its code is whole', async (_, change) => {
    const pdf = await readPdf(await badgesPdf(aSheet([aBadge(change)], { size }), texts))
    expect(pdf).toMatchObject({ pages: 1, qrText: CODE })
  })
})

test('eight badges are on a sheet of A4, the others on the next, in their order', async () => {
  const badges = Array.from({ length: 9 }, (_, index) => aBadge({ name: `Guest ${index + 1}` }))
  const pdf = await readPdf(await badgesPdf(aSheet(badges), texts), { findsCode: false })
  expect(pdf.pages).toBe(2)
  expect(plain(pdf.text).match(/Guest \d/g)).toEqual(badges.slice(0, 8).map(({ name }) => name))
})

test('as many as a file has are one compilation', async () => {
  const badges = Array.from({ length: BADGES_PER_FILE }, (_, index) => aBadge({ name: `Guest ${index + 1}` }))
  const pdf = await readPdf(await badgesPdf(aSheet(badges, { size: '62x29' }), texts), { findsCode: false })
  expect(pdf.pages).toBe(BADGES_PER_FILE)
})
