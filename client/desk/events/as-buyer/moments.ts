import type { DeskEvent } from '#contract/desk-event.ts'

/** What happens by itself at a local date-time of the event. */
export type Moment = {
  readonly at: string
  readonly key: string
  /** Of what; of many codes, how many they are. */
  readonly name: string
  /** The codes that are one moment together. */
  readonly folded: readonly string[]
}

type File = Pick<DeskEvent['file'], 'tickets' | 'facts' | 'startDate' | 'endDate'>

/** So many codes that begin or end together are named one by one. */
const NAMED = 3

/** What the shop does by itself, by what the organiser has stated; the earliest first. */
export function momentsOf(file: File): readonly Moment[] {
  const { categories = [], promoCodes } = file.tickets ?? {}
  const codes = promoCodes ?? []
  const moments = [
    ...categories.flatMap(({ name, startSellingDate, endSellingDate }) => [
      ...moment(startSellingDate, 'foyer.desk.will.on-sale', name),
      ...moment(endSellingDate, 'foyer.desk.will.off-sale', name),
    ]),
    ...codesTogether(
      codes.flatMap(({ name, validFrom }) => moment(validFrom, 'foyer.desk.will.code-from', name)),
      'foyer.desk.will.codes-from',
    ),
    ...codesTogether(
      codes.flatMap(({ name, validTo }) => moment(validTo, 'foyer.desk.will.code-to', name)),
      'foyer.desk.will.codes-to',
    ),
    ...moment(file.facts?.doors, 'foyer.desk.will.doors'),
    ...moment(file.startDate, 'foyer.desk.will.starts'),
    ...moment(file.endDate, 'foyer.desk.will.ends'),
  ]
  // Local date-times as the event file has them are in the order of the alphabet.
  return moments.sort((one, other) => one.at.localeCompare(other.at))
}

const moment = (at: string | null | undefined, key: string, name = ''): Moment[] =>
  at ? [{ at: at.length === 16 ? `${at}:00` : at, key, name, folded: [] }] : []

/** Many codes that were drawn at once begin and end together: they are one moment with their number. */
function codesTogether(moments: readonly Moment[], key: string): readonly Moment[] {
  return [...new Set(moments.map(({ at }) => at))].flatMap(at => {
    const together = moments.filter(one => one.at === at)
    if (together.length <= NAMED) return together
    return [{ at, key, name: String(together.length), folded: together.map(({ name }) => name) }]
  })
}
