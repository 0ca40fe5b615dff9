import type { Translate } from '#client/language/language-context.ts'
import { type Json, type Member, type Path, isBlank, isObject, isSame, listOf, textOf, valueAt } from './member.ts'
import { EVENT_MEMBERS } from './event-members.ts'

/** One value that differs between what is stored and what is typed. */
export type EventChange = {
  readonly path: Path
  readonly member: Member
  /** What is stored. */
  readonly was: Json
  /** Of the item of a list that it belongs to. */
  readonly item: string | undefined
}

const ALL: readonly Member[] = Object.values(EVENT_MEMBERS).flat()

/**
 * The differences, member by member. An item of a list with ids is compared with its own former self; any other list is one
 * value.
 */
export function changesBetween(stored: Json, draft: Json): readonly EventChange[] {
  return ALL.flatMap(member => changesOf(member, [], { stored, draft }))
}

type Both = { readonly stored: Json; readonly draft: Json }

function changesOf(member: Member, above: Path, both: Both, item?: string): EventChange[] {
  const path = [...above, member.name]
  const [was, is] = [valueAt(both.stored, path), valueAt(both.draft, path)]
  if (isSame(was, is)) return []
  if (member.kind === 'group') return member.members.flatMap(each => changesOf(each, path, both, item))
  return [{ path, member, was, item }]
}

/** The request that makes these changes: only what differs, and null for what is taken away. */
export function requestOf(changes: readonly EventChange[], draft: Json): Json {
  return changes.reduce<Json>((request, { path, member }) => put(request, path, sent(member, valueAt(draft, path))), {})
}

function put(request: Json, [step, ...rest]: Path, value: Json): Json {
  if (step === undefined) return value
  const object = isObject(request) ? request : {}
  return { ...object, [step]: put(object[step] ?? {}, rest, value) }
}

/** Places of items are said by their order; what is empty is taken away. */
function sent(member: Member, value: Json): Json {
  if (member.kind === 'list') {
    return listOf(value).map((item, index) =>
      member.hasIds && isObject(item) ? { ...item, ordinal: index + 1 } : item,
    )
  }
  if (!isBlank(value)) return value
  return member.kind === 'flag' ? false : null
}

/** What a value says in a few words, for "was CHF 40.00". */
export function inWords(value: Json, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'foyer.desk.yes' : 'foyer.desk.no')
  if (Array.isArray(value))
    return value.length === 0
      ? ''
      : value
          .map(item => titleOf(item))
          .join(', ')
          .slice(0, LONGEST)
  return titleOf(value).slice(0, LONGEST)
}

const LONGEST = 120

/** How an item of a list is called: its name, its title in whatever language it has, or what it says. */
export function titleOf(item: Json): string {
  if (!isObject(item)) return textOf(item)
  const named = [
    item['name'],
    item['title'],
    item['label'],
    item['link'],
    item['body'],
    item['key'],
    item['minimumTickets'],
  ]
  for (const name of named) {
    const text = Array.isArray(name) ? titleOf(name[0]) : textOf(name)
    if (text !== '') return text
  }
  return ''
}

/** Categories that were stored and are no longer in the list. */
export function removedCategories(stored: Json, draft: Json): readonly number[] {
  const ids = (value: Json) => listOf(valueAt(value, ['tickets', 'categories'])).map(item => valueAt(item, ['id']))
  const left = new Set(ids(draft))
  return ids(stored)
    .filter(id => typeof id === 'number')
    .filter(id => !left.has(id))
}
