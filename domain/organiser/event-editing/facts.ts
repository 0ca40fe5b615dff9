import { ACCESS_FEATURES, type EventFacts, NO_FACTS, type RefundPolicy } from '#domain/catalog/catalog/event-facts.ts'
import type { EventFormat } from '#domain/catalog/catalog/event.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { LocalizedBody } from './event-request.ts'
import { type Reading, type TermsOfSale, type Times, isComplete, readMoment, readTexts, readUrl } from './reading.ts'

/** Characters of what is read between two decisions. */
export const MAX_FACT_LENGTH = 1000

type Around = {
  readonly format: EventFormat | undefined
  readonly times: Times | undefined
  readonly sale: TermsOfSale | undefined
}

/**
 * What people ask before they decide. A member that is left out keeps what is stored; a blank `doors`, empty `refunds`
 * and an empty list remove it. What others decide is never stated here: whether a ticket can be passed on or released is
 * a setting (decision 84).
 */
export function readFacts(reading: Reading, around: Around): EventFacts | undefined {
  const { request, stored } = reading
  const kept = stored?.facts ?? NO_FACTS
  const read = {
    doorsAt: readDoors(reading, around, kept),
    refunds: readRefunds(reading, around, kept),
    accessFeatures: readFeatures(reading, kept),
    accessibility: readFact(reading, request.facts?.accessibility, 'facts.accessibility', kept.accessibility),
    bring: readFact(reading, request.facts?.bring, 'facts.bring', kept.bring),
    ticketsUrl: readTicketsUrl(reading, kept),
  }
  return isComplete(read) ? read : undefined
}

/** A blank one removes it. */
function readTicketsUrl(reading: Reading, kept: EventFacts): EventFacts['ticketsUrl'] | undefined {
  const stated = reading.request.facts?.ticketsUrl
  if (stated === null || stated === undefined) return kept.ticketsUrl
  return readUrl(reading, stated, 'facts.ticketsUrl', 'url-unreadable')
}

function readDoors(reading: Reading, { format, times }: Around, kept: EventFacts): EventFacts['doorsAt'] | undefined {
  const { request, findings } = reading
  const stated = request.facts?.doors
  const read = stated?.trim() === '' ? null : readMoment(reading, stated, times?.timeZone, 'facts.doors')
  const doors = stated === null || stated === undefined ? kept.doorsAt : read
  if (doors === null || doors === undefined || times === undefined) return doors
  if (format === 'ONLINE') return findings.refuse('doors-online', 'facts.doors')
  return doors <= times.startsAt ? doors : findings.refuse('doors-after-start', 'facts.doors')
}

/** `policy` NONE, or UNTIL with a moment that is no later than the end of the event. */
function readRefunds(reading: Reading, around: Around, kept: EventFacts): RefundPolicy | null | undefined {
  const { request, findings } = reading
  const stated = request.facts?.refunds
  const refunds = stated ? readStatedRefunds(reading, around, kept.refunds) : kept.refunds
  if (refunds === null || refunds === undefined) return refunds
  if (around.sale?.isFreeOfCharge) return findings.refuse('refunds-of-free-event', 'facts.refunds')
  const isLate = around.times !== undefined && refunds.until !== null && refunds.until > around.times.endsAt
  return isLate ? findings.refuse('refunds-after-event', 'facts.refunds.until') : refunds
}

function readStatedRefunds(
  reading: Reading,
  { times }: Around,
  kept: RefundPolicy | null,
): RefundPolicy | null | undefined {
  const { policy, until, text } = reading.request.facts?.refunds ?? {}
  if (!policy && !until && !text) return null
  const words = readFact(reading, text, 'facts.refunds.text', kept?.text)
  const moment = readMoment(reading, until, times?.timeZone, 'facts.refunds.until')
  if (words === undefined || moment === undefined) return undefined
  if (!policy) return reading.findings.refuse('refunds-policy-missing', 'facts.refunds.policy')
  if (policy === 'UNTIL' && moment === null)
    return reading.findings.refuse('refunds-until-missing', 'facts.refunds.until')
  if (policy === 'NONE' && moment !== null) return reading.findings.refuse('refunds-until-unfit', 'facts.refunds.until')
  return { until: moment, text: words }
}

function readFeatures({ request, findings }: Reading, kept: EventFacts): EventFacts['accessFeatures'] | undefined {
  const stated = request.facts?.accessFeatures
  if (!stated) return kept.accessFeatures
  const unknown = stated.find(feature => !ACCESS_FEATURES.some(one => one === feature))
  if (unknown !== undefined) {
    return findings.refuse('access-feature-unknown', 'facts.accessFeatures', unknown, ACCESS_FEATURES.join(', '))
  }
  return ACCESS_FEATURES.filter(feature => stated.includes(feature))
}

function readFact(
  reading: Reading,
  bodies: readonly LocalizedBody[] | null | undefined,
  field: string,
  kept: LocalizedTexts | undefined,
): LocalizedTexts | undefined {
  const texts = readTexts(reading, bodies, field, kept)
  const isLong = Object.values(texts ?? {}).some(text => text.length > MAX_FACT_LENGTH)
  return isLong ? reading.findings.refuse('fact-too-long', field, MAX_FACT_LENGTH) : texts
}
