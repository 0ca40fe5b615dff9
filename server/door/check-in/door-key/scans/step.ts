import type { SentScan } from '#contract/door.ts'
import { momentOfScan } from '#domain/door/door-scan/merge-scan.ts'
import type { DoorOutcome } from '#domain/door/door-scan/outcome.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Door } from '#server/door/check-in/scan/judge-ticket.ts'
import type { Doing } from '#server/door/check-in/scan/moves.ts'
import type { ScanOfDoor } from '#server/door/check-in/store.ts'
import type { OpenedDoor } from '../store.ts'

/** A device with the key of a door, and the language in which it shows titles. */
export type AtDoor = {
  readonly door: Door
  readonly opened: OpenedDoor
  readonly device: string
  readonly language: string
}

/** A scan on its way into the database. */
export type Step = AtDoor & { readonly sent: SentScan; readonly now: Instant; readonly scannedAt: Instant }

/** A scan as it has arrived now. */
export function stepOf({ clock }: Pick<Shop, 'clock'>, at: AtDoor, sent: SentScan): Step {
  const now = clock.now()
  const scannedAt = momentOfScan(instant(sent.at), { madeAt: at.opened.madeAt, arrivedAt: now })
  return { ...at, sent, now, scannedAt }
}

/** What is noted of a scan of this door. */
export const ofDoor = (
  { opened, device, sent, now, scannedAt }: Step,
  outcome: DoorOutcome | null,
): Doing & { readonly ofDoor: ScanOfDoor } => ({
  by: opened.name,
  now,
  ofDoor: {
    doorKeyId: opened.principal.doorKeyId,
    scanId: sent.id,
    device,
    at: scannedAt,
    outcome,
    shown: sent.shown ?? null,
    arrivedAt: now,
  },
})
