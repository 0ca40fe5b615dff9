import { instant } from '#domain/foundation/instant.ts'
import type { TicketDocument } from '#server/documents/pdf/ticket-pdf.ts'

/** Ada's ticket for a day in Lugano, paid, without extras; say what matters. */
export function aTicketDocument(change: Partial<TicketDocument> = {}): TicketDocument {
  return {
    publicId: '5f0c7c9e-3a2b-4f7d-9b61-2f6f1f0a4d11',
    qrText: '2f9d3a52-7a0e-4a11-9a6b-0c5f4f1f0a11/wKZKm6zI2w6xNBnInS1f3l5LBlHTWTLDZk72J0v45ks=',
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
    extras: [],
    visit: {
      doors: instant(Date.UTC(2027, 4, 15, 6, 30)),
      eventUrl: 'https://tickets.example/event/alpine-systems-days',
      isTransferable: true,
      bring: '',
      accessFeatures: [],
      accessibility: '',
    },
    ...change,
  }
}
