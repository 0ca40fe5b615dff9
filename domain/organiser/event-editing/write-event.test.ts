import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { anyEvent } from '#tests/builders/any-event.ts'
import { withCleared } from './clear-members.ts'
import { decodeEvent } from './decode-event.ts'
import type { EventDraft } from './event-draft.ts'
import type { EventRequest } from './event-request.ts'
import { changesBetween, membersOf } from './members.ts'
import type { DecodingContext } from './reading.ts'
import { shiftedEvent } from './shift-event.ts'
import { writeEvent } from './write-event.ts'

const momentOf = (local: string, zone: string): Instant =>
  instant(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds)

const context: DecodingContext = {
  now: instant(Date.UTC(2027, 0, 10, 12)),
  organizerCodes: [],
  languages: ['en', 'de', 'fr', 'it'] as unknown as Language[],
  mayOnlyAnnounce: true,
  isCurrency: () => true,
  isTimeZone: () => true,
  instantOf: momentOf,
  isSkipped: () => false,
  isTextKey: () => true,
}

function read(request: EventRequest, stored: EventDraft | null = null): EventDraft {
  const outcome = decodeEvent(request, stored, context)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value
}

const changed = (one: EventDraft, other: EventDraft) =>
  changesBetween(membersOf(writeEvent(one)), membersOf(writeEvent(other)))

test('an event that is written and read again is the same event', () => {
  fc.assert(
    fc.property(anyEvent, request => {
      const draft = read(request)
      expect(read(writeEvent(draft))).toEqual(draft)
    }),
    { numRuns: 300 },
  )
})

test('an event that is sent back as it was read is not changed, though null removes what is stored', () => {
  fc.assert(
    fc.property(anyEvent, request => {
      const stored = read(request)
      const change = withCleared({ request: writeEvent(stored), stored })
      expect(changed(stored, read(change.request, change.stored))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('members that a change does not state are not changed, whichever it states', () => {
  fc.assert(
    fc.property(
      anyEvent,
      anyEvent,
      fc.constantFrom(...(['title', 'websiteUrl', 'tags', 'facts', 'discounts', 'shortDescription'] as const)),
      (one, other, name) => {
        const stored = read(one)
        const change = withCleared({ request: { [name]: writeEvent(read(other))[name] }, stored })
        const members = changed(stored, read(change.request, change.stored))
          .map(({ member }) => member)
          // What is stated of these is stored beside the event, and stays there.
          .filter(member => !/settings\.|i18nOverride\./.test(member))
          .map(member => member.split('.')[0])
        expect(new Set(members).difference(new Set([name]))).toEqual(new Set())
      },
    ),
    { numRuns: 200 },
  )
})

test('an event that is shifted and shifted back is the same', () => {
  const days = fc.integer({ min: -2000, max: 2000 })
  fc.assert(
    fc.property(anyEvent, days, (request, span) => {
      const written = writeEvent(read({ ...request, timezone: 'UTC' }))
      const start = Temporal.PlainDateTime.from(written.startDate ?? '')
      const shifted = shiftedEvent(written, { to: start.add({ days: span }).toString(), zone: 'UTC' })
      const back = shifted && shiftedEvent(shifted, { to: start.toString(), zone: 'UTC' })
      expect(back && changed(read(back), read(written))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('a start that is no local date-time shifts nothing, and a time that the clocks leave out is the next one', () => {
  const event = { startDate: '2027-03-20T02:30', endDate: '2027-03-20T04:00' }
  expect(shiftedEvent(event, { to: 'soon', zone: 'UTC' })).toBeUndefined()
  expect(shiftedEvent(event, { to: '2027-03-28T02:30', zone: 'Europe/Zurich' })).toMatchObject({
    startDate: '2027-03-28T03:30:00',
    endDate: '2027-03-28T04:00:00',
  })
})
