import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { lockMail, storeAgain, storeAllAgain } from './store.ts'

export type SentAgain =
  | 'again'
  | 'unknown'
  /** It has arrived, or is about to leave by itself. */
  | 'not failed'
  /** Most mails of an event that has ended are not sent (lifecycle D). */
  | 'event over'

/** Sets a mail going again that has been given up, or waits for its next try. */
export async function sendAgain(
  { db, clock, jobs }: Pick<Shop, 'db' | 'clock' | 'jobs'>,
  id: bigint,
): Promise<SentAgain> {
  const now = clock.now()
  const outcome = await transaction<SentAgain>(db, async tx => {
    const mail = await lockMail(tx, id)
    if (!mail) return 'unknown'
    if (mail.status !== 'ERROR' && mail.status !== 'RETRY') return 'not failed'
    if (mail.isSentUntil !== null && mail.isSentUntil <= now) return 'event over'
    await storeAgain(tx, id, now)
    return 'again'
  })
  if (outcome === 'again') await jobs.wake('deliver-mail')
  return outcome
}

export type AllSentAgain = {
  readonly again: number
  /** How many stay where they are, because their event is over. */
  readonly over: number
}

/** The same for all of them: after a mail server was away for long, or refused us. Null: of every event. */
export async function sendAllAgain(
  { db, clock, jobs }: Pick<Shop, 'db' | 'clock' | 'jobs'>,
  eventId: number | null,
): Promise<AllSentAgain> {
  const sent = await transaction(db, tx => storeAllAgain(tx, eventId, clock.now()))
  if (sent.again > 0) await jobs.wake('deliver-mail')
  return sent
}
