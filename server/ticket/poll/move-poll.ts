import { type PollStatus, canMovePoll } from '#domain/ticket/poll/transitions.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { lockPoll, storeStatus } from './store.ts'

type Move = { readonly eventId: number; readonly pollId: number; readonly to: PollStatus }

/** Opens or closes a poll of an event; answers why not: it is not there, or the move is not legal. */
export async function movePoll(
  { db }: Pick<Shop, 'db'>,
  { eventId, pollId, to }: Move,
): Promise<'moved' | 'unknown' | 'illegal'> {
  return transaction(db, async tx => {
    const from = await lockPoll(tx, eventId, pollId)
    if (from === undefined) return 'unknown'
    if (!canMovePoll(from, to)) return 'illegal'
    await storeStatus(tx, pollId, to)
    return 'moved'
  })
}
