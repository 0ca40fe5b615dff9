import { instant } from '#domain/foundation/instant.ts'
import type { PassDocument } from '#server/documents/pdf/pass-pdf.ts'

/** Ada's pass for a year of concerts, ten entries, none used; say what matters. */
export function aPassDocument(change: Partial<PassDocument> = {}): PassDocument {
  return {
    language: 'en',
    passName: 'A year of concerts',
    organizer: { name: 'Verein Alpine Systeme', email: 'hello@alpine.example' },
    owner: { name: 'Ada Lovelace', email: 'ada@example.org' },
    valid: { from: instant(Date.UTC(2027, 4, 15, 7)), to: instant(Date.UTC(2028, 4, 15, 21, 59, 59)) },
    timeZone: 'Europe/Zurich',
    entries: { max: 10, used: 0, usage: 'ONCE_PER_EVENT' },
    codes: { pin: 'HNLD4PHJ', id: 'c09644d4-3694-4a11-9a6b-0c5f4f1f0a11' },
    useUrl: 'https://shop.example/events-all?subscription=c09644d4-3694-4a11-9a6b-0c5f4f1f0a11&lang=en',
    answers: [],
    description: '',
    order: { shortId: '7F3A91C2', buyer: 'Charles Babbage' },
    madeAt: instant(Date.UTC(2027, 7, 1, 12)),
    ...change,
  }
}
