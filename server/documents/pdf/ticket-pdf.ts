import type { Texts } from '#server/language/texts.ts'
import { pdfRenderer } from './pdf-renderer.ts'
import { type TicketDocument, ticketPage } from './ticket-document.ts'

/** One for the whole shop; it holds nothing until the first ticket is asked for and nothing soon after the last. */
const renderer = pdfRenderer()

/** The ticket as an A4 PDF/UA-1 file, tagged, with the fonts it uses. */
export function ticketPdf(ticket: TicketDocument, texts: Pick<Texts, 'text'>): Promise<Uint8Array> {
  return renderer.render('ticket', { page: JSON.stringify(ticketPage(ticket, texts)), qrText: ticket.qrText })
}

/** Ends the rendering process at once, for a clean stop of the shop. */
export const stopRendering = (): void => renderer.close()
