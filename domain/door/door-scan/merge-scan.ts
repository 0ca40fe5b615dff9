import { type Instant, after, days } from '#domain/foundation/instant.ts'
import type { DoorOutcome } from './outcome.ts'

/**
 * How scans that a device made without a connection are merged into what the shop knows (decision 102). Each scan has an id
 * that its device made, so that what arrives twice counts once; these rules say when it was, whether it counts, and what is
 * reported of it.
 */

/** From when to when a key opens its door. */
export type KeyTimes = {
  readonly madeAt: Instant
  readonly validUntil: Instant
  readonly revokedAt: Instant | null
}

/**
 * When a scan was. The device states it by its clock and what it knows of the shop's; what can't be true is put right: no scan
 * is later than it arrives, or earlier than the key of its door.
 */
export function momentOfScan(stated: Instant, { madeAt, arrivedAt }: { madeAt: Instant; arrivedAt: Instant }): Instant {
  if (stated > arrivedAt) return arrivedAt
  return stated < madeAt ? madeAt : stated
}

/** The moment from which the key opens nothing any more. */
export const endOfKey = ({ validUntil, revokedAt }: KeyTimes): Instant =>
  revokedAt !== null && revokedAt < validUntil ? revokedAt : validUntil

/** What was scanned before a key ended counts, whenever it arrives; what was scanned later does not. */
export const isGoodKeyAt = (key: KeyTimes, moment: Instant): boolean => moment < endOfKey(key)

/** For so long after its end a key still brings what was scanned before. */
const BRINGS_FOR = days(7)

/** May a device still send what it has? */
export const maySendScans = (key: KeyTimes, now: Instant): boolean => now < after(endOfKey(key), BRINGS_FOR)

/** What is reported of a person whom a device let in by itself, and whom the shop would not have let in. */
export type DoorReport =
  /** Let in with the same ticket before, at this door or another. */
  | 'TWICE'
  /** The ticket was not good: cancelled, passed on or changed after the device had read its list, or the key had ended. */
  | 'NOT_GOOD'

/** What the device has answered (null: the shop did), and what came of it when it arrived. */
export function reportOf(shown: DoorOutcome | null, outcome: DoorOutcome): DoorReport | null {
  if (shown !== 'LET_IN' || outcome === 'LET_IN') return null
  return outcome === 'ALREADY_IN' ? 'TWICE' : 'NOT_GOOD'
}

/** A scan that let a person in, or was answered so by its device. */
type Letting = { readonly outcome: DoorOutcome; readonly isBadge: boolean; readonly isUndone: boolean }

/**
 * What an undo does. The check-in of the ticket is taken back, unless another person came in with the same ticket: they are in,
 * and the ticket stays so.
 * @param others all other scans of the ticket that let a person in and are not undone
 */
export function undoOf({ outcome, isBadge, isUndone }: Letting, others: number): 'nothing' | 'takeBack' | 'mark' {
  if (isUndone) return 'nothing'
  return outcome === 'LET_IN' && !isBadge && others === 0 ? 'takeBack' : 'mark'
}
