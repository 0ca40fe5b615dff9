import type { DeskEvent } from '#contract/desk-event.ts'
import type { Step, StepKind } from '#contract/desk-next-steps.ts'
import { localOf } from '../../parts/local-time.ts'

/** What happens by itself at a local date-time of the event. */
export type Moment = {
  readonly at: string
  readonly key: string
  /** Of what; of many codes, people or orders, how many they are. */
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
  return inOrder(moments)
}

/** The earliest first. Local date-times as the event file has them are in the order of the alphabet. */
export const inOrder = (moments: readonly Moment[]): readonly Moment[] =>
  [...moments].sort((one, other) => one.at.localeCompare(other.at))

/** The same of what the shop knows besides: reminders, offers to people who wait, erasures. */
export const momentsOfSteps = (steps: readonly Step[], zone: string): readonly Moment[] =>
  steps.map(({ kind, at, count }) => ({
    at: localOf(at, zone),
    key: STEP_TEXTS[kind],
    name: count === null ? '' : String(count),
    folded: [],
  }))

const STEP_TEXTS: Readonly<Record<StepKind, string>> = {
  'seats-offered': 'foyer.desk.will.seats-offered',
  'sale-mailed': 'foyer.desk.will.sale-mailed',
  'list-ends': 'foyer.desk.will.list-ends',
  'names-asked': 'foyer.desk.will.names-asked',
  'answers-asked': 'foyer.desk.will.answers-asked',
  'transfers-reminded': 'foyer.desk.will.transfers-reminded',
  'transfers-removed': 'foyer.desk.will.transfers-removed',
  'seats-returned': 'foyer.desk.will.seats-returned',
  'mails-erased': 'foyer.desk.will.mails-erased',
  'scans-erased': 'foyer.desk.will.scans-erased',
  'people-erased': 'foyer.desk.will.people-erased',
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
