import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { CapturedMail } from '#server/mail/letter/outbox.ts'
import { readQr } from '../support/documents/read-qr.ts'
import { readPdf } from '../support/documents/pdf/read-pdf.ts'
import type { RunningShop } from '../support/shop/running-shop.ts'

/** What the QR code of a ticket must say, worked out from what only the database knows (lifecycle C.4). */
export async function expectedCode({ db }: Pick<RunningShop, 'db'>, publicId: string): Promise<string> {
  const ticket = await db.kysely
    .selectFrom('ticket')
    .innerJoin('event', 'event.id', 'ticket.event_id')
    .select(['ticket.uuid', 'reservation_id', 'first_name', 'last_name', 'email', 'secret_key'])
    .where('public_uuid', '=', publicId)
    .executeTakeFirstOrThrow()
  const facts = [ticket.reservation_id, ticket.uuid, `${ticket.first_name} ${ticket.last_name}`, ticket.email]
  const message = facts.join('/').toLowerCase()
  return `${ticket.uuid}/${createHmac('sha256', ticket.secret_key).update(message).digest('base64')}`
}

/** The public ids of the tickets of a reservation, by the e-mail of their holder. */
export async function ticketIds({ db }: RunningShop, reservationId: string): Promise<ReadonlyMap<string, string>> {
  const tickets = await db.kysely
    .selectFrom('ticket')
    .select(['public_uuid', 'email'])
    .where('reservation_id', '=', reservationId)
    .execute()
  return new Map(tickets.map(({ email, public_uuid }) => [email ?? '', public_uuid]))
}

/** The mail with a ticket: text and drawing, its picture and the PDF whose code opens the door, the date for the calendar. */
export async function proveTicketMail(shop: RunningShop, mail: CapturedMail, ticket: TicketProof): Promise<void> {
  expect(mail.subject).toBe(ticket.subject)
  for (const part of [mail.text, mail.html]) expect(part).toContain(ticket.publicId)
  const calendar = mail.attachments.find(({ contentType }) => contentType === 'text/calendar')
  expect(calendar).toBeDefined()
  const events = Buffer.from(await shop.attachment(mail, calendar?.fileName ?? '')).toString()
  expect(events).toContain('BEGIN:VEVENT')
  expect(mail.html).toContain('<img src="cid:ticket-code@foyer"')
  const picture = await shop.attachment(mail, 'ticket-code.png')
  expect(await readQr(picture)).toBe(await expectedCode(shop, ticket.publicId))
  const pdf = mail.attachments.find(({ contentType }) => contentType === 'application/pdf')
  await provePdf(shop, await shop.attachment(mail, pdf?.fileName ?? ''), ticket)
}

export type TicketProof = { readonly publicId: string; readonly holder: string; readonly subject: string }

/** One page that names the holder, with the code that opens the door. */
export async function provePdf(
  shop: RunningShop,
  bytes: Uint8Array,
  { publicId, holder }: Pick<TicketProof, 'publicId' | 'holder'>,
): Promise<void> {
  const pdf = await readPdf(bytes)
  expect(pdf.pages).toBe(1)
  expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(holder)
  expect(pdf.qrText).toBe(await expectedCode(shop, publicId))
}
