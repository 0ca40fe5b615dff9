import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { aBillingDocument } from '#tests/builders/billing-document.ts'
import { aPassDocument } from '#tests/builders/pass-document.ts'
import { aTicketDocument } from '#tests/builders/ticket-document.ts'
import { accessibilityFaults } from '#tests/support/documents/pdf/accessibility-faults.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { billingPdf } from './billing-pdf.ts'
import type { DocumentLook } from './document-look.ts'
import { passPdf } from './pass-pdf.ts'
import { stopRendering } from './pdf-renderer.ts'
import { ticketPdf } from './ticket-pdf.ts'

const texts = loadTexts()
const picture = readFileSync(new URL('../../../samples/images/four-rivers.webp', import.meta.url))
const SHOP = 'House of <Maps> & Co'
/** The longest that a shop may have. */
const LONG = `${'Donaudampfschifffahrt'.repeat(2)} of the Long Names`.slice(0, 60)

afterAll(stopRendering)

const DOCUMENTS: readonly (readonly [string, (look: DocumentLook) => Promise<Uint8Array>, RegExp])[] = [
  ['a ticket', look => ticketPdf(aTicketDocument(), texts, look), /Ticket · /],
  ['a pass', look => passPdf(aPassDocument(), texts, look), /Pass · /],
  ['an invoice', look => billingPdf(aBillingDocument(), texts, look), /^\s*/],
  ['a receipt', look => billingPdf(aBillingDocument({ type: 'RECEIPT', number: null }), texts, look), /^\s*/],
]

describe.each(DOCUMENTS)('%s', (_, drawnWith, before) => {
  const read = async (look: DocumentLook) => {
    const bytes = await drawnWith(look)
    expect(await accessibilityFaults(bytes)).toEqual([])
    const { text, ...pdf } = await readPdf(bytes, { findsCode: false })
    expect(pdf).toMatchObject({ pages: 1, missingFonts: [] })
    return text.replace(/\s+/g, ' ')
  }

  test('begins with the name of the shop, beside its picture and without one', async () => {
    const named = new RegExp(before.source + SHOP)
    expect(await read({ shopName: SHOP })).toMatch(named)
    expect(await read({ shopName: SHOP, picture })).toMatch(named)
    expect((await read({ shopName: LONG, picture })).replaceAll(/[\s\u200b]/g, '')).toContain(LONG.replaceAll(' ', ''))
  })

  test('has no name where the operator has named the shop nothing', async () => {
    const text = await read({})
    expect(text).not.toContain('Foyer')
    expect(text).not.toContain('Ticket ·')
  })

  test('has the name in letters of its script', async () => {
    const name = 'بيت الخرائط'
    const text = await read({ shopName: name })
    const letters = (of: string) => new Set(of.normalize('NFKC').match(/\p{L}/gu))
    expect(letters(name).difference(letters(text))).toEqual(new Set())
  })
})
