import { afterAll, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { accessibilityFaults } from '#tests/support/documents/pdf/accessibility-faults.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { type Poster, posterPdf } from './poster-pdf.ts'
import { stopRendering } from './pdf-renderer.ts'

const texts = loadTexts()
afterAll(stopRendering)

const aPoster = (change: Partial<Poster> = {}): Poster => ({
  language: 'en',
  size: 'a4',
  name: 'Spring concert by the lake',
  organizer: 'Verein Alpine Systeme',
  when: {
    start: instant(Date.UTC(2027, 4, 15, 17)),
    end: instant(Date.UTC(2027, 4, 15, 20)),
    timeZone: 'Europe/Zurich',
  },
  place: 'Casino, Bern',
  url: 'https://tickets.example.org/e/spring-concert/l/poster',
  ...change,
})

test.each(['a4', 'a3'] as const)('a poster on %s says what, when and where, and its code is read back', async size => {
  const bytes = await posterPdf(aPoster({ size }), texts, { accent: '#1a5fa8' })
  const pdf = await readPdf(bytes)
  const text = pdf.text.replace(/\s+/g, ' ')
  for (const part of ['Spring concert by the lake', 'Verein Alpine Systeme', '15 May 2027', 'Casino, Bern'])
    expect(text).toContain(part)
  expect(pdf).toMatchObject({ pages: 1, isTagged: true, qrText: aPoster().url, missingFonts: [] })
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test.each([
  ['a long name', { name: 'Internationale '.repeat(14).trim(), place: 'Grosse Halle\nObere Strasse 1\n3000 Bern' }],
  ['a name of one long word', { name: 'Donaudampfschifffahrtsgesellschaftskapitaen' }],
  ['another direction', { name: 'مهرجان الربيع', language: 'de' }],
])('a poster with %s is one page', async (_, change) => {
  expect(await readPdf(await posterPdf(aPoster(change), texts))).toMatchObject({ pages: 1, qrText: aPoster().url })
})
