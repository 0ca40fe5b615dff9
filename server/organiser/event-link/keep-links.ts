import type { Principal } from '#domain/access/principal/principal.ts'
import { isLinkName } from '#domain/catalog/channel/channel.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import {
  type StoredLink,
  codesOfEvent,
  deleteLink,
  insertLink,
  linksOf,
  lockLink,
  lockLinksOf,
  setLinkCode,
} from './link-store.ts'

type Needs = Pick<Shop, 'db' | 'clock'>

/** An event has so many links at most. */
const MAX_LINKS = 200

type LinkForm = { readonly name: string; readonly code?: string | null | undefined }

/** Makes a link, audited. Refused for a name that is none or taken, and a code that the event does not know. */
export async function createLink(
  { db, clock }: Needs,
  by: Principal,
  event: EventOwner,
  form: LinkForm,
): Promise<Outcome<StoredLink>> {
  const name = form.name.trim()
  const code = form.code?.trim() || null
  if (!isLinkName(name)) return refused({ code: 'foyer.desk.link.name.wrong', field: 'name' })
  const actor = await actorOf(db, by)
  const now = clock.now()
  return transaction(db, async tx => {
    await lockLinksOf(tx, event.id)
    const present = await linksOf(tx, event.id)
    if (present.some(link => link.name === name)) return refused({ code: 'foyer.desk.link.name.taken', field: 'name' })
    if (present.length >= MAX_LINKS) return refused({ code: 'foyer.desk.link.too-many', args: [String(MAX_LINKS)] })
    if (code !== null && !(await codesOfEvent(tx, event)).includes(code))
      return refused({ code: 'foyer.desk.link.code.unknown', field: 'code' })
    const made = await insertLink(tx, { eventId: event.id, name, code, now })
    await recordChange(tx, actor, { ...ofEvent(event), action: 'LINK_CREATED', after: { name, code }, now })
    return accepted(made)
  })
}

type LinkChange = {
  readonly id: number
  readonly name?: string | null | undefined
  readonly code: string | null
  /** The code that the caller has read. */
  readonly seen: string | null
}

type ChangedLink = { readonly link: StoredLink; readonly isStale: boolean }

/**
 * Changes the code of a link, audited. Refused for another name, which is in printed addresses, and for a code that the event does not
 * know. `isStale`: it has another code than the caller has read, and nothing was changed. Undefined where there is no such link.
 */
export async function changeLink(
  { db, clock }: Needs,
  by: Principal,
  event: EventOwner,
  { id, name, code: typed, seen }: LinkChange,
): Promise<Outcome<ChangedLink> | undefined> {
  const code = typed?.trim() || null
  const actor = await actorOf(db, by)
  return transaction(db, async (tx): Promise<Outcome<ChangedLink> | undefined> => {
    const link = await lockLink(tx, event.id, id)
    if (!link) return undefined
    if (name != null && name.trim() !== link.name) return refused({ code: 'foyer.desk.links.edit.name', field: 'name' })
    if (code === link.code) return accepted({ link, isStale: false })
    if (seen !== link.code) return accepted({ link, isStale: true })
    if (code !== null && !(await codesOfEvent(tx, event)).includes(code))
      return refused({ code: 'foyer.desk.link.code.unknown', field: 'code' })
    await setLinkCode(tx, id, code)
    const before = { name: link.name, code: link.code }
    const after = { name: link.name, code }
    await recordChange(tx, actor, { ...ofEvent(event), action: 'LINK_CHANGED', before, after, now: clock.now() })
    return accepted({ link: { ...link, code }, isStale: false })
  })
}

/** Deletes a link, audited. False where there is none. */
export async function removeLink({ db, clock }: Needs, by: Principal, event: EventOwner, id: number): Promise<boolean> {
  const actor = await actorOf(db, by)
  const now = clock.now()
  return transaction(db, async tx => {
    const gone = await deleteLink(tx, event.id, id)
    if (!gone) return false
    const before = { name: gone.name, code: gone.code }
    await recordChange(tx, actor, { ...ofEvent(event), action: 'LINK_DELETED', before, now })
    return true
  })
}

const ofEvent = ({ id, shortName, organizationId }: EventOwner) =>
  ({ kind: 'EVENT', subjectId: id, subject: shortName, organizationId }) as const
