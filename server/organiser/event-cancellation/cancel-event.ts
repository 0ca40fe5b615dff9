import { type Outcome, accepted, acceptedUnless } from '#domain/foundation/outcome.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { startBulkJob } from '#server/organiser/bulk/start-bulk-job.ts'
import { CANCEL_EVENT, type CancelEventParams } from './cancel-item.ts'
import { cancellationState, leftToCancel, lockEvent, storeCancelled } from './cancellation-store.ts'
import { problemsOfCancellation } from './plan-cancellation.ts'

type Cancelling = {
  /** To buyers, in mails and on the page of the event; empty for nothing. */
  readonly text: string
  readonly by: Actor
}

/** The job that cancels the orders, and the version of the event. */
export type CancellationJob = { readonly jobId: number; readonly version: number }

/**
 * Cancels an event, in one transaction that holds it: nothing of it is sold from now on, and a job cancels and refunds
 * each of its orders. Pressed again while that job runs, nothing happens; later a new job takes what is left. An order
 * that begins at the same moment finds its event cancelled when it is paid.
 */
export async function cancelEvent(
  shop: Shop,
  event: EventOwner,
  change: Cancelling,
): Promise<Outcome<CancellationJob>> {
  const done = await transaction(shop.db, tx => cancelLocked(tx, shop, event, change))
  if (!done.ok) return done
  shop.catalog.offerChanged(event)
  await shop.jobs.wake('run-bulk-jobs')
  return done
}

async function cancelLocked(
  tx: Tx,
  shop: Shop,
  event: EventOwner,
  { text, by }: Cancelling,
): Promise<Outcome<CancellationJob>> {
  const now = shop.clock.now()
  const { id, shortName: subject, organizationId } = event
  await lockEvent(tx, id)
  const state = await cancellationState(tx, id, CANCEL_EVENT)
  const decision = acceptedUnless(problemsOfCancellation(state, now), true)
  if (!decision.ok) return decision
  const { version: before } = await tx.kysely
    .selectFrom('purchase_context')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (state.isRunning && state.jobId !== null) return accepted({ jobId: Number(state.jobId), version: before })
  const isFirst = state.cancelledAt === null
  const version = isFirst ? await storeCancelled(tx, id, { text, now }) : before
  const params: CancelEventParams = { text: isFirst ? text : (state.text ?? '') }
  const job = { kind: CANCEL_EVENT, organizationId, eventId: id, params, by, now, ...(await leftToCancel(tx, id)) }
  const jobId = await startBulkJob(tx, job)
  await recordChange(tx, by, {
    kind: 'EVENT',
    subjectId: id,
    subject,
    organizationId,
    action: 'EVENT_CANCEL',
    version: isFirst ? version : null,
    before: { cancelledAt: state.cancelledAt },
    after: { cancelledAt: state.cancelledAt ?? now, ...(isFirst && { cancellation: text }) },
    now,
  })
  return accepted({ jobId: Number(jobId), version })
}
