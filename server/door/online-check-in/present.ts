import type { OnlineCheckInInfo } from '#contract/online-check-in.ts'
import { openCallLink, roomTimes } from '#domain/door/check-in/online-room.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { presentDates } from '#server/catalog/catalog/present-dates.ts'
import { dateMap } from '#server/foundation/language/dates.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import type { GoodTicket } from '#server/order/order/good-ticket.ts'

type PresentedFacts = {
  readonly texts: Texts
  readonly now: Instant
  /** Of the texts. */
  readonly timeZone: string
}

/**
 * The dates of the waiting room: of the link that is open, else of the event. They end when that link ends, so that "it
 * is running" is seen (booking contract section 8).
 */
export function presentCheckInInfo(
  { offer, category }: GoodTicket,
  { texts, now, timeZone }: PresentedFacts,
): OnlineCheckInInfo {
  const { context: event } = offer
  const { start, end } = openCallLink(event.callLinks, now) ?? { start: event.startsAt, end: event.endsAt }
  const own = textsOf(offer, texts)
  const format = (instant: Instant, patternKey: string) =>
    dateMap(own, { instant, timeZone, languages: event.languages, patternKey })
  const { openings, startsAt, endsAt } = roomTimes(event, category)
  return {
    formattedBeginDate: format(start, DATE),
    formattedBeginTime: format(start, TIME),
    formattedEndDate: format(end, DATE),
    formattedEndTime: format(end, TIME),
    timeZone: event.timeZone,
    datesWithOffset: presentDates({ startsAt: start, endsAt: end, timeZone: event.timeZone }, own, []).datesWithOffset,
    sameDay: true,
    room: { openings: [...openings], startsAt, endsAt },
  }
}

const DATE = 'date.extended.pattern'
const TIME = 'time.extended.pattern'
