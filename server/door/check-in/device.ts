import { createCipheriv, createHash, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Category } from '#domain/catalog/catalog/category.ts'
import { COMPANY_FIELD } from '#domain/catalog/fields/company-field.ts'
import { signatureOf } from '#domain/door/door-scan/read-code.ts'
import { type Instant, after, instant } from '#domain/foundation/instant.ts'
import { TICKET_PIN, pinOf } from '#domain/foundation/text/pin.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type DoorTicket, type TicketAnswer, type TicketExtra, answersOf, extrasOf } from './store.ts'
import { type Door, codeOf, statedColour } from './scan/judge-ticket.ts'
import { heldTickets, ticketsByNumber } from './lists/list-store.ts'
import { ofAttendee, presentExtras, readable } from './present.ts'
import { Value } from 'typebox/value'
import { LabelLayout } from '#contract/door-device.ts'

/** May devices check in at this event while they have no connection? */
export function isOfflineAllowed({ settings }: OfferedEvent): boolean {
  return settings.flag('ALFIO_PI_INTEGRATION_ENABLED') && settings.flag('OFFLINE_CHECKIN_ENABLED')
}

/** Changes of the last second are sent again: they may have been on their way when the device asked. */
const OVERLAP_MS = 1_000

/** Numbers of the tickets with a holder; with a moment those that may have changed since, and a second before. */
export function changedTickets({ db }: Shop, eventId: number, since: number | undefined): Promise<number[]> {
  return heldTickets(db, eventId, since === undefined ? undefined : beforehand(since))
}

/** PostgreSQL knows no later moment than this, and nothing has happened after it. */
const LAST_MOMENT = 253_402_300_799_999

const beforehand = (since: number): Instant => after(instant(Math.min(since, LAST_MOMENT)), -OVERLAP_MS)

/** Which tickets a device wants, and which answers beside those that are shown at every door; of none, the company. */
type OfflineQuery = { readonly numbers: readonly number[]; readonly fields: readonly string[] }

/**
 * Tickets for a device without connection, each readable by a device that has scanned its code (organiser contract).
 */
export async function offlineTickets(
  shop: Shop,
  door: Door,
  { numbers, fields }: OfflineQuery,
): Promise<ReadonlyMap<string, string>> {
  const found = await ticketsByNumber(shop.db, door.offer.context.id, numbers)
  const sealed = await sealTickets(shop, door, { tickets: found.map(({ ticket }) => ticket), fields })
  return new Map(sealed.map(({ signature, text }) => [signature, text]))
}

type Sealing = {
  readonly tickets: readonly DoorTicket[]
  readonly fields: readonly string[]
  /** What the page of a door has beside what scanning apps know. */
  readonly more?: (ticket: DoorTicket, parts: OfTicket) => Readonly<Record<string, string>>
}

/** What belongs to one ticket: its extras, and the answers that are shown. */
export type OfTicket = { readonly extras: readonly TicketExtra[]; readonly answers: readonly TicketAnswer[] }

/** A ticket that only its code opens, by the digest of its signature. */
export type SealedTicket = { readonly ticket: DoorTicket; readonly signature: string; readonly text: string }

/** Seals those of these tickets that have a code. */
export async function sealTickets(
  { db }: Pick<Shop, 'db'>,
  door: Door,
  { tickets, fields, more = () => ({}) }: Sealing,
): Promise<readonly SealedTicket[]> {
  const ids = tickets.map(({ id }) => id)
  const [extras, answers] = [await extrasOf(db, ids), await answersOf(db, ids)]
  const sealed = await Promise.all(
    tickets.map(async ticket => {
      const isOwn = ({ ticketId }: { readonly ticketId: bigint }) => ticketId === ticket.id
      const shown = answers
        .filter(isOwn)
        .filter(
          ({ isShown, name, serviceId }) => isShown || serviceId !== null || [COMPANY_FIELD, ...fields].includes(name),
        )
      const parts = { extras: extras.filter(isOwn), answers: shown }
      const content = { ...offlineTicket(door.offer, ticket, parts), ...more(ticket, parts) }
      const [signature, text] = (await seal(codeOf(ticket, door), content)) ?? []
      return signature === undefined || text === undefined ? undefined : { ticket, signature, text }
    }),
  )
  return sealed.filter(entry => entry !== undefined)
}

/** What the device learns about a ticket: texts only. Times are epoch seconds; one that isn't set is left out. */
function offlineTicket(
  offer: OfferedEvent,
  ticket: DoorTicket,
  { extras, answers }: OfTicket,
): Readonly<Record<string, string>> {
  const [firstName, lastName] = [ticket.firstName ?? '', ticket.lastName ?? '']
  const category = offer.categories.find(({ id }) => id === ticket.categoryId)
  const colour = statedColour(offer, ticket)
  const isScannedDaily = offer.settings.flag('CHECK_IN_ONCE_PER_DAY', category?.id)
  return {
    firstName,
    lastName,
    fullName: fullName({ firstName, lastName }),
    email: ticket.email ?? '',
    status: ticket.status,
    uuid: ticket.uuid,
    category: category?.name ?? '',
    ...(printsPin(offer) && { pin: pinOf(ticket.uuid, TICKET_PIN) }),
    ...(colour !== null && { boxColor: colour }),
    additionalInfoJson: JSON.stringify({
      [COMPANY_FIELD]: '',
      ...Object.fromEntries(ofAttendee(answers).map(answer => [answer.name, readable(answer, ticket.language)])),
      category: category?.name ?? '',
    }),
    ...(category && timesOf(category)),
    categoryCheckInStrategy: isScannedDaily ? 'ONCE_PER_DAY' : 'ONCE_PER_EVENT',
    ...(extras.length > 0 && {
      additionalServicesInfoJson: JSON.stringify(presentExtras({ extras, answers }, ticket.language)),
    }),
  }
}

function timesOf({ checkInFrom, checkInTo, validFrom, validTo }: Category): Readonly<Record<string, string>> {
  const times = {
    validCheckInFrom: checkInFrom,
    validCheckInTo: checkInTo,
    ticketValidityStart: validFrom,
    ticketValidityEnd: validTo,
  }
  const set = Object.entries(times).filter(([, moment]) => moment !== null)
  return Object.fromEntries(set.map(([name, moment]) => [name, String(Math.floor(Number(moment) / 1000))]))
}

const deriveKey = promisify(pbkdf2)

/** Nothing for a ticket without a code. */
async function seal(
  code: string | undefined,
  content: Readonly<Record<string, string>>,
): Promise<[string, string] | undefined> {
  if (code === undefined) return undefined
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', await deriveKey(code, code, 1000, 32, 'sha1'), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()])
  return [digestOfSignature(code), `${iv.toString('base64url')}|${text.toString('base64url')}`]
}

/** The part of a code after its first slash, hashed: the device finds the ticket by it and can't make the code from it. */
const digestOfSignature = (code: string): string => digestOf(signatureOf(code))

/** The hexadecimal SHA-256 by which a device finds what it has scanned. */
export const digestOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * The label layout that the organiser has written down, with its lists of rows; undefined where there is none, none that can
 * be read, or no printing.
 */
export function labelLayout({ settings }: Pick<OfferedEvent, 'settings'>): LabelLayout | undefined {
  const text = settings.flag('LABEL_PRINTING_ENABLED') ? settings.text('LABEL_LAYOUT') : null
  const layout = text === null ? undefined : parsed(text)
  return Value.Check(LabelLayout, layout) ? withRows(layout) : undefined
}

/** Does the label show the short number by which a ticket is found? */
const printsPin = (offer: Pick<OfferedEvent, 'settings'>): boolean =>
  labelLayout(offer)?.general?.printPartialID === true

function withRows({ content, ...layout }: LabelLayout): LabelLayout {
  return content === undefined ? layout : { ...layout, content: { thirdRow: [], additionalRows: [], ...content } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
