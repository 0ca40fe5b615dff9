import type { NewExport } from '#contract/desk-exports.ts'
import type { Principal } from '#domain/access/principal/principal.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { type Schedule, nextDue } from '#domain/organiser/export/schedule.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { zoneExists } from '#server/foundation/language/dates.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { type Whose, openWithColumns, whoseExport } from './open-target.ts'
import { recipientsFor } from './recipients.ts'
import { insertSaved } from './saved-store.ts'

type By = { readonly by: Principal; readonly language: string }

/** Saves an export of what the caller may export, for members who may have it. Undefined: there is no such event or organisation. */
export async function saveExport(
  shop: Shop,
  request: NewExport,
  { by, language }: By,
): Promise<Outcome<number> | undefined> {
  const { kind } = request
  const whose = await whoseExport(shop.db, by, kind, request)
  if (!whose?.ok) return whose
  const problems = await problemsOf(shop, request, { by, language, whose: whose.value })
  const [first, ...others] = problems
  return first ? refused(first, ...others) : accepted(await store(shop, request, { by, whose: whose.value }))
}

/** What a request states of an export that is new or changed. */
type Stated = Pick<
  NewExport,
  'name' | 'format' | 'columns' | 'period' | 'timezone' | 'state' | 'schedule' | 'recipients'
>

type Judging = By & {
  readonly whose: Whose
  /** Of an export that is changed: columns and recipients that it has may stay, also where the caller could not choose them. */
  readonly kept?: { readonly columns: readonly string[]; readonly recipientIds: readonly number[] }
}

/** Why an export of this kind can't be saved so; empty where it can. */
export async function problemsOf(
  shop: Shop,
  request: Stated & Pick<NewExport, 'kind'>,
  { by, language, whose, kept }: Judging,
): Promise<Problem[]> {
  const { kind, timezone, name, recipients } = request
  const chosen = request.columns.filter(key => !kept?.columns.includes(key))
  const columns = chosen.length === 0 ? undefined : chosen
  const problems: Problem[] = []
  if (cleanLine(name) === '') problems.push({ code: 'foyer.desk.export.refused.name', field: 'name' })
  if (!zoneExists(timezone)) problems.push({ code: 'foyer.desk.export.refused.timezone', field: 'timezone' })
  const span = { since: null, until: null }
  const opened = await openWithColumns(shop, { kind, whose, by, language, span, columns })
  if (!opened.ok) problems.push(...opened.problems)
  const schedule = readSchedule(request)
  if (schedule === undefined) problems.push({ code: 'foyer.desk.export.refused.schedule', field: 'schedule' })
  if (schedule) {
    const possible = new Set((await recipientsFor(shop.db, by, { kind, whose })).map(({ id }) => id)).union(
      new Set(kept?.recipientIds),
    )
    if (recipients.length === 0) problems.push({ code: 'foyer.desk.export.refused.no-recipient', field: 'recipients' })
    if (recipients.some(id => !possible.has(id))) {
      problems.push({ code: 'foyer.desk.export.refused.recipients', field: 'recipients' })
    }
  }
  return problems
}

/** Null: none; undefined: it lacks its day. */
function readSchedule({ schedule }: Stated): Schedule | null | undefined {
  if (!schedule) return null
  const { kind, hour, weekday, day } = schedule
  switch (kind) {
    case 'DAILY':
      return { kind, hour }
    case 'WEEKLY':
      return weekday == null ? undefined : { kind, weekday, hour }
    case 'MONTHLY':
      return day == null ? undefined : { kind, day, hour }
    default:
      return kind satisfies never
  }
}

/** What a request says of an export, as it is stored. */
export function factsOf(request: Stated) {
  const { format, period, timezone: timeZone, state = null } = request
  const schedule = readSchedule(request) ?? null
  return {
    name: cleanLine(request.name),
    format,
    columns: [...new Set(request.columns)],
    period,
    state,
    timeZone,
    schedule,
    recipients: schedule === null ? [] : [...new Set(request.recipients)],
  }
}

async function store(
  { db, clock }: Shop,
  request: NewExport,
  { by, whose }: { readonly by: Principal; readonly whose: Whose },
): Promise<number> {
  const { kind } = request
  const { organizationId, eventId } = whose
  const now = clock.now()
  const facts = factsOf(request)
  const { name, format, columns, period, timeZone, schedule, recipients } = facts
  const actor = await actorOf(db, by)
  return transaction(db, async tx => {
    const id = await insertSaved(tx, {
      organizationId,
      eventId,
      kind,
      ...facts,
      dueAt: schedule && nextDue(schedule, timeZone, now),
      memberId: actor.memberId,
      now,
    })
    const after = { kind, format, columns, period, schedule, recipients }
    await recordChange(tx, actor, {
      kind: 'EXPORT',
      subjectId: eventId,
      subject: name,
      organizationId,
      action: 'EXPORT_SAVED',
      after,
      now,
    })
    return id
  })
}
