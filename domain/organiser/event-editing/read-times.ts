import type { CallLink } from '#domain/catalog/catalog/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { EventDraft } from './event-draft.ts'
import { type Reading, readMoment, readUrl, trimmed } from './reading.ts'

export type Times = Pick<EventDraft, 'timeZone' | 'startsAt' | 'endsAt' | 'callLinks'>

/** When the event takes place, and when an online one can be joined. */
export function readTimes(reading: Reading): Times | undefined {
  const { request, findings } = reading
  const timeZone = readTimeZone(reading)
  const startsAt = readBound(reading, 'startDate', timeZone)
  const endsAt = readBound(reading, 'endDate', timeZone)
  const callLinks = readCallLinks(reading, timeZone)
  if (timeZone === undefined || startsAt === undefined || endsAt === undefined) return undefined
  if (startsAt >= endsAt) {
    return findings.refuse('ends-before-start', request.endDate ? 'endDate' : 'startDate')
  }
  return callLinks && { timeZone, startsAt, endsAt, callLinks }
}

function readTimeZone({ request, stored, known, findings }: Reading): string | undefined {
  const zone = trimmed(request.timezone) ?? stored?.timeZone ?? ''
  return known.isTimeZone(zone) ? zone : findings.refuse('time-zone-unknown', 'timezone', zone)
}

function readBound(reading: Reading, field: 'startDate' | 'endDate', zone: string | undefined): Instant | undefined {
  const { request, stored, findings } = reading
  const given = readMoment(reading, request[field], zone, field)
  if (given !== null) return given
  const kept = field === 'startDate' ? stored?.startsAt : stored?.endsAt
  return kept ?? findings.refuse('date-missing', field)
}

function readCallLinks(reading: Reading, zone: string | undefined): readonly CallLink[] | undefined {
  const { request, stored } = reading
  if (!request.onlineCallLinks) return stored?.callLinks ?? []
  const links = request.onlineCallLinks.map((_, index) => readCallLink(reading, index, zone))
  return links.every(link => link !== undefined) ? links : undefined
}

function readCallLink(reading: Reading, index: number, zone: string | undefined): CallLink | undefined {
  const { request, findings } = reading
  const field = `onlineCallLinks[${index}]`
  const { link, validFrom, validTo } = request.onlineCallLinks?.[index] ?? {}
  const address = readUrl(reading, link, `${field}.link`, 'call-link-unreadable')
  const from = readMoment(reading, validFrom, zone, `${field}.validFrom`)
  const to = readMoment(reading, validTo, zone, `${field}.validTo`)
  if (address === undefined || from === undefined || to === undefined) return undefined
  if (address === null || from === null || to === null || from >= to) {
    return findings.refuse('call-link-unreadable', field)
  }
  return { link: address, start: from, end: to }
}
