import type { PeopleListForm } from '#contract/desk-people-list.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { type ClosedRow, closeRows, startBulkJob, startedBy } from '#server/organiser/bulk/start-bulk-job.ts'
import { IMPORT_PEOPLE, type ImportParams, refused } from './import-kind.ts'
import { isListMonthFirst } from './list-facts.ts'
import { lockList, rowsOf, storeStarted } from './list-store.ts'
import type { ImportPlan, LeftRow } from './plan-import.ts'

type Starting = {
  readonly event: EventOwner
  readonly listId: string
  readonly choices: PeopleListForm
  readonly plan: ImportPlan
  readonly requestId: string
  readonly by: Actor
}

export type Start =
  | { readonly kind: 'started'; readonly jobId: bigint }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }

/**
 * Starts the job of a list, once: who comes second waits for the first. Rows with a fault, and people who are there, are in its
 * report from the beginning; those without a seat are tried.
 */
export async function startImport(shop: Shop, starting: Starting): Promise<Start> {
  const { event, listId, choices, plan, requestId, by } = starting
  const { id: eventId, organizationId } = event
  const now = shop.clock.now()
  const start = await transaction(shop.db, async (tx): Promise<Start> => {
    const list = await lockList(tx, eventId, listId)
    if (!list) return { kind: 'gone' }
    const before = await startedBy(tx, organizationId, requestId)
    if (before !== undefined) return { kind: 'started', jobId: before }
    if (list.jobId !== null) return { kind: 'refused', problems: [problem('foyer.desk.import.refused.started')] }
    const params: ImportParams = { listId }
    const job = {
      kind: IMPORT_PEOPLE,
      organizationId,
      eventId,
      params,
      orders: [],
      rows: plan.rows,
      by,
      now,
      requestId,
    }
    const jobId = await startBulkJob(tx, job)
    await closeRows(tx, jobId, closedRows(plan.left), now)
    await storeStarted(tx, listId, {
      choices: { ...choices, isMonthFirst: isListMonthFirst(await rowsOf(tx, listId)) },
      jobId,
    })
    const subject = `${IMPORT_PEOPLE} ${jobId}`
    const change = { kind: 'ORDER' as const, subject, subjectId: eventId, organizationId, action: 'BULK_START', now }
    await recordChange(tx, by, { ...change, after: { rows: plan.rows.length, orders: plan.able.length } })
    return { kind: 'started', jobId }
  })
  await shop.jobs.wake('run-bulk-jobs')
  return start
}

const closedRows = (left: readonly LeftRow[]): ClosedRow[] =>
  left.flatMap(({ row, kind, problems: [first] }) => {
    if (kind === 'NO_SEAT' || !first) return []
    const state = kind === 'THERE' ? ('NOTHING' as const) : ('REFUSED' as const)
    return [{ row, outcome: { ...refused(first), state } }]
  })
