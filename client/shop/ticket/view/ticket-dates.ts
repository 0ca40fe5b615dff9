import { datesIn } from '#client/language/formats.ts'
import type { TicketInfo } from '#contract/ticket.ts'

/** When to be there, in the event's own time: one line for one day, from and to for several; 0 is no end. */
export function ticketDates(
  {
    timeZone,
    datesWithOffset: { startDateTime: start, endDateTime: end },
  }: Pick<TicketInfo, 'timeZone' | 'datesWithOffset'>,
  language: string,
): string[] {
  const dates = datesIn(language, timeZone)
  if (end === 0) return [dates.moment(start)]
  if (dates.day(start) === dates.day(end)) return [dates.day(start), `${dates.time(start)} – ${dates.time(end)}`]
  return [`${dates.moment(start)} –`, dates.moment(end)]
}
