import type { Texts } from '#server/language/texts.ts'
import { renderPdf } from './render-pdf.ts'
import { type TicketDocument, ticketPage } from './ticket-document.ts'

/** The ticket as an A4 PDF/UA-1 file, tagged, with the fonts it uses. */
export function ticketPdf(ticket: TicketDocument, texts: Pick<Texts, 'text'>): Promise<Uint8Array> {
  return renderPdf('ticket', { page: JSON.stringify(ticketPage(ticket, texts)), qrText: ticket.qrText })
}
