import type { Texts } from '#server/foundation/language/texts.ts'
import { renderPdf } from './render-pdf.ts'
import { type TicketDocument, ticketPage } from './ticket-document.ts'

/** The ticket as an A4 PDF/UA-1 file, tagged, with the fonts it uses. `logo` is the picture of the event. */
export function ticketPdf(ticket: TicketDocument, texts: Pick<Texts, 'text'>, logo?: Uint8Array): Promise<Uint8Array> {
  const page = JSON.stringify(ticketPage(ticket, texts))
  return renderPdf('ticket', { page, qrText: ticket.qrText, ...(logo && { logo }) })
}
