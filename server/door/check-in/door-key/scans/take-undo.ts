import type { DoorAnswer } from '#contract/door.ts'
import { isGoodKeyAt, undoOf } from '#domain/door/door-scan/merge-scan.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { takeBack } from '#server/door/check-in/scan/moves.ts'
import { lockTicket, noteScan } from '#server/door/check-in/store.ts'
import { bareAnswer } from '#contract/bare-answer.ts'
import { findScan, lettingsOf, markScanUndone } from './scan-store.ts'
import { type Step, ofDoor } from './step.ts'

/**
 * An earlier scan of this door did not happen. The holder is out again, unless another person came in with the same ticket;
 * what was paid at the door is due again, as with every check-in that is taken back.
 */
export async function takeUndo(tx: Tx, step: Step): Promise<DoorAnswer> {
  const { opened, door, sent, scannedAt } = step
  const { doorKeyId } = opened.principal
  const wanted = sent.undoes ?? ''
  const found = wanted === '' ? undefined : await findScan(tx, doorKeyId, wanted)
  if (!found || !isGoodKeyAt(opened, scannedAt)) return bareAnswer(sent.id, 'NOT_UNDONE')
  const which = { eventId: door.offer.context.id, uuid: found.ticketUuid }
  const ticket = await lockTicket(tx, which)
  // As it is now that no other change of the ticket is on its way.
  const scan = await findScan(tx, doorKeyId, wanted)
  if (scan?.outcome !== 'LET_IN' && !scan?.wasShownLetIn) return bareAnswer(sent.id, 'NOT_UNDONE')
  const others = (await lettingsOf(tx, which)).filter(({ scanId }) => scanId !== wanted)
  const undo = undoOf({ ...scan, outcome: scan.outcome ?? 'UNKNOWN' }, others.length)
  if (undo === 'nothing') return bareAnswer(sent.id, 'UNDONE')
  const doing = ofDoor(step, null)
  const isTakenBack = undo === 'takeBack' && ticket !== undefined && (await takeBack(tx, ticket, doing))
  if (!isTakenBack) {
    await noteScan(tx, which, { ...doing, at: scannedAt, operation: 'REVERT', status: 'ALREADY_CHECK_IN' })
  }
  await markScanUndone(tx, doorKeyId, wanted)
  return bareAnswer(sent.id, 'UNDONE')
}
