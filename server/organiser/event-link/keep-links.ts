import type { Principal } from '#domain/access/principal/principal.ts'
import { isLinkName } from '#domain/catalog/channel/channel.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { type StoredLink, codesOfEvent, deleteLink, insertLink, linksOf, lockLinksOf } from './link-store.ts'

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
