import type { CategoryRequest, EventRequest } from './event-request.ts'

/** The members of an event one by one, each by its path: what is compared, noted and merged when people edit it. */
export type Members = ReadonlyMap<string, unknown>

/** What is compared whole; objects are compared member by member otherwise. */
const WHOLE = new Set(['location', 'facts.refunds', 'groupLink', 'withdrawal'])

/**
 * By path: title, tickets.max, facts.doors, settings.NAME, i18nOverride.en.key, tickets.categories[7].price (7 is the id
 * of the category; of one that is not stored, its name in quotes). Lists but that of categories are one member each.
 */
export function membersOf(
  request: EventRequest,
  idOf: (name: string) => number | undefined = () => undefined,
): Members {
  const members = new Map<string, unknown>()
  const { tickets, ...others } = request
  const { categories, ...sale } = tickets ?? {}
  collect(members, '', others)
  collect(members, 'tickets', sale)
  for (const category of categories ?? []) collect(members, placeOf(category, idOf), withoutId(category))
  return members
}

const withoutId = (category: CategoryRequest): CategoryRequest => ({ ...category, id: undefined })

function placeOf({ id, name }: CategoryRequest, idOf: (name: string) => number | undefined): string {
  const stored = id ?? idOf(name?.trim() ?? '')
  return `tickets.categories[${stored ?? JSON.stringify(name ?? '')}]`
}

/** The members of an object without categories. */
export function collectMembers(request: object): Members {
  const members = new Map<string, unknown>()
  collect(members, '', request)
  return members
}

function collect(members: Map<string, unknown>, path: string, value: object): void {
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`
    if (isObject(member) && !isWhole(at)) collect(members, at, member)
    else if (member !== undefined) members.set(at, isSetting(at) ? settingText(member) : member)
  }
}

/** Settings are texts, whether 20 or "20" was sent. */
const isSetting = (path: string): boolean => /(^|\.)settings\.[^.]+$/.test(path)

const settingText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

const isWhole = (path: string): boolean =>
  WHOLE.has(path) || path.endsWith('].customValidity') || path.endsWith('].groupLink')

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type MemberChange = { readonly member: string; readonly before: unknown; readonly after: unknown }

/** What differs between two states of an event; null where one has no such member. */
export function changesBetween(before: Members, after: Members): MemberChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.flatMap(member => {
    const [was, is] = [before.get(member) ?? null, after.get(member) ?? null]
    return written(was) === written(is) ? [] : [{ member, before: was, after: is }]
  })
}

/** The same for the same value, in whatever order its members are. */
export function written(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}

/** Are two paths of the same member, or is one a part of the other? */
export function overlaps(one: string, other: string): boolean {
  return one === other || isPart(one, other) || isPart(other, one)
}

const isPart = (whole: string, part: string): boolean => part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`)

/**
 * Addresses of the members of groups are those of people: what is noted of a group is how many it has. Of what is secret
 * nothing is noted but that it was changed.
 */
export function notedValue(member: string, value: unknown): unknown {
  if (member !== 'groups' || !Array.isArray(value)) return value
  return value.map((group: unknown) =>
    isObject(group) && 'members' in group && Array.isArray(group.members)
      ? { ...group, members: group.members.length }
      : group,
  )
}
