import { stringify } from 'yaml'

/** Widths at which lines of a text are wrapped: never, so that a text is compared line by line. */
const NEVER = 0

/**
 * The text of an event file: YAML without what has no value, and without numbers by which only this shop knows its parts.
 */
export function writeOfferFile(file: object): string {
  return stringify(stated(file), { lineWidth: NEVER })
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Undefined for what has no value: null, an empty list or object. */
function stated(value: unknown): unknown {
  if (isList(value)) return value.length === 0 ? undefined : value.map(item => stated(item) ?? null)
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const members = Object.entries(value).flatMap(([name, member]) => {
    const kept = name === 'id' ? undefined : stated(member)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
