/**
 * What an organiser states of an event or a pass, as the desk shows it: a table that names each member of its file once
 * (`events/members`, `passes/members`). A test holds each table against the schema of the file, so that none is left out.
 */
export type Member =
  | OneControl
  /**
   * Of several controls; `settings` are those that a category states for itself, by their names, `overrides` texts of the shop in
   * other words, `events` those that take a pass.
   */
  | { readonly kind: 'settings' | 'overrides' | 'image' | 'options' | 'events'; readonly name: string }
  /** Any of several. */
  | { readonly kind: 'choices'; readonly name: string; readonly options: readonly string[] }
  /** Members within a member: `facts.refunds`. */
  | {
      readonly kind: 'group'
      readonly name: string
      readonly members: readonly Member[]
      /** The names of the members that the rest of what is typed leaves room for; left out: all. */
      readonly onlyIf?: (draft: Json) => readonly string[]
    }
  /** Several of a kind: categories, questions. */
  | ListMember

/**
 * `text` is a line; `texts` a line and `markdown` a page in each language; `words` a list of lines; `moment` a local date and
 * time; `choice` one of several; `limit` a whole number, or none (-1 in the file).
 */
export type OneControl =
  | {
      readonly kind: 'text' | 'texts' | 'markdown' | 'words' | 'moment' | 'whole' | 'limit' | 'decimal' | 'flag'
      readonly name: string
    }
  | { readonly kind: 'choice'; readonly name: string; readonly options: readonly string[] }

export type ListMember = {
  readonly kind: 'list'
  readonly name: string
  readonly members: readonly Member[]
  /** The member by which one of them is called. */
  readonly titled: string
  /** Each keeps its id from one change to the next, and those that are not sent stay. */
  readonly hasIds?: true
  /** So many members are shown at once; the rest are folded, because few items need them. */
  readonly first?: number
}

/** The members of a file by the part of the page where they are edited, in the order of the page. */
export type FileMembers = Readonly<Record<string, readonly Member[]>>

/** A value of an event file or a pass file. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json }

/** Where a value is: names, and places in lists. */
export type Path = readonly (string | number)[]

/** What is at the path; undefined where nothing is. */
export function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>(
    (part, step) => (isObject(part) || Array.isArray(part) ? Reflect.get(part, step) : undefined),
    value,
  )
}

/** A copy with another value at the path. Undefined takes the member away. */
export function withValueAt(value: Json, [step, ...rest]: Path, next: Json): Json {
  if (step === undefined) return next
  if (typeof step === 'number') {
    const items: readonly Json[] = Array.isArray(value) ? value : []
    return items.map((item, index) => (index === step ? withValueAt(item, rest, next) : item))
  }
  const object = isObject(value) ? value : {}
  return { ...object, [step]: withValueAt(object[step], rest, next) }
}

export function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [])
export const textOf = (value: Json): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The value of a setting as it is typed: a file has numbers and flags, too. */
export const settingText = (value: Json): string => (typeof value === 'boolean' ? String(value) : textOf(value))

/** Id of the control of a value; problems of the server name the same place. */
export const controlId = (path: Path): string => `f-${path.join('-').replaceAll(/[^\w-]+/g, '-')}`

/** Nothing, in whatever way it is written: a file leaves out what the desk holds as empty. */
export function isBlank(value: Json): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.values(value).every(isBlank)
}

/** The same to an organiser, whatever is left out. */
export function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** Without what is blank, and with names in order. */
function plain(value: Json): Json {
  if (isBlank(value)) return null
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  const names = Object.keys(value)
    .filter(name => !isBlank(value[name]))
    .sort((one, other) => one.localeCompare(other))
  return Object.fromEntries(names.map(name => [name, plain(value[name])]))
}
