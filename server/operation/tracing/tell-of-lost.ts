import { atMostEvery } from '#server/foundation/base/time.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'
import type { TracerOptions } from './tracer.ts'

/** While the collector is away each batch is lost for the same reason. */
const TELL_EVERY_MS = 60_000

export function tellOfLost(log: Pick<EventLog, 'tracesLost'>): TracerOptions['onLost'] {
  const isToldAgain = atMostEvery(TELL_EVERY_MS)
  return error => {
    if (isToldAgain()) log.tracesLost(error)
  }
}
