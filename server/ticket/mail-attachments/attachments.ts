import type { Shop } from '#server/catalog/context.ts'
import { LRUCache } from 'lru-cache'
import { isDeepStrictEqual } from 'node:util'
import {
  type Attachment,
  type AttachmentDescription,
  type MakeAttachment,
  type ReadAhead,
  SHOP_LOGO_ID,
  TICKET_CODE_ID,
  TRANSFER_CODE_ID,
} from '#server/mail/letter/message.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { scaledLogo } from '#server/documents/pdf/scaled-logo.ts'
import { readImage } from '#server/foundation/file/image.ts'
import { qrPng } from '#server/documents/pdf/qr-code.ts'
import type { transferCodePng } from '#server/documents/transfer-code/transfer-code-png.ts'
import { transferCodeOf } from '#server/order/order/describe-order.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { CALENDAR_FILE_NAME, CALENDAR_TYPE, eventCalendar } from '#server/documents/calendar/calendar.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import { WorkFailed, WorkPutOff, workForImages } from '#server/foundation/heavy-work/heavy-worker.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { calendarEntry } from '#server/catalog/catalog/calendar.ts'
import { documentFileById } from '#server/order/invoice/document-file.ts'
import { findGoodPassByPublicId } from '#server/order/order/good-pass.ts'
import { type GoodTicket, codeOf, eventKey, findGoodTicketById } from '#server/order/order/good-ticket.ts'
import { passFile } from '#server/ticket/pass-document/pass-file.ts'
import { ticketFile } from '#server/ticket/ticket/ticket-file.ts'

/** Makes what mails carry, as new as the moment they go out. */
type Attachments = {
  readonly makeAttachment: MakeAttachment
  /** Reads the tickets of several mails together that are about to be sent. */
  readonly readAhead: ReadAhead
}

/** Made by features above this one. */
type Others = {
  /** Left out where no saved export is mailed. */
  readonly savedExport?: (
    description: Extract<AttachmentDescription, { kind: 'saved-export' }>,
  ) => ReturnType<MakeAttachment>
  /** Left out where no message is sent to many. */
  readonly messagePerson?: (
    description: Extract<AttachmentDescription, { kind: 'message-person' }>,
  ) => ReturnType<MakeAttachment>
}

export function openAttachments(shop: Shop, others: Others = {}): Attachments {
  const ahead: TicketsAhead = new LRUCache({ max: 100, ttl: AHEAD_MS })
  return {
    makeAttachment: description => {
      if (description.kind === 'saved-export') return others.savedExport?.(description) ?? NOTHING
      if (description.kind === 'message-person') return others.messagePerson?.(description) ?? NOTHING
      return attachmentOf(shop, ahead, description)
    },
    readAhead: async descriptions => {
      const ids = new Set(
        descriptions.flatMap(each =>
          each.kind === 'ticket-pdf' || each.kind === 'ticket-code' ? [each.ticketId] : [],
        ),
      )
      const found = await Promise.all([...ids].map(id => findGoodTicketById(shop, id)))
      for (const good of found) if (good) ahead.set(good.ticket.publicId, good)
    },
  }
}

const NOTHING = Promise.resolve(undefined)

/** Tickets as they were read just now, by their public ids. */
type TicketsAhead = LRUCache<string, GoodTicket>

/** A mail that waits longer for its turn reads its ticket itself. */
const AHEAD_MS = 10_000

function attachmentOf(
  shop: Shop,
  ahead: TicketsAhead,
  description: Exclude<AttachmentDescription, { kind: 'saved-export' | 'message-person' }>,
): Promise<Attachment | undefined> {
  switch (description.kind) {
    case 'ticket-pdf':
      return ticketAttachment(shop, ahead, description)
    case 'ticket-code':
      return ticketCodeAttachment(shop, ahead, description)
    case 'transfer-code':
      return transferCodeAttachment(shop, description)
    case 'sample-code':
      return sampleCodeAttachment(description)
    case 'shop-logo':
      return logoAttachment(shop, description)
    case 'pass-pdf':
      return passAttachment(shop, description)
    case 'event-calendar':
      return calendarAttachment(shop, ahead, description)
    case 'billing-pdf':
      return billingAttachment(shop, description)
    default:
      return description satisfies never
  }
}

/**
 * Nothing for a ticket that is no longer its holder's: it has been released or passed on, also while the file is made. For
 * one that has changed otherwise since it was read the file is made again.
 */
async function ticketAttachment(
  shop: Shop,
  ahead: TicketsAhead,
  { ticketId }: Extract<AttachmentDescription, { kind: 'ticket-pdf' }>,
): Promise<Attachment | undefined> {
  let good = ahead.get(ticketId) ?? (await findGoodTicketById(shop, ticketId))
  while (good) {
    const { fileName, pdf } = await ticketFile(shop, good)
    const now = await findGoodTicketById(shop, ticketId)
    if (now && isUnchanged(good, now)) return { fileName, contentType: 'application/pdf', content: pdf }
    good = now
  }
  return undefined
}

/** A mail has one code; where it has the ticket as a file too, that is made of the same reading. */
async function ticketCodeAttachment(
  shop: Shop,
  ahead: TicketsAhead,
  { ticketId }: Extract<AttachmentDescription, { kind: 'ticket-code' }>,
): Promise<Attachment | undefined> {
  const good = ahead.get(ticketId) ?? (await findGoodTicketById(shop, ticketId))
  if (!good) return undefined
  const content = await qrPng(codeOf(good, await eventKey(shop.db, good.offer.context)))
  return { fileName: 'ticket-code.png', contentType: 'image/png', contentId: TICKET_CODE_ID, content }
}

/** A transfer that has arrived needs no code; the mail goes with an empty picture rather than not at all. Rejects with WorkPutOff as the next one. */
async function transferCodeAttachment(
  shop: Shop,
  { reservationId: text }: Extract<AttachmentDescription, { kind: 'transfer-code' }>,
): Promise<Attachment | undefined> {
  const id = reservationId(text)
  const offer = id && (await offerOfReservation(shop, id))
  const reservation = offer && (await findReservation(shop.db, id))
  const code = reservation && transferCodeOf(shop, { reservation, offer })
  const content = code ? Buffer.from(await workForImages.run(DRAW_CODE, code, 'codes')) : EMPTY_PNG
  return { fileName: 'transfer-code.png', contentType: 'image/png', contentId: TRANSFER_CODE_ID, content }
}

async function sampleCodeAttachment({
  of,
}: Extract<AttachmentDescription, { kind: 'sample-code' }>): Promise<Attachment> {
  const contentId = of === 'ticket' ? TICKET_CODE_ID : TRANSFER_CODE_ID
  return { fileName: `${of}-code.png`, contentType: 'image/png', contentId, content: await qrPng('EXAMPLE') }
}

/** A file that is gone, or can't be read, leaves an empty picture. Rejects with WorkPutOff: the mail is written a little later. */
async function logoAttachment(
  { db }: Shop,
  { file }: Extract<AttachmentDescription, { kind: 'shop-logo' }>,
): Promise<Attachment> {
  const content = logos.get(file) ?? (await drawLogo(db, file))
  if (content !== EMPTY_PNG) logos.set(file, content)
  return { fileName: 'logo.png', contentType: 'image/png', contentId: SHOP_LOGO_ID, content }
}

const DRAW_CODE = heavyTask<typeof transferCodePng>(
  new URL('../../documents/transfer-code/transfer-code-png.ts', import.meta.url),
  'transferCodePng',
)

const SCALE_LOGO = heavyTask<typeof scaledLogo>(
  new URL('../../documents/pdf/scaled-logo.ts', import.meta.url),
  'scaledLogo',
)

/** By the digest of the picture. */
const logos = new LRUCache<string, Buffer>({ max: 8 })

async function drawLogo(db: Shop['db'], file: string): Promise<Buffer> {
  const picture = await readImage(db, file)
  if (picture === undefined) return EMPTY_PNG
  try {
    const drawn = await workForImages.run(SCALE_LOGO, picture, 'logos')
    return drawn ? Buffer.from(drawn) : EMPTY_PNG
  } catch (error) {
    if (error instanceof WorkFailed) return EMPTY_PNG
    throw error
  }
}

/** One transparent pixel. */
const EMPTY_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

function isUnchanged(before: GoodTicket, now: GoodTicket): boolean {
  return (
    isDeepStrictEqual(before.ticket, now.ticket) &&
    isDeepStrictEqual(before.reservation, now.reservation) &&
    before.offer === now.offer
  )
}

/** Nothing for a bought pass that has been withdrawn from or cancelled. */
async function passAttachment(
  shop: Shop,
  { passId }: Extract<AttachmentDescription, { kind: 'pass-pdf' }>,
): Promise<Attachment | undefined> {
  const good = await findGoodPassByPublicId(shop, passId)
  if (!good) return undefined
  const { fileName, pdf } = await passFile(shop, good)
  if (!(await findGoodPassByPublicId(shop, passId))) return undefined
  return { fileName, contentType: 'application/pdf', content: pdf }
}

/**
 * The same as of a ticket for its entry. One that leads into an online event comes without the ticket itself, which would
 * be checked once more: its ticket is read now.
 */
async function calendarAttachment(
  shop: Shop,
  ahead: TicketsAhead,
  { eventId, language, ticketId, joinUrl }: Extract<AttachmentDescription, { kind: 'event-calendar' }>,
): Promise<Attachment | undefined> {
  const isCheckedWithTicket = joinUrl === undefined && ticketId !== undefined
  const readBefore = isCheckedWithTicket ? ahead.get(ticketId) : undefined
  const good = readBefore ?? (ticketId === undefined ? undefined : await findGoodTicketById(shop, ticketId))
  if (ticketId !== undefined && !good) return undefined
  const { context: event } = good?.offer ?? (await shop.catalog.eventOf(eventId))
  const pageUrl = shop.config.baseUrl + pathTo(eventPagePath, { shortName: event.shortName })
  const entry = calendarEntry(event, {
    language,
    pageUrl,
    ...(good && { category: good.category }),
    ...(joinUrl !== undefined && { joinUrl }),
  })
  const host = new URL(shop.config.baseUrl).host
  const isRendered = await renderAhead([
    { to: 'text', markdown: entry.description, owner: ownerOf(event.organization) },
  ])
  // A mail can wait; what it has once carried stays as it is.
  if (!isRendered) throw new WorkPutOff('machine', `the description of ${event.shortName} is not rendered yet`)
  const content = eventCalendar(entry, { host, writtenAt: shop.clock.now() })
  return { fileName: CALENDAR_FILE_NAME, contentType: CALENDAR_TYPE, content }
}

async function billingAttachment(
  shop: Shop,
  { eventId, documentId }: Extract<AttachmentDescription, { kind: 'billing-pdf' }>,
): Promise<Attachment | undefined> {
  const file = await documentFileById(shop, documentId, await shop.catalog.offerOf(eventId))
  return file && { fileName: file.fileName, contentType: 'application/pdf', content: file.pdf }
}
