import type {
  EventDraft,
  GroupDraft,
  GroupLinkDraft,
  StatedSetting,
} from '#domain/organiser/event-editing/event-draft.ts'
import { type Members, membersOf } from '#domain/organiser/event-editing/members.ts'
import { writeEvent } from '#domain/organiser/event-editing/write-event.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { ownTexts } from '#server/foundation/language/overrides.ts'
import { isSecret, isSettingKey } from '#server/foundation/setting/registry.ts'
import { statedBy, statedByCategories } from '#server/foundation/setting/stated-settings.ts'
import { loadDraft } from './event-store.ts'
import { loadCodes } from './parts/code-store.ts'
import { loadGroups, loadMembers } from './parts/group-store.ts'
import { pollStatuses } from './parts/poll-store.ts'

/** All that an organiser has stated about an event, settings and own texts among it. */
export type StatedEvent = {
  /** As `loadDraft` has it: what a change is read against. */
  readonly draft: EventDraft
  /** The same with settings but secret ones, own texts, codes and linked groups of the organisation. */
  readonly stated: EventDraft
  readonly organizationId: number
  readonly version: number
  readonly imageId: string | null
  /** One by one; of a secret setting, that it is set. */
  readonly members: Members
}

/** Loads what is stated of an event by a fixed number of statements; the members of its groups only where asked for. */
export async function loadStated(
  db: Queryable,
  id: number,
  { withGroups }: { readonly withGroups: boolean },
): Promise<StatedEvent> {
  const context = await db.kysely
    .selectFrom('purchase_context')
    .select(['organization_id as organizationId', 'version', 'file_digest as imageId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const draft = await loadDraft(db, id)
  const settings = await statedBy(db, { level: 'context', contextId: id })
  const stated = await completed(db, draft, { id, settings, organizationId: context.organizationId, withGroups })
  const members = new Map([...membersOf(writeEvent(stated)), ...secretsOf(settings)])
  return { ...context, draft, stated, members: members.set('imageId', context.imageId) }
}

type Settings = ReadonlyMap<string, string | null>

type Whose = {
  readonly id: number
  readonly settings: Settings
  readonly organizationId: number
  readonly withGroups: boolean
}

async function completed(
  db: Queryable,
  draft: EventDraft,
  { id, settings, organizationId, withGroups }: Whose,
): Promise<EventDraft> {
  const groups = await loadGroups(db, organizationId)
  const named = (link: GroupLinkDraft | null) =>
    link && { ...link, group: groups.find(group => group.id === link.group)?.name ?? link.group }
  const ofCategories = await statedByCategories(db, id)
  const statuses = await pollStatuses(db, id)
  const texts = await ownTexts({ db }, { organizationId: null, contextId: id })
  const categories = draft.categories.map(category => ({
    ...category,
    groupLink: named(category.groupLink),
    settings: openSettings(ofCategories.get(category.id ?? 0) ?? new Map()),
  }))
  const links = [draft.groupLink, ...draft.categories.map(({ groupLink }) => groupLink)]
  const linked = groups.filter(group => links.some(link => link?.group === group.id))
  return {
    ...draft,
    settings: openSettings(settings),
    categories,
    groupLink: named(draft.groupLink),
    polls: draft.polls.map(poll => ({ ...poll, status: statuses.get(poll.id ?? 0) ?? null })),
    // The shop has stored no language but its own.
    texts: texts.map(text => ({ ...text, language: text.language as Language })),
    organizer: {
      groups: withGroups ? await groupsWithMembers(db, linked) : null,
      promoCodes: await loadCodes(db, { organizationId, eventId: null }),
    },
  }
}

const isHidden = (key: string): boolean => isSettingKey(key) && isSecret(key)

/** Settings that are not secret, by key. */
export const openSettings = (settings: Settings): StatedSetting[] =>
  [...settings]
    .filter(([key]) => !isHidden(key))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ({ key, value, field: `settings.${key}` }))

/** A value that is compared, and never noted or shown. */
class Hidden {
  readonly #value: string | null
  constructor(value: string | null) {
    this.#value = value
  }
  toJSON(): string {
    return '•••'
  }
  isSame(other: unknown): boolean {
    return other instanceof Hidden && other.#value === this.#value
  }
}

/** Secret settings as members that are compared, and never shown. */
export const secretsOf = (settings: Settings): (readonly [string, unknown])[] =>
  [...settings].filter(([key]) => isHidden(key)).map(([key, value]) => [`settings.${key}`, new Hidden(value)])

/** Was a secret replaced by another one? Written they are the same. */
export const isAnotherSecret = (before: unknown, after: unknown): boolean =>
  before instanceof Hidden && after instanceof Hidden && !before.isSame(after)

/** Beyond this a group is kept by file, and not at the desk. */
const MOST_MEMBERS = 10_000

async function groupsWithMembers(
  db: Queryable,
  groups: readonly { readonly id: number; readonly name: string }[],
): Promise<GroupDraft[]> {
  const members = await loadMembers(
    db,
    groups.map(({ id }) => id),
    MOST_MEMBERS,
  )
  return groups.flatMap(({ id, name }) => {
    const own = members.filter(({ groupId }) => groupId === id).map(({ value }) => value)
    return own.length > MOST_MEMBERS ? [] : [{ name, members: own }]
  })
}
