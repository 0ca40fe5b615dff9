import type { Translate } from '#client/language/language-context.ts'
import {
  type FileMembers,
  type Json,
  type Member,
  type Path,
  isBlank,
  isObject,
  isSame,
  listOf,
  settingText,
  textOf,
  valueAt,
} from './member.ts'

/** One value that differs between what is stored and what is typed. */
export type FileChange = {
  /** In the draft; a category that is gone has the place of the list. */
  readonly path: Path
  readonly member: Member
  /** What is stored. */
  readonly was: Json
  /** What the item of a list is called that it belongs to. */
  readonly item: string | undefined
  /** Of `settings`: which of them. */
  readonly setting?: string
}

/**
 * The differences, member by member. An item of a list with ids is compared with its own former self; any other list is one
 * value.
 */
export function changesBetween(members: FileMembers, stored: Json, draft: Json): readonly FileChange[] {
  return allOf(members).flatMap(member => changesOf(member, { path: [], item: undefined }, { was: stored, is: draft }))
}

const allOf = (members: FileMembers): readonly Member[] => Object.values(members).flat()

/** A value as it is stored and as it is typed. */
type Both = { readonly was: Json; readonly is: Json }
type At = Pick<FileChange, 'path' | 'item'>

function changesOf(member: Member, { path: above, item }: At, whole: Both): FileChange[] {
  const path = [...above, member.name]
  const both = { was: valueAt(whole.was, [member.name]), is: valueAt(whole.is, [member.name]) }
  if (isSame(both.was, both.is)) return []
  if (member.kind === 'group') return member.members.flatMap(each => changesOf(each, { path, item }, both))
  if (member.kind === 'settings')
    return changedSettings(both).map(setting => ({
      path: [...path, setting],
      member,
      was: valueAt(both.was, [setting]),
      item,
      setting,
    }))
  if (member.kind === 'list' && member.hasIds && isSame(idsOf(both.was), idsOf(both.is))) {
    const former = byId(both.was)
    return listOf(both.is).flatMap((is, place) => {
      const was = former.get(idOf(is))
      const at = { path: [...path, place], item: titleOf(was) }
      return member.members.flatMap(each => changesOf(each, at, { was, is }))
    })
  }
  return [{ path, member, was: both.was, item }]
}

/** The names of settings whose values differ. */
function changedSettings({ was, is }: Both): readonly string[] {
  const names = new Set([was, is].flatMap(settings => (isObject(settings) ? Object.keys(settings) : [])))
  return [...names].filter(name => statedText(was, name) !== statedText(is, name))
}

/** Null: not stated. */
export function statedText(settings: Json, name: string): string | null {
  const value = valueAt(settings, [name])
  return value === undefined || value === null ? null : settingText(value)
}

/** Those that differ; null for one that is stated no more. */
const settingsRequest = (both: Both): Json =>
  Object.fromEntries(changedSettings(both).map(name => [name, statedText(both.is, name)]))

const idOf = (item: Json): Json => valueAt(item, ['id'])
const idsOf = (list: Json): Json => listOf(list).map(idOf)
const byId = (list: Json): ReadonlyMap<Json, Json> => new Map(listOf(list).map(item => [idOf(item), item]))

/**
 * The request that makes these changes: only what differs, and null for what is taken away. What others change meanwhile stays
 * theirs, because nothing is sent of it.
 */
export function requestOf(members: FileMembers, stored: Json, draft: Json): Json {
  return requestIn(allOf(members), stored, draft)
}

function requestIn(members: readonly Member[], was: Json, is: Json): { [name: string]: Json } {
  const request: { [name: string]: Json } = {}
  for (const member of members) {
    const [before, after] = [valueAt(was, [member.name]), valueAt(is, [member.name])]
    const both = { was: before, is: after }
    if (isSame(before, after) || (member.kind === 'settings' && changedSettings(both).length === 0)) continue
    // Two parts of the page have members of the same group.
    if (member.kind === 'group')
      request[member.name] = { ...Object(request[member.name]), ...requestIn(member.members, before, after) }
    else if (member.kind === 'list' && member.hasIds) request[member.name] = itemsOf(member.members, before, after)
    else if (member.kind === 'settings') request[member.name] = settingsRequest(both)
    else request[member.name] = sent(member, after)
  }
  return request
}

/** A new item is sent whole, a stored one by what has changed of it; a stored one without a change is not named. */
function itemsOf(members: readonly Member[], was: Json, is: Json): readonly Json[] {
  const former = byId(was)
  const isMoved = !isSame(idsOf(was), idsOf(is))
  return listOf(is).flatMap((item, place) => {
    const before = former.get(idOf(item))
    const order = isMoved ? { ordinal: place + 1 } : {}
    if (before === undefined) return [{ ...Object(item), ...order }]
    const changed = { ...requestIn(members, before, item), ...order }
    return Object.keys(changed).length === 0 ? [] : [{ id: idOf(item), ...changed }]
  })
}

/** What is empty is taken away. */
function sent(member: Member, value: Json): Json {
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
    item['slug'],
    item['minimumTickets'],
  ]
  for (const name of named) {
    const text = Array.isArray(name) ? titleOf(name[0]) : textOf(name)
    if (text !== '') return text
  }
  return ''
}

/** What is stored of the value at a path of the draft: an item with an id is found wherever it was. */
export function storedAt(stored: Json, draft: Json, path: Path): Json {
  const former = path.map((step, index) => {
    if (typeof step === 'string') return step
    const list = path.slice(0, index)
    const id = idOf(valueAt(draft, [...list, step]))
    const items = listOf(valueAt(stored, list))
    const hasIds = items.some(item => idOf(item) !== undefined)
    return hasIds ? items.findIndex(item => id !== undefined && idOf(item) === id) : step
  })
  return valueAt(stored, former)
}

/** Categories that were stored and are no longer in the list. */
export function removedCategories(stored: Json, draft: Json): readonly number[] {
  const ids = (value: Json) => listOf(valueAt(value, ['tickets', 'categories'])).map(item => valueAt(item, ['id']))
  const left = new Set(ids(draft))
  return ids(stored)
    .filter(id => typeof id === 'number')
    .filter(id => !left.has(id))
}
