import type { ExportedBy, NewExport, SavedExport } from '#contract/desk-exports.ts'
import {
  EXPORT_KIND_NAMES,
  type ExportFormat,
  type ExportKindName,
  type ExportPeriod,
} from '#domain/organiser/export/export-kind.ts'
import { ATTENDEE_STATES, type AttendeeState } from '#domain/organiser/order-desk/attendee.ts'

/** What is chosen for an export, a new one or one that is changed. */
export type Draft = {
  /** Its place in the list of what the member may export. */
  readonly whose: number
  readonly kind: ExportKindName
  readonly format: ExportFormat
  readonly period: ExportPeriod
  /** Of attendees; undefined: whatever their state. */
  readonly state: AttendeeState | undefined
  /** Keys of columns that are left out. */
  readonly without: ReadonlySet<string>
  readonly name: string
  readonly schedule: 'NONE' | 'DAILY' | 'WEEKLY' | 'MONTHLY'
  readonly weekday: number
  readonly day: number
  readonly hour: number
  readonly recipients: ReadonlySet<number>
}

/** As the address begins it, which names a kind, an event and a state; what it names wrongly counts as not named. */
export function draftOf(address: URLSearchParams, whose: readonly ExportedBy[]): Draft {
  const event = whose.findIndex(one => one.event !== null && String(one.event) === address.get('event'))
  const chosen = Math.max(0, event)
  const kinds = whose[chosen]?.kinds ?? []
  const kind = EXPORT_KIND_NAMES.find(each => each === address.get('kind') && kinds.includes(each))
  const state = address.get('state')
  return {
    whose: chosen,
    kind: kind ?? kinds[0] ?? 'attendees',
    format: 'xlsx',
    period: 'ALL',
    state: state === 'all' ? undefined : (ATTENDEE_STATES.find(each => each === state) ?? 'COMPLETE'),
    without: new Set(),
    name: '',
    schedule: 'NONE',
    weekday: 1,
    day: 1,
    hour: 7,
    recipients: new Set(),
  }
}

/** A saved export that is to be changed; `known` are the columns of its kind that the member may choose. */
export function draftFrom(saved: SavedExport, known: readonly string[]): Draft {
  const { kind, format, period, state, name, schedule } = saved
  return {
    whose: 0,
    kind,
    format,
    period,
    state: state ?? undefined,
    without: new Set(known.filter(key => !saved.columns.includes(key))),
    name,
    schedule: schedule?.kind ?? 'NONE',
    weekday: schedule?.weekday ?? 1,
    day: schedule?.day ?? 1,
    hour: schedule?.hour ?? 7,
    recipients: new Set(saved.recipientIds),
  }
}

/** The chosen columns: those that an export has stay in their order, also where the member can't choose them; others follow. */
export function columnsOf({ without }: Draft, known: readonly string[], saved: readonly string[] = []): string[] {
  return [...new Set([...saved, ...known])].filter(key => !without.has(key))
}

/** The schedule as a request states it. */
export function scheduleOf({ schedule: kind, hour, weekday, day }: Draft): NewExport['schedule'] {
  if (kind === 'NONE') return null
  return { kind, hour, weekday: kind === 'WEEKLY' ? weekday : null, day: kind === 'MONTHLY' ? day : null }
}
