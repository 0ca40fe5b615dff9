import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ExportChange } from '#contract/desk-exports.ts'
import type { Principal } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { nextDue } from '#domain/organiser/export/schedule.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { whoseExport } from './open-target.ts'
import { factsOf, problemsOf } from './save-export.ts'
import { type SavedFacts, type StoredExport, lockSaved, updateSaved } from './saved-store.ts'

type Changing = { readonly by: Principal; readonly language: string; readonly saved: StoredExport }

/** `stale`: it is not as the caller has read it, and nothing was changed. */
type Changed = 'done' | 'stale'

/**
 * Changes a saved export in all but its kind and whose it is, which are refused. It is made only if the export is as the caller has read it;
 * one that is already as it is to be stays so, whatever was read. Undefined: it is gone.
 */
export async function changeExport(
  shop: Shop,
  request: ExportChange,
  { by, language, saved }: Changing,
): Promise<Outcome<Changed> | undefined> {
  const { kind, organizationId, eventId } = saved
  const field = fixedIn(request, saved)
  if (field) return refused({ code: 'foyer.desk.export.edit.fixed', field })
  const whose = await whoseExport(shop.db, by, kind, { event: eventId, organization: organizationId })
  if (!whose?.ok) return undefined
  const facts = factsOf(request)
  const isAsStated = (present: StoredExport) => [request.seen, digestOf(facts)].includes(seenOf(present))
  if (!isAsStated(saved)) return accepted('stale')
  const judging = { by, language, whose: whose.value, kept: saved }
  const [first, ...others] = await problemsOf(shop, { ...request, kind }, judging)
  if (first) return refused(first, ...others)
  const actor = await actorOf(shop.db, by)
  return transaction(shop.db, async (tx): Promise<Outcome<Changed> | undefined> => {
    const present = await lockSaved(tx, saved.id)
    if (!present) return undefined
    if (!isAsStated(present)) return accepted('stale')
    if (seenOf(present) === digestOf(facts)) return accepted('done')
    const now = shop.clock.now()
    await updateSaved(tx, saved.id, { ...facts, dueAt: dueAtOf(facts, present, now) })
    const of = { kind: 'EXPORT', subjectId: eventId, subject: facts.name, organizationId } as const
    const before = noted({ ...present, recipients: present.recipientIds })
    await recordChange(tx, actor, { ...of, action: 'EXPORT_CHANGED', before, after: noted(facts), now })
    return accepted('done')
  })
}

/** Of what can't be changed, the member that a request states otherwise. */
function fixedIn({ kind, event, organization }: ExportChange, saved: StoredExport): string | undefined {
  if (kind != null && kind !== saved.kind) return 'kind'
  if (event !== undefined && event !== saved.eventId) return 'event'
  return organization != null && organization !== saved.organizationId ? 'organization' : undefined
}

/** A schedule that stays goes on: a mail that is due now is still sent. */
function dueAtOf({ schedule, timeZone }: Facts, before: StoredExport, now: Instant): Instant | null {
  if (schedule === null) return null
  const isSame = timeZone === before.timeZone && isDeepStrictEqual(schedule, before.schedule)
  return isSame && before.dueAt !== null ? before.dueAt : nextDue(schedule, timeZone, now)
}

type Facts = Pick<SavedFacts, 'name' | 'format' | 'columns' | 'period' | 'state' | 'timeZone' | 'schedule'> & {
  readonly recipients: readonly number[]
}

const noted = ({ name, format, columns, period, state, timeZone, schedule, recipients }: Facts) => ({
  name,
  format,
  columns,
  period,
  state,
  timeZone,
  schedule,
  recipients,
})

/** What a member has read of an export, as a change of it states it. */
export const seenOf = (saved: StoredExport): string => digestOf({ ...saved, recipients: saved.recipientIds })

/** The database keeps the members of a schedule in an order of its own. */
function digestOf(facts: Facts): string {
  const { name, format, columns, period, state, timeZone, schedule, recipients } = facts
  const { kind, hour, weekday, day } = { weekday: null, day: null, ...(schedule ?? { kind: 'NONE', hour: null }) }
  const people = recipients.toSorted((one, other) => one - other)
  const all = [name, format, columns, period, state, timeZone, kind, hour, weekday, day, people]
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url')
}
